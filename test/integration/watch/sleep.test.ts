import { afterAll, beforeEach, expect, it } from 'vitest'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Credentials } from '../../../main/platform/http/eventService.ts'
import { createSleep } from '../../../main/features/watch/sleep.ts'
import { useCores } from '../../support/coreRig.ts'
import { createHandClock } from '../../support/handClock.ts'
import { bytesOf, heldBack, rowsOf, type RaceService } from '../../support/services/raceService.ts'
import { createCable, eventually, useWatches, type WatchRig } from '../../support/watchRig.ts'

const cores = useCores(afterAll)
const openShared = useWatches(cores)
const names = ['Men', 'Women', 'M40', 'W40', 'Youth', 'Veterans']
let race: RaceService

beforeEach(async () => {
  race = await cores.race(...names)
})

/** Women are being asked, and answer once `answerWomen` is called. */
const whileAsking = async <T>(rig: WatchRig, begin: () => Promise<T>) => {
  const { script, open: answerWomen } = heldBack(rowsOf('Women', 5))
  race.answer('Women', script)
  const begun = await begin()
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  return { ...rig, begun, answerWomen }
}

const beginPoll = async () => {
  const rig = await openShared(race)
  return await whileAsking(rig, () => rig.watch({ everyS: 60 }))
}

it('pauses during sleep and says so; polls at once after waking', async () => {
  const rig = await openShared(race)
  await rig.watch({ everyS: 60 })
  await rig.rounds(1)
  rig.core.pause()
  rig.core.pause()
  expect(await rig.phase('paused')).toMatchObject({ nextPollAt: null, rounds: 1, error: null })
  expect(rig.clock.waiting()).toBe(0)
  race.forget()
  await rig.call('app:nudge', {})
  await rig.watch({ everyS: 60 })
  expect(await rig.phase('paused')).toMatchObject({ rounds: 1 })
  expect(race.asked()).toEqual([])
  rig.core.resume()
  rig.core.resume()
  // The minimum interval of a service still applies after sleep.
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  expect(await rig.rounds(2)).toMatchObject({ phase: 'waiting' })
  expect(race.asked()).toHaveLength(names.length)
})

it('repeats a poll that sleep broke off, without counting a failure', async () => {
  const rig = await beginPoll()
  rig.core.pause()
  expect(await rig.phase('paused')).toMatchObject({ rounds: 0, error: null })
  rig.answerWomen()
  race.forget()
  rig.core.resume()
  expect(await rig.nextRound(1)).toMatchObject({ phase: 'waiting', error: null })
  expect(race.asked()).toContain('Women')
  const tree = await rig.call('stage:tree', { stage: rig.stage })
  const women = tree.distances[0]?.categories.find(({ name }) => name === 'Women')
  expect(women).toMatchObject({ rows: 5, outcome: 'done' })
})

it('polls at once after a sleep that ends before the poll it broke off', async () => {
  const rig = await beginPoll()
  rig.core.pause()
  rig.core.resume()
  rig.answerWomen()
  race.forget()
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  await rig.rounds(1)
  expect(race.asked()).toContain('Women')
})

it('polls at once where the system reports only waking up', async () => {
  const rig = await openShared(race)
  await rig.watch({ everyS: 60 })
  await rig.rounds(1)
  const held = heldBack(rowsOf('Women', 5))
  race.answer('Women', held.script)
  race.forget()
  rig.core.resume()
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  race.answer('Women', rowsOf('Women', 5))
  rig.core.resume()
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  expect(await rig.rounds(2)).toMatchObject({ phase: 'waiting', error: null })
  held.open()
})

it('starts polling after waking when it was started during sleep', async () => {
  const rig = await openShared(race)
  rig.core.pause()
  await rig.watch({ everyS: 60 })
  await rig.phase('paused')
  expect(race.asked()).toEqual([])
  rig.core.resume()
  await rig.rounds(1)
  expect(race.asked()).toHaveLength(names.length)
})

