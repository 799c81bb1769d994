import type { AppError } from '../../../preload/contract/result.ts'

/** The host could not be reached, which is a normal state and no fault of one category or order. */
export const isOfflineError = (error: AppError | null | undefined): boolean =>
  error?.kind === 'offline' || (error?.kind === 'timed-out' && error.isConnect === true)
