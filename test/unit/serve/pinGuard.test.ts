import { expect, it } from 'vitest'
import { createPinGuard } from '../../../main/serve/screens/pinGuard.ts'

const pin = '246813'
const wrong = '000000'
const minute = 60_000

const begin = () => {
  let now = 0
  const guard = createPinGuard(() => now)
  return {
    judge: (given: string, from: string, device: string | null = null, wanted = pin) =>
      guard(wanted, { pin: given, from, device }),
    wait: (ms: number): void => {
      now += ms
    },
    /** Wrong tries of these addresses, as often as they may, in each minute of some hours. */
    attack: (from: readonly string[], hours: number): number => {
      let tried = 0
      for (let at = 0; at < hours * 60; at += 1) {
        for (const one of from) while (guard(pin, { pin: wrong, from: one, device: null }) === 'wrong') tried += 1
        now += minute
      }
      return tried
    },
  }
}

const addresses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `10.1.${Math.floor(at / 250)}.${at % 250}`)

it('takes no PIN from an address for a minute after five wrong ones, then longer after each, and lets others in', () => {
  const { judge, wait } = begin()
  expect([1, 2, 3, 4, 5].map((guess) => judge(String(guess), '10.0.0.1'))).toEqual(Array(5).fill('wrong'))
  expect(judge(pin, '10.0.0.1')).toBe('wait')
  expect(judge(pin, '10.0.0.2')).toBe('right')
  wait(minute)
  expect(judge(wrong, '10.0.0.1')).toBe('wrong')
  wait(minute)
  expect(judge(pin, '10.0.0.1')).toBe('wait')
  wait(minute)
  expect(judge(pin, '10.0.0.1')).toBe('right')
})

it('lets a new device of the crew in at once while twenty or fifty others guess all day', () => {
  for (const count of [20, 50]) {
    const { judge, attack } = begin()
    attack(addresses(count), 12)
    expect(judge(pin, '10.0.0.2', 'new')).toBe('right')
  }
})

it('keeps nobody waiting more than a quarter of an hour, and less with a new PIN', () => {
  const { judge, wait, attack } = begin()
  attack(['10.0.0.1'], 12)
  wait(15 * minute)
  expect(judge(pin, '10.0.0.1')).toBe('right')
  attack(['10.0.0.1'], 1)
  expect(judge('111111', '10.0.0.1', null, '111111')).toBe('right')
})

it('never keeps out a device that knew the PIN, whoever else guesses, at the same address too', () => {
  const { judge, attack } = begin()
  expect(judge(pin, '10.0.0.1', 'phone')).toBe('right')
  attack(addresses(300), 1)
  for (let at = 0; at < 5; at += 1) expect(judge(wrong, '10.0.0.1')).toBe('wrong')
  expect(judge(pin, '10.0.0.1', 'phone')).toBe('right')
  expect(judge(pin, '10.0.0.9', 'phone')).toBe('right')
  expect(judge(pin, '10.0.0.1', 'another')).toBe('wait')
})

it('lets a device that knew the PIN guess no other one', () => {
  const { judge } = begin()
  expect(judge(pin, '10.0.0.1', 'phone')).toBe('right')
  for (let at = 0; at < 5; at += 1) expect(judge(wrong, '10.0.0.1', 'phone')).toBe('wrong')
  expect(judge(wrong, '10.0.0.1', 'phone')).toBe('wait')
  expect(judge(pin, '10.0.0.1')).toBe('right')
})

it('lets any number of addresses try less than one in a hundred PINs in a day of twelve hours', () => {
  const { judge, attack } = begin()
  expect(attack(addresses(500), 12)).toBeLessThan(10_000)
  expect(judge(pin, '10.0.0.2')).toBe('right')
})

it('begins anew with a new PIN, which those who knew the old one have to be told', () => {
  const { judge } = begin()
  expect(judge(pin, '10.0.0.1', 'phone')).toBe('right')
  for (let at = 0; at < 5; at += 1) judge(wrong, '10.0.0.2')
  expect(judge(pin, '10.0.0.1', 'phone', '111111')).toBe('wrong')
  expect(judge('111111', '10.0.0.2', null, '111111')).toBe('right')
})
