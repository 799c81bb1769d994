import type { Change } from '../../preload/contract/changes.ts'
import type { Instant } from '../../preload/contract/ids.ts'
import type { AppError } from '../../preload/contract/result.ts'
import type { StageTree } from '../../preload/contract/stages.ts'
import type { WatchState } from '../../preload/contract/watch.ts'
import { placedCategories } from './categorySelection.ts'
import { plain } from './words/plain.ts'
import { sentenceOf } from './words/sentence.ts'

/** One line of `watch`. `category` is the name alone, '' when it is about the service as a whole. */
export type WatchLine = {
  readonly at: Instant
  readonly type: Change['type']
  readonly category: string
  readonly distance: string
  readonly bib?: string
  readonly name?: string
  readonly before?: string
  readonly after?: string
  readonly error?: AppError
}

/** Current failures by category ID; '' is the service. */
export type Failing = ReadonlyMap<string, Failure>
type Failure = { readonly category: string; readonly distance: string; readonly error: AppError }

export const changeLine = ({ at, type, categoryName, distanceName, bib, name, before, after }: Change): WatchLine => ({
  at,
  type,
  category: categoryName,
  distance: distanceName,
  ...(bib === null ? {} : { bib }),
  ...(name === null ? {} : { name }),
  ...(before === null ? {} : { before }),
  ...(after === null ? {} : { after }),
})

/**
 * Failures after a poll. While the host is lost, single categories are unknown: failed ones stay failed, and the
 * service fails.
 */
export const failingNow = (tree: StageTree, state: WatchState, before: Failing): Failing => {
  const chosen = state.categories === null ? null : new Set(state.categories)
  const isLost = state.phase === 'offline'
  const categories = placedCategories(tree).flatMap(({ distance, category }): (readonly [string, Failure])[] => {
    const { id, name, error, outcome, isListed } = category
    if (!isListed || (chosen !== null && !chosen.has(id))) return []
    const known = before.get(id)
    if (isLost) return known === undefined ? [] : [[id, known]]
    // The service answered, but the reply has no results.
    const isFailing = (outcome === 'failed' || outcome === 'no-rows') && error !== null
    return isFailing ? [[id, { category: name, distance, error }]] : []
  })
  const isOwn = state.error !== null && (isLost || state.phase === 'problem' || categories.length === 0)
  if (!isOwn || state.error === null) return new Map(categories)
  return new Map([['', { category: '', distance: '', error: state.error }], ...categories])
}

/** A line for everything that began to fail or works again; nothing for what goes on failing. */
export const failureLines = (before: Failing, now: Failing, at: Instant): readonly WatchLine[] => [
  ...[...now].flatMap(([id, failing]): WatchLine[] => (before.has(id) ? [] : [{ at, type: 'problem', ...failing }])),
  ...[...before].flatMap(([id, { category, distance }]): WatchLine[] =>
    now.has(id) ? [] : [{ at, type: 'recovered', category, distance }],
  ),
]

/** For people. */
export const lineText = ({ at, type, category, distance, bib, name, before, after, error }: WatchLine): string => {
  const place = [distance, category].filter((part) => part !== '').join(' / ')
  const who = [bib, name].filter((part) => part !== undefined).join(' ')
  const what = [before, after].filter((part) => part !== undefined).join(' → ')
  const parts = [at, type.padEnd(9), place, who, what, error === undefined ? '' : sentenceOf(error)]
  return `${parts
    .filter((part) => part !== '')
    .map(plain)
    .join('  ')}\n`
}
