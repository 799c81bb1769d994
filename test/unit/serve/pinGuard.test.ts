import { expect, it } from 'vitest'
import { createPinGuard } from '../../../main/serve/screens/pinGuard.ts'

const pin = '246813'

it('takes no PIN from an address for a minute after five wrong ones, and lets others in', () => {
  let now = 0
  const judge = createPinGuard(() => now)
  expect([1, 2, 3, 4, 5].map((guess) => judge(pin, String(guess), '10.0.0.1'))).toEqual(Array(5).fill('wrong'))
  expect(judge(pin, pin, '10.0.0.1')).toBe('wait')
  expect(judge(pin, pin, '10.0.0.2')).toBe('right')
  now += 61_000
  expect(judge(pin, pin, '10.0.0.1')).toBe('right')
})

it('lets many addresses together try a hundred PINs an hour, without keeping out who knew it', () => {
  let now = 0
  const judge = createPinGuard(() => now)
  expect(judge(pin, pin, '10.0.0.1')).toBe('right')
  const tried = Array.from({ length: 150 }, (_, at) => judge(pin, '000000', `10.1.0.${at}`))
  expect(tried.filter((answer) => answer === 'wrong')).toHaveLength(100)
  expect(judge(pin, pin, '10.0.0.2')).toBe('wait')
  expect(judge(pin, pin, '10.0.0.1')).toBe('right')
  now += 61 * 60_000
  expect(judge(pin, pin, '10.0.0.2')).toBe('right')
})

it('begins anew with a new PIN, which those who knew the old one have to be told', () => {
  const judge = createPinGuard(() => 0)
  expect(judge(pin, pin, '10.0.0.1')).toBe('right')
  for (let at = 0; at < 5; at += 1) judge(pin, '000000', '10.0.0.2')
  expect(judge('111111', pin, '10.0.0.1')).toBe('wrong')
  expect(judge('111111', '111111', '10.0.0.2')).toBe('right')
})
