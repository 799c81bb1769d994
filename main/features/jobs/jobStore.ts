import type { CategoryId, Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'

/** Jobs for the list of them, and the outcomes of categories that a job counts. */
export type JobStore = {
  readonly saveJob: (job: Job) => void
  readonly jobs: (limit: number) => readonly Job[]
  /** Counts the category's last outcome for a job that shared another's request. */
  readonly shareOutcome: (category: CategoryId, job: JobId) => void
  /** The stage's last take when that one did not come to its end: cancelled, interrupted or failed as a whole. */
  readonly leftBehind: (stage: StageGuid) => JobId | null
  /** Counts the replies that `from` stored within that time as done for `to`; returns the categories with the times of their replies. */
  readonly adoptOutcomes: (
    from: JobId,
    to: JobId,
    within: { readonly since: Instant; readonly until: Instant },
  ) => ReadonlyMap<CategoryId, Instant>
}
