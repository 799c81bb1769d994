import { expect, it } from 'vitest'
import type { Change, ChangesPage } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import { joinPages, nextOffset } from '../../../renderer/features/changes/changePages.ts'
import { formatMoment, groupChanges, recentSince } from '../../../renderer/features/changes/changeGroups.ts'
import { sampleChange } from '../../support/units/samples.ts'

const change = (id: number, at: string): Change => sampleChange({ id, at: at as Instant, bib: null, name: null })

it('keeps categories of one poll together though they were answered seconds apart, and polls apart', () => {
  const times = ['01:04.000', '01:00.500', '00:34.000', '00:34.000']
  const changes = times.map((time, index) => change(5 - index, `2026-05-16T10:${time}Z`))
  const groups = groupChanges(changes, true).map(({ at, lines }) => [at.slice(14, 19), ...lines.map(([{ id }]) => id)])
  expect(groups.map((group) => group.join(' '))).toEqual(['01:04 5 4', '00:34 3 2'])
  expect(groupChanges([], true)).toEqual([])
})

it('counts no poll of which some changes are not read yet', () => {
  const read = [1, 0, 0].map((minute, index) => change(3 - index, `2026-05-16T10:0${minute}:00.000Z`))
  expect(groupChanges(read, true).map(({ count }) => count)).toEqual([1, 2])
  expect(groupChanges(read, false).map(({ count }) => count)).toEqual([1, null])
})

it('does not merge successive polls, and does not change older groups when more arrive', () => {
  const polls = (...seconds: readonly number[]) =>
    groupChanges(
      seconds.map((s) => change(s + 1, new Date(Date.parse('2026-05-16T10:00:00.000Z') + s * 1000).toISOString())),
      true,
    ).map(({ lines }) => lines.map(([{ id }]) => id).join(' '))
  expect(polls(20, 15, 10, 5, 0)).toEqual(['21 16', '11 6 1'])
  expect(polls(30, 25, 20, 15, 10, 5, 0)).toEqual(['31', '26 21 16', '11 6 1'])
})

it('has one line for what several categories of a person say at one poll, and keeps apart who may be others', () => {
  const at = '2026-05-16T10:00:00.000Z'
  const of = (id: number, category: string, who: Partial<Change>): Change => {
    return { ...change(id, at), category: category as CategoryId, type: 'result', ...who }
  }
  const anna = { bib: '7', name: 'Анна Ом' }
  const [group] = groupChanges(
    [
      of(9, '1', anna),
      of(8, '2', anna),
      of(7, '2', anna),
      of(6, '3', { ...anna, type: 'place' }),
      of(5, '1', { bib: '7', name: 'Вера Ли' }),
      of(4, '1', { bib: '8', name: null }),
      of(3, '2', { bib: '8', name: null }),
    ],
    true,
  )
  expect(group?.lines.map((line) => line.map(({ id }) => id))).toEqual([[9, 8], [7], [6], [5], [4], [3]])
  expect(group?.count).toBe(6)
})

it('does not query changes of the last ten minutes again at every tick', () => {
  const first = recentSince(Date.parse('2026-05-16T10:20:05.000Z'))
  expect(first).toBe('2026-05-16T10:10:00.000Z')
  expect(recentSince(Date.parse('2026-05-16T10:20:55.000Z'))).toBe(first)
})

it('tells polls of one minute apart by their seconds', () => {
  const at = new Date(2026, 4, 16, 10, 1, 4)
  expect(formatMoment(at.toISOString(), at.getTime(), 'ru')).toBe('10:01:04')
})

const page = (total: number, ...ids: readonly number[]): ChangesPage => ({
  total,
  lastId: ids[0] ?? 0,
  marks: { looked: null, printed: null, exported: null },
  counts: {},
  people: 0,
  changes: ids.map((id) => change(id, '2026-05-16T10:00:00.000Z')),
})

it('goes on past a thousand changes, and stops at the end', () => {
  const next = [800, 1_000, 1_200].map((offset) => nextOffset(page(1_250), offset, 200))
  expect([...next, nextOffset(page(200), 0, 200)]).toEqual([1_000, 1_200, undefined, undefined])
})

it('shows once what an arrival moved from one page to the next', () => {
  const joined = joinPages([page(5, 5, 4, 3), page(6, 3, 2, 1)])
  expect(joined?.changes.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
  expect(joined?.total).toBe(5)
  expect(joinPages([])).toBeUndefined()
})
