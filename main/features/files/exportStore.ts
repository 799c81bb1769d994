import type { AutoExport } from '../../../preload/contract/files.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'

/** Receipts of files that were exported; small writes that are on the disk when they return. */
export type ExportStore = {
  /** `path` is absolute; null where the face does not know it. */
  readonly rememberExport: (exported: {
    readonly sha256: string
    readonly name: string
    readonly path: string | null
    readonly writtenAt: Instant
    readonly receipt: string
  }) => void
  /** The receipt of the last file that had these bytes, of that name before any other. */
  readonly exportOf: (sha256: string, name: string) => string | null
  /** The last file at this path, or of that name where either path is not known; `isThere`: at this very path. */
  readonly exportAt: (place: {
    readonly name: string
    readonly path: string | null
  }) => { readonly receipt: string; readonly isThere: boolean } | null
}

/** `made` says from what; another one does not mean another content. */
export type AutoFile = {
  readonly made: string
  /** Absolute. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
}

export type StoredAutoExport = {
  readonly state: Omit<AutoExport, 'error'>
  readonly files: ReadonlyMap<CategoryId, AutoFile>
}

export type AutoExportStore = {
  readonly autoExport: (stage: StageGuid) => StoredAutoExport | null
  readonly saveAutoExport: (stage: StageGuid, stored: StoredAutoExport) => void
}
