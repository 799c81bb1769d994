import type { Input } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { MemoryStore } from './settingsStore.ts'

export type MemoryParts = {
  readonly store: MemoryStore & Pick<StageStore, 'stage'>
  readonly emit: Emit
}

/** Saves values that pages remember; all faces share them. */
export const saveMemory = ({ store, emit }: MemoryParts, input: Input<'memory:save'>): Result<null> => {
  const { stage = null, ...values } = { stage: undefined, ...input }
  if (stage !== null && store.stage(stage) === null) return notFound('stage')
  store.saveMemory(stage, values)
  emit({ name: 'memory:changed', data: { stage } })
  return { ok: true, value: null }
}
