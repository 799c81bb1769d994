import * as z from 'zod'
import { categoryId, categoryIds, replyId, stageGuid, type Instant, type ReplyId } from './ids.ts'
import { operation } from './operation.ts'
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

export const repliesOperations = {
  /** The body of the given reply, or the newest stored body of the category, with or without rows. */
  'results:raw': operation<RawBody>()(() =>
    z.strictObject({ category: categoryId(), reply: replyId().exactOptional() }),
  ),
  /** Stored replies of a category, the newest first, at most `limit`. */
  'reply:list': operation<readonly Reply[]>()(() =>
    z.strictObject({ category: categoryId(), limit: z.number().int().min(1).max(1_000) }),
  ),
  /**
   * Makes a stored reply the table: one that was set aside, or an earlier one. The changes go into the ledger. A later
   * reply that was the table is set aside until it is used again; the next different reply is judged anew.
   */
  'reply:use': operation<Category>()(() =>
    z.strictObject({ stage: stageGuid(), category: categoryId(), reply: replyId() }),
  ),
  /** Dismisses the announcements that these tables have shrunk. */
  'reply:keep': operation<null>()(() => z.strictObject({ stage: stageGuid(), categories: categoryIds() })),
}
