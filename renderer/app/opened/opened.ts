import type { Events } from '../../../preload/contract.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { createStore } from '../state/store.ts'
import type { AppLink, Stage } from '../../../preload/contract/stages.ts'

/** Whether the preview of diagnostics is open. */
export const diagnosticsOpened = createStore(false)

/** Whether the check of an exported file is open. */
export const verifyOpened = createStore(false)

/** The link that was opened from outside and waits for the user's answer. */
export const openedLink = createStore<AppLink | null>(null)

/** The last item of the native menu that was chosen. */
export const chosenCommand = createStore<Events['app:commanded'] | null>(null)

/** The stage whose stage file is previewed. */
export const savedCapsule = createStore<Stage | null>(null)

/** The stage whose start list is joined or removed. */
export const startListStage = createStore<StageGuid | null>(null)
