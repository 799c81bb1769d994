import { expect, it } from 'vitest'
import { roundOf, type Turn } from '../../../main/features/screens/rules/round.ts'
import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import { usualScreen } from '../../../preload/contract/screens/layout.ts'

const turns = (count: number, rows: number): readonly Turn[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at) as CategoryId,
    rows,
    fetchedAt: new Date(Date.UTC(2026, 4, 17, 10, 0, at)).toISOString() as Instant,
  }))

const minutesOf = (all: readonly Turn[], settings: Pick<typeof usualScreen, 'seconds' | 'rows'>, limit: number) => {
  const { ids, pages } = roundOf(all, { ...settings, roundMinutes: limit })
  const shown = all.filter(({ id }) => ids.has(id))
  const count = shown.reduce((sum, { rows }) => sum + Math.min(Math.ceil(rows / 10), pages ?? Infinity), 0)
  return (count * settings.seconds) / 60
}

it('a new screen goes round all categories of a stage within its minutes, however many there are', () => {
  for (const [count, rows] of [
    [1, 5],
    [6, 500],
    [30, 40],
    [300, 87],
    [1, 26_000],
  ] as const) {
    expect(minutesOf(turns(count, rows), usualScreen, usualScreen.roundMinutes)).toBeLessThanOrEqual(5)
  }
})

it('shows everything where that fits, and where the operator set no limit', () => {
  expect(roundOf(turns(3, 20), usualScreen)).toMatchObject({ pages: null })
  const all = turns(300, 87)
  expect(roundOf(all, { ...usualScreen, roundMinutes: null })).toEqual({
    ids: new Set(all.map(({ id }) => id)),
    pages: null,
  })
})

it('shows the same number of first pages of each, and short categories whole', () => {
  const [short, ...long] = turns(6, 500)
  if (short === undefined) throw new Error('no category')
  const { ids, pages } = roundOf([{ ...short, rows: 10 }, ...long], usualScreen)
  expect([ids.size, pages]).toEqual([6, 5])
})

it('shows the categories whose results came last where not even one page of each fits', () => {
  const { ids, pages } = roundOf(turns(300, 87), usualScreen)
  expect([...ids].toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => String(270 + at)))
  expect(pages).toBe(1)
})
