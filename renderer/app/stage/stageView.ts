import type { Job } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { Scope } from './scope.ts'

/** Content of a stage's work area. */
export type StageView =
  | { readonly kind: 'table' }
  | { readonly kind: 'never' }
  | { readonly kind: 'taking'; readonly job: Job }
  | { readonly kind: 'results-origin'; readonly origin: string }
  | { readonly kind: 'results-key' }
  | { readonly kind: 'failed'; readonly error: AppError; readonly failed: readonly Category[] }
  | { readonly kind: 'raw'; readonly category: Category }
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'no-rows'; readonly checkedAt: string | null }

const firstError = (categories: readonly Category[]): AppError | null =>
  categories.find(({ outcome, error }) => outcome === 'failed' && error !== null)?.error ?? null

const isMissingResultsKey = (error: AppError | null): boolean =>
  error?.kind === 'key-missing' && error.which === 'results'

const latest = (categories: readonly Category[]): string | null =>
  categories
    .flatMap(({ checkedAt }) => (checkedAt === null ? [] : [checkedAt]))
    .toSorted()
    .at(-1) ?? null

/**
 * Rows of the scope come first, whatever went wrong around them; without rows the view says why there are none.
 * `lastTake` is the newest take of the stage, running or finished; `isResultsKeyMissing` says that its profile knows
 * its results service but not yet the key.
 */
export const chooseView = (
  tree: StageTree,
  scope: Scope,
  categories: readonly Category[],
  lastTake: Job | null,
  isResultsKeyMissing: boolean,
): StageView => {
  if (categories.some(({ rows }) => rows > 0)) return { kind: 'table' }
  if (lastTake?.state === 'running') return { kind: 'taking', job: lastTake }
  if (tree.proposedResultsUrl !== null) return { kind: 'results-origin', origin: tree.proposedResultsUrl }
  if (isResultsKeyMissing && tree.linksFetchedAt !== null) return { kind: 'results-key' }
  const takeError = lastTake?.state === 'failed' ? lastTake.error : null
  const error = firstError(categories) ?? takeError
  if (isMissingResultsKey(error) || isMissingResultsKey(takeError)) return { kind: 'results-key' }
  const failed = categories.filter(({ outcome }) => outcome === 'failed')
  if (error !== null && (categories.length === 0 || failed.length > 0)) return { kind: 'failed', error, failed }
  const only = scope.kind === 'category' ? categories[0] : undefined
  if (only?.hasBody === true && only.error !== null) return { kind: 'raw', category: only }
  if (tree.linksFetchedAt === null) return { kind: 'never' }
  if (categories.length > 0 && categories.every(({ outcome }) => outcome === 'never')) return { kind: 'not-asked' }
  return { kind: 'no-rows', checkedAt: latest(categories) ?? tree.linksFetchedAt }
}
