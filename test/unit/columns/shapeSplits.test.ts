import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findTextRows } from '../../../main/features/columns/rules/body/bodyText.ts'
import { cellReader, type TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const parse = (text: string): Json => JSON.parse(text) as Json

const namesOf = (columns: readonly TableColumn[]): readonly string[] => columns.map(({ name }) => name)

const readAll = (rows: readonly JsonObject[]): readonly { readonly [name: string]: Json | undefined }[] => {
  const readers = findColumns(rows).map((column) => [column.name, cellReader(column)] as const)
  return rows.map((row) => Object.fromEntries(readers.map(([name, read]) => [name, read(row)])))
}

const passed = (times: { readonly [point: string]: string }): Json =>
  Object.entries(times).map(([name, time]) => ({ name, time }))

it('finds a point by its name, so that a missed one never shifts those after it', () => {
  const rows: JsonObject[] = [
    { number: 1, laps: passed({ '5 km': '0:20', Finish: '0:41' }), club: 'A' },
    { number: 2, laps: passed({ '2 km': '0:09', '5 km': '0:22', Finish: '' }), club: 'B' },
    { number: 3, laps: passed({ Finish: '0:50' }), club: 'C' },
    { number: 4, laps: [], club: 'D' },
    { number: 5, laps: null, club: 'E' },
  ]
  const columns = findColumns(rows)
  expect(namesOf(columns).filter((name) => !name.endsWith('.name'))).toEqual(
    'number|club|laps.2 km.time|laps.5 km.time|laps.Finish.time'.split('|'),
  )
  expect(columns.find(({ name }) => name === 'laps.5 km.time')).toMatchObject({
    kind: 'time',
    path: ['laps'],
    split: { list: 'laps', label: '5 km', field: 'time' },
  })
  const cells = readAll(rows)
  expect(cells.map((row) => row['laps.5 km.time'])).toEqual(['0:20', '0:22', undefined, undefined, undefined])
  expect(cells.map((row) => row['laps.Finish.time'])).toEqual(['0:41', '', '0:50', undefined, undefined])
})

it('numbers points without labels', () => {
  const rows = [['0:20', '0:21'], ['0:25']].map((times, n) => ({
    n,
    info: { splits: times.map((t) => ({ t, name: 'lap' })) },
  }))
  const columns = findColumns(rows)
  const points = columns.filter(({ split }) => split?.field === 't')
  expect(points.map(({ name, split }) => `${name}: ${split?.label}`)).toEqual([
    'info.splits.1.t: 1',
    'info.splits.2.t: 2',
  ])
  const times = readAll(rows).map((row) => [row['info.splits.1.t'], row['info.splits.2.t']])
  expect(times.flat()).toEqual(['0:20', '0:21', '0:25', undefined])
})

it('numbers the members of a team, whose names are not labels', () => {
  const rows: JsonObject[] = [{ team: 'A', members: [{ name: 'Ada' }, { name: 'Eve' }] }]
  expect(namesOf(findColumns(rows))).toEqual(['team', 'members.1.name', 'members.2.name'])
})

it('labels points by number in their order, and reads what is nested in them', () => {
  const second = { lapNumber: 2, at: { time: '2', tags: ['x'] } }
  const rows: JsonObject[] = [{ laps: [{ lapNumber: 10, at: { time: '1' } }, second] }]
  expect(namesOf(findColumns(rows))).toEqual(
    'laps.2.lapNumber laps.2.at.time laps.2.at.tags laps.10.lapNumber laps.10.at.time'.split(' '),
  )
  expect(readAll(rows)[0]).toMatchObject({ 'laps.2.at.time': '2', 'laps.2.at.tags': ['x'], 'laps.10.at.time': '1' })
})

it('makes columns of times in a row, and leaves other lists whole', () => {
  const rows: JsonObject[] = [
    { splits: ['0:20', '0:41'], tags: ['a', 'b'], uneven: [1, 2], mixed: [1, { a: 2 }] },
    { splits: ['0:22', ''], tags: ['c', 'd'], uneven: [1], mixed: [] },
  ]
  expect(namesOf(findColumns(rows))).toEqual(['tags', 'uneven', 'mixed', 'splits.1', 'splits.2'])
  expect(readAll(rows)[1]).toEqual({ tags: ['c', 'd'], uneven: [1], mixed: [], 'splits.1': '0:22', 'splits.2': '' })
})

it('does not let a table grow beyond what can be shown', () => {
  const list = (length: number, fields: number): Json =>
    Array.from({ length }, (_, at) =>
      Object.fromEntries(Array.from({ length: fields }, (_, field) => [`f${field}`, at])),
    )
  const names = (value: JsonObject): readonly string[] => namesOf(findColumns([value]))
  expect(names({ laps: list(100, 2) })).toEqual(['laps'])
  expect(names({ laps: list(30, 30) })).toEqual(['laps'])
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`l${index}`, list(10, 10)]))
  expect(names(many).length).toBeLessThan(600)
})

