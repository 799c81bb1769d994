import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findTextRows } from '../../../main/features/columns/rules/body/bodyText.ts'
import { cellReader } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { readBody } from '../../../main/features/columns/rules/body/readBody.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

/** A table as a timing service has it, before it is put into any form. */
type Table = { readonly names: readonly string[]; readonly rows: readonly (readonly Json[])[] }

const columnNames = ['number', 'name', 'place', 'time', 'club', 'Город', 'start_group', 'x', '__proto__', 'toString']
const words = 'Ада|O\'Neil|a "b"|x;y|p,q||-|DNF|0012|1:02:03|строка\nдве'.split('|')
const cells = fc.oneof(fc.constantFrom(...words, '  ', 'true'), fc.integer(), fc.boolean(), fc.constant(null))

const tablesOf = (cell: fc.Arbitrary<Json>, least = 1): fc.Arbitrary<Table> =>
  fc.uniqueArray(fc.constantFrom(...columnNames.slice(2)), { maxLength: 6 }).chain((more) => {
    const names = ['number', 'name', ...more]
    const row = fc.tuple(...names.map((_, index) => (index === 0 ? fc.integer({ min: 1, max: 9_999 }) : cell)))
    return fc.record({ names: fc.constant(names), rows: fc.array(row, { minLength: least, maxLength: 9 }) })
  })

const objectsOf = ({ names, rows }: Table): readonly JsonObject[] =>
  rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))

const described = (names: readonly string[], key: string): Json => names.map((name) => ({ [key]: name, width: 3 }))
const keyed = (rows: readonly JsonObject[], key: (index: number) => string): Json =>
  Object.fromEntries(rows.map((row, index) => [key(index), row]))

/** A table, its rows as objects, and both by halves. */
type Parts = Table & {
  readonly [half in 'half1' | 'half2']: Table['rows']
} & { readonly [half in 'objects' | 'objects1' | 'objects2']: readonly JsonObject[] }
const partsOf = (table: Table): Parts => {
  const { names, rows } = table
  const objects = objectsOf(table)
  const middle = Math.ceil(rows.length / 2)
  const [half1, half2] = [rows.slice(0, middle), rows.slice(middle)]
  return { names, rows, objects, half1, half2, objects1: objects.slice(0, middle), objects2: objects.slice(middle) }
}

const forms: { readonly [form: string]: (parts: Parts) => Json } = {
  'a list at the top': ({ objects }) => objects,
  'a list in data': ({ objects }) => ({ isSuccess: true, message: null, data: objects }),
  'a page of items': ({ objects: items }) => ({ data: { items, total: items.length, offset: 0, limit: 100 } }),
  'results far below': ({ objects }) => ({ ok: 1, race: { id: 7, tags: ['a'], payload: { results: objects } } }),
  'a list under an unknown name': ({ objects }) => ({ event: { name: 'x' }, spisokUchastnikov: objects }),
  'fields beside rows': ({ names, rows }) => ({ fields: names, rows }),
  'columns that are described beside data': ({ names, rows }) => ({ columns: described(names, 'title'), data: rows }),
  'fields above data': ({ names, rows }) => ({ head: { a: 1 }, cols: described(names, 'field'), body: { list: rows } }),
  'places of fields': ({ names, rows }) => ({ fields: Object.fromEntries(names.map((name, at) => [name, at])), rows }),
  'names in the first of the lists': ({ names, rows }) => ({ data: [names, ...rows] }),
  'names in the first list of all': ({ names, rows }) => [names, ...rows],
  'a list of names and a list of rows': ({ names, rows }) => [names, rows],
  'rows beside described columns': ({ names, objects }) => ({ rows: objects, columns: described(names, 'name') }),
  'groups of groups of lists': ({ names, half1, half2 }) => ({
    DataFields: names,
    data: { '#1_10 km': { '#1_M': half1, '#2_F': half2 } },
  }),
  'groups by key': ({ objects1, objects2 }) => ({ data: { Мужчины: objects1, Женщины: objects2 } }),
  'groups by name': ({ objects1, objects2 }) => ({
    data: [
      { name: 'M40', start: '10:00', results: objects1 },
      { name: 'F40', start: '10:05', results: objects2 },
    ],
  }),
  'groups in groups by title': ({ objects1, objects2 }) => [
    { title: '10 km', categories: [{ title: 'M', items: objects1 }] },
    { title: '21 km', categories: [{ title: 'M', items: objects2 }] },
  ],
  'objects by id': ({ objects }) => ({ data: keyed(objects, (index) => `7${index}1`) }),
  'objects by id at the top': ({ objects }) => keyed(objects, (index) => `A${100 + index}`),
}

