import { expect, it } from 'vitest'
import type { PreflightProblem } from '../../../preload/contract/files.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { isSpelt, withSpelling } from '../../../renderer/features/files/exportDraft.ts'
import { groupProblems } from '../../../renderer/features/files/problemGroups.ts'

it('tells a problem once for all categories of a person, and respells all of their rows', () => {
  const problem = { problem: 'not-latin', field: 'lastName', value: 'Ёж', proposal: 'Ezh' } as const
  const who = { distanceName: '5 km', bib: '7', name: 'Ёж Ян', ...problem }
  const in5km = (categoryName: string, index: number): PreflightProblem => {
    return { ...who, category: categoryName as CategoryId, categoryName, index }
  }
  const nameless: PreflightProblem = { ...in5km('Men', 4), bib: '', name: '', problem: 'no-name' }
  const groups = groupProblems([in5km('Men', 1), nameless, { ...nameless, index: 5 }, in5km('Overall', 2)])
  expect([...groups].map(([code, people]) => [code, people.length])).toEqual([
    ['not-latin', 1],
    ['no-name', 2],
  ])
  const rows = groups.get('not-latin')?.[0]?.rows.filter(isSpelt) ?? []
  expect(withSpelling({ spellings: [] }, rows, 'Yezh').spellings).toEqual([
    { category: 'Men', index: 1, lastName: 'Yezh' },
    { category: 'Overall', index: 2, lastName: 'Yezh' },
  ])
})
