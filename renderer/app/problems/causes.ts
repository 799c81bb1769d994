import type { AppError } from '../../../preload/contract/result.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import { isKeyProblem } from './isKeyProblem.ts'
import { isOfflineError } from './isOfflineError.ts'

/** Errors of one cause have the same text, whatever their addresses. `stage:list` counts by the same parts. */
export const causeOf = (error: AppError): string => {
  if (isOfflineError(error)) return 'offline'
  if ('which' in error) return `${error.kind} ${error.which}`
  return 'status' in error ? `${error.kind} ${error.status}` : error.kind
}

/** The one error behind all failures of a stage: of each of its categories, or one that concerns them all, as a key does. */
export const sharedError = (categories: readonly Category[]): AppError | null => {
  const listed = categories.filter(({ isListed }) => isListed)
  const errors = listed.flatMap(({ outcome, error }) => (outcome === 'failed' && error !== null ? [error] : []))
  const [first, second] = errors
  if (first === undefined || (second === undefined && !isKeyProblem(first))) return null
  const isOne = errors.every((error) => causeOf(error) === causeOf(first))
  const concernsAll = errors.length === listed.length || isKeyProblem(first) || isOfflineError(first)
  return isOne && concernsAll ? first : null
}
