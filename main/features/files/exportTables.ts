import type { AutoExport, ExportOptions, PreflightWarning } from '../../../preload/contract/files.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

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
  readonly warnings?: readonly PreflightWarning[]
}

export type StoredAutoExport = {
  readonly state: Omit<AutoExport, 'error'>
  readonly files: ReadonlyMap<CategoryId, AutoFile>
}

export type AutoExportStore = {
  readonly autoExport: (stage: StageGuid) => StoredAutoExport | null
  readonly saveAutoExport: (stage: StageGuid, stored: StoredAutoExport) => void
}

const keptExports = 20_000
/** Files that follow a watch are written over and over: they must not crowd out what was handed over once. */
const keptOfPath = 50

/** Exported files, by which a file is recognised without a receipt beside it; files that follow a watch. */
export const exportTables = (database: Database): ExportStore & AutoExportStore => ({
  rememberExport: ({ sha256, name, path, writtenAt, receipt }) => {
    database.run(
      'INSERT INTO exported_files (sha256, name, path, written_at, receipt) VALUES (?, ?, ?, ?, ?)',
      sha256,
      name,
      path,
      writtenAt,
      receipt,
    )
    database.run(
      'DELETE FROM exported_files WHERE id <= (SELECT id FROM exported_files ORDER BY id DESC LIMIT 1 OFFSET ?)',
      keptExports,
    )
    database.run(
      `DELETE FROM exported_files WHERE path = ?
         AND id <= (SELECT id FROM exported_files WHERE path = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      path,
      path,
      keptOfPath,
    )
  },
  exportOf: (sha256, name) => {
    const row = database.get(
      'SELECT receipt FROM exported_files WHERE sha256 = ? ORDER BY name = ? DESC, id DESC LIMIT 1',
      sha256,
      name,
    )
    return row === null ? null : String(row['receipt'])
  },
  exportAt: ({ name, path }) => {
    const row = database.get(
      `SELECT receipt, path FROM exported_files
       WHERE path = ? OR (name = ? AND (path IS NULL OR ? IS NULL)) ORDER BY id DESC LIMIT 1`,
      path,
      name,
      path,
    )
    return row === null
      ? null
      : { receipt: String(row['receipt']), isThere: row['path'] !== null && row['path'] === path }
  },
  autoExport: (stage) => {
    const row = database.get('SELECT * FROM auto_exports WHERE stage = ?', stage)
    if (row === null) return null
    const writtenAt = row['written_at']
    return {
      state: {
        isOn: row['is_on'] === 1,
        folder: String(row['folder']),
        // Both written by this store.
        options: JSON.parse(String(row['options'])) as ExportOptions,
        writtenAt: typeof writtenAt === 'string' ? (writtenAt as Instant) : null,
        written: Number(row['written']),
        kept: Number(row['kept']),
      },
      files: new Map(JSON.parse(String(row['files'])) as [CategoryId, AutoFile][]),
    }
  },
  saveAutoExport: (stage, { state, files }) => {
    database.run(
      `INSERT OR REPLACE INTO auto_exports (stage, is_on, folder, options, files, written_at, written, kept)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      stage,
      state.isOn ? 1 : 0,
      state.folder,
      JSON.stringify(state.options),
      JSON.stringify([...files]),
      state.writtenAt,
      state.written,
      state.kept,
    )
  },
})
