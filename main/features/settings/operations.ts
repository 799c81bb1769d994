import type { Handlers } from '../../../preload/contract/operation.ts'
import type { settingsOperations } from '../../../preload/contract/settings.ts'
import type { SettingsService } from './settings.ts'
import type { Input } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { MemoryStore } from './settingsTables.ts'

/** `fillScreen` is absent in a face without a window of its own. */
export const handleSettings = (
  parts: MemoryParts & {
    readonly settings: SettingsService
    readonly fillScreen: ((isFull: boolean) => void) | undefined
  },
): Handlers<typeof settingsOperations> => {
  const { settings, store, fillScreen } = parts
  return {
    'app:settings': () => ({ ok: true, value: settings.read() }),
    'app:setSettings': (changed) => ({ ok: true, value: settings.save(changed) }),
    'app:fillScreen': ({ isFull }) => {
      fillScreen?.(isFull)
      return { ok: true, value: fillScreen !== undefined }
    },
    'memory:read': ({ stage = null }) => ({ ok: true, value: store.memory(stage) }),
    'memory:save': (input) => saveMemory(parts, input),
  }
}

type MemoryParts = {
  readonly store: MemoryStore & Pick<StageStore, 'stage'>
  readonly emit: Emit
}

/** Saves values that pages remember; all faces share them. */
const saveMemory = ({ store, emit }: MemoryParts, input: Input<'memory:save'>): Result<null> => {
  const { stage = null, ...values } = { stage: undefined, ...input }
  if (stage !== null && store.stage(stage) === null) return notFound('stage')
  store.saveMemory(stage, values)
  emit({ name: 'memory:changed', data: { stage } })
  return { ok: true, value: null }
}
