import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { columnKey, roleKey } from '../../../main/features/results/rules/rowSort.ts'
import { hasBibLines, searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import { cellReader, meaningReader, type TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { columnsAfter } from '../../../main/features/columns/rules/table/columnsAfter.ts'
import { fieldChanges } from '../../../main/features/columns/rules/table/drift.ts'
import { describeColumns } from '../../../main/features/columns/rules/body/readBody.ts'
import { evidenceOf, signatureOf } from '../../../main/features/columns/rules/table/tableShape.ts'
import { clockOf as clock } from '../../support/resultBodies/readings.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

type Row = { readonly [key: string]: Json }

const two = (number: number): string => String(number).padStart(2, '0')

const firsts = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Felix', 'Greta', 'Henri', 'Ida', 'Jonas', 'Klara']
const lasts = ['Berg', 'Dahl', 'Ek', 'Falk', 'Gran', 'Holm', 'Ivarsson', 'Jung', 'Kron', 'Lind']
const person = (at: number): string =>
  `${lasts[at % lasts.length] ?? ''}${at >= 110 ? at : ''}, ${firsts[at % firsts.length] ?? ''}`

/** A race of 40 finishers, in the order of their places; `more` adds cells by row. */
const race = (more: (at: number) => Row, count = 40): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({ Bib: String(100 + ((at * 17) % 97)), Runner: person(at), ...more(at) }))

const finishS = (at: number): number => 3600 + at * 37

/** Points of a course, with the place at each. */
const course = (at: number): Row => ({
  Result: clock(finishS(at) * 3),
  hut: `${clock(finishS(at))}(${at + 1})`,
  dam: `${clock(Math.round(finishS(at) * 1.8))}(${at + 1})`,
  church: `${clock(Math.round(finishS(at) * 2.6))}(${40 - at})`,
})
const nations = ['SWE', 'NOR', 'FIN', 'DEN']
const withNation = (at: number): string => `${person(at)} (${nations[at % 4] ?? ''})`

const columnsIn = (rows: readonly Row[]): readonly TableColumn[] => describeColumns(rows)
const named = (columns: readonly TableColumn[], name: string): TableColumn | undefined =>
  columns.find((column) => column.name === name)
const restIn = (rows: readonly Row[], name: string, row = 0): Json | undefined => {
  const column = named(columnsIn(rows), `${name} (2)`)
  return column === undefined ? undefined : (cellReader(column)(rows[row] ?? {}) ?? null)
}

describe('two-part cells', () => {
  it.each<[string, (at: number) => string, string, string]>([
    ['Place', (at) => `${at + 1} / 40`, '1', '40'],
    ['Place', (at) => `${at + 1}/40`, '1', '40'],
    ['Place', (at) => `${at + 1} of 40`, '1', '40'],
    ['Место', (at) => `${at + 1} из 40`, '1', '40'],
    ['Platz', (at) => `${at + 1} von 40`, '1', '40'],
    ['Rang', (at) => `${at + 1}. (M${20 + 10 * (at % 3)})`, '1', 'M20'],
    ['Place', (at) => `${at + 1}. (${at % 3 === 0 ? 'F' : 'M'})`, '1', 'F'],
    ['Lake', (at) => `${clock(finishS(at))}(${at + 1})`, '1:00:00', '1'],
    ['Lake', (at) => `${clock(finishS(at))} (${at + 1}.)`, '1:00:00', '1'],
    ['Lake', (at) => `${clock(finishS(at))} [${at + 1}]`, '1:00:00', '1'],
    ['Lake', (at) => `${clock(finishS(at))} (=${at + 1})`, '1:00:00', '1'],
    ['Lake', (at) => `${clock(finishS(at))}  ${at + 1}`, '1:00:00', '1'],
    ['Lake', (at) => `${clock(finishS(at))} / ${at + 1}`, '1:00:00', '1'],
    ['Lake', (at) => `(${at + 1}) ${clock(finishS(at))}`, '1:00:00', '1'],
    ['Lake', (at) => `${at + 1}. ${clock(finishS(at))}`, '1:00:00', '1'],
    ['Lake', (at) => `${75 + at}:40(${at + 1})`, '75:40', '1'],
    ['Result', (at) => `${clock(finishS(at))} +${clock(at * 37)}`, '1:00:00', '+0:00:00'],
    ['Result', (at) => `${clock(finishS(at))} (+${clock(at * 37)})`, '1:00:00', '+0:00:00'],
    ['Result', (at) => `${clock(finishS(at))} (5:${10 + at}/km)`, '1:00:00', '5:10/km'],
    ['Result', (at) => `${clock(finishS(at))}${at % 9 === 0 ? ' PB' : ''}`, '1:00:00', 'PB'],
    ['Result', (at) => `${clock(finishS(at))} h (${at + 1})`, '1:00:00 h', '1'],
    ['Sex', (at) => `${at % 3 === 0 ? 'F' : 'M'} (${Math.floor(at / 3) + 1})`, 'F', '1'],
    ['Cat.', (at) => `M${30 + 10 * (at % 4)} (${Math.floor(at / 4) + 1}.)`, 'M30', '1'],
    ['Cat.', (at) => `M${30 + 10 * (at % 4)}/${Math.floor(at / 4) + 1}`, 'M30', '1'],
    ['Name', (at) => `${person(at)} (${['SWE', 'NOR', 'FIN'][at % 3] ?? ''})`, 'Berg, Anna', 'SWE'],
    ['ФИО', (at) => `${person(at)} (${['Москва', 'Тверь', 'Пермь'][at % 3] ?? ''})`, 'Berg, Anna', 'Москва'],
    ['Name', (at) => `${person(at)} (${1960 + (at % 40)})`, 'Berg, Anna', '1960'],
    ['Name', (at) => `#${at + 1} ${person(at)}`, 'Berg, Anna', '1'],
    ['Name', (at) => `№${at + 1} ${person(at)}`, 'Berg, Anna', '1'],
  ])('of the kind %s are split, the meant one read, the other beside it', (name, cell, meant, rest) => {
    const rows = race((at) => ({ [name]: cell(at) }))
    const columns = columnsIn(rows)
    const column = named(columns, name)
    const [row = {}] = rows
    expect(column === undefined ? null : meaningReader(column)(row)).toBe(meant)
    expect(column === undefined ? null : cellReader(column)(row)).toBe(cell(0))
    expect(restIn(rows, name)).toBe(rest)
    expect(columns.map(({ name: one }) => one)).toEqual(['Bib', 'Runner', name, `${name} (2)`])
    expect(named(columns, `${name} (2)`)?.of).toBe(name)
  })

  it.each<[string, (at: number) => string]>([
    ['Bib', (at) => `${100 + at}/${(at % 4) + 1}`],
    ['Date', (at) => `${two((at % 28) + 1)}/05/2026`],
    ['Started', (at) => `2026-05-16 10:${two(at)}:00`],
    ['Start', (at) => `10:${two(at)} ${at % 2 === 0 ? 'AM' : 'PM'}`],
    ['Time', (at) => `${at % 3} 05:${two(at)}:22`],
    ['Category', (at) => `M/${30 + 5 * (at % 6)}`],
    ['Category', (at) => `M${30 + 5 * (at % 6)}-${34 + 5 * (at % 6)}`],
    ['Club', (at) => `SV ${['Nord', 'West', 'Ost'][at % 3] ?? ''} (${at + 1})`],
    ['Club', (at) => `SV ${['Nord', 'West', 'Ost'][at % 3] ?? ''} (${['Kiel', 'Ulm'][at % 2] ?? ''})`],
    ['Team', (at) => `${['Nord', 'West', 'Ost'][at % 3] ?? ''}/${['Kiel', 'Ulm'][at % 2] ?? ''}`],
    ['Name', (at) => `${person(at)}${at % 7 === 0 ? ` (${firsts[(at * 3) % 11] ?? ''})` : ''}`],
    ['Name', (at) => `${person(at)} (n${at}ck)`],
    ['Runner name', (at) => `Runner ${at}`],
    ['Pace', (at) => `5:${10 + at}/km`],
    ['Finishers', (at) => `${200 + at} (${150 + at} M, 50 F)`],
    ['Address', (at) => `${at % 5} Main Street`],
    ['City', (at) => `${75_000 + (at % 5)} Paris`],
    ['Club', (at) => `1. FC ${['Nord', 'West', 'Ost'][at % 3] ?? ''}`],
    ['Time', (at) => (at % 5 === 0 ? `${clock(finishS(at))} (${at})` : `somewhere ${at} on the way (${at})`)],
    ['Note', (at) => (at === 3 ? '2 / 32' : `note ${at}`)],
  ])('that only look like it stay one column: %s', (name, cell) => {
    const rows = race((at) => ({ [name]: cell(at) }))
    expect(columnsIn(rows).filter(({ part }) => part !== undefined)).toEqual([])
  })

  it('reads times with a number behind them where only the slowest third of a long table has them', () => {
    const rows = race((at) => ({ time: at < 350 ? clock(finishS(at)) : `${clock(finishS(at))}  1` }), 540)
    const columns = columnsIn(rows)
    const reader = finisherReader(columns)
    expect(columns.find(({ name }) => name === 'time')?.role).toBe('result')
    expect(rows.map((row) => reader.finishMs(row))).toEqual(rows.map((_, at) => finishS(at) * 1000))
  })

  it('leaves cells of another form whole, and empty beside it', () => {
    const others: readonly (string | null)[] = ['DNF', '', '75:40', null]
    const rows = race((at) => ({ Lake: at >= 5 && at <= 8 ? (others[at - 5] ?? null) : `${75 + at}:40 (${at + 1})` }))
    const columns = columnsIn(rows)
    const [meant, rest] = [named(columns, 'Lake'), named(columns, 'Lake (2)')]
    if (meant === undefined || rest === undefined) throw new Error('not split')
    const read = rows
      .slice(4, 9)
      .map((row) => [cellReader(meant), meaningReader(meant), cellReader(rest)].map((of) => of(row)))
    expect(read).toEqual([['79:40 (5)', '79:40', '5'], ...others.map((cell) => [cell, cell, undefined])])
  })

  it('reads empty brackets and sexes without a rank as the sex only', () => {
    const rows = race((at) => ({
      Sex: at < 20 ? `${at % 2 === 0 ? 'F' : 'M'} (${Math.floor(at / 2) + 1})` : at < 30 ? 'F ()' : 'M',
    }))
    const reader = finisherReader(columnsIn(rows))
    expect([0, 1, 25, 35].map((at) => reader.sex(rows[at] ?? {}))).toEqual(['f', 'm', 'f', 'm'])
    expect([0, 1, 25, 35].map((at) => reader.place(rows[at] ?? {}, 'placeSex'))).toEqual([1, 1, null, null])
  })

  it('gives the main role to the column, and free roles to its second part', () => {
    const rows = race((at) => ({
      Place: `${at + 1} / 40`,
      Sex: `${at % 3 === 0 ? 'F' : 'M'} (${at % 3 === 0 ? at / 3 + 1 : at - Math.floor(at / 3)})`,
      Category: `M${30 + 10 * (at % 4)} (${Math.floor(at / 4) + 1})`,
      Result: `${clock(finishS(at))} +${clock(at * 37)}`,
      Name: withNation(at),
    })).map(({ Runner: _runner, ...row }) => row)
    const columns = columnsIn(rows)
    expect(columns.map(({ name, role }) => `${name}: ${role}`)).toEqual(
      'Bib: bib|Place: place|Place (2): undefined|Sex: sex|Sex (2): placeSex|Category: ageGroup|Category (2): placeCategory|Result: result|Result (2): gap|Name: name|Name (2): country'.split(
        '|',
      ),
    )
    const reader = finisherReader(columns)
    const row = rows[3] ?? {}
    expect([reader.place(row), reader.sex(row), reader.place(row, 'placeCategory')]).toEqual([4, 'f', 1])
    expect([reader.finishMs(row), reader.gapMs(row)]).toEqual([3_711_000, 111_000])
    expect([reader.name(row), reader.text(row, 'country')]).toEqual([person(3), 'DEN'])
  })

  it('does not take a role from a column that has it as a whole', () => {
    const rows = race((at) => ({ Name: withNation(at), Nation: nations[at % 4] ?? '' }))
    const columns = columnsIn(rows)
    expect(named(columns, 'Nation')?.role).toBe('country')
    expect(named(columns, 'Name (2)')?.role).toBeUndefined()
  })

  it('finds the points of the course among columns of times with places, and the place at each', () => {
    const rows = race(course)
    const columns = columnsIn(rows)
    const roles = ['hut', 'dam', 'church', 'Result'].map((name) => named(columns, name)?.role)
    expect(roles).toEqual(['split', 'split', 'split', 'result'])
    const splits = finisherReader(columns).splits(rows[2] ?? {})
    expect(splits.map(({ label, place }) => `${label} ${place}`)).toEqual(['hut 3', 'dam 3', 'church 38'])
    expect(splits[0]?.totalMs).toBe(finishS(2) * 1000)
  })

  it('keeps the points of a first line apart from the pieces of a second', () => {
    const piece = (at: number, more: number, place: number): string =>
      `${clock(Math.round(finishS(at) * 0.8) + more * ((at * 7) % 5))}(${place})`
    const second = (at: number): Row => ({ 'dam (2)': piece(at, 1, at + 1), 'church (2)': piece(at, -1, 40 - at) })
    const columns = columnsIn(race((at) => ({ ...course(at), ...second(at) })))
    expect(['hut', 'dam', 'church'].map((name) => named(columns, name)?.role)).toEqual(['split', 'split', 'split'])
    expect(['dam (2)', 'church (2)'].map((name) => named(columns, name)?.role)).not.toContain('split')
  })

  it('splits the cells of points in lists', () => {
    const rows = race((at) => ({
      points: ['Lake', 'Hill'].map((name, nth) => ({ name, time: `${20 + 30 * nth + at}:40 (${at + 1})` })),
    }))
    const columns = columnsIn(rows)
    expect(columns.map(({ name }) => name)).toContain('points.Hill.time (2)')
    const splits = finisherReader(columns).splits(rows[4] ?? {})
    expect(splits.map(({ totalMs, place }) => `${totalMs} ${place}`)).toEqual(['1480000 5', '3280000 5'])
  })

  it('starts lines of the search text with the bib, followed by the other cells', () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ Bib: `#${at + 1} ${person(at)}`, Time: clock(finishS(at)) }))
    const columns = columnsIn(rows)
    expect(hasBibLines(columns)).toBe(true)
    const [line = ''] = searchTextOf(rows, columns).split('\n')
    expect(line).toMatch(/^1 {2}/)
    expect(line).toContain('berg, anna')
  })

  it('reads the numbers of bibs and places behind words that are always the same', () => {
    const rows = race((at) => ({ 'Start number': `\u00a0Bib number ${at + 1}` })).map(({ Bib: _bib, ...row }) => row)
    const columns = columnsIn(rows)
    expect(columns.map(({ name, role }) => [name, role])).toContainEqual(['Start number', 'bib'])
    expect(columns).toHaveLength(2)
    expect(finisherReader(columns).text(rows[4] ?? {}, 'bib')).toBe('5')
    expect(searchTextOf(rows, columns).split('\n')[4]).toMatch(/^ 5 {2}/)
  })

  it('reads the time of the piece behind that from the start', () => {
    const rows = race((at) => ({
      Result: clock(finishS(at) * 3),
      '5 km': `${clock(finishS(at))} (${clock(finishS(at))})`,
      '10 km': `${clock(finishS(at) * 2)} (${clock(finishS(at) + 60)})`,
    }))
    const splits = finisherReader(columnsIn(rows)).splits(rows[1] ?? {})
    const s = finishS(1)
    expect(splits.flatMap(({ totalMs, lapMs }) => [totalMs, lapMs])).toEqual(
      [s, s, s * 2, s + 60].map((one) => one * 1000),
    )
  })

  it('sorts by the meant thing', () => {
    const rows = race((at) => ({ Place: `${at + 1} / 40` }))
    const key = columnKey(columnsIn(rows), 'Place')
    expect([rows[8], rows[9], rows[10]].map((row) => key?.(row ?? {}))).toEqual([9, 10, 11])
  })

  it('keeps the names of a column that bears the name of the new one', () => {
    const rows = race((at) => ({ Place: `${at + 1} / 40`, 'Place (2)': at }))
    expect(columnsIn(rows).map(({ name }) => name)).toEqual(['Bib', 'Runner', 'Place', 'Place (3)', 'Place (2)'])
  })

  it('keeps the shape without drift when second parts appear later', () => {
    const before = race((at) => ({ Sex: at % 2 === 0 ? 'F' : 'M' }))
    const after = race((at) => ({ Sex: `${at % 2 === 0 ? 'F' : 'M'} (${Math.floor(at / 2) + 1})` }))
    const [was, is] = [columnsIn(before), columnsIn(after)]
    expect(is.length).toBe(was.length + 1)
    expect(signatureOf(is)).toBe(signatureOf(was))
    expect(fieldChanges(evidenceOf(was, before), evidenceOf(is, after))).toEqual([])
    expect(fieldChanges(evidenceOf(is, after), evidenceOf(was, before))).toEqual([])
  })
})

