import { beforeAll, expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { watchTexts } from '../../../renderer/app/watchState.ts'
import { startTexts, translate } from '../../../renderer/text/text.ts'

beforeAll(() => startTexts('en'))

const at = '2026-05-16T10:00:00.000Z' as Instant

const textsOf = (of: Partial<WatchState>): string => {
  const state: WatchState = {
    everyS: 30,
    categories: null,
    budgetMbPerHour: 200,
    usedBytesLastHour: 0,
    lastPollAt: at,
    nextPollAt: at,
    phase: 'waiting',
    error: null,
    changedLastPoll: 0,
    rounds: 1,
    ...of,
  }
  return watchTexts(state, Date.parse(at), translate, 'en').join(' ')
}

it('speaks of the data budget from a tenth of it on, and whenever it is spent', () => {
  expect(textsOf({ usedBytesLastHour: 19_000_000 })).not.toContain('MB')
  expect(textsOf({ usedBytesLastHour: 20_000_000 })).toMatch(/20\.0.*200 MB/)
  expect(textsOf({ phase: 'budget', budgetMbPerHour: 1, usedBytesLastHour: 1_000_000 })).toMatch(/1\.0.*1 MB/)
})
