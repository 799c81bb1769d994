import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTimeMs } from '../../../main/kernel/times.ts'

it.each([
  ['0:59', 59_000],
  ['75:30', 4_530_000],
  ['1:02:03', 3_723_000],
  ['23:59:59', 86_399_000],
  ['123:00:00', 442_800_000],
  [':30:15', null],
  ['1:60', null],
  ['1:60:00', null],
  ['1:2:3', null],
  ['1:02:', null],
  ['١:٣٠', null],
])('reads %s', (text, ms) => {
  expect(parseTimeMs(text)).toBe(ms)
})

it('reads a usual clock by its characters as it reads one with spaces around it by its pattern', () => {
  const likeClocks = fc.string({ unit: fc.constantFrom(...Array.from('0123456789::::.,-+ x')), maxLength: 9 })
  const clocks = fc
    .tuple(fc.nat(99), fc.nat(75), fc.nat(75))
    .map(([hours, minutes, seconds]) =>
      [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':'),
    )
  fc.assert(
    fc.property(fc.oneof(likeClocks, clocks), (text) => {
      expect(parseTimeMs(text)).toBe(parseTimeMs(` ${text}  `))
    }),
    { numRuns: 500 },
  )
})
