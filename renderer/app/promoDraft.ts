import type { PromoDraft } from '../../preload/contract.ts'
import type { Problem } from '../api.ts'
import { call } from '../api.ts'
import { createSaver } from './saver.ts'
import { createStore } from './store.ts'

const noDraft: PromoDraft = { profileId: null, race: '', text: '' }

/** The set of codes being composed; null until it was read. The store keeps it for all pages and for the next start. */
export const promoDraft = createStore<PromoDraft | null>(null)

let unsaved: PromoDraft | null = null
let changes = 0

const saveSoon = createSaver(async (isLeaving) => {
  const draft = unsaved
  if (draft === null) return
  const answer = await call('promo:saveDraft', { draft }, isLeaving)
  if (answer.ok && unsaved === draft) unsaved = null
})

export const changePromoDraft = (changed: Partial<PromoDraft>): void => {
  changes += 1
  unsaved = { ...(promoDraft.get() ?? noDraft), ...changed }
  promoDraft.set(unsaved)
  saveSoon()
}

const isInField = (): boolean => document.hasFocus() && document.activeElement?.matches('input, textarea') === true

/** The problem when the draft could not be read. What changes here meanwhile is kept. */
export const readPromoDraft = async (): Promise<Problem | null> => {
  const before = changes
  const answer = await call('promo:draft', {})
  if (!answer.ok) return answer.error
  if (before === changes && unsaved === null) promoDraft.set(answer.value ?? noDraft)
  return null
}

/** Another page changed the draft: it is read again, but never over one that is being typed here. */
export const rereadPromoDraft = (): void => {
  if (promoDraft.get() !== null && unsaved === null && !isInField()) void readPromoDraft()
}
