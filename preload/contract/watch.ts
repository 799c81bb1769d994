import * as z from 'zod'
import { categoryIds, stageGuid, type CategoryId, type Instant, type StageGuid } from './ids.ts'
import { operation } from './operation.ts'
import type { AppError } from './result.ts'

/**
 * A watch polls its stage again and again until it is stopped or its process ends. `waiting`: for the next poll ·
 * `offline`: the host is lost, and one category looks for it · `backing-off`: failures, or the service asked to wait ·
 * `budget`: the data of the hour are spent · `problem`: it stopped asking until keys or profile change, or it is begun again ·
 * `paused`: the machine goes to sleep; it polls at once when it wakes up.
 */
export type WatchState = {
  /** As requested, raised to the service's minimum. */
  readonly everyS: number
  /** Null: all that are listed. */
  readonly categories: readonly CategoryId[] | null
  /** In units of 1,000,000 bytes. */
  readonly budgetMbPerHour: number
  readonly usedBytesLastHour: number
  readonly lastPollAt: Instant | null
  /** Null while polling or paused, while a take does the asking, and at a problem. */
  readonly nextPollAt: Instant | null
  readonly phase: 'polling' | 'waiting' | 'offline' | 'backing-off' | 'budget' | 'problem' | 'paused'
  /** Why the last round, or asking for the links, failed as a whole. */
  readonly error: AppError | null
  /** Categories that brought another body in the last round. */
  readonly changedLastPoll: number
  /** Rounds that have ended. */
  readonly rounds: number
}

export const watchOperations = {
  /** Polls at once, then again and again; a stage that is watched gets the new settings. Defaults: 30 s, all that are listed, 200 MB. */
  'stage:watch': operation<WatchState>()(() =>
    z.strictObject({
      stage: stageGuid(),
      everyS: z.number().min(1).max(86_400).exactOptional(),
      categories: categoryIds().min(1).exactOptional(),
      budgetMbPerHour: z.number().min(1).max(1_000_000).exactOptional(),
    }),
  ),
  'stage:unwatch': operation<null>()(() => z.strictObject({ stage: stageGuid() })),
}

export type WatchEvents = {
  /** At most once a second for a stage; null when its watch has ended. */
  'watch:changed': { readonly stage: StageGuid; readonly state: WatchState | null }
}
