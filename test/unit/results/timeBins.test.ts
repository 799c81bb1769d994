import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { binAt, binTimes } from '../../../main/features/results/rules/timeBins.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const times = fc.array(fc.integer({ min: 1, max: 200 * 3_600_000 }), { maxLength: 400 })

it('bins of times count each time once, without gaps, in a small number of bins', () => {
  expectAll(times, (values) => {
    const { bins } = binTimes(values)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
    expect(bins.at(-1)?.upTo ?? 0).toBe(values.length)
    expect(bins.length).toBeLessThanOrEqual(60)
    for (const [position, bin] of bins.entries()) {
      const next = bins[position + 1]
      if (next !== undefined) expect(next.fromMs).toBe(bin.toMs)
      expect(values.filter((ms) => binAt(bins, ms) === position)).toHaveLength(bin.count)
    }
  })
})

it('bins of times step as a clock does, and begin at whole steps', () => {
  const values = Array.from({ length: 300 }, (_, at) => 1_800_000 + at * 9_000)
  const { stepMs, bins } = binTimes(values)
  expect(stepMs).toBe(120_000)
  expect(bins[0]?.fromMs).toBe(1_800_000)
  expect(bins.every(({ fromMs }) => (fromMs ?? 0) % stepMs === 0)).toBe(true)
})

it('bins of times are not flattened by one time far behind: it goes into an open last bin', () => {
  const values = [...Array.from({ length: 300 }, (_, at) => 1_800_000 + at * 2_000), 90 * 3_600_000]
  const { stepMs, bins } = binTimes(values)
  expect(stepMs).toBeLessThanOrEqual(30_000)
  expect(bins.at(-1)).toMatchObject({ toMs: null, count: 1 })
  expect(binAt(bins, 90 * 3_600_000)).toBe(bins.length - 1)
})

it('bins of times tell the median', () => {
  expect(binTimes([3, 1, 2]).medianMs).toBe(2)
  expect(binTimes([4, 1, 2, 3]).medianMs).toBe(2.5)
  expect(binTimes([]).medianMs).toBeNull()
})
