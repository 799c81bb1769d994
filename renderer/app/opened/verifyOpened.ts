import { createStore } from '../state/store.ts'

/** Whether somebody wants to know if a file still is as it was exported. */
export const verifyOpened = createStore(false)
