import * as z from 'zod'
import { nothing } from './bounds.ts'
import { operation, type Parsed } from './operation.ts'
import type { StorageCause } from './result.ts'

export type StorageStop = {
  readonly cause: StorageCause
  /** The data folder. */
  readonly folder: string
}

/**
 * The parts of the database. `results`: shown replies and their tables · `earlier-replies`: the replies before them ·
 * `changes`: the ledger · `bin`: replies and start lists of removed stages, which the other parts do not count · `lists`: block types and race years · `files`: receipts of exported files.
 */
export type StoragePart =
  | 'results'
  | 'earlier-replies'
  | 'changes'
  | 'bin'
  | 'orders'
  | 'lists'
  | 'calls'
  | 'files'
  | 'other'

/** Parts that a user can free: earlier entries are removed; for `calls` the whole history. */
export type RemovablePart = Parsed<typeof removablePart>
const removablePart = () => z.enum(['earlier-replies', 'orders', 'lists', 'calls'])

export type StorageUsage = {
  /** Size of the database with its write-ahead log. */
  readonly fileBytes: number
  /** Unused bytes among them. */
  readonly freeBytes: number
  /** `removable`: about how many bytes `storage:free` would give back. */
  readonly parts: readonly {
    readonly part: StoragePart
    readonly bytes: number
    readonly items: number
    readonly removable: number
  }[]
}

export const storageOperations = {
  /** How much disk space each part takes. */
  'storage:usage': operation<StorageUsage>()(nothing),
  /**
   * Removes entries of these parts that are shown nowhere, for good, and gives free space back to the disk. Shown data
   * stays, with one earlier reply of each category and the replies of exported files. While jobs or watches run, the file may keep its size.
   */
  'storage:free': operation<StorageUsage>()(() => z.strictObject({ parts: z.array(removablePart()).max(4) })),
}

export type StorageEvents = {
  /** The data folder became unwritable, or writable again. */
  'storage:changed': { readonly stop: StorageStop | null }
  /** Damage was met in the database. */
  'database:damaged': Record<string, never>
}
