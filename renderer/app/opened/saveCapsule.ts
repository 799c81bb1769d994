import type { Stage } from '../../../preload/contract/stages.ts'
import { createStore } from '../state/store.ts'

/** The stage of which the user looks at what a capsule would hold. */
export const savedCapsule = createStore<Stage | null>(null)
