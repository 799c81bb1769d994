import type { CategoryId, ReplyPlace, StageGuid } from '../../preload/contract.ts'

/** A stored reply whose bytes the disk has altered. */
export type DamagedReply = ReplyPlace & {
  readonly snapshot: number
  readonly stage: StageGuid
  readonly category: CategoryId
}

/** To be thrown by whoever reads the reply; `damagedReplyOf` gives it back. */
export const damagedReplyError = (reply: DamagedReply): Error =>
  new Error('A stored reply is damaged', { cause: { damagedReply: reply } })

/** Null for anything else that was thrown. */
export const damagedReplyOf = (thrown: unknown): DamagedReply | null => {
  if (!(thrown instanceof Error) || typeof thrown.cause !== 'object' || thrown.cause === null) return null
  // Only `damagedReplyError` makes such a cause.
  return 'damagedReply' in thrown.cause ? (thrown.cause.damagedReply as DamagedReply) : null
}
