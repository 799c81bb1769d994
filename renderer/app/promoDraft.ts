import type { PromoDraft } from '../../preload/contract/promo.ts'
import { call, type Problem } from '../api.ts'
import { createSaver } from './state/saver.ts'
import { createStore } from './state/store.ts'

const noDraft: PromoDraft = { profileId: null, race: '', text: '' }

/** The set of codes being composed, stored for all pages and the next start; null until it is read. */
export const promoDraft = createStore<PromoDraft | null>(null)

let unsaved: PromoDraft | null = null
let changes = 0

const saveSoon = createSaver(async (isLeaving) => {
  const draft = unsaved
  if (draft === null) return
  const saved = await call('promo:saveDraft', { draft }, isLeaving)
  // Codes are kept though the race is not typed to its end, or holds a key.
  const isRaceRefused = !saved.ok && saved.error.kind === 'invalid-input'
  const answer = isRaceRefused ? await call('promo:saveDraft', { draft: { ...draft, race: '' } }, isLeaving) : saved
  if (answer.ok && unsaved === draft) unsaved = null
})

export const changePromoDraft = (changed: Partial<PromoDraft>): void => {
  changes += 1
  unsaved = { ...(promoDraft.get() ?? noDraft), ...changed }
  promoDraft.set(unsaved)
  saveSoon()
}

const isInField = (): boolean => document.hasFocus() && document.activeElement?.matches('input, textarea') === true

/** Reads the stored draft, unless it changes here meanwhile. Resolves to the problem when it cannot be read. */
export const readPromoDraft = async (): Promise<Problem | null> => {
  const before = changes
  const answer = await call('promo:draft', {})
  if (!answer.ok) return answer.error
  if (before === changes && unsaved === null) promoDraft.set(answer.value ?? noDraft)
  return null
}

/** Reads the draft again after another page changed it, but never replaces one that is being typed here. */
export const rereadPromoDraft = (): void => {
  if (promoDraft.get() !== null && unsaved === null && !isInField()) void readPromoDraft()
}