const rows = race((at) => ({
  Name: at % 3 === 0 ? '' : `Berg, Anna${at}`,
  'As written': at % 3 === 0 ? `大迫 ${at}, ` : '',
  Club: at % 4 === 0 ? '' : `Club ${at % 5}`,
})).map(({ Runner: _runner, ...row }) => row)

it('names in two columns are read where the first one is blank, shown, searched and sorted', () => {
  const columns = columnsIn(rows)
  expect(named(columns, 'Name')?.role).toBe('name')
  const reader = finisherReader(columns)
  expect([0, 1].map((at) => reader.name(rows[at] ?? {}))).toEqual(['大迫 0', 'Berg, Anna1'])
  expect(searchTextOf(rows, columns).split('\n')[3]).toContain('大迫 3')
  expect(roleKey(columns, reader, 'name')?.(rows[0] ?? {})).toContain('大迫')
})

it('names in two columns stay separate where both are filled, and a club is not a name', () => {
  const both = rows.map((row, at) => ({ ...row, 'As written': `大迫 ${at}` }))
  expect(finisherReader(columnsIn(both)).name(both[0] ?? {})).toBe('')
  const without = rows.map((row) => ({ ...row, 'As written': '' }))
  expect(finisherReader(columnsIn(without)).name(without[0] ?? {})).toBe('')
})