const readCells = (rows: readonly JsonObject[], name: string): readonly Json[] => {
  const column = findColumns(rows).find((found) => found.name === name)
  return column === undefined ? rows.map(() => null) : rows.map((row) => cellReader(column)(row) ?? null)
}

const expectTable = (found: ReturnType<typeof findRows>, { names, rows }: Table): void => {
  expect(found?.rows).toHaveLength(rows.length)
  expect(found?.sources).toHaveLength(rows.length)
  expect(found?.incomplete).toBeNull()
  // Keyed objects come in the order in which JavaScript keeps integer keys: the one they were written in here.
  for (const [index, name] of names.entries()) {
    expect([name, readCells(found?.rows ?? [], name)]).toEqual([name, rows.map((row) => row[index] ?? null)])
  }
}

it.each(Object.entries(forms))('reads every row and every value of %s', (_, form) => {
  expectAllIn(20, tablesOf(cells, 2), (table) => {
    expectTable(findTextRows(JSON.stringify(form(partsOf(table))), JSON.parse), table)
  })
})

it('keeps the rows of the one finisher of a race, in every form', () => {
  const table: Table = { names: ['number', 'name', 'place', 'time'], rows: [[7, 'Ада', 1, '1:02:03']] }
  for (const [name, form] of Object.entries(forms)) {
    // The second group has an empty list.
    const found = findRows(form(partsOf(table)))
    expect([name, found?.rows.length]).toEqual([name, 1])
    expect(found?.rows[0]).toMatchObject({ number: 7, name: 'Ада', place: 1, time: '1:02:03' })
  }
})

