import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { countReplies } from '../../support/openCore.ts'
import { fillWithDemo } from '../../support/services/storedDemo.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import {
  bytesOf,
  envelope,
  heldBack,
  rowsOf,
  sendJson,
  taggedRowsOf,
  type RaceService,
} from '../../support/services/raceService.ts'
import { eventually, openWatch, useWatches, type WatchRig } from '../../support/watchRig.ts'
import type { Keychain } from '../../../main/platform/keychain/keychain.ts'

const cores = useCores(afterAll)
const apart = useCores()
const openShared = useWatches(cores)
const names = ['Men', 'Women', 'M40', 'W40', 'Youth', 'Veterans']
const lastNames = ['Andersson', 'Berg', 'Novák', 'Петрова', 'Ёлкина', 'Lind']
const sorted = (list: readonly string[]): readonly string[] => [...list].sort()
let race: RaceService

beforeEach(async () => {
  race = await cores.race(...names)
})

const categoriesOf = async ({ call, stage }: WatchRig): Promise<readonly Category[]> =>
  (await call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories)

const idOf = async (rig: WatchRig, name: string): Promise<Category['id']> =>
  (await categoriesOf(rig)).find((category) => category.name === name)?.id ?? ('' as Category['id'])

const holdMen = (script = rowsOf('Men', 3)): (() => void) => {
  const held = heldBack(script)
  race.answer('Men', held.script)
  return held.open
}

const profileOf = async ({ call }: WatchRig): Promise<ProfileId> =>
  (await call('profile:list', {}))[0]?.id ?? ('' as ProfileId)

it('polls a stage that was never taken at once, and then each listed category once per interval', async () => {
  const rig = await openShared(race)
  await rig.watch({ everyS: 30 })
  const first = await rig.rounds(1)
  expect(first).toMatchObject({ phase: 'waiting', everyS: 30, changedLastPoll: 6, error: null, budgetMbPerHour: 200 })
  expect(sorted(race.asked())).toEqual(sorted(names))
  expect((await categoriesOf(rig)).map(({ outcome, rows }) => [outcome, rows])).toEqual(names.map(() => ['done', 3]))
  const passedS = await rig.clock.next()
  expect(passedS).toBeGreaterThanOrEqual(26.9)
  expect(passedS).toBeLessThanOrEqual(33)
  await rig.rounds(2)
  expect(sorted(race.asked())).toEqual(sorted([...names, ...names]))
  expect(await rig.call('job:list', {})).toEqual([])
})

it('asks conditionally, and keeps no second copy of what did not change, with entity tags and without', async () => {
  for (const name of names.slice(0, 3)) race.answer(name, taggedRowsOf(name, 4, `"${name}"`))
  const rig = await openShared(race)
  await rig.watch()
  await rig.rounds(1)
  race.forget()
  expect(await rig.nextRound(2)).toMatchObject({ changedLastPoll: 0, error: null })
  const asked = race.asked()
  expect(asked).toHaveLength(6)
  expect(new Map(asked.map((name, index) => [name, race.validators()[index]]))).toEqual(
    new Map(names.map((name, index) => [name, index < 3 ? `"${name}"` : null])),
  )
  expect((await categoriesOf(rig)).map(({ outcome }) => outcome)).toEqual(names.map(() => 'unchanged'))
  expect(countReplies(rig, rig.stage)).toBe(6)
  const checked = new Set((await categoriesOf(rig)).map(({ checkedAt }) => Date.parse(checkedAt ?? '')))
  expect([...checked]).toEqual([rig.clock.now()])
  race.answer('Women', rowsOf('Women', 5))
  expect(await rig.nextRound(3)).toMatchObject({ changedLastPoll: 1 })
  expect(countReplies(rig, rig.stage)).toBe(7)
})

it('asks only the chosen categories, and others once it is told to', async () => {
  const rig = await openShared(race)
  await rig.take(rig.stage)
  race.forget()
  const [men, youth] = [await idOf(rig, 'Men'), await idOf(rig, 'Youth')]
  await rig.watch({ categories: [men, youth] })
  await rig.rounds(1)
  expect(sorted(race.asked())).toEqual(['Men', 'Youth'])
  race.forget()
  expect(await rig.watch({ categories: [youth], everyS: 60 })).toMatchObject({ categories: [youth], everyS: 60 })
  expect(await rig.clock.next()).toBe(1)
  await rig.rounds(2)
  expect(race.asked()).toEqual(['Youth'])
})

