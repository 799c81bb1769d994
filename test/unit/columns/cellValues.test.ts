import { expect, it } from 'vitest'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { placeOfCell } from '../../../main/features/columns/rules/cells/places.ts'
import { searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import { describeColumns } from '../../../main/features/columns/rules/body/readBody.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { columns } from '../../support/comparedRunners.ts'
import { cellTimeMs } from '../../../main/kernel/times.ts'

it.each([
  ['24:32', '24:32', "24'32''"],
  ['1:24:32', '1:24:32', `1h24'32"`, '1 ч 24 мин 32 с'],
  ['1:24:00', '1h24'],
  ['1:24:32.57', '01:24:32,57'],
  ['1:24:32.5', 'PT1H24M32.5S'],
  ['0:59', '0:59', '+0:59'],
  ['-1:00', '-1:00', '−1:00'],
  ['1:02', '+ 1:02'],
  ['130:05:09', '130:05:09'],
  ['26:03:04', '1.02:03:04'],
  ['26:00:00', 'P1DT2H'],
  ['1:15:32', '75:32'],
  ['7:47:21', '7:47:21 h', '7:47:21h', '7:47:21 hrs'],
  ['11:45:33', '11:45:33 Std.'],
  ['149:10:22', '6d 05:10:22 h'],
  ['51:04:05', '2 days 03:04:05', '2 сут. 03:04:05'],
  ['1:12:34.5', '1:12.34,5'],
  ['41:09.3', '41.09,3'],
  ['2:13:00', '2:13 h', '2:13 ч', '2h 13m'],
  ['2:13:05', '2 hrs 13 mins 5 secs'],
  ['1:20:00', '1 Std. 20 Min.', '1 час 20 минут'],
  ['2:05:00', '2 часа 05 мин'],
  ['3:05:00', '3 godz. 5 min'],
  ['45:12', '45:12 min'],
  ['45:12.5', '45:12,5 мин'],
  ['45:00', '45 min', '45 минут'],
  ['12:30', '12,5 min'],
  ['1:30:00', '1.5 h'],
  ['0:48.32', '48.32 s'],
  ['0:48.3', '48,3 сек'],
])('reads the time %s', (time, ...texts) => {
  const [, minus, hours = 0, minutes, seconds] = /^(-?)(?:(\d+):)?(\d+):([\d.]+)$/.exec(time) ?? []
  const ms = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
  for (const text of texts) {
    expect([text, cellTimeMs(text, undefined)]).toEqual([text, minus === '-' ? -ms : ms])
  }
})

it.each([
  "73.766 km|10.5 km/h|5:40/km|24 круга|85 laps|45 m|45'|10 M|3 S|1500 pts|25:61 min|1.234,5|5 km",
  ':30:15|1:60|1:60:00|1:2:3|1:02:|١:٣٠|1:24:61|1:75:00|24|2026-05-16|2026-05-16T10:24:32|-|DNF|PT|',
])('reads no time in %s', (texts) => {
  for (const text of texts.split('|')) expect([text, cellTimeMs(text, undefined)]).toEqual([text, null])
})

it('reads whole numbers with a zero behind the point as places, years, ages and bibs', () => {
  expect(['1.0', '12,0', '1.5', '0.0', '1.000'].map(placeOfCell)).toEqual([1, 12, null, null, null])
  const reader = finisherReader(columns('place', 'bib', 'age', 'birthYear', 'name', 'club'))
  const row = { place: '7.0', bib: '596.0', age: '31.0', birthYear: '1966.0', name: 'Team 2.0', club: '3.0' }
  expect([reader.place(row), reader.age(row), reader.birthYear(row), reader.name(row)]).toEqual([
    7,
    31,
    1966,
    'Team 2.0',
  ])
  const texts = (['bib', 'place', 'age', 'birthYear', 'club'] as const).map((role) => reader.text(row, role))
  expect(texts).toEqual(['596', '7', '31', '1966', '3.0'])
})

it('finds the roles of a table whose whole numbers are written with a zero behind the point', () => {
  const rows: readonly JsonObject[] = Array.from({ length: 60 }, (_, at) => ({
    Rank: `${at + 1}.0`,
    'Start number': `${500 + ((at * 37) % 97)}.0`,
    Runner: `Name${'abcdefghij'[at % 10]} Last${'klmnopqrst'[Math.floor(at / 10)]}`,
    Age: at % 9 === 0 ? '' : `${20 + ((at * 7) % 50)}.0`,
    'Year of birth': `${1950 + ((at * 11) % 50)}.0`,
    'Gender place': `${1 + Math.floor(at / 2)}.0`,
    Speed: (18 - at * 0.1).toFixed(1),
    Time: `1:${String(10 + Math.floor(at / 2)).padStart(2, '0')}:${String((at * 13) % 60).padStart(2, '0')}`,
  }))
  const described = describeColumns(rows)
  const roles = Object.fromEntries(described.map(({ name, role }) => [name, role ?? null]))
  expect(roles).toMatchObject({
    Rank: 'place',
    'Start number': 'bib',
    Age: 'age',
    'Year of birth': 'birthYear',
    'Gender place': 'placeSex',
    Time: 'result',
  })
  const [line = ''] = searchTextOf(rows, described).split('\n')
  expect(line).toMatch(/^500 {2}/)
})

it.each([
  ['1e', '1'],
  ['2nd', '2'],
  ['3rd', '3'],
  ['4th', '4'],
  ['1er', '1'],
  ['5\u00ba', '5'],
  ['6位', '6'],
  ['99999', 'null'],
  ['0', 'null'],
  ['1a', 'null'],
])('reads %s as the place %s', (text, place) => {
  expect(String(placeOfCell(text))).toBe(place)
})

it('treats placeholder marks as blank', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    Bib: String(at + 1),
    Time: at % 4 === 3 ? 'NA' : `1:${String(at).padStart(2, '0')}:00`,
    Age: at % 3 === 2 ? 'NaN' : 20 + at,
    Club: at % 2 === 0 ? '--' : `Club ${at}`,
  }))
  const described = describeColumns(rows)
  expect(Object.fromEntries(described.map(({ name, kind }) => [name, kind]))).toMatchObject({
    Time: 'time',
    Age: 'number',
  })
  const reader = finisherReader(columns('club', 'bib', 'name'))
  expect(
    ['club', 'bib', 'name'].map((role) => reader.text({ club: '--', bib: 'N/A', name: 'NA' }, role as 'club')),
  ).toEqual(['', '', 'NA'])
})
