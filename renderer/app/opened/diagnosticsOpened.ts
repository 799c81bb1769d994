import { createStore } from '../state/store.ts'

/** Whether somebody looks at what diagnostics would hold. */
export const diagnosticsOpened = createStore(false)
