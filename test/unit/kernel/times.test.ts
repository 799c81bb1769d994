import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTimeMs } from '../../../main/kernel/times.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

it.each([
  ['0:59', '59'],
  ['75:30', '4530'],
  ['1:02:03', '3723'],
  ['23:59:59', '86399'],
  ['123:00:00', '442800'],
])('reads %s as %s s', (text, seconds) => {
  expect(parseTimeMs(text)).toBe(Number(seconds) * 1000)
})

it.each(':30:15|1:60|1:60:00|1:2:3|1:02:|١:٣٠'.split('|'))('reads no time in %s', (text) => {
  expect(parseTimeMs(text)).toBeNull()
})

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
