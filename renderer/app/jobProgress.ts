import type { Job } from '../../preload/contract.ts'

export type JobPace = { readonly perSecond: number; readonly leftMs: number }

const SETTLED_AFTER_MS = 1500

/** How fast a job goes and how long it will take; null until there is enough to tell. */
export const paceOf = (job: Job, nowMs: number): JobPace | null => {
  const tookMs = nowMs - Date.parse(job.startedAt)
  if (tookMs < SETTLED_AFTER_MS || job.done === 0 || job.total === 0) return null
  const perSecond = job.done / (tookMs / 1000)
  return { perSecond, leftMs: ((job.total - job.done) / perSecond) * 1000 }
}
