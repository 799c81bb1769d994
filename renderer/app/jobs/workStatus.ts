import { createStore } from '../state/store.ts'

/** State of the current screen for the status line. */
type WorkStatus = {
  readonly selected: number
  /** Categories that failed for another reason than a missing network, which is said elsewhere. */
  readonly problems: number
}

export const workStatus = createStore<WorkStatus | null>(null)
