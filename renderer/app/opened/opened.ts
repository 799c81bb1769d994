import { createStore } from '../state/store.ts'
import type { AppLink, Stage } from '../../../preload/contract/stages.ts'

/** Whether somebody looks at what diagnostics would hold. */
export const diagnosticsOpened = createStore(false)

/** Whether somebody wants to know if a file still is as it was exported. */
export const verifyOpened = createStore(false)

/** The link that was opened from outside and waits for the user's answer. */
export const openedLink = createStore<AppLink | null>(null)

/** The stage of which the user looks at what a capsule would hold. */
export const savedCapsule = createStore<Stage | null>(null)
