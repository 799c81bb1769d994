import { describe, expect, it } from 'vitest'
import type { CategoryId, Change, Instant } from '../../preload/contract.ts'
import { formatMoment, groupChanges, recentSince } from '../../renderer/screens/stage/changes/changeGroups.ts'

const change = (id: number, at: string): Change => ({
  id,
  at: at as Instant,
  type: 'new',
  category: '1' as CategoryId,
  distanceName: '10 km',
  categoryName: 'M40',
  bib: null,
  name: null,
  before: null,
  after: null,
  index: null,
  headline: null,
})

describe('changes by poll', () => {
  it('keeps categories of one poll together though they were answered seconds apart, and polls apart', () => {
    const groups = groupChanges([
      change(5, '2026-05-16T10:01:04.000Z'),
      change(4, '2026-05-16T10:01:00.500Z'),
      change(3, '2026-05-16T10:00:34.000Z'),
      change(2, '2026-05-16T10:00:34.000Z'),
    ])
    expect(groups.map(({ at, changes }) => [at, ...changes.map(({ id }) => id)])).toEqual([
      ['2026-05-16T10:01:04.000Z', 5, 4],
      ['2026-05-16T10:00:34.000Z', 3, 2],
    ])
    expect(groupChanges([])).toEqual([])
  })

  it('does not ask anew at every tick of the clock for what changed in the last ten minutes', () => {
    const first = recentSince(Date.parse('2026-05-16T10:20:05.000Z'))
    expect(first).toBe('2026-05-16T10:10:00.000Z')
    expect(recentSince(Date.parse('2026-05-16T10:20:55.000Z'))).toBe(first)
  })

  it('tells polls of one minute apart by their seconds', () => {
    const at = new Date(2026, 4, 16, 10, 1, 4)
    expect(formatMoment(at.toISOString(), at.getTime(), 'ru')).toBe('10:01:04')
  })
})
