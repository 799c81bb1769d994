import { createStore } from '../state/store.ts'

/** Rows that are selected on the current screen, for the status line. */
export const selectedRows = createStore(0)
