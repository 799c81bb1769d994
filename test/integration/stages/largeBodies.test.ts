import { afterAll, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { tooManyBytes } from '../../../main/kernel/bodyLimits.ts'
import { createIngestThread } from '../../../main/store/ingestThread.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { fetchedBody, openReplyDatabase } from '../../support/files/replyDatabase.ts'
import { inEnvelope, runnersOf, takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
const { database, file, addCategory } = openReplyDatabase()
// The thread runs as it is bundled, which reads such bodies many times faster than the sources do in a test.
const thread = closing(createIngestThread(file))

const namesOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `key${index}`)
const rows = (count: number, row: (index: number) => object): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => row(index)))

/** With values in two of a thousand columns. */
const sparse = (index: number): object => ({ number: index, [`c${index % 1_000}`]: 1 })
const group = (): string => `[${'{"bib":1,"name":"A"},'.repeat(500_000)}{"bib":1,"name":"A"}]`
const keyed = (count: number): string => `[{"${namesOf(count).join('":1,"')}":1}]`

const bodies: readonly (readonly [string, () => string, what: string, limit: number])[] = [
  ['a million brackets', () => '['.repeat(1_000_000), 'depth', 30],
  ['a row of objects in one another', () => `[${'{"a":'.repeat(40)}1${'}'.repeat(40)}]`, 'depth', 30],
  ['more tiny rows than are read', () => `{"data":[${'{"n":1},'.repeat(1_000_000)}{"n":1}]}`, 'rows', 1_000_000],
  ['more lines of cells', () => `bib;time\n${'1;0:10:00\n'.repeat(1_000_200)}`, 'rows', 1_000_000],
  ['groups with more rows together', () => `{"M40":${group()},"F40":${group()}}`, 'rows', 1_000_000],
  ['more cells between separators', () => `bib;name;time\n${';'.repeat(6_000_100)}`, 'values', 6_000_000],
  ['more values than are parsed', () => `[${`{"a":[${'1,'.repeat(900_000)}1]},`.repeat(7)}{}]`, 'values', 6_000_000],
  ['more small lists', () => `[${'{"a":[[],[],[],[],[],[],[],[]]},'.repeat(300_000)}{}]`, 'objects', 1_500_000],
  ['a row of more keys than columns are shown', () => keyed(3_000), 'columns', 2_000],
  ['a row of 210,000 keys', () => keyed(210_000), 'keys', 200_000],
  ['a text of five million letters', () => `[{"bib":1,"name":"${'Ж'.repeat(5_000_000)}"}]`, 'text', 4_000_000],
  ['a new column in every row', () => rows(50_000, (index) => ({ [`key${index}`]: 1 })), 'columns', 2_000],
  ['a row of 3,000 cells', () => JSON.stringify([['bib', 'name', 'time'], Array(3_000).fill(1)]), 'columns', 2_000],
  ['a line of 3,000 names', () => `${namesOf(3_000).join(';')}\n`, 'columns', 2_000],
  ['more cells than are looked through', () => rows(60_000, sparse), 'cells', 50_000_000],
]

it.each(bodies)('refuses %s and keeps the good rows', async (_, body, what, limit) => {
  const category = addCategory()
  const store = (text: string) => thread.store(fetchedBody(category, text, { contentType: 'text/plain' }))
  const good = inEnvelope(runnersOf('Asked', 3))
  expect(await store(good)).toMatchObject({ ok: true, value: { outcome: 'done', rows: 3 } })
  const error = { kind: 'too-large', what, limit }
  expect(await store(body())).toMatchObject({ ok: true, value: { outcome: 'failed', rows: 3, error } })
})

it('downloads the other categories when a body is too large', async () => {
  const taken = await takeRows(cores, { Asked: runnersOf('Asked', 3), Other: runnersOf('Other', 3) })
  taken.answer('Asked', '['.repeat(1_000_000))
  taken.answer('Other', runnersOf('Other', 5))
  expect(await taken.open.take(taken.stage)).toMatchObject({ state: 'partial', done: 2, failed: 1 })
  const [asked] = await taken.categories()
  expect(asked).toMatchObject({ outcome: 'failed', rows: 3, error: { kind: 'too-large', what: 'depth', limit: 30 } })
  expect(await taken.rows()).toHaveLength(8)
})

it('reports how many rows changed in a table too large to compare row by row', async () => {
  const body = (time: string): string => rows(126_000, (index) => ({ number: index, time }))
  const category = addCategory()
  for (const time of ['1:02:03', '1:02:04']) {
    const stored = await thread.store(fetchedBody(category, body(time)))
    expect(stored).toMatchObject({ value: { outcome: 'done', rows: 126_000 } })
  }
  const told = database.all('SELECT type, count, of_rows FROM ledger WHERE category = ?', category)
  expect(told).toEqual([{ type: 'mass-recalculation', count: 126_000, of_rows: 126_000 }])
  const shown = database.get('SELECT snapshot FROM category_tables WHERE category = ?', category)
  expect(shown).toEqual(database.get('SELECT max(id) AS snapshot FROM snapshots WHERE category = ?', category))
})

it('reports a body that an earlier version found too large like a new one', async () => {
  const { dataDir, database } = await makeOldDatabase(temporaryFolder(), "'$.limitBytes'")
  const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Old race', '2026-05-16T10:00:00.000Z')", stage)
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed,
       outcome, error)
     VALUES (?, 'd', '10 km', 'c', 'Asked', 'https://results.example/x', 0, 1, 'failed', ?)`,
    stage,
    JSON.stringify({ kind: 'too-large', limitBytes: 67_108_864 }),
  )
  database.close()
  const open = await cores.open({ dataDir })
  const { distances } = await open.call('stage:tree', { stage })
  expect(distances[0]?.categories[0]?.error).toEqual(tooManyBytes(67_108_864))
})

it('stores every category when one has a cell of millions of doubled quotes', async () => {
  const quotes = `Номер;Клуб\n1;"${'""'.repeat(14_000_000)}"\n2;Заря\n3;Старт\n`
  const women = [{ position: 1, number: 7, fullName: 'Ада Кон', resultTime: '1:00:05' }]
  const taken = await takeRows(cores, { Quotes: quotes, Women: women })
  expect(await taken.column('fullName', { categories: [taken.idOf('Women')] })).toEqual(['Ада Кон'])
  expect((await taken.categories()).map(({ outcome }) => outcome)).not.toContain('never')
})
