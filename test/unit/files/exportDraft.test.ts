import { expect, it } from 'vitest'
import type { PreflightProblem } from '../../../preload/contract/files.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { isByPersonChosen, isSpelt, withSpelling } from '../../../renderer/features/files/exportDraft.ts'
import { groupProblems } from '../../../renderer/features/files/problemGroups.ts'

it.each([
  ['xlsx', true],
  ['html', true],
  ['protocol', false],
  ['json', false],
] as const)('has one line a person in %s as the table has, unless chosen otherwise: %s', (format, isAsTable) => {
  const draft = { format, isRaw: false, isWorkbook: false, isPage: true }
  const chosen = (isByPerson: boolean | null) => isByPersonChosen({ ...draft, isByPerson }, true)
  expect([null, true, false].map(chosen)).toEqual([isAsTable, true, false])
  expect(isByPersonChosen({ ...draft, isByPerson: null }, false)).toBe(false)
})

it('tells a problem once for all categories of a person, and respells all of their rows', () => {
  const in5km = (categoryName: string, index: number): PreflightProblem => ({
    ...{ category: categoryName as CategoryId, categoryName, index, distanceName: '5 km', bib: '7', name: 'Ёж Ян' },
    ...{ problem: 'not-latin', field: 'lastName', value: 'Ёж', proposal: 'Ezh' },
  })
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
