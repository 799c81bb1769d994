import { expect, it } from 'vitest'
import type { Change } from '../../../preload/contract/changes.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Row } from '../../../preload/contract/results.ts'
import { correctionsOf, favouritesOf } from '../../../renderer/features/results/announcer/announcerData.ts'
import { draftOf, wishOf, withChosen } from '../../../renderer/features/watch/watchDraft.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { sampleChange } from '../../support/units/samples.ts'

const [overall, men, m40] = ['1', '2', '3'] as unknown as readonly [CategoryId, CategoryId, CategoryId]
const categoryNames = new Map([
  [overall, 'Overall'],
  [men, 'Men'],
  [m40, 'M40'],
])

const change = (id: number, of: Partial<Change>): Change =>
  sampleChange({ id, category: overall, categoryName: categoryNames.get(of.category ?? overall) ?? '', ...of })

const roles = { number: 'bib', last: 'lastName', first: 'firstName', club: 'club', time: 'result' } as const
const columns = Object.entries(roles).map(([name, role]) => ({ name, kind: 'text', role }) as const)

const row = (category: CategoryId, place: number | null, time = '31:02'): Row => ({
  category,
  index: 0,
  identity: `${category}:214`,
  cells: ['214', 'Иванов', 'Пётр', 'Динамо', time],
  status: 'OK',
  place,
})

const places = new Map([
  [overall, { distance: '10 km', category: 'Overall' }],
  [men, { distance: '10 km', category: 'Men' }],
  [m40, { distance: '10 km', category: 'M40' }],
])

it('shows a correction once for all categories, and no details of a recalculation', () => {
  const renamed = { type: 'name', before: 'П.', after: 'Пётр' } as const
  const found = correctionsOf(
    [
      change(5, { type: 'mass-recalculation', before: null, bib: null, name: null, count: 40, of: 100 }),
      change(4, { ...renamed, headline: 5 }),
      change(3, { ...renamed, category: men }),
      change(2, { ...renamed }),
    ],
    10,
  )
  const told = found.map(({ type, categories }) => `${type}: ${categories.join(' ')}`)
  expect(told).toEqual(['mass-recalculation: Overall', 'name: Overall Men'])
  expect(found[0]).toMatchObject({ count: 40, of: 100 })
})

it('shows changes of places among the first ten only', () => {
  const moved = (id: number, before: string | null, after: string | null) =>
    change(id, { type: 'place', bib: String(id), before, after })
  const all = [moved(4, '592', '591'), moved(3, '11', '10'), moved(2, '3', '4'), moved(1, '2', null)]
  const found = correctionsOf(all, 10)
  expect(found.map(({ id }) => id)).toEqual([3, 2, 1])
})

it('shows a favourite once, as the rows have it now', () => {
  const found = favouritesOf({ columns, rows: [row(overall, 2), row(men, 1)] }, places)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ name: 'Иванов Пётр', result: '31:02', learnedAt: null })
  expect(found[0]?.placings.map(({ place }) => place)).toEqual([2, 1])
})

it('asks for a watch only with numbers it may ask for, and with at least one category when they are chosen', () => {
  const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
  const draft = draftOf(null, null)
  expect(wishOf(stage, draft, 5)).toEqual({ stage, everyS: 30, budgetMbPerHour: 200 })
  for (const every of ['', '4', '5.5', '-6', '86401', '1e3']) expect(wishOf(stage, { ...draft, every }, 5)).toBeNull()
  expect(wishOf(stage, { ...draft, every: ' 1 ' }, 1)?.everyS).toBe(1)
  for (const budget of ['0', '', '1000001', 'x']) expect(wishOf(stage, { ...draft, budget }, 5)).toBeNull()
  expect(wishOf(stage, { ...draft, isAll: false }, 5)).toBeNull()
  const tree = { distances: [{ categories: [{ id: overall }, { id: men }] }] } as unknown as StageTree
  const chosen = withChosen(withChosen(draft, tree, [men], true), tree, [overall], true)
  expect(wishOf(stage, chosen, 5)?.categories).toEqual([overall, men])
  expect(withChosen(chosen, tree, [overall, men], false).chosen).toEqual([])
})
