import type { Job } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'

/** Why the last take of a stage brought nothing, null when it did or something has come since. `jobs`: newest first. */
export const failedTake = (jobs: readonly Job[], { guid, confirmedAt }: Stage): AppError | null => {
  const last = jobs.find(({ kind, stage }) => kind === 'take' && stage === guid)
  if (last?.state !== 'failed') return null
  const isPast = confirmedAt !== null && last.finishedAt !== null && confirmedAt > last.finishedAt
  return isPast ? null : last.error
}