const cells = fc.oneof(
  fc.constantFrom(...'|-|DNF|F (12)|75:40(4)|75:40|2 / 32|2 из 32|1:23:45 +0:12|M40 (3)|#3 A B'.split('|')),
  fc.constantFrom('( )', '()', '(1)', '1 (', ') 2', '/', '1 /', '+', '1 + 2', '1:00 (', '(1) 1:00', '5:00/km', '1:00*'),
  fc.stringMatching(/^[0-9]{1,3}(?::[0-5][0-9]){0,2} ?[([/+*]? ?[0-9A-Za-z:]{0,6}[)\]]?$/),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constant(null),
  fc.integer(),
)
const tables = fc.array(fc.record({ a: cells, b: cells, c: fc.constantFrom('1 / 9', '2 / 9', 'DNF') }), {
  minLength: 1,
  maxLength: 70,
})

it('loses no cell, agrees with itself, and never throws, whatever the cells hold', () => {
  expectAll(tables, (rows) => {
    const columns = columnsIn(rows)
    expect(columnsIn(rows)).toEqual(columns)
    for (const name of ['a', 'b', 'c'] as const) {
      const column = named(columns, name)
      if (column === undefined) throw new Error(`no column ${name}`)
      expect(rows.map(cellReader(column))).toEqual(rows.map((row) => row[name]))
      for (const row of rows) meaningReader(column)(row)
    }
    for (const column of columns.filter(({ of }) => of !== undefined)) {
      const whole = cellReader({ path: column.path })
      for (const row of rows) expect(String(whole(row))).toContain(String(cellReader(column)(row) ?? ''))
    }
  })
})

it('finds the same columns of a later table from its changed rows as from all', () => {
  expectAll(tables, fc.nat(), cells, (rows, place, cell) => {
    const at = place % rows.length
    const [was = { a: null, b: null, c: 'DNF' }] = [rows[at]]
    const later = rows.map((row, index) => (index === at ? { ...row, a: cell } : row))
    const bare = (columns: readonly TableColumn[]): unknown =>
      columns.map(({ role: _role, unit: _unit, longest: _longest, ...column }) => column)
    const after = columnsAfter(columnsIn(rows), [was], later)
    if (after !== null) expect(bare(after)).toEqual(bare(columnsIn(later)))
  })
})
