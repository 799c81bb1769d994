import type { Handlers } from '../../../preload/contract/operation.ts'
import type { settingsOperations } from '../../../preload/contract/settings.ts'
import { saveMemory, type MemoryParts } from './memory.ts'
import type { SettingsService } from './settings.ts'

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
