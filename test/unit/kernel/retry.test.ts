import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextWaitMs, parseRetryAfterS, retriesAfter, type RetryRules } from '../../../main/kernel/retry.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const rules: RetryRules = { maxRetries: 3, baseMs: 100, maxWaitMs: 60_000 }
const now = Date.parse('2026-05-16T10:00:00Z')

test.each([
  ['0', '0'],
  [' 120 ', '120'],
  ['1.2', '2'],
  ['2026', '2026'],
  ['Sat, 16 May 2026 10:00:30 GMT', '30'],
  ['Sat, 16 May 2026 09:00:00 GMT', '0'],
  ['Saturday, 16-May-26 10:00:05 GMT', '5'],
  ['99999999999999999999', '1e20'],
] as const)('reads the requested wait: %s', (header, seconds) => {
  expect(parseRetryAfterS(header, now)).toBe(Number(seconds))
})

test.each([undefined, '', 'soon', '-5', '1e3', '0x10', 'NaN'])('reads no wait from junk: %j', (header) => {
  expect(parseRetryAfterS(header, now)).toBeNull()
})

test('ignores a date when the current time is unknown', () => {
  expect(parseRetryAfterS('Sat, 16 May 2026 10:00:30 GMT', Number.NaN)).toBeNull()
})

const replied = (status: number, retryAfterS: number | null = null) =>
  ({ kind: 'replied', status, retryAfterS }) as const

test('does not retry a final status', () => {
  for (const status of [200, 204, 301, 304, 400, 401, 403, 404, 406, 409, 500, 501]) {
    expect(nextWaitMs(replied(status), 0, 0, 0.5, rules)).toBeNull()
  }
  expect(nextWaitMs(replied(500, 1), 0, 0, 0.5, rules)).toBeNull()
})

test('retries a temporary failure', () => {
  for (const end of [replied(429), replied(502), replied(503), replied(504), { kind: 'lost' } as const]) {
    expect(nextWaitMs(end, 0, 0, 0.5, rules)).toBe(50)
    expect(nextWaitMs(end, 2, 0, 0.5, rules)).toBe(200)
    expect(nextWaitMs(end, 3, 0, 0.5, rules)).toBeNull()
  }
})

test('retries 406 only with Retry-After', () => {
  expect(nextWaitMs(replied(406), 0, 0, 0.5, rules)).toBeNull()
  expect(nextWaitMs(replied(406, 2), 0, 0, 0.5, rules)).toBe(2000)
})

test('waits for the whole Retry-After, up to the bound for one and for the sum', () => {
  expect(nextWaitMs(replied(503, 60), 0, 0, 0.5, rules)).toBe(60_000)
  expect(nextWaitMs(replied(503, 61), 0, 0, 0.5, rules)).toBeNull()
  expect(nextWaitMs(replied(503, 40), 1, 40_000, 0.5, rules)).toBeNull()
  expect(nextWaitMs(replied(503, 0), 0, 0, 0.5, rules)).toBe(50)
})

test('keeps the jitter within its range', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  expectAll(random, fc.integer({ min: 0, max: 2 }), (chance, retries) => {
    const waitMs = nextWaitMs({ kind: 'lost' }, retries, 0, chance, rules)
    expect(waitMs).toBeGreaterThanOrEqual(0)
    expect(waitMs).toBeLessThan(rules.baseMs * 2 ** retries || 1)
  })
})

test('starts the count of retries again only after a try that got further with its body', () => {
  expect([400_000, 16 * 1024, 16 * 1024 - 1, 0, -400_000].map((bytes) => retriesAfter(3, bytes))).toEqual([
    0, 0, 3, 3, 3,
  ])
})
