import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase } from '../../support/openCore.ts'
import { rowsOf, type RaceService } from '../../support/services/raceService.ts'
import { takeInChild } from '../../support/processes/takeInChild.ts'

const cores = useCores()
const categories = Array.from({ length: 32 }, (_, index) => `C${index}`)
let race: RaceService

beforeEach(async () => {
  race = await cores.race(...categories)
})

it('keeps everything reported as stored when the process is killed, then downloads what is missing', async () => {
  // The later ones answer only once the process is gone, so that the kill comes in the middle however slow it is.
  const isGone = Promise.withResolvers<void>()
  for (const [index, name] of categories.entries()) {
    race.answer(name, async (response, received, nth) => {
      if (index >= 20) await isGone.promise
      await rowsOf(name, 50)(response, received, nth)
    })
  }
  const dataDir = join(await cores.folder(), 'data')
  const taking = takeInChild(dataDir, race)
  await taking.reported(12)
  await taking.kill()
  isGone.resolve()
  expect(race.asked().length).toBeLessThan(categories.length)
  race.forget()

  const open = await cores.open({ dataDir })
  const stage = race.stage as StageGuid
  expect(await open.call('app:info', {})).toMatchObject({ movedAsideTo: null })
  const [job, ...others] = await open.call('job:list', {})
  expect([job?.kind, job?.state, others]).toEqual(['take', 'interrupted', []])
  const { distances } = await open.call('stage:tree', { stage })
  const kept = (distances[0]?.categories ?? []).filter(({ outcome }) => outcome === 'done')
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining([...taking.stored]))
  expect(kept.map(({ rows }) => rows)).toEqual(kept.map(() => 50))
  expect(job?.done).toBe(kept.length)
  const page = await open.call('results:page', { stage, search: 'C3', offset: 0, limit: 1_000 })
  expect(page.total).toBeGreaterThan(0)

  const resumed = await open.take(stage)
  expect(resumed).toMatchObject({ state: 'done', done: categories.length, total: categories.length, failed: 0 })
  const missing = categories.filter((name) => !kept.some((category) => category.name === name))
  expect([...race.asked()].sort()).toEqual([...missing].sort())
  expect((await open.call('results:page', { stage, offset: 0, limit: 0 })).total).toBe(50 * categories.length)

  // Once nothing is left over, everything is asked again.
  race.forget()
  await open.take(stage)
  expect([...race.asked()].sort()).toEqual([...categories].sort())
})

it.each([
  ['by a process that is gone', 2 ** 22 + 1, () => new Date(), 'interrupted'],
  ['before the machine was started, whoever has the process id now', process.ppid, () => new Date(0), 'interrupted'],
  ['by a process that still runs', process.ppid, () => new Date(), 'running'],
])('lists a download begun %s with its state', async (_, pid, startedAt, state) => {
  const { dataDir, close } = await cores.open()
  await close()
  const begun = `INSERT INTO jobs (id, kind, stage, title, state, done, total, failed, started_at, pid)
    VALUES ('job', 'take', '', '', 'running', 3, 5, 0, ?, ?)`
  inDatabase({ dataDir }, ({ run }) => run(begun, startedAt().toISOString(), pid))
  const again = await cores.open({ dataDir })
  expect(await again.call('job:list', {})).toMatchObject([{ kind: 'take', state }])
})
