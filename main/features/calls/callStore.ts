import type { CallReply, CallRequest, CallSummary, SavedCall } from '../../../preload/contract/calls.ts'
import type { CallId, ProfileId, SavedCallId } from '../../../preload/contract/ids.ts'

/** A generic call on its way into the history; `body` is the reply's, null when none came. */
export type CallDraft = Omit<CallSummary, 'id' | 'sizeBytes'> &
  Pick<CallReply, 'requestBody' | 'headers' | 'sha256'> & {
    readonly body: Uint8Array | null
    /** Folded. */
    readonly searchText: string
  }

export type StoredCall = CallSummary & Pick<CallReply, 'requestBody' | 'headers' | 'sha256'>

/** Generic calls: their history, what the user saved of them, and paths to which a POST was confirmed. */
export type CallStore = {
  /** Packs the body apart from the caller's thread; the oldest calls beyond what is kept go. */
  readonly saveCall: (draft: CallDraft) => Promise<CallId>
  /** Newest first; those that hold every one of the folded words. */
  readonly calls: (
    words: readonly string[],
    offset: number,
    limit: number,
  ) => { readonly total: number; readonly calls: readonly CallSummary[] }
  readonly callById: (id: CallId) => StoredCall | null
  /** Null when there is no such call or it got no reply. */
  readonly callBody: (id: CallId) => Promise<Buffer | null>
  /** Null: all. Gives how many there were. */
  readonly removeCalls: (id: CallId | null) => number

  /** By name. */
  readonly savedCalls: () => readonly SavedCall[]
  /** Null: a new one. */
  readonly keepCall: (id: SavedCallId | null, call: CallRequest & { readonly name: string }) => SavedCallId
  readonly removeSavedCall: (id: SavedCallId) => boolean

  readonly isPostConfirmed: (profile: ProfileId, path: string) => boolean
  readonly confirmPost: (profile: ProfileId, path: string) => void
}
