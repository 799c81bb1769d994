import type { Input } from '../../../preload/contract.ts'
import type { PromoDraft } from '../../../preload/contract/promo.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { MemoryStore } from './settingsStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'

export type Memory = {
  readonly save: (input: Input<'memory:save'>) => Result<null>
  readonly saveDraft: (draft: PromoDraft) => Result<null>
}

export type MemoryParts = {
  readonly store: MemoryStore & Pick<StageStore, 'stage'>
  readonly profiles: Pick<Profiles, 'find'>
  readonly emit: Emit
}

/** Saves the values that pages remember and the draft of promo codes; all faces share them. */
export const createMemory = ({ store, profiles, emit }: MemoryParts): Memory => ({
  save: (input) => {
    const { stage = null, ...values } = { stage: undefined, ...input }
    if (stage !== null && store.stage(stage) === null) return notFound('stage')
    store.saveMemory(stage, values)
    emit({ name: 'memory:changed', data: { stage } })
    return { ok: true, value: null }
  },
  saveDraft: (draft) => {
    // A page that has not heard of the removal yet must not bring the draft back.
    const profile = draft.profileId === null ? null : profiles.find(draft.profileId)
    if (profile?.ok === false) return profile
    store.savePromoDraft(draft)
    emit({ name: 'promoDraft:changed', data: {} })
    return { ok: true, value: null }
  },
})
