import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startDemoService, type DemoServiceOptions } from '../../../main/demo/demoService.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { getResults, startOrFail, type FetchedCategory } from '../../support/services/demoCalls.ts'

type Row = { readonly [column: string]: unknown }

const csv = 'Bib,Name,Sex,Race\r\n1,"Hill, Ann",F,10 km\r\n2,Пётр,M,10 km\r\n3,Zoë,,5 km\r\n4,Лев,M,\r\n'

const fileOf = (fileName: string, content: string | Uint8Array, groupBy: readonly string[] = []) => ({
  race: { fileName, bytes: Buffer.from(content), groupBy },
})

const serve = async (options: DemoServiceOptions): Promise<readonly FetchedCategory<Row>[]> =>
  await getResults<Row>(closing(await startOrFail(options)))

const shapeOf = (categories: readonly FetchedCategory<Row>[]) =>
  categories.map(({ distance, category, rows }) => `${distance} ${category} ${rows.map((row) => row['Bib']).join()}`)

const issueOf = async (options: DemoServiceOptions): Promise<string> => {
  const started = await startDemoService(options)
  if (started.ok) atEnd(started.value.close)
  if (started.ok) return 'started'
  return started.error.kind === 'invalid-input' ? (started.error.issues[0]?.message ?? '') : started.error.kind
}

test('serves a file without grouping as one category with every row as text', async () => {
  const [only, ...others] = await serve(fileOf('2025 Autumn.csv', csv))
  expect(others).toEqual([])
  expect(only?.rows).toEqual([
    { Bib: '1', Name: 'Hill, Ann', Sex: 'F', Race: '10 km' },
    { Bib: '2', Name: 'Пётр', Sex: 'M', Race: '10 km' },
    { Bib: '3', Name: 'Zoë', Sex: '', Race: '5 km' },
    { Bib: '4', Name: 'Лев', Sex: 'M', Race: '' },
  ])
})

test('groups by one column into a category per value, the rows without one together', async () => {
  expect(shapeOf(await serve(fileOf('r.csv', csv, ['Sex'])))).toEqual(['All F 1', 'All M 2,4', 'All — 3'])
})

test('groups by two columns into distances and their categories', async () => {
  const shape = shapeOf(await serve(fileOf('r.csv', csv, ['Race', 'Sex'])))
  expect(shape).toEqual(['10 km F 1', '10 km M 2', '5 km — 3', '— M 4'])
})

test('names the stage after the file and gives it a GUID of its content, whatever the packing or grouping', async () => {
  const stagesOf = async (options: DemoServiceOptions) => closing(await startOrFail(options)).stages
  const stages = [
    ...(await stagesOf(fileOf('Осень 2025.csv', csv))),
    ...(await stagesOf(fileOf('Осень 2025.csv.gz', gzipSync(csv), ['Sex']))),
    ...(await stagesOf(fileOf('/some/where/Осень 2025.csv', csv))),
  ]
  expect(stages).toHaveLength(3)
  expect(new Set(stages.map(({ guid }) => guid)).size).toBe(1)
  expect(new Set(stages.map(({ name }) => name))).toEqual(new Set(['Осень 2025']))
  const [changed] = await stagesOf(fileOf('Осень 2025.csv', `${csv}5,Mia,F,5 km\n`))
  expect(changed?.guid).not.toBe(stages[0]?.guid)
})

test('does not show the byte order mark in the first column, nor fail on UTF-16', async () => {
  for (const bytes of [Buffer.from(`\uFEFF${csv}`), Buffer.from(`\uFEFF${csv.replaceAll(',', '\t')}`, 'utf16le')]) {
    const [only] = await serve(fileOf('r.csv', bytes))
    expect(Object.keys(only?.rows[0] ?? {})[0]).toBe('Bib')
  }
})

test('keeps ragged rows whole: missing cells are empty, extra ones extra columns', async () => {
  const [only] = await serve(fileOf('r.csv', 'Bib,,Bib\n1\n2,b,c,d,"e\nf"\n'))
  expect(only?.rows).toEqual([
    { Bib: '1', column2: '', 'Bib (2)': '' },
    { Bib: '2', column2: 'b', 'Bib (2)': 'c', column4: 'd', column5: 'e\nf' },
  ])
})

test('keeps columns with the names of object internals', async () => {
  const [only] = await serve(fileOf('r.csv', 'Bib,__proto__,constructor,toString\n1,a,b,c\n', ['__proto__']))
  const cells = Object.entries(only?.rows[0] ?? {}).map((cell) => cell.join(' '))
  expect([only?.category, ...cells]).toEqual(['a', 'Bib 1', '__proto__ a', 'constructor b', 'toString c'])
})

test('reads JSON at the top, in data and in data.items, and keeps values unchanged', async () => {
  const rows = [
    { Bib: 7, account: { sex: 'F' }, laps: [{ n: 1 }], gone: null },
    { Bib: 8, account: {} },
  ]
  for (const content of [rows, { data: rows }, { isSuccess: true, data: { items: rows, total: 2 } }]) {
    const categories = await serve(fileOf('r.json', JSON.stringify(content), ['account.sex']))
    expect(categories.map(({ category, rows: held }) => [category, held])).toEqual([
      ['F', [rows[0]]],
      ['—', [rows[1]]],
    ])
  }
})

test('lists the existing columns when grouping by an unknown one', async () => {
  expect(await issueOf(fileOf('r.csv', csv, ['Sex', 'Club']))).toBe(
    'no column "Club"; the file has: Bib, Name, Sex, Race',
  )
  expect(await issueOf(fileOf('r.json', '[{"a":{"b":1},"c":2}]', ['d']))).toBe('no column "d"; the file has: a.b, c')
  expect(await issueOf(fileOf('r.csv', csv, ['Bib', 'Sex', 'Race']))).toMatch(/at most two/)
})

test.each([
  ['r.json', '{"data":', /not valid JSON/],
  ['r.json', '{"data":{}}', /no list of rows/],
  ['r.json', '[]', /no rows/],
  ['r.json', '[[1]]', /must be an object/],
  ['r.csv', Buffer.from([0x61, 0xff, 0x0a, 0x62]), /not UTF-8/],
  ['r.csv.gz', gzipSync(csv).subarray(0, 40), /damaged gzip/],
  ['r.csv', '', /no rows/],
])('explains why a file is not a results file: %s %j', async (name, content, reason) => {
  expect(await issueOf(fileOf(name, content))).toMatch(reason)
})
