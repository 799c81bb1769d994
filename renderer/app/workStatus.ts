import { createStore } from './store.ts'

/** What the screen at work tells the status line: rows in its table, and how many are selected. */
export type WorkStatus = { readonly rows: number; readonly selected: number }

export const workStatus = createStore<WorkStatus | null>(null)