it('leaves a failing category longer and longer alone while the others go on, and says when it is back', async () => {
  race.list('Men', 'M40')
  race.answer('M40', bytesOf('down', 503))
  const rig = await openShared(race)
  await rig.watch({ everyS: 10 })
  for (let round = 1; round < 14; round += 1) {
    expect(await rig.rounds(round)).toMatchObject({ phase: 'waiting', error: null })
    await rig.clock.next()
  }
  await rig.rounds(14)
  const asked = race.asked()
  expect(asked.filter((name) => name === 'Men')).toHaveLength(14)
  // Rounds 1, 2, 3, 5, 9 and not before 17.
  expect(asked.filter((name) => name === 'M40')).toHaveLength(5)
  race.answer('M40', rowsOf('M40', 2))
  for (let round = 14; round < 18; round += 1) {
    await rig.nextRound(round + 1)
  }
  expect((await categoriesOf(rig))[1]).toMatchObject({ rows: 2, error: null })
})

it('backs off when nothing answers as it should, and waits as long as the service asks', async () => {
  const asked = ['Men', 'Women']
  race.list(...asked)
  for (const name of asked) race.answer(name, bytesOf('down', 500))
  const rig = await openShared(race)
  await rig.watch({ everyS: 100 })
  const waits: number[] = []
  for (let round = 1; round <= 5; round += 1) {
    expect(await rig.rounds(round)).toMatchObject({ phase: 'backing-off', error: { kind: 'http', status: 500 } })
    waits.push(await rig.clock.next())
  }
  const shares = [100, 100, 200, 300, 300].map((near, index) => (waits[index] ?? 0) / near)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.89)
  expect(Math.max(...shares)).toBeLessThanOrEqual(1.1)
  for (const name of asked) race.answer(name, rowsOf(name, 3))
  race.answer('Men', (response) => sendJson(response, {}, 429, { 'retry-after': '777' }))
  await rig.rounds(6)
  expect(await rig.clock.next()).toBeCloseTo(777, 0)
  race.answer('Men', rowsOf('Men', 3))
  expect(await rig.rounds(7)).toMatchObject({ phase: 'waiting', error: null })
})

it('looks for a lost host with one category only, touches nothing that is stored, and resumes by itself', async () => {
  const rig = await openWatch(apart, race)
  await rig.watch({ everyS: 20 })
  await rig.rounds(1)
  const asked = (): number => rig.events.filter(({ name }) => name === 'network:changed').length
  expect(asked()).toBeGreaterThan(0)
  rig.cable.pull()
  await rig.clock.next()
  expect(await rig.phase('offline')).toMatchObject({ error: { kind: 'offline' }, rounds: 2 })
  const kept = (await categoriesOf(rig)).map(({ rows }) => rows)
  expect(kept).toEqual([3, 3, 3, 3, 3, 3])
  for (const round of [3, 4, 5]) {
    expect(await rig.clock.next()).toBeLessThanOrEqual(66)
    expect(await rig.rounds(round)).toMatchObject({ phase: 'offline', error: { kind: 'offline' } })
  }
  race.forget()
  rig.cable.plug()
  expect(await rig.nextRound(6)).toMatchObject({ phase: 'waiting', error: null })
  expect(sorted(race.asked())).toEqual(sorted(names))
  expect((await categoriesOf(rig)).every(({ outcome }) => outcome === 'unchanged')).toBe(true)
})

