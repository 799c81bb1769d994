import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTimeMs } from '../../../main/kernel/times.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

it('reads a usual clock by its characters as it reads one with spaces around it by its pattern', () => {
  const likeClocks = fc.string({ unit: fc.constantFrom(...Array.from('0123456789::::.,-+ x')), maxLength: 9 })
  const clocks = fc
    .tuple(fc.nat(99), fc.nat(75), fc.nat(75))
    .map(([hours, minutes, seconds]) =>
      [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':'),
    )
  expectAllIn(500, fc.oneof(likeClocks, clocks), (text) => {
    expect(parseTimeMs(text)).toBe(parseTimeMs(` ${text}  `))
  })
})
