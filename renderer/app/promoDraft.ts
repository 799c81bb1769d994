import type { ProfileId } from '../../preload/contract.ts'
import { readRemembered, remember } from './remembered.ts'
import { createStore } from './store.ts'
import { throttle } from './throttle.ts'

/** What is being composed; `race` is as typed. Leaving the screen, a reload and a new start keep it. */
export type PromoDraft = { readonly profileId: ProfileId | null; readonly race: string; readonly text: string }

type Kept = { readonly profileId: string | null; readonly race: string; readonly text: string }

const KEPT_AS = 'promo.draft'
const KEPT_EVERY_MS = 500

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'profileId' in value &&
  (value.profileId === null || typeof value.profileId === 'string') &&
  'race' in value &&
  typeof value.race === 'string' &&
  'text' in value &&
  typeof value.text === 'string'

const { profileId, race, text } = readRemembered<Kept>(KEPT_AS, isKept, { profileId: null, race: '', text: '' })

// An organization that is gone is none of the list, which the screen minds.
export const promoDraft = createStore<PromoDraft>({ profileId: profileId as ProfileId | null, race, text })

const keep = (): void => remember(KEPT_AS, promoDraft.get())
promoDraft.subscribe(throttle(keep, KEPT_EVERY_MS))
globalThis.addEventListener('pagehide', keep)

export const changePromoDraft = (changed: Partial<PromoDraft>): void =>
  promoDraft.set({ ...promoDraft.get(), ...changed })
