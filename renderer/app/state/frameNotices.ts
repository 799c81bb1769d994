import { createStore } from './store.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Instant } from '../../../preload/contract/ids.ts'

/** Log reference of the core's last unexpected failure; null without one, or when the user dismissed it. */
export const failedReference = createStore<string | null>(null)

/** The last job that finished while the window was hidden and without a notification; null without one or once dismissed. */
export const unannouncedJob = createStore<Job | null>(null)

/** When this page was loaded anew because it had failed; null when it was not, or the user took note. */
export const reloadedAt = createStore<Instant | null>(null)
