import { createStore } from './store.ts'

/** Of the last unexpected failure of the core, in its log; null when there was none, or the user took note. */
export const failedReference = createStore<string | null>(null)
