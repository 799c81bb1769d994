import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import { cellReader, mergeColumns } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { parseExactly } from '../../../main/kernel/text/exactNumbers.ts'
import { parseDecimal } from '../../../main/kernel/text/decimals.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'
import { isObject, type JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { readTable } from '../../../main/features/columns/rules/body/readBody.ts'
import { expectAll, expectAllIn } from '../../support/units/expectAll.ts'

type Leaf = readonly [path: readonly string[], value: Json]

/** The content of a row: scalars, lists and empty objects, each at its place. */
const leavesOf = (object: JsonObject, path: readonly string[] = []): readonly Leaf[] =>
  Object.entries(object).flatMap(([key, value]): readonly Leaf[] =>
    isObject(value) && Object.keys(value).length > 0 ? leavesOf(value, [...path, key]) : [[[...path, key], value]],
  )

const keyWords = 'number|name|a|b|a.b||1|10|__proto__|constructor|toString|toJSON|length'.split('|')
const keys = fc.oneof(fc.constantFrom(...keyWords, 'имя', 'valueOf', 'hasOwnProperty'), fc.string({ maxLength: 5 }))
const scalars = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('1:02:03', '+0:14', ''),
)
/** Lists that are no points of a course: they stay one cell. */
const mixedLists = (values: fc.Arbitrary<Json>): fc.Arbitrary<readonly Json[]> =>
  fc.array(values, { maxLength: 3 }).map((list) => (list.length === 0 ? list : ['mixed', ...list]))

const tables = fc.letrec<{ readonly row: JsonObject; readonly value: Json }>((tie) => ({
  row: fc.dictionary(keys, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3 }, scalars, tie('row'), mixedLists(tie('value'))),
}))
const rowLists = fc.array(tables.row, { minLength: 1, maxLength: 8 })

const forms: readonly ((rows: readonly JsonObject[]) => Json)[] = [
  (rows) => rows,
  (rows) => ({ isSuccess: true, message: null, data: rows }),
  (rows) => ({ isSuccess: true, message: null, data: { items: rows, total: rows.length, offset: 0 } }),
]

it('loses no row, no key and no value, however objects are nested and named', () => {
  expectAllIn(30, rowLists, fc.constantFrom(...forms), (given, form) => {
    const found = findRows(parseExactly(JSON.stringify(form(given))))
    expect(found?.incomplete).toBeNull()
    const rows = found?.rows ?? []
    expect(rows).toHaveLength(given.length)
    const columns = findColumns(rows)
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
    const whole = columns.filter(({ of }) => of === undefined)
    const places = new Map(whole.map((column) => [JSON.stringify(column.path), cellReader(column)]))
    for (const [index, row] of rows.entries()) {
      const leaves = new Map(leavesOf(given[index] ?? {}).map(([path, value]) => [JSON.stringify(path), value]))
      for (const [path, value] of leaves) {
        const read = places.get(path)
        // A null where other rows have an object means that it is missing.
        if (value === null && read === undefined) continue
        expect([path, read?.(row)]).toEqual([path, JSON.parse(JSON.stringify(value))])
      }
      for (const [path, read] of places) if (!leaves.has(path)) expect([path, read(row)]).toEqual([path, undefined])
    }
  })
})

it('reads numbers exactly: as texts where a float would alter a digit', () => {
  const exact = '9007199254740991 0.30000000000000004 1.5e3 0.10000000000000000000'.split(' ')
  const altered =
    '12345678901234567890 -9007199254740993 9007199254740993.5 -0.1234567890123456789 1234567.00000000000000000001 12345678901234567.5e-3 -1E400 1e21'
  const expected = [
    ...exact.map((text) => [text, Number(text)] as const),
    ...altered.split(' ').map((text) => [text, text] as const),
  ]
  for (const [text, value] of [...expected, ['"12345678901234567890"', '12345678901234567890'] as const]) {
    for (const [body, read] of [
      [`{"id":${text}}`, { id: value }],
      [`\uFEFF{"id":${text}}`, { id: value }],
      [`{"id":["x",${text}]}`, { id: ['x', value] }],
      [`{"id":[{"a":${text}}]}`, { id: [{ a: value }] }],
    ] as const)
      expect([body, parseExactly(body)]).toEqual([body, read])
  }
})

