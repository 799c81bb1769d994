import { expect, it } from 'vitest'
import type { Change } from '../../../preload/contract/changes.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { raceNotices, withNotice, type Notice } from '../../../renderer/app/notices/raceNotices.ts'
import { createStay } from '../../../renderer/app/notices/useLeaving.ts'
import { sampleChange as change } from '../../support/units/samples.ts'

const anna = { bib: '214', name: 'Anna Orlova' }
const all = ['favourite', 'disqualified', 'podium', 'watch'] as const
const told = (changes: readonly Change[], favourites = [anna], kinds: Parameters<typeof raceNotices>[2] = all) =>
  raceNotices(changes, favourites, kinds).map(({ kind, changes: of }) => [kind, of.length])

it('tells of a favourite once, in however many categories the first result came', () => {
  const arrival = change({ isFirstResult: true })
  expect(told([arrival, { ...arrival, category: 'overall' as CategoryId }])).toEqual([['favourite', 1]])
})

it('tells nothing of 12,000 first results without favourites, nor of a corrected time', () => {
  const crowd = Array.from({ length: 12_000 }, (_, index) =>
    change({ id: index, bib: `${index + 1_000}`, isFirstResult: true }),
  )
  expect(told([...crowd, change({ before: '31:05' })])).toEqual([])
})

it('does not take another person with the same bib for the favourite', () => {
  expect(told([change({ name: 'Olga Petrova', isFirstResult: true })])).toEqual([])
})

it('tells of several favourites in one notice', () => {
  const other = { bib: '7', name: 'Olga Petrova' }
  expect(told([change({ isFirstResult: true }), change({ ...other, isFirstResult: true })], [anna, other])).toEqual([
    ['favourite', 2],
  ])
})

it('tells of disqualifications, and not of other statuses', () => {
  const status = { type: 'status', before: 'OK' } as const
  const statuses = [change({ ...status, after: 'DSQ' }), change({ ...status, bib: '8', after: 'DNF' })]
  expect(told(statuses)).toEqual([['disqualified', 1]])
})

it('tells of a category whose first three places changed once, and of no other place', () => {
  const places = [
    change({ type: 'place', before: '3', after: '4' }),
    change({ type: 'place', bib: '8', before: '4', after: '3' }),
    change({ type: 'place', category: 'women' as CategoryId, before: '14', after: '13' }),
  ]
  expect(told(places)).toEqual([['podium', 1]])
})

it('says the disqualified of a race in one line, in whichever replies they came, and those of another in their own', () => {
  const changes = (bib: string) => [change({ type: 'status', after: 'DSQ', bib })]
  const shown = ['a7', 'a8', 'b7', 'a9', 'a7'].reduce<readonly Notice[]>(
    (before, [stage, bib = ''], id) =>
      withNotice(before, { id, stage: stage as StageGuid, of: { kind: 'disqualified', changes: changes(bib) } }),
    [],
  )
  expect(shown.map(({ id, of }) => [id, of.kind === 'watch' || of.changes.length])).toEqual([
    [2, 1],
    [4, 3],
  ])
})

it('tells only what is switched on', () => {
  const both = [change({ isFirstResult: true }), change({ type: 'status', bib: '8', after: 'DSQ' })]
  expect(told(both, [anna], ['disqualified'])).toEqual([['disqualified', 1]])
  expect(told(both, [anna], ['watch'])).toEqual([])
})

it('lets the time of a notice run only once somebody was there since it came, and not while its buttons are used', () => {
  const { see, tick } = createStay(3)
  const ticks = (isHeld: boolean, count: number) => Array.from({ length: count }, () => tick(isHeld))
  expect(ticks(false, 600)).not.toContain(true)
  see()
  expect(ticks(false, 2)).toEqual([false, false])
  expect(ticks(true, 60)).not.toContain(true)
  expect(ticks(false, 1)).toEqual([true])
})
