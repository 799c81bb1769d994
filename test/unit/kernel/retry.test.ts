import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextWaitMs, parseRetryAfterS, retriesAfter, type RetryRules } from '../../../main/kernel/retry.ts'

const rules: RetryRules = { maxRetries: 3, baseMs: 100, maxWaitMs: 60_000 }
const now = Date.parse('2026-05-16T10:00:00Z')

describe('parseRetryAfterS', () => {
  test.each([
    ['0', 0],
    [' 120 ', 120],
    ['1.2', 2],
    ['Sat, 16 May 2026 10:00:30 GMT', 30],
    ['Sat, 16 May 2026 09:00:00 GMT', 0],
    ['Saturday, 16-May-26 10:00:05 GMT', 5],
    ['99999999999999999999', 1e20],
  ])('the wait asked for is misread: %s', (header, seconds) => {
    expect(parseRetryAfterS(header, now)).toBe(seconds)
  })

  test.each([undefined, '', 'soon', '-5', '2026', '1e3', '0x10', 'NaN'])('junk counts as a wait: %j', (header) => {
    const expected = header === '2026' ? 2026 : null
    expect(parseRetryAfterS(header, now)).toBe(expected)
  })

  test('a date is read although the time now is not known', () => {
    expect(parseRetryAfterS('Sat, 16 May 2026 10:00:30 GMT', Number.NaN)).toBeNull()
  })
})

describe('nextWaitMs', () => {
  const replied = (status: number, retryAfterS: number | null = null) =>
    ({ kind: 'replied', status, retryAfterS }) as const

  test('a final status is tried again', () => {
    for (const status of [200, 204, 301, 304, 400, 401, 403, 404, 406, 409, 500, 501]) {
      expect(nextWaitMs(replied(status), 0, 0, 0.5, rules)).toBeNull()
    }
    expect(nextWaitMs(replied(500, 1), 0, 0, 0.5, rules)).toBeNull()
  })

  test('a passing trouble is not tried again', () => {
    for (const end of [replied(429), replied(502), replied(503), replied(504), { kind: 'lost' } as const]) {
      expect(nextWaitMs(end, 0, 0, 0.5, rules)).toBe(50)
      expect(nextWaitMs(end, 2, 0, 0.5, rules)).toBe(200)
      expect(nextWaitMs(end, 3, 0, 0.5, rules)).toBeNull()
    }
  })

  test('406 is tried again without Retry-After, or not with it', () => {
    expect(nextWaitMs(replied(406), 0, 0, 0.5, rules)).toBeNull()
    expect(nextWaitMs(replied(406, 2), 0, 0, 0.5, rules)).toBe(2000)
  })

  test('a Retry-After is cut short, or waited for beyond the bound in one go or in sum', () => {
    expect(nextWaitMs(replied(503, 60), 0, 0, 0.5, rules)).toBe(60_000)
    expect(nextWaitMs(replied(503, 61), 0, 0, 0.5, rules)).toBeNull()
    expect(nextWaitMs(replied(503, 40), 1, 40_000, 0.5, rules)).toBeNull()
    expect(nextWaitMs(replied(503, 0), 0, 0, 0.5, rules)).toBe(50)
  })

  test('the jitter leaves its range', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(random, fc.integer({ min: 0, max: 2 }), (chance, retries) => {
        const waitMs = nextWaitMs({ kind: 'lost' }, retries, 0, chance, rules)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThan(rules.baseMs * 2 ** retries || 1)
      }),
    )
  })
})

describe('retriesAfter', () => {
  test('a try that got further with its body starts the count again', () => {
    expect(retriesAfter(3, 400_000)).toBe(0)
    expect(retriesAfter(3, 16 * 1024)).toBe(0)
  })

  test('a try that brought next to nothing leaves the count as it was', () => {
    expect(retriesAfter(3, 16 * 1024 - 1)).toBe(3)
    expect(retriesAfter(2, 0)).toBe(2)
    expect(retriesAfter(2, -400_000)).toBe(2)
  })
})
