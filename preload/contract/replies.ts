import type { CategoryId, Instant, ReplyId, StageGuid } from './ids.ts'
import type { Category } from './stages.ts'

/** `shown`: the reply is the table · `earlier`: it was the table · `no-results`, `left`: see `SetAside` · `no-rows`: no rows were found in it. */
export type Reply = {
  readonly id: ReplyId
  readonly fetchedAt: Instant
  readonly rows: number
  readonly sizeBytes: number
  readonly standing: 'shown' | 'earlier' | 'no-results' | 'left' | 'no-rows'
  /** See `SetAside`. */
  readonly text: string
}

export type RawBody = {
  /** At most the first 1,000,000 characters. */
  readonly text: string
  readonly isCut: boolean
  readonly sizeBytes: number
  readonly sha256: string
  readonly status: number
  readonly contentType: string
  readonly fetchedAt: Instant
  readonly url: string
}

export type RepliesOperations = {
  /** The body of the given reply, or the newest stored body of the category, with or without rows. */
  'results:raw': {
    readonly input: { readonly category: CategoryId; readonly reply?: ReplyId }
    readonly value: RawBody
  }
  /** Stored replies of a category, the newest first, at most `limit`. */
  'reply:list': {
    readonly input: { readonly category: CategoryId; readonly limit: number }
    readonly value: readonly Reply[]
  }
  /**
   * Makes a stored reply the table: one that was set aside, or an earlier one. The changes go into the ledger. A later
   * reply that was the table is set aside until it is used again; the next different reply is judged anew.
   */
  'reply:use': {
    readonly input: { readonly stage: StageGuid; readonly category: CategoryId; readonly reply: ReplyId }
    readonly value: Category
  }
  /** Dismisses the announcements that these tables have shrunk. */
  'reply:keep': {
    readonly input: { readonly stage: StageGuid; readonly categories: readonly CategoryId[] }
    readonly value: null
  }
}
