import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AppError } from '../../preload/contract.ts'
import { useCores } from '../support/coreRig.ts'
import { bytesOf, heldBack, rowsOf, startRaceService, type RaceService } from '../support/raceService.ts'
import { eventually, openWatch } from '../support/watchRig.ts'

const cores = useCores()
const names = ['Men', 'Women', 'M40', 'W40', 'Youth', 'Veterans']
let race: RaceService

beforeEach(async () => {
  race = await startRaceService(...names)
})
afterEach(() => race.close())

it('a machine that sleeps asks, or does not say why it is silent; awake again it waits for the interval', async () => {
  const rig = await openWatch(cores, race)
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
  // The floor of a service holds, whoever slept.
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  expect(await rig.rounds(2)).toMatchObject({ phase: 'waiting' })
  expect(race.asked()).toHaveLength(names.length)
})

it('a round that sleep breaks off counts as a failure, or what it asked is not asked again', async () => {
  const held = heldBack(rowsOf('Women', 5))
  race.answer('Women', held.script)
  const rig = await openWatch(cores, race)
  await rig.watch({ everyS: 60 })
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  rig.core.pause()
  expect(await rig.phase('paused')).toMatchObject({ rounds: 0, error: null })
  held.open()
  race.forget()
  rig.core.resume()
  await rig.clock.next()
  expect(await rig.rounds(1)).toMatchObject({ phase: 'waiting', error: null })
  expect(race.asked()).toContain('Women')
  const tree = await rig.call('stage:tree', { stage: rig.stage })
  const women = tree.distances[0]?.categories.find(({ name }) => name === 'Women')
  expect(women).toMatchObject({ rows: 5, outcome: 'done' })
})

it('a sleep that ends before the round that it broke off leaves the watch waiting for the interval', async () => {
  const held = heldBack(rowsOf('Women', 5))
  race.answer('Women', held.script)
  const rig = await openWatch(cores, race)
  await rig.watch({ everyS: 60 })
  await expect.poll(() => race.asked().includes('Women'), eventually).toBe(true)
  rig.core.pause()
  rig.core.resume()
  held.open()
  race.forget()
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  await rig.rounds(1)
  expect(race.asked()).toContain('Women')
})

it('a watch begun while the machine sleeps asks, or stays silent once it is awake', async () => {
  const rig = await openWatch(cores, race)
  rig.core.pause()
  await rig.watch({ everyS: 60 })
  await rig.phase('paused')
  expect(race.asked()).toEqual([])
  rig.core.resume()
  await rig.rounds(1)
  expect(race.asked()).toHaveLength(names.length)
})

it('a watch that a rejected key stopped asks again because the machine woke up', async () => {
  const rig = await openWatch(cores, race)
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

it('a network that swallows packets is asked for every link in every round', async () => {
  const rig = await openWatch(cores, race)
  await rig.watch({ everyS: 30 })
  await rig.rounds(1)
  rig.cable.pull(swallowed)
  await rig.clock.next()
  expect(await rig.rounds(2)).toMatchObject({ phase: 'offline', error: swallowed })
  expect(await rig.call('app:info', {})).toMatchObject({ network: { state: 'offline' } })
  rig.cable.plug()
  race.forget()
  await rig.clock.next()
  expect(await rig.rounds(3)).toMatchObject({ phase: 'waiting', error: null })
  expect(race.asked()).toHaveLength(names.length)
})

it('a hint that the network is back is not followed at once, or breaks a wait that the service asked for', async () => {
  const rig = await openWatch(cores, race)
  await rig.watch({ everyS: 60 })
  await rig.rounds(1)
  rig.cable.pull()
  await rig.clock.next()
  await rig.rounds(2)
  await rig.phase('offline')
  rig.cable.plug()
  await rig.call('app:nudge', {})
  expect(await rig.clock.next()).toBeLessThanOrEqual(1)
  expect(await rig.rounds(3)).toMatchObject({ phase: 'waiting' })

  for (const name of names) race.answer(name, (response) => response.writeHead(429, { 'retry-after': '500' }).end())
  await rig.clock.next()
  expect(await rig.rounds(4)).toMatchObject({ phase: 'backing-off' })
  race.forget()
  await rig.call('app:nudge', {})
  expect(await rig.state()).toMatchObject({ phase: 'backing-off', rounds: 4 })
  expect(race.asked()).toEqual([])
})

it('a machine that wakes up breaks a wait that the service asked for', async () => {
  const rig = await openWatch(cores, race)
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

it('a hint breaks a wait that one link asked for while the watch waits for its interval', async () => {
  const rig = await openWatch(cores, race)
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
