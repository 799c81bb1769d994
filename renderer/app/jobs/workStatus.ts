import { createStore } from '../state/store.ts'

/** State of the current screen for the status line. */
type WorkStatus = {
  /** Rows in its table, or null without one. */
  readonly rows: number | null
  readonly selected: number
  /** Categories that failed for another reason than a missing network, which is said elsewhere. */
  readonly problems: number
}

export const workStatus = createStore<WorkStatus | null>(null)
