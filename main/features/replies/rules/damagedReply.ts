import type { CategoryId, StageGuid } from '../../../../preload/contract/ids.ts'
import type { ReplyPlace } from '../../../../preload/contract/result.ts'

/** A stored reply whose bytes the disk has altered. */
export type DamagedReply = ReplyPlace & {
  readonly snapshot: number
  readonly stage: StageGuid
  readonly category: CategoryId
}

/** The error that readers of the reply throw; `damagedReplyOf` recognizes it. */
export const damagedReplyError = (reply: DamagedReply): Error =>
  new Error('A stored reply is damaged', { cause: { damagedReply: reply } })

/** Null for any other throw. */
export const damagedReplyOf = (thrown: unknown): DamagedReply | null => {
  if (!(thrown instanceof Error) || typeof thrown.cause !== 'object' || thrown.cause === null) return null
  // Only `damagedReplyError` sets this cause.
  return 'damagedReply' in thrown.cause ? (thrown.cause.damagedReply as DamagedReply) : null
}