it('stays stopped by a rejected key after waking', async () => {
  const rig = await openShared(race)
  for (const name of names) race.answer(name, bytesOf('{}', 401))
  await rig.watch()
  await rig.phase('problem')
  race.forget()
  rig.core.pause()
  rig.core.resume()
  await rig.call('app:nudge', {})
  expect(await rig.state()).toMatchObject({ phase: 'problem' })
  expect(race.asked()).toEqual([])
})

const swallowed: AppError = { kind: 'timed-out', afterMs: 10_000, isConnect: true }

it('tries one link per poll on a network that swallows packets', async () => {
  const rig = await openShared(race)
  await rig.watch({ everyS: 30 })
  await rig.rounds(1)
  rig.cable.pull(swallowed)
  expect(await rig.nextRound(2)).toMatchObject({ phase: 'offline', error: swallowed })
  const { hosts } = await rig.call('app:info', {})
  expect(hosts.filter(({ state }) => state === 'offline')).toMatchObject([{ failure: { error: swallowed } }])
  rig.cable.plug()
  race.forget()
  expect(await rig.nextRound(3)).toMatchObject({ phase: 'waiting', error: null })
  expect(race.asked()).toHaveLength(names.length)
})

it('polls at a hint that the network is back, unless the service asked to wait', async () => {
  const rig = await openShared(race)
  await rig.watch({ everyS: 60 })
  await rig.rounds(1)
  rig.cable.pull()
  await rig.nextRound(2)
  await rig.phase('offline')
  rig.cable.plug()
  await rig.call('app:nudge', {})
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  expect(await rig.rounds(3)).toMatchObject({ phase: 'waiting' })

  for (const name of names) race.answer(name, (response) => response.writeHead(429, { 'retry-after': '500' }).end())
  expect(await rig.nextRound(4)).toMatchObject({ phase: 'backing-off' })
  race.forget()
  await rig.call('app:nudge', {})
  expect(await rig.state()).toMatchObject({ phase: 'backing-off', rounds: 4 })
  expect(race.asked()).toEqual([])
})

it('keeps a wait that the service asked for after waking', async () => {
  const rig = await openShared(race)
  for (const name of names) race.answer(name, (response) => response.writeHead(429, { 'retry-after': '500' }).end())
  await rig.watch({ everyS: 60 })
  expect(await rig.rounds(1)).toMatchObject({ phase: 'backing-off' })
  race.forget()
  rig.core.pause()
  await rig.phase('paused')
  rig.core.resume()
  expect(await rig.phase('backing-off')).toMatchObject({ rounds: 1, nextPollAt: expect.any(String) as string })
  expect(race.asked()).toEqual([])
  expect(await rig.clock.next()).toBeCloseTo(500, 0)
  await rig.rounds(2)
})

it('keeps a wait that one link asked for when a hint comes', async () => {
  const rig = await openShared(race)
  race.answer('Men', (response) => response.writeHead(429, { 'retry-after': '40' }).end())
  await rig.watch({ everyS: 60 })
  expect(await rig.rounds(1)).toMatchObject({ phase: 'waiting' })
  race.forget()
  await rig.call('app:nudge', {})
  expect(await rig.phase('backing-off')).toMatchObject({ rounds: 1 })
  expect(await rig.clock.next()).toBeCloseTo(40, 0)
  await rig.rounds(2)
  expect(race.asked()).toContain('Men')
})

const beginTake = async (open = openShared) => {
  const rig = await open(race)
  const { begun, ...asking } = await whileAsking(rig, () => rig.call('stage:take', { stage: rig.stage }))
  return { ...asking, ...begun }
}

const closeLid = async (open = openShared) => {
  const rig = await beginTake(open)
  rig.core.pause()
  rig.answerWomen()
  return rig
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
  const { jobId, answerWomen, ...rig } = await beginTake()
  race.answer('Women', rowsOf('Women', 5))
  rig.core.resume()
  expect(await rig.finished(jobId)).toMatchObject({ state: 'done', failed: 0 })
  answerWomen()
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
  const credentials = {} as Credentials
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
