import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectedFinish, fieldPaces, type Passing } from '../../../main/features/results/rules/expectedFinish.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const min = 60_000
/** At 10 and 21 km of a marathon, and at its finish; the second half a tenth slower. */
const finisher = (paceMs: number): Passing => ({ totals: [10 * paceMs, 21 * paceMs], finishMs: 44 * paceMs })
const field = [4, 4.5, 5, 5.5, 6].map((pace) => finisher(pace * min))
const paces = fieldPaces(field, 2)

it('expects a runner by the last point passed and the pace of the field from there', () => {
  expect(expectedFinish({ totals: [50 * min, null], finishMs: null }, paces)).toMatchObject({ point: 0, ms: 220 * min })
  expect(expectedFinish({ totals: [50 * min, 105 * min], finishMs: null }, paces)).toMatchObject({
    point: 1,
    ms: 220 * min,
  })
})

it('says how far the field spreads around it', () => {
  const uneven = [40, 42, 44, 46, 48].map((part): Passing => ({ totals: [10 * min], finishMs: part * min }))
  const found = expectedFinish({ totals: [20 * min], finishMs: null }, fieldPaces(uneven, 1))
  expect(found).toEqual({ point: 0, ms: 88 * min, spreadMs: 4 * min })
})

it('expects nobody who has finished, passed no point, or whose last point tells nothing', () => {
  expect(expectedFinish({ totals: [50 * min, 105 * min], finishMs: 220 * min }, paces)).toBeNull()
  expect(expectedFinish({ totals: [null, null], finishMs: null }, paces)).toBeNull()
  expect(expectedFinish({ totals: [50 * min], finishMs: null }, fieldPaces(field.slice(1), 1))).toBeNull()
})

it('expects nobody before their last point', () => {
  const times = fc.integer({ min: 1, max: 10_000_000 })
  const passing = fc.record({ totals: fc.tuple(times), finishMs: times })
  expectAll(fc.array(passing, { minLength: 5, maxLength: 30 }), times, (others, total) => {
    const found = expectedFinish({ totals: [total], finishMs: null }, fieldPaces(others, 1))
    return found === null || (found.ms >= total && found.spreadMs >= 0)
  })
})
