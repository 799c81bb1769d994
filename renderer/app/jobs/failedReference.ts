import { createStore } from '../state/store.ts'

/** Log reference of the core's last unexpected failure; null without one, or when the user dismissed it. */
export const failedReference = createStore<string | null>(null)
