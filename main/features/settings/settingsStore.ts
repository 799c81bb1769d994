import type { Json, StageGuid } from '../../../preload/contract/ids.ts'
import type { PromoDraft } from '../../../preload/contract/promo.ts'
import type { Memory, StageMemory } from '../../../preload/contract/settings.ts'

/** Values that pages remember; small writes, on disk when they return. */
export type MemoryStore = {
  /** Null: what belongs to no stage. Older and newer versions may have stored other values. */
  readonly memory: (stage: StageGuid | null) => Memory & StageMemory
  readonly saveMemory: (stage: StageGuid | null, values: Memory & StageMemory) => void
  readonly promoDraft: () => PromoDraft | null
  readonly savePromoDraft: (draft: PromoDraft) => void
}

/** Settings by name, as they were saved. */
export type SettingsStore = {
  readonly settings: () => { readonly [name: string]: Json }
  readonly saveSettings: (settings: { readonly [name: string]: Json }) => void
}
