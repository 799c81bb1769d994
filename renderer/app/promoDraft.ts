import type { ProfileId } from '../../preload/contract.ts'
import { createStore } from './store.ts'

/** What is being composed; `race` is as typed. Leaving the screen keeps it, closing the app does not. */
export type PromoDraft = { readonly profileId: ProfileId | null; readonly race: string; readonly text: string }

export const promoDraft = createStore<PromoDraft>({ profileId: null, race: '', text: '' })

export const changePromoDraft = (changed: Partial<PromoDraft>): void =>
  promoDraft.set({ ...promoDraft.get(), ...changed })