it('stops in the middle of a round when the data of the hour are spent, and goes on with those it left out', async () => {
  const big = (name: string, mark: string) =>
    bytesOf(JSON.stringify([{ number: 1, name, mark, pad: 'x'.repeat(400_000) }]))
  for (const name of names) race.answer(name, big(name, 'a'))
  const rig = await openWatch(apart, race, { parallelCalls: 1 })
  await rig.watch({ everyS: 30, budgetMbPerHour: 1 })
  const spent = await rig.rounds(1)
  expect(spent.phase).toBe('budget')
  expect(spent.usedBytesLastHour).toBeGreaterThan(1_000_000)
  expect(spent.usedBytesLastHour).toBeLessThan(1_500_000)
  expect(race.asked()).toHaveLength(3)
  expect(await rig.clock.next()).toBeGreaterThan(3_500)
  await rig.rounds(2)
  expect(sorted(race.asked())).toEqual(sorted(names))
})

it('never asks a link that a take is just asking, and a take does not ask again what the watch is asking', async () => {
  const release = holdMen()
  const rig = await openShared(race)
  await rig.watch({ everyS: 30 })
  const done = async (): Promise<number> => (await categoriesOf(rig)).filter(({ outcome }) => outcome === 'done').length
  await expect.poll(done, eventually).toBe(5)
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  // Men alone are missing, which the watch is asking.
  await expect.poll(async () => (await rig.call('job:list', {}))[0]?.done, eventually).toBe(5)
  release()
  expect(await rig.finished(jobId)).toMatchObject({ state: 'done', done: 6, total: 6, failed: 0 })
  expect(race.asked().filter((name) => name === 'Men')).toHaveLength(1)
  // The take has asked everything: the watch goes on one interval later.
  expect(await rig.clock.next()).toBeCloseTo(30, 0)
  expect(await rig.rounds(1)).toMatchObject({ changedLastPoll: 0, error: null })
})

it('waits while a take runs', async () => {
  const release = holdMen()
  const rig = await openShared(race)
  const { jobId } = await rig.call('stage:take', { stage: rig.stage })
  await expect.poll(() => race.asked().length, eventually).toBe(6)
  await rig.watch()
  await expect.poll(async () => (await rig.state())?.phase, eventually).toBe('waiting')
  expect(race.asked()).toHaveLength(6)
  release()
  await rig.finished(jobId)
  await rig.nextRound(1)
  expect(race.asked()).toHaveLength(12)
})

it('ends at once when it is told to: calls are cut off and nothing is asked any more', async () => {
  for (const name of names) race.answer(name, () => undefined)
  const rig = await openShared(race)
  await rig.watch()
  await expect.poll(() => race.asked().length, eventually).toBeGreaterThan(3)
  const cut = race.results.requests.map(({ cancelled }) => cancelled)
  await rig.call('stage:unwatch', { stage: rig.stage })
  await Promise.all(cut)
  expect(await rig.state()).toBeNull()
  expect(rig.events.at(-1)).toEqual({ name: 'watch:changed', data: { stage: rig.stage, state: null } })
  expect(rig.clock.waiting()).toBe(0)
  expect((await categoriesOf(rig)).map(({ outcome }) => outcome)).toEqual(names.map(() => 'never'))
})

const openWithOldKey = async () => {
  const rig = await openWatch(apart, race, { env: {}, outside: { keychain: createMemoryKeychain() } })
  const profileId = await profileOf(rig)
  await rig.call('keys:set', { profileId, which: 'access', value: 'access-key-1' })
  await rig.call('keys:set', { profileId, which: 'results', value: 'old-results-key' })
  return { rig, profileId }
}

it('stops asking with a rejected key, says so, and goes on once another key is there', async () => {
  const { rig, profileId } = await openWithOldKey()
  for (const name of names) {
    race.answer(name, (response, received, nth) =>
      received.headers['service-api-key'] === 'new-results-key'
        ? rowsOf(name, 3)(response, received, nth)
        : sendJson(response, { message: 'no' }, 401),
    )
  }
  await rig.watch()
  const error = { kind: 'key-rejected', which: 'results', status: 401 }
  expect(await rig.phase('problem')).toMatchObject({ error, nextPollAt: null })
  expect(rig.clock.waiting()).toBe(0)
  expect(race.asked().length).toBeLessThanOrEqual(4)
  await rig.call('keys:set', { profileId, which: 'results', value: 'new-results-key' })
  await rig.clock.next()
  expect(await rig.phase('waiting')).toMatchObject({ error: null })
  expect((await categoriesOf(rig)).every(({ rows }) => rows === 3)).toBe(true)
})

