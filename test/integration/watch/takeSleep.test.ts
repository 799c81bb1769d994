import { afterAll, beforeEach, expect, it } from 'vitest'
import { createSleep } from '../../../main/features/watch/sleep.ts'
import { useCores } from '../../support/coreRig.ts'
import { createHandClock } from '../../support/handClock.ts'
import { heldBack, rowsOf, type RaceService } from '../../support/services/raceService.ts'
import { createCable, eventually, useWatches, type WatchRig } from '../../support/watchRig.ts'

const cores = useCores(afterAll)
const openShared = useWatches(cores)
const names = ['Men', 'Women', 'M40', 'W40', 'Youth', 'Veterans']
let race: RaceService

beforeEach(async () => {
  race = await cores.race(...names)
})

/** A take that has been asking for Women when the lid was closed. */
const closeLid = async (
  open = openShared,
): Promise<WatchRig & { readonly jobId: Awaited<ReturnType<WatchRig['take']>>['id'] }> => {
  const held = heldBack(rowsOf('Women', 5))
  race.answer('Women', held.script)
  const rig = await open(race)
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  rig.core.pause()
  held.open()
  return { ...rig, jobId }
}

it('pauses a download during sleep and continues with what is missing', async () => {
  const rig = await closeLid()
  race.forget()
  expect(await rig.call('job:list', {})).toMatchObject([{ id: rig.jobId, state: 'running', failed: 0 }])
  expect(race.asked()).toEqual([])
  rig.core.resume()
  expect(await rig.finished(rig.jobId)).toMatchObject({ state: 'done', done: names.length, failed: 0 })
  expect(race.asked()).toContain('Women')
  const tree = await rig.call('stage:tree', { stage: rig.stage })
  const rows = tree.distances.flatMap(({ categories }) => categories.map((one) => one.rows))
  expect(rows).toHaveLength(names.length)
  expect(rows).not.toContain(0)
})

it('repeats dead requests where the system reports only waking up', async () => {
  const held = heldBack(rowsOf('Women', 5))
  race.answer('Women', held.script)
  const rig = await openShared(race)
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  race.answer('Women', rowsOf('Women', 5))
  rig.core.resume()
  expect(await rig.finished(jobId)).toMatchObject({ state: 'done', failed: 0 })
  held.open()
})

it('waits for the network after waking, and gives up when it stays away', async () => {
  const rig = await closeLid()
  rig.cable.pull()
  rig.core.resume()
  await rig.clock.next()
  rig.cable.plug()
  await rig.clock.next()
  expect(await rig.finished(rig.jobId)).toMatchObject({ state: 'done', failed: 0 })

  rig.core.pause()
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  rig.cable.pull()
  rig.core.resume()
  for (let waitedS = 0; waitedS < 30; waitedS += await rig.clock.next());
  expect(await rig.finished(jobId)).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
})

it('fails lookups at once after waking, and downloads when their proxy refuses', async () => {
  const rig = await closeLid()
  await rig.call('job:cancel', { id: rig.jobId })
  const profileId = (await rig.call('profile:list', {}))[0]?.id
  rig.cable.pull()
  rig.core.resume()
  expect(await rig.ask('race:years', { profileId, isRefresh: true })).toMatchObject({ error: { kind: 'offline' } })
  const proxy = { host: 'proxy.test:3128', problem: 'sign-in' } as const
  rig.cable.pull({ kind: 'offline', host: 'api.race.test', detail: 'PROXY', proxy })
  expect(await rig.take(rig.stage)).toMatchObject({ state: 'failed', error: { kind: 'offline', proxy } })
})

it('cancels and closes without waiting for the computer to wake up', async () => {
  const rig = await closeLid(useWatches(cores))
  await rig.call('job:cancel', { id: rig.jobId })
  expect(await rig.finished(rig.jobId)).toMatchObject({ state: 'cancelled' })
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  await rig.close()
  expect(await rig.finished(jobId)).toMatchObject({ state: 'cancelled' })
})

it('neither cuts off nor repeats a write because of sleep', async () => {
  const clock = createHandClock()
  const sleep = createSleep(clock.now, clock.wait)
  const cable = createCable()
  const sent: AbortSignal[] = []
  const answer = Promise.withResolvers<void>()
  const service = sleep.over({
    ...cable.service,
    call: async (_, { signal }) => {
      if (signal !== undefined) sent.push(signal)
      await answer.promise
      return { ok: false, error: { kind: 'outcome-unknown', afterMs: 1 } }
    },
  })
  const leaving = new AbortController()
  const credentials = {
    baseUrl: 'https://api.example',
    resultsUrl: null,
    accessHeader: 'X-Access-Key',
    resultsHeader: 'SERVICE-API-KEY',
    accessKey: 'a-key',
    resultsKey: null,
    extraHeaders: [],
  }
  const url = 'https://api.example/v3/PromoCodes/Set'
  const asked = service.call(credentials, { service: 'main', method: 'POST', url, signal: leaving.signal })
  sleep.pause()
  answer.resolve()
  expect(await asked).toMatchObject({ error: { kind: 'outcome-unknown' } })
  sleep.goOn()
  expect(sent).toEqual([leaving.signal])
  expect(leaving.signal.aborted).toBe(false)
  await cable.service.close()
})
