import type { Job } from '../../../preload/contract/jobs.ts'
import { createStore } from '../state/store.ts'

/** The last job that finished while the window was hidden and without a notification; null without one or once dismissed. */
export const unannouncedJob = createStore<Job | null>(null)
