import type { CategoryId, Instant, StageGuid } from './ids.ts'
import type { AppError } from './result.ts'

/**
 * A watch polls its stage again and again until it is stopped or its process ends. `waiting`: for the next poll ·
 * `offline`: the host is lost, and one category looks for it · `backing-off`: failures, or the service asked to wait ·
 * `budget`: the data of the hour are spent · `problem`: it stopped asking until keys or profile change, or it is begun again ·
 * `paused`: the machine goes to sleep; it polls at once when it wakes up.
 */
export type WatchState = {
  /** As asked for, raised to what the service may be asked. */
  readonly everyS: number
  /** Null: all that are listed. */
  readonly categories: readonly CategoryId[] | null
  /** Of a million bytes. */
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

export type WatchOperations = {
  /** Polls at once, then again and again; a stage that is watched gets the new settings. Defaults: 30 s, all that are listed, 200 MB. */
  'stage:watch': {
    readonly input: {
      readonly stage: StageGuid
      readonly everyS?: number
      readonly categories?: readonly CategoryId[]
      readonly budgetMbPerHour?: number
    }
    readonly value: WatchState
  }
  'stage:unwatch': { readonly input: { readonly stage: StageGuid }; readonly value: null }
}

export type WatchEvents = {
  /** At most once a second for a stage; null when its watch has ended. */
  'watch:changed': { readonly stage: StageGuid; readonly state: WatchState | null }
}
