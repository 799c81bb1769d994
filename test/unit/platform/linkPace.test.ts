import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fullPace, paceAfter, type LinkMeasure, type LinkPace } from '../../../main/platform/http/linkPace.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const after = (most: number, ...measures: readonly LinkMeasure[]): number =>
  measures.reduce((pace: LinkPace, measure) => paceAfter(pace, measure, most), fullPace(most)).calls

const slow = (calls: number): LinkMeasure => ({ bytesPerS: 15_000, calls })

it.each([
  ['a fast link keeps the setting', 4, [{ bytesPerS: 5_000_000, calls: 4 }], 4],
  ['bodies that arrive at once keep the setting', 8, [{ bytesPerS: Number.POSITIVE_INFINITY, calls: 1 }], 8],
  ['64 KB/s are enough for four', 4, [{ bytesPerS: 64_000, calls: 4 }], 4],
  ['40 KB/s are enough for two', 4, [{ bytesPerS: 40_000, calls: 4 }], 2],
  ['15 KB/s halve four', 4, [slow(4)], 2],
  ['15 KB/s come down to one in steps', 8, [slow(8), slow(4), { bytesPerS: 14_000, calls: 2 }], 1],
  ['calls under way do not count as the lower number', 8, [slow(8), { bytesPerS: 5_000, calls: 8 }], 4],
  ['a link that is fast again gets the setting back', 4, [slow(4), slow(2), { bytesPerS: 900_000, calls: 1 }], 4],
] as const)('%s', (_, most, measures, calls) => {
  expect(after(most, ...measures)).toBe(calls)
})

it('gives the calls back when a service sends each body slowly however few there are', () => {
  const slowService = (calls: number): LinkMeasure => ({ bytesPerS: 10_000 * calls, calls })
  expect(after(4, slowService(4), slowService(2))).toBe(4)
  expect(after(4, slowService(4), slowService(2), slowService(4), slowService(4))).toBe(4)
})

it('the number of calls stays between one and the setting, whatever is measured', () => {
  const measure = fc.record({
    bytesPerS: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 0, max: 1e9, noNaN: true })),
    calls: fc.integer({ min: 0, max: 16 }),
  })
  expectAll(fc.array(fc.tuple(measure, fc.integer({ min: 1, max: 16 })), { maxLength: 60 }), (steps) => {
    let pace = fullPace(4)
    for (const [measured, most] of steps) {
      pace = paceAfter(pace, measured, most)
      expect(pace.calls).toBeGreaterThanOrEqual(1)
      expect(pace.calls).toBeLessThanOrEqual(most)
      expect(Number.isInteger(pace.calls)).toBe(true)
    }
  })
})
