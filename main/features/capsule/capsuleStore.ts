import type { CapsuleChange } from './rules/ledgerLines.ts'
import type { CapsuleManifest } from './rules/manifest.ts'
import type { StoredSource } from '../columns/tableStore.ts'
import type { LinkCategory } from '../stages/stageStore.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { CategoryOutcome } from '../../../preload/contract/stages.ts'

/** A stored body of a category, without its bytes. */
export type CapsuleBodySource = StoredSource & {
  readonly snapshot: number
  readonly status: number
  readonly contentType: string
}

export type CapsuleCategorySource = LinkCategory & {
  readonly isListed: boolean
  readonly outcome: CategoryOutcome
  readonly checkedAt: Instant | null
  readonly confirmedAt: Instant | null
  readonly rows: number
  /** Null without rows or when the reply is damaged. */
  readonly rowsBody: CapsuleBodySource | null
  readonly lastBody: CapsuleBodySource | null
  /** The users' choices for reading its bodies. */
  readonly charset?: string
  readonly hasHeader?: boolean
}

/** A stage being read from a capsule: bodies are read and packed as they arrive; only `keep` makes the stage visible. */
export type CapsuleIntake = {
  /** The bytes are handed over. `category` is the place in the manifest. */
  readonly add: (category: number, isRows: boolean, bytes: Uint8Array<ArrayBuffer>) => Promise<Result<null>>
  /** Stores all of it at once, or nothing. The bytes are handed over. Errors: capsule-refused, storage. */
  readonly keep: (
    links: Uint8Array<ArrayBuffer> | null,
    ledger: Uint8Array<ArrayBuffer> | null,
    opened: { readonly fileName: string; readonly at: Instant },
  ) => Promise<Result<null>>
  /** Forgets what was added; to be called whatever the end. */
  readonly close: () => void
}

/** Reads a stage for a capsule and stores an opened one. */
export type CapsuleStore = {
  /** In the order of distances and categories. */
  readonly capsuleCategories: (stage: StageGuid) => readonly CapsuleCategorySource[]
  /** As received. Null once the snapshot was removed. */
  readonly bodyBytes: (snapshot: number) => Uint8Array | null
  readonly linksBody: (stage: StageGuid) => Uint8Array | null
  /**
   * Oldest first, of ids from `after`, which is left out, to `until`; categories as places in `categories`, changes of others
   * are left out. `last` is the highest id among at most `limit` that were looked at, null when there are none.
   */
  readonly capsuleChanges: (
    stage: StageGuid,
    categories: readonly CapsuleCategorySource[],
    ids: { readonly after: number; readonly until: number; readonly limit: number },
  ) => { readonly changes: readonly CapsuleChange[]; readonly last: number | null }
  readonly takeInCapsule: (manifest: CapsuleManifest) => CapsuleIntake
}
