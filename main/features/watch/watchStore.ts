import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'

/** A watch as it was begun, found again after a restart. */
export type StoredWatch = {
  readonly stage: StageGuid
  readonly everyS: number
  readonly categories: readonly CategoryId[] | null
  readonly budgetMbPerHour: number
}

export type WatchStore = {
  /** Watches of processes that no longer run. */
  readonly rememberedWatches: () => readonly StoredWatch[]
  readonly rememberWatch: (watch: StoredWatch, at: Instant) => void
  readonly forgetWatch: (stage: StageGuid) => void
}