it('is not heard of while a keychain asks its user, so that an update may begin', async () => {
  const memory = createMemoryKeychain()
  let asked = Promise.resolve()
  const keychain: Keychain = { ...memory, get: (account) => asked.then(() => memory.get(account)) }
  const rig = await openWatch(apart, race, { env: {}, outside: { keychain } })
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  asked = promise
  await rig.watch()
  const told = rig.events.filter(({ name }) => name === 'watch:changed')
  answer()
  expect(told).toMatchObject([{ data: { stage: rig.stage, state: { phase: 'polling' } } }])
})

it('does not stay in its problem when the new key came while the old one was being refused', async () => {
  const { script, open: release } = heldBack((response) => sendJson(response, { message: 'no' }, 401))
  const { rig, profileId } = await openWithOldKey()
  race.list('Men')
  race.answer('Men', (response, received, nth) =>
    (received.headers['service-api-key'] === 'new-results-key' ? rowsOf('Men', 3) : script)(response, received, nth),
  )
  await rig.watch()
  await expect.poll(() => race.asked().length, eventually).toBe(1)
  await rig.call('keys:set', { profileId, which: 'results', value: 'new-results-key' })
  release()
  await expect.poll(() => rig.clock.waiting(), eventually).toBe(1)
  await rig.clock.next()
  expect(await rig.phase('waiting')).toMatchObject({ error: null, rounds: 2 })
})

it('says so when the chosen category left the links, and does not ask for them in every round', async () => {
  const rig = await openShared(race)
  await rig.take(rig.stage)
  const men = await idOf(rig, 'Men')
  race.list('Women', 'Youth')
  await rig.take(rig.stage)
  race.forget()
  const asked = race.main.requests.length
  await rig.watch({ categories: [men], everyS: 30 })
  for (let round = 1; round <= 4; round += 1) {
    expect(await rig.rounds(round)).toMatchObject({ error: { kind: 'not-found', what: 'category' } })
    await rig.clock.next()
  }
  expect(race.main.requests.length).toBe(asked)
  expect(race.asked()).toEqual([])
})

it('says that the profile is gone, and ends with its stage', async () => {
  const rig = await openShared(race)
  await rig.watch()
  await rig.rounds(1)
  const profileId = await profileOf(rig)
  await rig.call('profile:remove', { id: profileId })
  expect(await rig.phase('problem')).toMatchObject({ error: { kind: 'not-found', what: 'profile' } })
  await rig.call('stage:remove', { stage: rig.stage })
  expect(rig.clock.waiting()).toBe(0)
  expect(rig.events.some(({ name, data }) => name === 'watch:changed' && data.state === null)).toBe(true)
})

it('is found again after a restart with a window if it was on, and only then', async () => {
  const first = await openWatch(apart, race, { face: 'browser' })
  await first.watch({ everyS: 45, budgetMbPerHour: 7 })
  await first.rounds(1)
  await first.close()
  const { dataDir } = first
  const terminal = await openWatch(apart, race, { dataDir, face: 'terminal' })
  expect(await terminal.state()).toBeNull()
  // A process with a watch of its own does not change the window's remembered ones.
  await terminal.watch()
  await terminal.rounds(1)
  await terminal.call('stage:unwatch', { stage: terminal.stage })
  await terminal.close()
  const second = await openWatch(apart, race, { dataDir, face: 'browser' })
  expect(await second.rounds(1)).toMatchObject({ everyS: 45, budgetMbPerHour: 7, categories: null })
  await second.call('stage:unwatch', { stage: second.stage })
  await second.close()
  const third = await openWatch(apart, race, { dataDir, face: 'browser' })
  expect(await third.state()).toBeNull()
})

it('asks for the links again when they grow old, and sooner when one leads nowhere', async () => {
  race.list('Men', 'Women')
  const rig = await openShared(race)
  const links = (): number => race.main.requests.length
  await rig.watch({ everyS: 100 })
  await rig.rounds(1)
  for (let round = 2; round <= 6; round += 1) {
    await rig.nextRound(round)
  }
  expect(links()).toBe(1)
  await rig.nextRound(7)
  await rig.nextRound(8)
  expect(links()).toBe(2)
  race.list('Men', 'Merged')
  race.answer('Women', bytesOf('gone', 404))
  await rig.nextRound(9)
  await rig.nextRound(10)
  expect(links()).toBe(3)
  race.forget()
  await rig.nextRound(11)
  expect(sorted(race.asked())).toEqual(['Men', 'Merged'])
})

