import { expect, test } from 'vitest'
import { selectCategories } from '../../../main/cli/categorySelection.ts'
import { takeAnswer } from '../../../main/cli/verbs/stages.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Category, Distance } from '../../../preload/contract/stages.ts'
import { sampleCategory, sampleStage } from '../../support/units/samples.ts'

const category = (id: string, name: string, more: Partial<Category> = {}): Category =>
  sampleCategory({
    id: id as CategoryId,
    guid: `00000000-0000-4000-8000-00000000000${id}`,
    name,
    checkedAt: null,
    ...more,
  })

const stage = sampleStage()
const treeOf = (distances: readonly Distance[]) => ({
  stage,
  distances,
  linksFetchedAt: null,
  proposedResultsUrl: null,
  watch: null,
})

const tree = treeOf([
  { guid: 'd1', name: '10 km', categories: [category('1', 'M40'), category('2', 'F40')] },
  { guid: 'd2', name: '21 km', categories: [category('3', 'M40'), category('4', 'M40/F40', { isListed: false })] },
])

test.each([
  ['a name means every category of that name', ['M40'], ['1', '3']],
  ['a distance narrows it', ['21 km/M40'], ['3']],
  ['a name may hold a slash', ['M40/F40'], ['4']],
  ['a GUID in capitals is the same GUID', ['00000000-0000-4000-8000-000000000002'.toUpperCase()], ['2']],
  ['several values are joined, each row once', ['M40', '10 km/M40', 'F40'], ['1', '2', '3']],
  ['no value means all categories', [], undefined],
])('%s', (_, texts, ids) => {
  expect(selectCategories(tree, texts)).toEqual({ ok: true, value: ids })
})

test('one unknown name among known ones is an error, so that no category is silently left out', () => {
  expect(selectCategories(tree, ['M40', 'M41'])).toEqual({
    ok: false,
    error: { kind: 'not-found', what: 'category M41' },
  })
})

test('take counts rows stored now, leaves out categories no longer listed, and shows an error beside no rows', () => {
  const error = { kind: 'unexpected-reply', where: 'results', bodyStart: '{}' } as const
  const categories = [
    category('1', 'M40', { incomplete: { rows: 10, total: 12 } }),
    category('2', 'F40', { outcome: 'failed', rows: 7, error: { kind: 'cancelled' } }),
    category('3', 'M50', { outcome: 'no-rows', rows: 0, error }),
    category('4', 'gone', { isListed: false }),
  ]
  const answer = takeAnswer(treeOf([{ guid: 'd1', name: '10 km', categories }]), 1234)
  const place = (id: string, name: string) => ({ distance: '10 km', category: name, guid: category(id, '').guid })
  expect(answer).toEqual({
    stage: stage.guid,
    rows: 17,
    tookMs: 1234,
    categories: [
      { ...place('1', 'M40'), outcome: 'done', rows: 10, incomplete: { rows: 10, total: 12 } },
      { ...place('2', 'F40'), outcome: 'failed', rows: 7, error: { kind: 'cancelled' } },
      { ...place('3', 'M50'), outcome: 'no-rows', rows: 0, error },
    ],
  })
})

test('take says what it was answered itself, not what another take has stored since', () => {
  const error = { kind: 'timed-out', afterMs: 30_000 } as const
  const asked = [
    { category: category('1', '').id, outcome: 'done', error: null } as const,
    { category: category('2', '').id, outcome: 'failed', error } as const,
  ]
  const categories = [
    category('1', 'M40', { outcome: 'unchanged' }),
    category('2', 'F40'),
    category('3', 'M50', { outcome: 'never', rows: 0 }),
  ]
  const answer = takeAnswer(treeOf([{ guid: 'd1', name: '10 km', categories }]), 1, asked)
  expect(answer.categories.map(({ outcome, rows, error: problem }) => [outcome, rows, problem])).toEqual([
    ['done', 10, undefined],
    ['failed', 10, error],
    ['failed', 0, { kind: 'cancelled' }],
  ])
})