const texts = fc.constantFrom(...words, '\tx')
const quoted = (separator: string, cell: Json): string => {
  const text = String(cell)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const delimited =
  (separator: string, end: string, mark = ''): ((table: Table) => string) =>
  ({ names, rows }) =>
    `${mark}${[names, ...rows].map((row) => row.map((cell) => quoted(separator, cell)).join(separator)).join(end)}${end}`

it.each([
  ['commas', delimited(',', '\n')],
  ['semicolons, a byte order mark and CRLF', delimited(';', '\r\n', '\uFEFF')],
  ['tabs', delimited('\t', '\n')],
  ['bars', delimited('|', '\n')],
  ['a separator that the first line names', (table: Table) => `sep=;\r\n${delimited(';', '\r\n')(table)}`],
])('reads every row and every value of a text with %s', (_, write) => {
  expectAllIn(20, tablesOf(texts), (table) => {
    const asTexts = { names: table.names, rows: table.rows.map((row) => row.map(String)) }
    expectTable(findTextRows(write(table), JSON.parse), asTexts)
  })
})

it('reads every row and every value of JSON lines, of objects and of lists', () => {
  expectAllIn(20, tablesOf(cells, 2), (table) => {
    const objects = objectsOf(table).map((row) => JSON.stringify(row))
    expectTable(findTextRows(`\uFEFF${objects.join('\r\n')}\n\n`, JSON.parse), table)
    const lists = [table.names, ...table.rows].map((row) => JSON.stringify(row))
    expectTable(findTextRows(lists.join('\n'), JSON.parse), table)
  })
})

it.each(
  rowsIn(`
      a page of HTML | <!doctype html>⏎<html><head><title>a;b;c</title></head>⏎<body>1;2;3</body></html>
      HTML behind blank lines | ⏎⏎  <html>⏎<p>name,place,time</p>⏎<p>1,2,3</p>
      a sentence | Service unavailable, please try again later
      two sentences | Dear user, the service is down.⏎Please, come back later.
      several sentences | Dear organizer, the results are late.⏎Please, wait a little.⏎Thank you, the team.
      sentences with semicolons | The race is over; thank you⏎Results will follow; see you
      a paragraph with semicolons | The start is at 10:00; be early⏎The finish closes at 15:00; hurry⏎Parking is free; walk
      a message with numbers | Error 500, code 17⏎Request 12, attempt 3
      numbers in sentences | Error 500, code 17, at 10:00⏎Request 12, attempt 3, at 10:01⏎Request 13, attempt 1, at 10:02
      a message of several lines | Too many requests⏎limit: 60, window: 60⏎
      a stack trace | System.NullReferenceException: Object reference not set⏎\tat Api.Results()⏎\tat Api.Run()
      another stack trace | Error: no; at a.js:10:5⏎  at run (b.js:1:2)⏎  at main; (c.js:3:4)
      a log | 10:00:01, INFO, started⏎10:00:02, INFO, listening⏎10:00:03, WARN, slow
      names only | Ada Pine⏎Ben Birch⏎Cleo Rowan
      addresses | Hill AC, Long Street 5, Oslo⏎Forest Club, Short Street 7, Bergen⏎River Runners, Old Road 9, Bodø
      JSON lines that are cut off | {"number":1,"name":"A"}⏎{"number":2,"na
      a quote that is never closed | number;name⏎1;"Ada⏎2;Eve⏎
      a word | OK
      words under each other | one⏎two⏎three
      an error with details | {"error":{"code":7,"details":[{"field":"a","message":"b"}]}}
      an error with a list | {"code":"E1","message":"No","errors":[{"field":"number","name":"x","place":1}]}
      links only | {"links":[{"rel":"self","href":"/a"},{"rel":"next","href":"/b"},{"rel":"last","href":"/c"}]}
      numbers without names | {"data":[[1,2],[3,4]]}
      an object | {"number":1,"name":"Ada","club":{"name":"x"},"race":{"id":1}}
      objects side by side | {"event":{"id":1,"name":"x"},"stage":{"id":2,"name":"y"}}
      a status | {"status":"error","result":{"code":1,"text":"no"}}
      lists of unlike things | {"bib":[1,2],"other":["x"]}
    `),
)('does not take %s for a table', (_, text) => {
  const body = text.replaceAll('⏎', '\n')
  expect(readBody(body, 'here', 200)).toMatchObject({ kind: 'no-rows', error: { kind: 'unexpected-reply' } })
})

it.each([
  ['rows', '{"rows":[],"columns":[{"name":"bib"}]}'],
  ['data of groups', '{"DataFields":["bib","name"],"data":{}}'],
  ['results', '{"race":{"results":[]}}'],
  ['text', 'Bib;Name;Time\r\n'],
  ['lists under a header', '[["bib","name","time"]]'],
])('knows an empty table of %s for one without rows yet', (_, text) => {
  expect(readBody(text, 'here', 200)).toEqual({ kind: 'no-rows', error: null })
})

it.each([
  ['total beside data', { data: [{ n: 1 }], total: 3 }, 3],
  ['total as text', { data: [{ n: 1 }], total: '3' }, 3],
  ['count beside items', { data: { items: [{ n: 1 }], count: 4 } }, 4],
  ['recordsTotal', { recordsTotal: 9, recordsFiltered: 9, draw: 1, data: [{ n: 1 }] }, 9],
  ['totalCount beside skip and take', { totalCount: 2, skip: 0, take: 1, results: [{ n: 1 }] }, 2],
  ['a page description', { results: [{ n: 1 }], paging: { total: 5, offset: 0, limit: 1 } }, 5],
  ['fields and rows', { fields: ['bib', 'name'], rows: [[1, 'a']], total: 2 }, 2],
  ['pages of groups', { data: ['M', 'F'].map((name, at) => ({ name, total: 3 - 2 * at, items: [{ n: at }] })) }, 4],
])('says that rows are missing when the body promises more by %s', (_, body, total) => {
  const found = findRows(body)
  expect(found?.incomplete).toEqual({ rows: found?.rows.length, total })
})

it('does not call a page incomplete for a total it holds', () => {
  expect(findRows({ total: 1, count: 1, data: [{ n: 1 }] })?.incomplete).toBeNull()
})

it('keeps what groups say of themselves in columns before those of the rows', () => {
  const data = { '#1_10 km': { '#1_M': [[1, 'Ada', 'x']], '#2_F': [[2, 'Eve', 'y']] } }
  const found = findRows({ DataFields: ['BIB', 'NAME', 'group'], data })
  expect(found?.rows).toEqual([
    { 'group (2)': '#1_10 km', 'group 2': '#1_M', BIB: 1, NAME: 'Ada', group: 'x' },
    { 'group (2)': '#1_10 km', 'group 2': '#2_F', BIB: 2, NAME: 'Eve', group: 'y' },
  ])
  expect(found?.sources.map(String)).toEqual(['1,Ada,x', '2,Eve,y'])
  const groups = [
    { id: 5, name: 'M40', start: { at: '10:00' }, results: [{ bib: 1 }] },
    { id: 6, name: 'F40', start: { at: '10:05' }, results: [{ bib: 2 }, { bib: 3 }] },
  ]
  const f40 = { group: 'F40', 'group.id': 6, 'group.start.at': '10:05' }
  expect(findRows(groups)?.rows).toEqual([
    { group: 'M40', 'group.id': 5, 'group.start.at': '10:00', bib: 1 },
    { ...f40, bib: 2 },
    { ...f40, bib: 3 },
  ])
})

it('keeps the keys of keyed rows in a column of their own', () => {
  expect(findRows({ data: { 'A-7': { name: 'Ada', key: 1 }, 'A-8': { name: 'Eve' } } })?.rows).toEqual([
    { 'key (2)': 'A-7', name: 'Ada', key: 1 },
    { 'key (2)': 'A-8', name: 'Eve' },
  ])
})

it('does not take finishers with laps, stages or a team for groups', () => {
  for (const key of ['laps', 'stages', 'members', 'results']) {
    const row = (number: number): JsonObject => ({ number, name: 'x', [key]: [{ name: 'a', number: 5, time: '1:00' }] })
    expect([key, findRows({ data: [row(1), row(2)] })?.rows.length]).toEqual([key, 2])
  }
})

it('chooses the finishers among other lists of the body', () => {
  const distances = ['10 km', '21 km'].map((name, at) => ({ id: at + 1, name }))
  const sponsors = ['a', 'd', 'd'].map((name) => ({ name, url: `${name} url`, logo: `${name} logo` }))
  const finishers = [{ bib: 7, name: 'Ada', time: '1:00:00' }]
  expect(findRows({ distances, columns: [{ name: 'bib' }, { name: 'name' }], sponsors, finishers })?.rows).toEqual(
    finishers,
  )
})

it.each([
  ['a list under one letter, for one finisher', '{"s":true,"d":{"l":[{"n":1,"p":1,"t":6000}]}}', 1],
  ['lists as columns', '{"bib":[1,2,3],"name":["A","B","C"],"time":["1:00","2:00",null]}', 3],
  ['lists as columns that are named beside', '{"columns":["a","b"],"data":{"a":[1,2],"b":[3,4]}}', 2],
  ['keyed rows in keyed groups', '{"data":{"M40":{"1":{"name":"A"},"2":{"name":"B"}},"F40":{"3":{"name":"C"}}}}', 3],
  ['lists by bib', '{"fields":["name","time"],"data":{"7":["A","1:00"],"8":["B","2:00"]}}', 2],
  [
    'those who finished beside those who did not',
    '{"finished":[{"bib":1,"name":"A"}],"dnf":[{"bib":2,"name":"B"}]}',
    2,
  ],
  ['text under a title', 'Results 10 km\nBib;Name;Time\n1;A;1:00\n2;B;2:00\n', 2],
  ['text over a sum', 'Bib;Name;Time\n1;A;1:00\n2;B;2:00\nTotal: 2\n', 2],
  ['text with an empty last column', 'Bib,Name,Time,\n1,A,1:00,\n2,B,,\n', 2],
])('reads %s', (_, text, rows) => {
  expect(findTextRows(text, JSON.parse)?.rows).toHaveLength(rows)
})
