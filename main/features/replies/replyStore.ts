import type { StoredOutcome } from '../stages/stageStore.ts'
import type { CategoryId, Instant, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Reply } from '../../../preload/contract/replies.ts'
import type { Result } from '../../../preload/contract/result.ts'

/** Stored replies of results links, as users see and choose them. */
export type ReplyStore = {
  /** The newest first. */
  readonly replies: (category: CategoryId, limit: number) => readonly Reply[]
  /** `outcome` is `failed` when the reply cannot become the table; nothing was changed then. */
  readonly chooseReply: (category: CategoryId, reply: ReplyId, at: Instant) => Promise<Result<StoredOutcome>>
  /** Ends the announcement that these tables have shrunk. */
  readonly noteShrunk: (stage: StageGuid, categories: readonly CategoryId[]) => void
}
