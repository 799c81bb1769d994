import { expect, it } from 'vitest'
import { addUse, freeAtMs, usedBytes, type DataUse } from '../../../main/features/watch/rules/dataBudget.ts'
import { backOffS, floorOf, nextPoll, type WatchTiming } from '../../../main/features/watch/rules/watchSchedule.ts'

const quiet: WatchTiming = {
  startedAtMs: 1_000_000,
  endedAtMs: 1_000_400,
  everyS: 30,
  floorS: 5,
  end: 'answered',
  inARow: 1,
  retryAfterS: null,
  budgetFreeAtMs: 0,
  random: 0.5,
}

it('keeps the interval from start to start, with ten per cent of jitter either way', () => {
  expect(nextPoll(quiet)).toEqual({ atMs: 1_030_000, phase: 'waiting' })
  expect(nextPoll({ ...quiet, random: 0 }).atMs).toBe(1_027_000)
  expect(nextPoll({ ...quiet, random: 0.999_999 }).atMs).toBeCloseTo(1_033_000, -1)
})

it('does not stop until the clock has caught up when it was set back during a round', () => {
  expect(nextPoll({ ...quiet, startedAtMs: 9_000_000 }).atMs).toBe(1_030_400)
})

it('does not block the data budget when the clock is set back', () => {
  const use = addUse([], 100 * 3_600_000, 500)
  expect(freeAtMs(use, 50 * 3_600_000, 100)).toBe(50 * 3_600_000)
  expect(usedBytes(addUse(use, 50 * 3_600_000, 7), 50 * 3_600_000)).toBe(7)
})

it.each([1, 5])('never asks sooner than the floor, whatever an interval of %i s or jitter say', (everyS) => {
  expect(nextPoll({ ...quiet, everyS, random: 0 }).atMs).toBe(1_005_000)
})

it('rests after a round that took longer than its interval', () => {
  expect(nextPoll({ ...quiet, endedAtMs: 1_090_000 }).atMs).toBe(1_092_500)
})

it('doubles the pause from the third failure on, up to five minutes, and says that it backs off', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 60].map((inARow) => nextPoll({ ...quiet, end: 'failed', inARow }))
  expect(waits.map(({ atMs }) => (atMs - 1_000_000) / 1000)).toEqual([30, 30, 60, 120, 240, 300, 300, 300])
  expect(new Set(waits.map(({ phase }) => phase))).toEqual(new Set(['backing-off']))
})

it('does not shorten an interval that is longer than the longest pause', () => {
  expect(backOffS(600, 9)).toBe(600)
})

it('looks for a lost host at least once a minute', () => {
  const waits = [1, 2, 3, 4, 9].map((inARow) => nextPoll({ ...quiet, end: 'lost', inARow }))
  expect(waits.map(({ atMs }) => (atMs - 1_000_000) / 1000)).toEqual([30, 30, 60, 60, 60])
  expect(waits[0]?.phase).toBe('offline')
})

it('waits as long as the service asks, counted from its answer, but no longer than an hour', () => {
  expect(nextPoll({ ...quiet, retryAfterS: 90 })).toEqual({ atMs: 1_090_400, phase: 'backing-off' })
  expect(nextPoll({ ...quiet, retryAfterS: 1 }).phase).toBe('waiting')
  expect(nextPoll({ ...quiet, retryAfterS: 1e9 }).atMs).toBe(1_000_400 + 3_600_000)
})

it('waits for the data budget when that takes longest', () => {
  expect(nextPoll({ ...quiet, budgetFreeAtMs: 2_000_000 })).toEqual({ atMs: 2_000_000, phase: 'budget' })
  expect(nextPoll({ ...quiet, budgetFreeAtMs: 1_010_000 }).phase).toBe('waiting')
})

it('polls services on this computer every second at most, others every five', () => {
  const services = ['http://127.0.0.1:80', 'http://localhost:1', 'https://results.example.org', '']
  expect(services.map(floorOf)).toEqual([1, 1, 5, 5])
})

it('counts the bytes of the last hour, minute by minute, and never keeps more than an hour of them', () => {
  let use: DataUse = []
  for (let second = 0; second < 3 * 3_600; second += 20) use = addUse(use, second * 1000, 10)
  expect(use.length).toBeLessThanOrEqual(61)
  const nowMs = 3 * 3_600_000
  expect(usedBytes(use, nowMs)).toBeGreaterThanOrEqual(1_800)
  expect(usedBytes(use, nowMs)).toBeLessThanOrEqual(1_830)
  expect(usedBytes(use, nowMs + 62 * 60_000)).toBe(0)
})

it('returns the first moment at which the budget allows data again', () => {
  const use = addUse(addUse([], 0, 600), 10 * 60_000, 500)
  expect(freeAtMs(use, 11 * 60_000, 2_000)).toBe(11 * 60_000)
  expect(freeAtMs(use, 11 * 60_000, 1_100)).toBe(61 * 60_000)
  expect(freeAtMs(use, 11 * 60_000, 400)).toBe(71 * 60_000)
  for (const limit of [1, 400, 1_100, 2_000]) {
    const freeMs = freeAtMs(use, 11 * 60_000, limit)
    expect(usedBytes(use, freeMs)).toBeLessThan(limit)
    if (freeMs > 11 * 60_000) expect(usedBytes(use, freeMs - 1)).toBeGreaterThanOrEqual(limit)
  }
})

it('counts a clock that was set back into the minute it had reached', () => {
  const use = addUse(addUse([], 10 * 60_000, 100), 5 * 60_000, 50)
  expect(use).toEqual([{ minute: 10, bytes: 150 }])
})
