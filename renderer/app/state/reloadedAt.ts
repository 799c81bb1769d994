import type { Instant } from '../../../preload/contract/ids.ts'
import { createStore } from './store.ts'

/** When this page was loaded anew because it had failed; null when it was not, or the user took note. */
export const reloadedAt = createStore<Instant | null>(null)
