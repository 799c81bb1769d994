import { afterAll, beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import { tooManyBytes } from '../../../main/kernel/bodyLimits.ts'
import { useCores } from '../../support/coreRig.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, rowsOf, type RaceService } from '../../support/services/raceService.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
let race: RaceService

beforeEach(async () => {
  race = await cores.race('Asked', 'Other')
})

const keys = (count: number): [string, number][] => Array.from({ length: count }, (_, index) => [`key${index}`, index])
const rows = (count: number, row: (index: number) => object): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => row(index)))

const finisher = '{"bib":1,"name":"A","time":"1:02:03"}'

const bodies: readonly (readonly [string, () => string, what: string, limit: number])[] = [
  ['a million brackets', () => '['.repeat(1_000_000), 'depth', 30],
  ['a row of objects in one another', () => `[${'{"a":'.repeat(40)}1${'}'.repeat(40)}]`, 'depth', 30],
  ['more empty objects than rows are read', () => `[${'{},'.repeat(1_000_000)}{}]`, 'rows', 1_000_000],
  ['more tiny rows', () => `{"data":[${'{"n":1},'.repeat(1_000_000)}{"n":1}]}`, 'rows', 1_000_000],
  ['more lines of JSON', () => '{"n":1}\n'.repeat(1_000_200), 'rows', 1_000_000],
  ['more lines of cells', () => `bib;time\n${'1;0:10:00\n'.repeat(1_000_200)}`, 'rows', 1_000_000],
  [
    'groups with more rows together',
    () => `{"M40":[${`${finisher},`.repeat(600_000)}${finisher}],"F40":[${`${finisher},`.repeat(600_000)}${finisher}]}`,
    'rows',
    1_000_000,
  ],
  ['more cells between separators', () => `bib;name;time\n${';'.repeat(6_000_100)}`, 'values', 6_000_000],
  ['more values than are parsed', () => `[${`{"a":[${'1,'.repeat(900_000)}1]},`.repeat(7)}{}]`, 'values', 6_000_000],
  ['more small lists', () => `[${'{"a":[[],[],[],[],[],[],[],[]]},'.repeat(300_000)}{}]`, 'objects', 1_500_000],
  [
    'a row of more keys than columns are shown',
    () => JSON.stringify([Object.fromEntries(keys(3_000))]),
    'columns',
    2_000,
  ],
  ['a row of 300,000 keys', () => JSON.stringify([Object.fromEntries(keys(300_000))]), 'keys', 200_000],
  [
    'a text of five million letters',
    () => JSON.stringify([{ bib: 1, name: 'Ж'.repeat(5_000_000) }]),
    'text',
    4_000_000,
  ],
  ['a new column in every row', () => rows(50_000, (index) => ({ [`key${index}`]: 1 })), 'columns', 2_000],
  ['a row of 3,000 cells', () => JSON.stringify([['bib', 'name', 'time'], keys(3_000).map(() => 1)]), 'columns', 2_000],
  [
    'a line of 3,000 names',
    () =>
      `${keys(3_000)
        .map(([key]) => key)
        .join(';')}\n`,
    'columns',
    2_000,
  ],
  [
    'more rows times columns than are looked through',
    () => rows(60_000, (index) => ({ number: index, [`c${index % 1_000}`]: 1 })),
    'cells',
    50_000_000,
  ],
]

const asked = async ({ call }: OpenCore, stage: Parameters<OpenCore['take']>[0]): Promise<Category | undefined> =>
  (await call('stage:tree', { stage })).distances
    .flatMap(({ categories }) => categories)
    .find(({ name }) => name === 'Asked')

it.each(bodies)('refuses %s and keeps the good rows', { timeout: 60_000 }, async (_, body, what, limit) => {
  const open = await cores.share()
  const { stage } = await addStage(open, race)
  await open.take(stage)
  race.answer('Asked', bytesOf(body(), 200, 'text/plain'))
  race.answer('Other', rowsOf('Other', 5))
  expect(await open.take(stage)).toMatchObject({ state: 'partial', done: 2, failed: 1 })
  const category = await asked(open, stage)
  expect(category).toMatchObject({ outcome: 'failed', rows: 3, error: { kind: 'too-large', what, limit } })
  expect(await open.call('results:page', { stage, offset: 0, limit: 10 })).toMatchObject({ total: 8 })
})

it('accepts a large body within all limits', { timeout: 60_000 }, async () => {
  const body = rows(120_000, (index) => ({ number: index, name: `Бегун ${index}`, time: '1:02:03', laps: [{ km: 5 }] }))
  race.answer('Asked', bytesOf(body))
  const open = await cores.share()
  const { stage } = await addStage(open, race)
  expect(await open.take(stage)).toMatchObject({ state: 'done' })
  const page = await open.call('results:page', { stage, search: 'бегун 119999', offset: 0, limit: 10 })
  expect(page).toMatchObject({ total: 1, rows: [{ index: 119_999 }] })
})

it('reports how many rows changed in a table too large to compare row by row', { timeout: 60_000 }, async () => {
  const body = (time: string): string => rows(130_000, (index) => ({ number: index, name: `Runner ${index}`, time }))
  race.answer('Asked', bytesOf(body('1:02:03')))
  const open = await cores.share()
  const { stage } = await addStage(open, race)
  await open.take(stage)
  race.answer('Asked', bytesOf(body('1:02:04')))
  expect(await open.take(stage)).toMatchObject({ state: 'done' })
  expect(await open.call('results:changes', { stage, offset: 0, limit: 10 })).toMatchObject({
    total: 1,
    changes: [{ type: 'mass-recalculation', count: 130_000, of: 130_000 }],
  })
  const page = await open.call('results:page', { stage, search: '129999', offset: 0, limit: 10 })
  expect(page.rows[0]?.cells).toContain('1:02:04')
})

it('reports a body that an earlier version found too large like a new one', async () => {
  const { dataDir, database } = await makeOldDatabase(await cores.folder(), "'$.limitBytes'")
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
  expect((await asked(open, stage))?.error).toEqual(tooManyBytes(67_108_864))
})

it('stores every category when one has a cell of millions of doubled quotes', { timeout: 60_000 }, async () => {
  const quotes = `Номер;Клуб\n1;"${'""'.repeat(14_000_000)}"\n2;Заря\n3;Старт\n`
  const women = [{ position: 1, number: 7, fullName: 'Ада Кон', resultTime: '1:00:05' }]
  const taken = await takeRows(cores, { Quotes: quotes, Women: women })
  expect(await taken.column('fullName', { categories: [taken.idOf('Women')] })).toEqual(['Ада Кон'])
  expect((await taken.categories()).map(({ outcome }) => outcome)).not.toContain('never')
})
