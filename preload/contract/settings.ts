import type { CsvPreset, ExportFormat } from './files.ts'
import type { ProfileId, StageGuid } from './ids.ts'
import type { ColumnsOfView } from './results.ts'

export type Settings = {
  readonly language: 'system' | 'en' | 'ru'
  readonly theme: 'system' | 'light' | 'dark' | 'sunlight'
  /** Size of everything in per cent, 90 to 160. */
  readonly scale: number
  readonly rowHeight: 'compact' | 'normal' | 'large'
  /** Calls in flight per origin, 1 to 16. */
  readonly parallelCalls: number
  /** Generic calls may go to any path of the profile's origin, not only to those that begin with /v3/. */
  readonly isAnyCallPathAllowed: boolean
  /** `system`: as the operating system says, in faces without a window as HTTPS_PROXY and NO_PROXY say. */
  readonly proxy: 'system' | 'none'
  /** An installed desktop app looks for newer versions of itself. */
  readonly areUpdatesOn: boolean
}

/** Sizes and choices that pages remember for their user. */
export type Memory = {
  /** CSS pixels at a scale of 100 %, like `panelWidth`. */
  readonly listWidth?: number
  readonly panelWidth?: number
  readonly splitsBy?: 'pace' | 'place'
  readonly export?: {
    readonly format: ExportFormat
    readonly preset: CsvPreset
    readonly orientation: 'portrait' | 'landscape'
    readonly withReceipt: boolean
  }
  /** 0: never. */
  readonly deskClearAfterS?: 0 | 10 | 20
  /** In their order. */
  readonly orderColumns?: readonly { readonly id: string; readonly widthPx: number }[]
  readonly blocksProfile?: ProfileId
}

/** The same for one stage. */
export type StageMemory = { readonly columns?: ColumnsOfView }

export type SettingsOperations = {
  'app:settings': { readonly input: Record<string, never>; readonly value: Settings }
  'app:setSettings': { readonly input: Partial<Settings>; readonly value: Settings }
  /** False where the face has no window of its own. */
  'app:fillScreen': { readonly input: { readonly isFull: boolean }; readonly value: boolean }
  /** Values that pages remember for one stage, or all others. Values of a stage are removed with it. */
  'memory:read': { readonly input: { readonly stage?: StageGuid }; readonly value: Memory & StageMemory }
  /** Other values stay. */
  'memory:save': { readonly input: Memory | (StageMemory & { readonly stage: StageGuid }); readonly value: null }
}

export type SettingsEvents = {
  /** Null: values that belong to no stage. */
  'memory:changed': { readonly stage: StageGuid | null }
  'settings:changed': Settings
}