it('keeps the floor of a service between all stages that wait for it, not only after the first', async () => {
  const others = ['8c1d7a30-5b1e-4c55-9a61-2d8e5f704b97', '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b98'] as StageGuid[]
  const rig = await openShared(race)
  const profileId = await profileOf(rig)
  await rig.watch({ everyS: 600 })
  await rig.rounds(1)
  const startedAt = rig.clock.now()
  for (const stage of others) {
    await rig.call('stage:add', { profileId, text: stage })
    await rig.call('stage:watch', { stage, everyS: 600 })
  }
  const polledAt = async (): Promise<readonly (string | null | undefined)[]> => {
    await expect.poll(() => rig.clock.waiting(), eventually).toBe(3)
    const trees = await Promise.all(others.map((stage) => rig.call('stage:tree', { stage })))
    return trees.map(({ watch }) => watch?.lastPollAt)
  }
  expect(await polledAt()).toEqual([null, null])
  await rig.clock.next()
  expect(rig.clock.now() - startedAt).toBeGreaterThanOrEqual(1_000)
  await polledAt()
  await rig.clock.next()
  const [one = 0, two = 0] = (await polledAt()).map((at) => Date.parse(at ?? ''))
  expect(Math.abs(one - two)).toBeGreaterThanOrEqual(1_000)
})

it('tells of itself at most once a second beside the ends of its rounds', async () => {
  const rig = await openShared(race)
  await rig.watch()
  await rig.rounds(1)
  const told = rig.events.filter(({ name }) => name === 'watch:changed')
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThanOrEqual(2)
  expect(JSON.stringify(rig.events)).not.toContain('Veterans')
})

it('makes no flood of a first poll, and keeps first results apart from what is corrected later', async () => {
  const men = (...times: readonly (string | null)[]): Script => {
    const rows = times.map((resultTime, at) => ({ number: 101 + at, resultTime, account: { lastName: lastNames[at] } }))
    return (response) => sendJson(response, envelope(rows.filter((row) => row.resultTime !== null)))
  }
  race.list('Men')
  race.answer('Men', men('31:02', '', null, null, '40:00', '41:00'))
  const rig = await openShared(race)
  const told = async (areFinishes?: boolean): Promise<readonly string[]> => {
    const page = { stage: rig.stage, offset: 0, limit: 50, ...(areFinishes === undefined ? {} : { areFinishes }) }
    const { changes } = await rig.call('results:changes', page)
    return changes.map(({ type, bib }) => `${type} ${bib}`).toSorted()
  }
  await rig.watch()
  await rig.rounds(1)
  expect(await told()).toEqual([])
  race.answer('Men', men('31:05', '31:40', '32:10', '', '40:00', '41:00'))
  await rig.nextRound(2)
  expect(await told(true)).toEqual(['new 103', 'result 102'])
  expect(await told(false)).toEqual(['result 101'])
})

it('follows a service after a restart that has another address and keys now, and downloads from it', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  // Downloaded from a demo service that has gone since.
  const stage = await fillWithDemo(dataDir)
  const open = await apart.open({ dataDir, face: 'browser', outside: { demo: createDemo() } })
  const tree = () => open.call('stage:tree', { stage })
  const categories = (await tree()).distances[0]?.categories.slice(-1).map(({ id }) => id) ?? []
  await open.call('stage:watch', { stage, everyS: 5, budgetMbPerHour: 10_000, categories })
  await expect.poll(async () => (await tree()).watch?.rounds, eventually).toBeGreaterThan(0)
  const { watch, distances } = await tree()
  expect(watch?.error).toBeNull()
  expect(distances.flatMap(({ categories }) => categories.filter(({ error }) => error !== null))).toEqual([])
  expect(await open.take(stage, categories)).toMatchObject({ state: 'done', done: 1, failed: 0 })
})
