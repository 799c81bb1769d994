import type { AppLink } from '../../../preload/contract/stages.ts'
import { createStore } from '../state/store.ts'

/** The link that was opened from outside and waits for the user's answer. */
export const openedLink = createStore<AppLink | null>(null)
