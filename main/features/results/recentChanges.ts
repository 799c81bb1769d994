import type { ChangeMark, ChangeType } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'

/** `lastId` is the last change that counts as known, independent of the clock; `at` is the time to show. */
export type StoredMark = { readonly at: Instant; readonly lastId: number }

export type StoredMarks = { readonly [K in ChangeMark]: StoredMark | null }

/** Recent changes and marks for the table of results. */
export type RecentChangesStore = {
  /** 0 without any. */
  readonly lastChange: (stage: StageGuid) => number
  /** Changes of rows, oldest first; `person` is a `ledgerKeyOf`. */
  readonly recentChanges: (
    stage: StageGuid,
    from: { readonly since: Instant } | { readonly afterId: number },
  ) => readonly {
    readonly category: CategoryId
    readonly person: string
    readonly type: ChangeType
    readonly at: Instant
  }[]
  readonly changeMarks: (stage: StageGuid) => StoredMarks
  /** When people, by `ledgerKeyOf`, first had a result in a category, corrected names and bibs included; nothing for results that the first download brought. */
  readonly firstFinishes: (
    stage: StageGuid,
    persons: readonly string[],
  ) => readonly { readonly category: CategoryId; readonly person: string; readonly at: Instant }[]
}
