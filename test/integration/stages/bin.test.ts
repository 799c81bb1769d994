import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deleteGivenUp, giveUp, giveUpOld } from '../../../main/features/replies/bin.ts'
import { keptMs } from '../../../main/features/replies/dataAge.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { openBytes, readable, refusalOf, saveCapsule, small, useSources } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { addProfile, handOver, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { openWatch } from '../../support/watchRig.ts'

const cores = useCores()
const source = useSources(cores)

const dataTables = 'stages categories category_tables snapshots ledger ledger_marks favourites start_lists'.split(' ')

const starters = 1_000
const joinStartList = async (open: OpenCore, stage: StageGuid): Promise<void> => {
  const people = Array.from({ length: starters }, (_, at) => `${at + 1};Runner ${at};${randomUUID()}`)
  const file = await handOver(open, Buffer.from(['Bib;Name;Club', ...people].join('\r\n')))
  await open.call('startList:join', { stage, file, name: 'starters.csv' })
}

const stored = (open: OpenCore): readonly number[] =>
  inDatabase(open, (database) =>
    dataTables.map((table) => Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'])),
  )

const binned = async ({ call }: OpenCore): Promise<readonly StageGuid[]> =>
  (await call('stage:removed', {})).map(({ guid }) => guid)

it('keeps a removed stage out of every list, search and table, and restores it with all of its data', async () => {
  const { open, stage, idOf } = await source(small)
  await open.call('stage:favourites', { stage, add: [{ category: idOf('M40'), index: 0 }] })
  await joinStartList(open, stage)
  const before = await readable(open, stage)
  const all = stored(open)
  expect(all.at(-1)).toBe(1)
  await open.call('stage:remove', { stage })
  expect(await open.call('stage:list', {})).toEqual([])
  expect((await open.call('results:find', { search: 'runner', limit: 10 })).rows).toEqual([])
  for (const [operation, input] of [
    ['stage:tree', { stage }],
    ['stage:take', { stage }],
    ['stage:watch', { stage }],
    ['results:page', { stage, offset: 0, limit: 5 }],
    ['results:facets', { stage }],
    ['results:changes', { stage, offset: 0, limit: 5 }],
    ['results:export', { stage, format: 'csv' }],
    ['results:person', { category: '1', index: 0 }],
    ['results:raw', { category: '1' }],
    ['capsule:save', { stage }],
    ['stage:remove', { stage }],
  ] as const) {
    expect(await open.ask(operation, input), operation).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  }
  const [removed] = await open.call('stage:removed', {})
  expect(removed).toMatchObject({ guid: stage, rows: 5 })
  expect(Date.parse(removed?.deletedFrom ?? '') - Date.parse(removed?.removedAt ?? '')).toBe(30 * 24 * 3_600_000)
  expect(await open.call('stage:restore', { stage })).toMatchObject({ guid: stage })
  expect(await readable(open, stage)).toEqual(before)
  expect([stored(open), await binned(open)]).toEqual([all, []])
  expect(await open.ask('stage:restore', { stage })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

it('takes a stage out of the bin, with its rows, when its GUID is added again', async () => {
  const { open, stage, profileId } = await source(small)
  await open.call('stage:remove', { stage })
  expect(await open.call('stage:add', { profileId, text: stage })).toMatchObject({ guid: stage, rows: 5 })
  expect(await binned(open)).toEqual([])
})

it('does not watch a restored stage by itself, whichever process removed it', async () => {
  const race = await cores.race('Men')
  const first = await openWatch(cores, race, { face: 'browser' })
  await first.watch()
  await first.rounds(1)
  await first.close()
  const { dataDir, stage } = first
  const terminal = await openWatch(cores, race, { dataDir, face: 'terminal' })
  await terminal.call('stage:remove', { stage })
  await terminal.call('stage:restore', { stage })
  await terminal.close()
  expect(await (await openWatch(cores, race, { dataDir, face: 'browser' })).state()).toBeNull()
})

it('refuses a stage file whose stage is in the bin, and to ask a service for a stage file in the bin', async () => {
  const { open, stage, path, race } = await source(small)
  const capsule = await saveCapsule(open, stage, path)
  await open.call('stage:remove', { stage })
  expect(await openBytes(open, capsule)).toEqual(refusalOf('in-bin'))
  expect(await binned(open)).toEqual([stage])
  const other = await cores.open()
  expect(await openBytes(other, capsule)).toBeNull()
  await other.call('stage:remove', { stage })
  const adding = { profileId: await addProfile(other, race.url), text: stage }
  expect(await other.ask('stage:add', adding)).toEqual({ ok: false, error: refusalOf('in-bin') })
  expect(await other.call('stage:emptyBin', { stage })).toEqual({ deleted: 1 })
  expect(await other.ask('stage:add', adding)).toMatchObject({ ok: true, value: { rows: 0 } })
})

it('deletes what is in the bin for good, and nothing else, and counts start lists with it', async () => {
  const { open, stage, profileId } = await source(small)
  await joinStartList(open, stage)
  const others = [1, 2].map((last) => `11111111-0000-4000-8000-00000000000${last}`)
  for (const text of others) await open.call('stage:add', { profileId, text })
  expect(await open.ask('stage:emptyBin', { stage })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  for (const guid of [stage, others[0] as StageGuid]) await open.call('stage:remove', { stage: guid })
  const { parts } = await open.call('storage:usage', {})
  expect(parts.find(({ part }) => part === 'bin')).toMatchObject({ items: 2 })
  expect(parts.find(({ part }) => part === 'bin')?.bytes).toBeGreaterThan(starters * 16)
  expect(parts.find(({ part }) => part === 'earlier-replies')).toMatchObject({ items: 0 })
  expect(await open.call('stage:emptyBin', { stage })).toEqual({ deleted: 1 })
  expect(stored(open)).toEqual([2, 0, 0, 0, 0, 0, 0, 0])
  expect(await open.call('stage:emptyBin', {})).toEqual({ deleted: 1 })
  expect((await open.call('stage:list', {})).map(({ guid }) => guid)).toEqual([others[1]])
})

it('deletes a stage once it was in the bin for thirty days, also if it was removed by a clock that was behind', async () => {
  const startedMs = Date.now()
  const { open: before, stage } = await source(small)
  await before.close()
  const clock = (): number => startedMs - 40 * 24 * 60 * 60_000
  const open = await cores.open({ dataDir: before.dataDir, outside: { clock } })
  await open.call('stage:remove', { stage })
  const [removed] = await open.call('stage:removed', {})
  const dueMs = Date.parse(removed?.deletedFrom ?? '')
  expect(dueMs).toBeGreaterThanOrEqual(startedMs + 30 * 24 * 60 * 60_000)
  const tidyAfter = (binnedMs: number): void =>
    inDatabase(open, (database) => {
      giveUpOld(database, Number(database.get('SELECT removed_age FROM stages')?.['removed_age']) + binnedMs)
      for (const _ of deleteGivenUp(database));
    })
  tidyAfter(keptMs)
  expect(await binned(open)).toEqual([stage])
  tidyAfter(keptMs + 1)
  expect([await binned(open), stored(open)[0]]).toEqual([[], 0])
})

it('never mixes what comes in again with a stage that is just being deleted', async () => {
  const { open, stage, profileId } = await source(small)
  await open.call('stage:remove', { stage })
  const database = openAgain(join(open.dataDir, 'racedesk.db'))
  giveUp(database, stage)
  const steps = deleteGivenUp(database)
  steps.next()
  expect([await binned(open), (await open.ask('stage:restore', { stage })).ok]).toEqual([[], false])
  expect(await open.call('stage:add', { profileId, text: stage })).toMatchObject({ rows: 0, categories: 0 })
  await open.take(stage)
  const before = await readable(open, stage)
  for (const _ of { [Symbol.iterator]: () => steps });
  database.close()
  expect(await readable(open, stage)).toEqual(before)
})
