import type { Instant } from '../../../../preload/contract/ids.ts'

const dayMs = 24 * 60 * 60_000
/** How long a removed stage can be restored. */
const keptMs = 30 * dayMs

export const deletedFrom = (removedAt: Instant): Instant =>
  new Date(Date.parse(removedAt) + keptMs).toISOString() as Instant

/** Stages removed before are deleted for good. */
export const keptSince = (nowMs: number): Instant => new Date(nowMs - keptMs).toISOString() as Instant
