import { expect, it } from 'vitest'
import { pagesOfRound } from '../../../main/features/screens/rules/round.ts'
import { usualScreen } from '../../../preload/contract/screens/layout.ts'

const alike = (count: number, rows: number): readonly number[] => Array.from({ length: count }, () => rows)

const minutesOf = (categoryRows: readonly number[]): number => {
  const most = pagesOfRound(categoryRows, usualScreen) ?? Infinity
  const pages = categoryRows.reduce((sum, rows) => sum + Math.min(Math.ceil(rows / 10), most), 0)
  return (pages * usualScreen.seconds) / 60
}

it('a new screen goes round all categories of a stage within five minutes where a page of each fits', () => {
  for (const [count, rows] of [
    [1, 5],
    [6, 500],
    [30, 40],
    [1, 26_000],
  ] as const) {
    expect(minutesOf(alike(count, rows))).toBeLessThanOrEqual(5)
  }
})

it('shows a page of each category however many there are', () => {
  expect(pagesOfRound(alike(300, 87), usualScreen)).toBe(1)
})

it('shows everything where that fits, and where the operator set no limit', () => {
  expect(pagesOfRound(alike(3, 20), usualScreen)).toBeNull()
  expect(pagesOfRound(alike(300, 87), { ...usualScreen, roundMinutes: null })).toBeNull()
})

it('shows the same number of first pages of each, and short categories whole', () => {
  expect(pagesOfRound([10, ...alike(5, 500)], usualScreen)).toBe(5)
})
