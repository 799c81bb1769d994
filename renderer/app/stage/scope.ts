import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { TreeNode } from '../../components/tree/treeKeys.ts'

/** The tree's selection: all results, one distance or one category. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'distance'; readonly guid: string }
  | { readonly kind: 'category'; readonly id: CategoryId }

export const scopeId = (scope: Scope): string => {
  if (scope.kind === 'all') return 'all'
  return scope.kind === 'distance' ? `d:${scope.guid}` : `c:${scope.id}`
}

/** The scope a tree node stands for; a node that is gone means all results. */
export const toScope = (id: string, tree: StageTree): Scope => {
  if (id.startsWith('d:') && tree.distances.some(({ guid }) => guid === id.slice(2))) {
    return { kind: 'distance', guid: id.slice(2) }
  }
  const category = id.startsWith('c:') ? allCategories(tree).find((known) => known.id === id.slice(2)) : undefined
  return category === undefined ? { kind: 'all' } : { kind: 'category', id: category.id }
}

export const allCategories = (tree: Pick<StageTree, 'distances'>): readonly Category[] =>
  tree.distances.flatMap(({ categories }) => categories)

export const categoriesIn = (scope: Scope, tree: StageTree): readonly Category[] => {
  if (scope.kind === 'distance') return tree.distances.find(({ guid }) => guid === scope.guid)?.categories ?? []
  const all = allCategories(tree)
  return scope.kind === 'all' ? all : all.filter(({ id }) => id === scope.id)
}

/** Distance and category as words; null for all results. */
export const scopeNames = (scope: Scope, tree: StageTree): readonly string[] => {
  if (scope.kind === 'all') return []
  if (scope.kind === 'distance') return tree.distances.filter(({ guid }) => guid === scope.guid).map(({ name }) => name)
  const distance = tree.distances.find(({ categories }) => categories.some(({ id }) => id === scope.id))
  const category = distance?.categories.find(({ id }) => id === scope.id)
  return distance === undefined || category === undefined ? [] : [distance.name, category.name]
}

export const scopeQuery = (stage: StageGuid, scope: Scope): ResultsQuery => {
  if (scope.kind === 'all') return { stage }
  return scope.kind === 'distance' ? { stage, distance: scope.guid } : { stage, categories: [scope.id] }
}

/** All rows of one category in the order received: a row stands there at its own index. */
export const isPlainTable = (query: ResultsQuery, category: CategoryId): boolean =>
  query.categories?.length === 1 &&
  query.categories[0] === category &&
  (query.distance ?? query.search ?? query.filters ?? query.sort) === undefined

export const treeNodes = (tree: StageTree, allLabel: string): readonly TreeNode[] => [
  { id: 'all', label: allLabel },
  ...tree.distances.map((distance) => ({
    id: `d:${distance.guid}`,
    label: distance.name,
    children: distance.categories.map(({ id, name }) => ({ id: `c:${id}`, label: name })),
  })),
]
