import type { Events } from '../../preload/contract.ts'
import { createStore } from './store.ts'

/** A stage file to open: read by the page where it was dropped, or named by a ticket where the system gave it to main. */
export type CapsuleSource =
  | { readonly kind: 'dropped'; readonly file: File }
  | ({ readonly kind: 'given' } & Events['app:fileGiven'])

/** Waits for the user's answer. */
export const openedCapsule = createStore<CapsuleSource | null>(null)

export const openCapsule = (source: CapsuleSource): void => openedCapsule.set(source)