const points = fc.record(
  { name: fc.constantFrom('5 km', '10 km', 'Finish', ' '), time: fc.constantFrom('0:20', '', '-'), place: fc.nat(9) },
  { requiredKeys: [] },
)
const lists = fc.oneof(
  fc.array(points, { maxLength: 5 }),
  fc.array(fc.oneof(points, fc.nat(5), fc.constant(null)), { maxLength: 4 }),
  fc.array(fc.constantFrom('0:10', '1:10', 5), { maxLength: 4 }),
  fc.constant(null),
)

/** Every scalar of a value that holds something, sorted. */
const scalarsOf = (value: Json | undefined): readonly string[] => {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [JSON.stringify(value)]
  return Object.values(value).flatMap(scalarsOf).sort()
}

it('loses no value of any list in any row, and repeats none', () => {
  expectAll(
    fc.array(fc.record({ n: fc.nat(9), laps: lists, a: fc.record({ stages: lists }) }), { maxLength: 6 }),
    (given) => {
      const rows = parse(JSON.stringify(given)) as readonly JsonObject[]
      const readers = findColumns(rows).map((column) => cellReader(column))
      for (const row of rows) {
        expect(readers.flatMap((read) => scalarsOf(read(row))).sort()).toEqual([...scalarsOf(row)].sort())
      }
    },
  )
})

it('keeps both values of a duplicate key, at the start or at the end of a long body', () => {
  const usual = Array.from({ length: 400 }, (_, index) => `{"number":${index},"name":"Ада, {x},{y} \\" ${index}"}`)
  const doubled = '{"name":"a","n\\u0061me":"b","name":{"name":"c"},"name (2)":"d","name":"e"}'
  const read = { name: 'a', 'name (2)': 'b', 'name (3)': { name: 'c' }, 'name (2) (2)': 'd', 'name (4)': 'e' }
  for (const place of [0, 362]) {
    const rows = usual.map((row, index) => (index >= place && index < place + 8 ? doubled : row))
    const found = findTextRows(`\uFEFF{"data":[${rows.join(',')}]}`, parse)
    expect(found?.rows[place + 2]).toEqual(read)
    expect(found?.rows[place + 10] ?? null).toEqual(parse(usual[place + 10] ?? 'null'))
  }
})

it('keeps both values of a doubled key in JSON lines and in keyed rows', () => {
  expect(findTextRows('{"bib":1,"bib":2}\n{"bib":3,"bib":4}', parse)?.rows).toEqual([
    { bib: 1, 'bib (2)': 2 },
    { bib: 3, 'bib (2)': 4 },
  ])
  expect(findTextRows('{"data":{"7":{"bib":1,"t":2},"7":{"bib":3,"t":4}}}', parse)?.rows).toHaveLength(2)
})

it('leaves a text without doubled keys as it is, whatever its strings hold', () => {
  const tricky = ['{"a":1}', '"},{"', '\\', '\\"', '{"a":"}', '],[', '":"', 'a', '']
  const values = fc.letrec<{ readonly value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...tricky),
      fc.nat(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...tricky), tie('value'), { noNullPrototype: true }),
    ),
  })).value
  expectAll(values, (value) => {
    const rows = [{ value }, { value: 'x' }]
    const found = findTextRows(JSON.stringify({ data: rows }), parse)
    if (found?.rows.length === 2) expect(found.rows).toEqual(parse(JSON.stringify(rows)))
    // The one doubled key behind it must be seen past all of these strings.
    const doubled = JSON.stringify({ data: [...rows, { end: 1 }] }).replace('{"end":1}', '{"end":1,"end":2}')
    expect(findTextRows(doubled, parse)?.rows.at(-1)).toEqual({ end: 1, 'end (2)': 2 })
  })
})
