import type { StoreCondition } from '../../platform/sqlite/condition.ts'
import type { Result, StorageCause } from '../../../preload/contract/result.ts'
import type { RemovablePart, StorageUsage } from '../../../preload/contract/storage.ts'

/** The database as a whole. */
export type StorageStore = {
  /** Checks the whole database, outside the caller's thread. */
  readonly condition: () => Promise<Result<StoreCondition>>
  /** How much space each part takes; computed off the caller's thread. */
  readonly usage: () => Promise<Result<StorageUsage>>
  /**
   * Removes earlier entries of these parts and gives their space back to the disk. `mayRewrite`: no one else writes for the
   * moment that rewriting the database takes. Returns the usage afterwards.
   */
  readonly freeStorage: (parts: readonly RemovablePart[], mayRewrite: boolean) => Promise<Result<StorageUsage>>
  /** A page of the database could not be read: the next start checks the whole database and moves it aside. */
  readonly foundDamage: () => void
  /** Why nothing can be stored; null when storing works. Results stay readable. */
  readonly writeFault: () => StorageCause | null
  readonly close: () => Promise<void>
}
