import type { Change, ChangeMark, ChangeType } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { RecentChangesStore, StoredMark } from '../results/recentChanges.ts'

/** Which entries of a stage's ledger; null: whatever it is. */
export type LedgerFilter = {
  readonly stage: StageGuid
  readonly types: readonly ChangeType[] | null
  readonly categories: readonly CategoryId[] | null
  /** Keys of one person. */
  readonly persons: readonly string[] | null
  /** Folded; every one of them must occur. */
  readonly words: readonly string[]
  readonly since: Instant | null
  readonly afterId: number | null
  /** The last change that counts. */
  readonly untilId: number | null
  /** `none`: no details of headlines. */
  readonly headline: number | 'none' | null
  readonly areFinishes: boolean | null
}

/** `index` of the change is that within `snapshot`; `person` is the key of the row, null without a name or bib. */
export type StoredChange = { readonly change: Change; readonly snapshot: number; readonly person: string | null }

export type LedgerStore = RecentChangesStore & {
  readonly changes: (
    filter: LedgerFilter,
    page: { readonly offset: number; readonly limit: number; readonly isOldestFirst: boolean },
  ) => readonly StoredChange[]
  /** Counts ignore the filter's types. */
  readonly changeCounts: (filter: LedgerFilter) => ReadonlyMap<ChangeType, number>
  /** Persons by key; a bare bib is somebody else in each category. */
  readonly changedPeople: (filter: LedgerFilter) => number
  /** Of all stages. */
  readonly newestChange: () => number
  readonly countChangesAfter: (stage: StageGuid, id: number) => number
  /** Keys that the person had before a name or bib was corrected. */
  readonly earlierKeysOf: (stage: StageGuid, keys: readonly string[]) => readonly string[]
  /** A mark never goes back to an earlier change. */
  readonly markChanges: (stage: StageGuid, mark: ChangeMark, to: StoredMark) => void
  /** When the first of the changes after `id` that have the earliest time was fetched; null without any. */
  readonly earliestAfter: (stage: StageGuid, id: number) => Instant | null
  /**
   * Makes one `moved` of a person who vanished from one category and is new in another of the stage. Called when a
   * take or a poll of the stage has ended. Gives how many.
   */
  readonly settleMoves: (stage: StageGuid, since: Instant) => number
}
