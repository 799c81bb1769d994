import type { Column } from './columns.ts'
import type { ExportOptions, TableFormat } from './files.ts'
import type { CallId, Cell, Instant, JobId, Json, ProfileId, SavedCallId } from './ids.ts'
import type { AppError } from './result.ts'
import type { Incomplete } from './stages.ts'

export type QueryPair = { readonly name: string; readonly value: string }

/** A generic call as its author wrote it; the key is added when it is sent. */
export type CallRequest = {
  readonly method: 'GET' | 'POST'
  /** Below the profile's base URL; may have a query of its own, to which `query` is added. */
  readonly path: string
  readonly query: readonly QueryPair[]
  /** JSON, sent byte for byte; null for a GET. */
  readonly body: string | null
}

/** What status and envelope of a reply say together; a call that was lost after sending has failed with `outcome-unknown`. */
export type CallVerdict =
  | { readonly kind: 'success'; readonly message: string | null }
  | { readonly kind: 'no-envelope' }
  | { readonly kind: 'failed'; readonly error: AppError }

export type CallSummary = Omit<CallRequest, 'body'> & {
  readonly id: CallId
  readonly sentAt: Instant
  readonly profileId: ProfileId | null
  readonly profileName: string
  /** Null when no reply came. */
  readonly status: number | null
  readonly tookMs: number
  readonly sizeBytes: number
  readonly verdict: CallVerdict
}

/** One call with the beginning of its reply; the whole reply is read by `call:read`. */
export type CallReply = CallSummary & {
  readonly requestBody: string | null
  /** Lower-case names; keys masked. */
  readonly headers: { readonly [name: string]: string }
  readonly sha256: string
  /** At most the first 100,000 characters. */
  readonly body: string
  readonly isCut: boolean
  /** False when the bytes are no valid UTF-8, and the text only resembles them. */
  readonly isText: boolean
  readonly isJson: boolean
  /** Of the list in the reply, or null without one. */
  readonly table: {
    readonly rows: number
    readonly columns: readonly Column[]
    readonly incomplete: Incomplete | null
  } | null
}

export type ColumnSort = { readonly column: string; readonly isDescending?: boolean }

/** Which rows of a reply's list: those that hold every word of `search`, in `column` or anywhere. */
export type CallRowsQuery = {
  readonly search?: string
  readonly column?: string
  readonly sort?: readonly ColumnSort[]
}

/** A piece of a stored reply; `isFormatted` breaks JSON into indented lines, values as received. */
export type CallView =
  | { readonly kind: 'reply' }
  | { readonly kind: 'text'; readonly offset: number; readonly limit: number }
  | { readonly kind: 'lines'; readonly offset: number; readonly limit: number; readonly isFormatted: boolean }
  | { readonly kind: 'matches'; readonly search: string; readonly isFormatted: boolean }
  | ({ readonly kind: 'rows'; readonly offset: number; readonly limit: number } & CallRowsQuery)
  | { readonly kind: 'tree' }
  | { readonly kind: 'changes'; readonly since: CallId }

/** `path` is the dotted place in the reply, or the number of the line in one that is no JSON. Values are shortened JSON. */
export type ReplyChange =
  | { readonly kind: 'added'; readonly path: string; readonly before: null; readonly after: string }
  | { readonly kind: 'removed'; readonly path: string; readonly before: string; readonly after: null }
  | { readonly kind: 'changed'; readonly path: string; readonly before: string; readonly after: string }

export type CallPiece =
  | { readonly kind: 'reply'; readonly reply: CallReply }
  /** In characters. */
  | { readonly kind: 'text'; readonly text: string; readonly total: number }
  /** A line of more than 2,000 characters goes on in the next. */
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly total: number }
  /** Numbers of the lines from 0; `isCut` when there are more than 10,000. */
  | { readonly kind: 'matches'; readonly lines: readonly number[]; readonly isCut: boolean }
  | {
      readonly kind: 'rows'
      readonly total: number
      readonly rows: readonly { readonly index: number; readonly cells: readonly Cell[] }[]
    }
  /** `isCut`: long lists and texts are shortened. Null for a reply that is no JSON. */
  | { readonly kind: 'tree'; readonly value: Json; readonly isCut: boolean }
  | { readonly kind: 'changes'; readonly changes: readonly ReplyChange[]; readonly isCut: boolean }

export type SavedCall = CallRequest & { readonly id: SavedCallId; readonly name: string }

export type CallExport =
  /** The reply as it came. */
  | { readonly id: CallId; readonly as: 'body' }
  /** The rows of its list. */
  | ({ readonly id: CallId; readonly as: 'table' } & ExportOptions<TableFormat> & CallRowsQuery)
  | ({ readonly id: CallId; readonly as: 'json' } & CallRowsQuery)
  /** All saved calls as one file, without keys. */
  | { readonly as: 'saved' }

export type CallsOperations = {
  /**
   * Sends once and stores the reply, whatever it says. Refused as `invalid-input`: at `promo` a POST that sets promo codes
   * (they have a preview; the terminal may), at `isConfirmed` the first POST to a path that nobody has confirmed.
   */
  'call:send': {
    readonly input: CallRequest & {
      readonly profileId: ProfileId
      readonly isConfirmed?: boolean
      /** A name of the caller's choice, by which `call:cancel` ends it. */
      readonly sendId?: string
    }
    readonly value: CallReply
  }
  /** False when no such call is under way. */
  'call:cancel': { readonly input: { readonly sendId: string }; readonly value: boolean }
  /** The history, newest first, and all saved calls by name; `search` looks into both and into the replies' beginnings. */
  'call:list': {
    readonly input: { readonly search?: string; readonly offset: number; readonly limit: number }
    readonly value: {
      readonly total: number
      readonly calls: readonly CallSummary[]
      readonly saved: readonly SavedCall[]
    }
  }
  'call:read': { readonly input: { readonly id: CallId; readonly view: CallView }; readonly value: CallPiece }
  /** One call (with its id: changed), or all of an exported file; those that are saved already are left out. */
  'call:save': {
    readonly input:
      { readonly call: CallRequest & { readonly id?: SavedCallId; readonly name: string } } | { readonly file: string }
    readonly value: readonly SavedCall[]
  }
  'call:remove': {
    readonly input: { readonly id: CallId } | { readonly saved: SavedCallId } | { readonly isWholeHistory: true }
    readonly value: null
  }
  /** Null when the user closed the save dialog. */
  'call:export': { readonly input: CallExport; readonly value: { readonly jobId: JobId } | null }
}

export type CallsEvents = {
  'calls:changed': Record<string, never>
}
