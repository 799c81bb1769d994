import type { Job } from '../../preload/contract.ts'
import { createStore } from './store.ts'

/** The last job that finished unseen and that the system did not announce; null without one, or when the user dismissed it. */
export const unannouncedJob = createStore<Job | null>(null)
