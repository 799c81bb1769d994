import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { placeOfCell } from '../../../main/features/columns/rules/cells/places.ts'
import { searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import { describeTable } from '../../../main/features/columns/rules/body/readBody.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { cellTimeMs } from '../../../main/kernel/times.ts'

type Row = { readonly [key: string]: Json }

const two = (number: number): string => String(number).padStart(2, '0')
const seconds = (h: number, m: number, s: number): number => ((h * 60 + m) * 60 + s) * 1000
const columnsOf = (roles: { readonly [name: string]: ColumnRole }): readonly TableColumn[] =>
  Object.entries(roles).map(([name, role]) => ({ name, path: [name], kind: 'text', role }))

it.each<[string, number | null]>([
  ['7:47:21 h', seconds(7, 47, 21)],
  ['7:47:21h', seconds(7, 47, 21)],
  ['1:12.34,5', seconds(1, 12, 34) + 500],
  ['41.09,3', seconds(0, 41, 9) + 300],
  ['1.234,5', null],
  ['+ 1:02', seconds(0, 1, 2)],
  ['7:47:21 hrs', seconds(7, 47, 21)],
  ['11:45:33 Std.', seconds(11, 45, 33)],
  ['6d 05:10:22 h', seconds(149, 10, 22)],
  ['2 days 03:04:05', seconds(51, 4, 5)],
  ['2 сут. 03:04:05', seconds(51, 4, 5)],
  ['2:13 h', seconds(2, 13, 0)],
  ['2:13 ч', seconds(2, 13, 0)],
  ['45:12 min', seconds(0, 45, 12)],
  ['45:12,5 мин', seconds(0, 45, 12) + 500],
  ['2h 13m', seconds(2, 13, 0)],
  ['2 hrs 13 mins 5 secs', seconds(2, 13, 5)],
  ['1 Std. 20 Min.', seconds(1, 20, 0)],
  ['1 час 20 минут', seconds(1, 20, 0)],
  ['2 часа 05 мин', seconds(2, 5, 0)],
  ['3 godz. 5 min', seconds(3, 5, 0)],
  ['45 min', seconds(0, 45, 0)],
  ['45 минут', seconds(0, 45, 0)],
  ['12,5 min', seconds(0, 12, 30)],
  ['1.5 h', seconds(1, 30, 0)],
  ['48.32 s', 48_320],
  ['48,3 сек', 48_300],
  ['1h24\'32"', seconds(1, 24, 32)],
  ['73.766 km', null],
  ['10.5 km/h', null],
  ['5:40/km', null],
  ['24 круга', null],
  ['85 laps', null],
  ['45 m', null],
  ["45'", null],
  ['10 M', null],
  ['3 S', null],
  ['1500 pts', null],
  ['25:61 min', null],
])('reads %s as a time with its unit, or as none', (text, ms) => {
  expect(cellTimeMs(text, undefined)).toBe(ms)
})

it('reads whole numbers with a zero behind the point as places, years, ages and bibs', () => {
  expect(placeOfCell('1.0')).toBe(1)
  expect(placeOfCell('12,0')).toBe(12)
  expect(placeOfCell('1.5')).toBeNull()
  expect(placeOfCell('0.0')).toBeNull()
  expect(placeOfCell('1.000')).toBeNull()
  const reader = finisherReader(
    columnsOf({ place: 'place', bib: 'bib', age: 'age', born: 'birthYear', name: 'name', club: 'club' }),
  )
  const row = { place: '7.0', bib: '596.0', age: '31.0', born: '1966.0', name: 'Team 2.0', club: '3.0' }
  expect(reader.place(row)).toBe(7)
  expect(reader.text(row, 'bib')).toBe('596')
  expect(reader.text(row, 'place')).toBe('7')
  expect(reader.text(row, 'age')).toBe('31')
  expect(reader.age(row)).toBe(31)
  expect(reader.birthYear(row)).toBe(1966)
  expect(reader.text(row, 'birthYear')).toBe('1966')
  expect(reader.name(row)).toBe('Team 2.0')
  expect(reader.text(row, 'club')).toBe('3.0')
})

it('finds the roles of a table whose whole numbers are written with a zero behind the point', () => {
  const rows: readonly Row[] = Array.from({ length: 60 }, (_, at) => ({
    Rank: `${at + 1}.0`,
    'Start number': `${500 + ((at * 37) % 97)}.0`,
    Runner: `Name${'abcdefghij'[at % 10]} Last${'klmnopqrst'[Math.floor(at / 10)]}`,
    Age: at % 9 === 0 ? '' : `${20 + ((at * 7) % 50)}.0`,
    'Year of birth': `${1950 + ((at * 11) % 50)}.0`,
    'Gender place': `${1 + Math.floor(at / 2)}.0`,
    Speed: (18 - at * 0.1).toFixed(1),
    Time: `1:${String(10 + Math.floor(at / 2)).padStart(2, '0')}:${String((at * 13) % 60).padStart(2, '0')}`,
  }))
  const { columns } = describeTable(rows)
  const roles = Object.fromEntries(columns.map(({ name, role }) => [name, role ?? null]))
  expect(roles).toMatchObject({
    Rank: 'place',
    'Start number': 'bib',
    Age: 'age',
    'Year of birth': 'birthYear',
    'Gender place': 'placeSex',
    Time: 'result',
  })
  const [line = ''] = searchTextOf(rows, columns).split('\n')
  expect(line).toMatch(/^500 {2}/)
})

it.each<[string, number | null]>([
  ['1e', 1],
  ['2nd', 2],
  ['3rd', 3],
  ['4th', 4],
  ['1er', 1],
  ['5\u00ba', 5],
  ['6位', 6],
  ['99999', null],
  ['0', null],
  ['1a', null],
])('reads %s as a place, or as none', (text, place) => {
  expect(placeOfCell(text)).toBe(place)
})

it('treats placeholder marks as blank', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    Bib: String(at + 1),
    Time: at % 4 === 3 ? 'NA' : `1:${two(at)}:00`,
    Age: at % 3 === 2 ? 'NaN' : 20 + at,
    Club: at % 2 === 0 ? '--' : `Club ${at}`,
  }))
  const { columns } = describeTable(rows)
  expect(Object.fromEntries(columns.map(({ name, kind }) => [name, kind]))).toMatchObject({
    Time: 'time',
    Age: 'number',
  })
  const reader = finisherReader(columnsOf({ Club: 'club', Bib: 'bib', Name: 'name' }))
  expect(
    ['club', 'bib', 'name'].map((role) => reader.text({ Club: '--', Bib: 'N/A', Name: 'NA' }, role as 'club')),
  ).toEqual(['', '', 'NA'])
})