it('finds a number that would be altered wherever in a body it stands', () => {
  const digits = fc.stringMatching(/^[1-9]\d{15,30}[1-9]$/)
  const number = fc.tuple(digits, fc.nat({ max: 40 })).map(([text, at]) => {
    const point = at % text.length
    return point === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`
  })
  expectAll(fc.string({ maxLength: 40 }), number, (before, source) => {
    const text = JSON.stringify({ before, after: before }).replace(/\}$/, `,"n":${source},"more":1}`)
    const { n } = parseExactly(text) as { readonly n: Json }
    expect(parseDecimal(String(n))).toEqual(parseDecimal(source))
    const { read } = readTable(`[${text}]`, 'test', 200)
    expect(read.kind === 'rows' ? read.rows[0]?.['n'] : read.kind).toBe(n)
  })
})

it.each([
  ['rows beside a scalar', '[{"a":1},5,null]', [{ a: 1 }, { value: 5 }, { value: null }]],
  ['no rows yet', '{"data":[]}', []],
  ['an object alone', '{"a":1}', null],
  ['a list of lists', '{"data":[[1],[2]]}', null],
  ['a list somewhere else', '{"data":{"sizes":[{"a":1}]}}', null],
  ['rows of which nothing speaks but their place', '{"data":{"rows":[{"a":1}]}}', [{ a: 1 }]],
  ['null', 'null', null],
])('reads %s', (_, text, rows) => {
  expect(findRows(parseExactly(text))?.rows ?? null).toEqual(rows)
})

it('gives each of two equally named columns its own name', () => {
  const columns = findColumns([{ 'a.b': 1, a: { b: 2 }, 'a.b (2)': 3 }])
  const row: JsonObject = { 'a.b': 1, a: { b: 2 }, 'a.b (2)': 3 }
  expect(new Set(columns.map(({ name }) => name)).size).toBe(3)
  expect(columns.map((column) => cellReader(column)(row))).toEqual([1, 2, 3])
})

it('sees what the cells of a column are, blanks and dashes aside, and how long the longest is', () => {
  const rows: JsonObject[] = [
    { place: 1, time: '1:02:03', gap: '+0:14', bib: '0012', team: 'A', laps: [], mixed: 1, blank: null },
    { place: 150, time: '-', gap: '', bib: '7', team: '12', laps: [1], mixed: '1:00', blank: '' },
  ]
  expect(findColumns(rows).map(({ name, kind, longest }) => `${name} ${kind} ${longest ?? '-'}`)).toEqual(
    'place number 3|time time 7|gap time 5|bib number 4|team text -|laps json -|mixed text -|blank text -'.split('|'),
  )
})

it('joins the columns of several tables by name, and calls text what differs', () => {
  const table = (kinds: { readonly [name: string]: Column['kind'] }): readonly Column[] =>
    Object.entries(kinds).map(([name, kind]) => ({ name, kind }))
  const merged = mergeColumns([table({ a: 'number', b: 'time' }), table({ c: 'json', a: 'time', b: 'time' })])
  expect(merged).toEqual(table({ a: 'text', b: 'time', c: 'json' }))
  const [seconds, others]: readonly Column[] = ['s', 'ms'].map(
    (unit) => ({ name: 'a', kind: 'number', unit }) as Column,
  )
  expect(mergeColumns([seconds, others, seconds].map((column) => [column as Column]))).toEqual(table({ a: 'number' }))
})

it('refuses a body that is nested beyond reason', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const cell = open.repeat(50_000) + '1' + close.repeat(50_000)
    const { read, table } = readTable(`[{"number":1,"deep":${cell}}]`, 'here', 200)
    expect(read).toMatchObject({ kind: 'refused', error: { kind: 'too-large', what: 'depth' } })
    expect(table).toBe(null)
  }
  const fine = readTable('[{"a":{"b":{"c":{"d":[[[[1]]]]}}}}]', 'here', 200)
  expect(fine.table?.columns.map(({ name }) => name)).toEqual(['a.b.c.d'])
})

it('keeps the order of the points of every table when tables are joined, and the finish last', () => {
  const split = (label: string): readonly Column[] =>
    ['time', 'place'].map((field) => ({
      name: `laps.${label}.${field}`,
      kind: 'text',
      split: { list: 'laps', label, field },
    }))
  const table = (labels: readonly string[], more: string): readonly Column[] => [
    { name: more, kind: 'text' },
    ...labels.flatMap(split),
  ]
  const merged = mergeColumns([
    table(['2.5', 'Finish'], 'a'),
    table(['5', 'Finish'], 'b'),
    table(['5', '10', '15', 'Finish'], 'c'),
    table(['5', '12'], 'a'),
  ])
  expect(merged.map(({ name }) => name)).toEqual([
    'a',
    'b',
    'c',
    ...['2.5', '5', '12', '10', '15', 'Finish'].flatMap((label) => split(label).map(({ name }) => name)),
  ])
})

it('searches and compares long ids by all of their digits, also those in objects and in lists of cells', () => {
  const bodies = [
    '[{"number":12345678901234567891,"id":[]},{"number":12345678901234567892}]',
    '{"fields":["number","name"],"rows":[[12345678901234567891,"A"],[12345678901234567892,"B"]]}',
    '[{"name":"A","account":{"number":12345678901234567891}},{"name":"B","account":{"number":12345678901234567892}}]',
  ]
  for (const body of bodies) {
    const { read, table } = readTable(body, 'here', 200)
    expect(table?.searchText).toMatch(/12345678901234567891[^]*12345678901234567892/)
    expect(read.kind === 'rows' && JSON.stringify(read.rows)).toContain('"12345678901234567891"')
  }
})
