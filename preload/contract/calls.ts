import * as z from 'zod'
import { columnName, halfCharacter, isWhole, limit, name, offset, search } from './bounds.ts'
import type { Column } from './columns.ts'
import { tableOptions } from './files.ts'
import {
  callId,
  profileId,
  savedCallId,
  type CallId,
  type Cell,
  type Instant,
  type JobId,
  type Json,
  type ProfileId,
  type SavedCallId,
} from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import type { AppError } from './result.ts'
import type { Incomplete } from './stages.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The text of a request body: any JSON, stored as typed. The gate limits its size (`requestLimitBytes`). */
export const callBody = () => z.string().refine(isWhole, halfCharacter).refine(isJson, 'not JSON')

/** A generic call as its author wrote it; the key is added when it is sent. */
export type CallRequest = Parsed<typeof callRequest>
const callRequest = () =>
  z.strictObject({
    method: z.enum(['GET', 'POST']),
    /** Below the profile's base URL; may have a query of its own, to which `query` is added. */
    path: z.string().min(1).max(4_000),
    query: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200).refine(isWhole, halfCharacter),
          value: z.string().max(20_000).refine(isWhole, halfCharacter),
        }),
      )
      .max(200),
    /** JSON, sent byte for byte; null for a GET. */
    body: callBody().nullable(),
  })

export type QueryPair = CallRequest['query'][number]

/** Which rows of a reply's list: those that hold every word of `search`, in `column` or anywhere. */
export type CallRowsQuery = Parsed<typeof callRows>
const callRows = () =>
  z.strictObject({
    search: search().exactOptional(),
    column: columnName().exactOptional(),
    sort: z
      .array(z.strictObject({ column: columnName(), isDescending: z.boolean().exactOptional() }))
      .max(5)
      .exactOptional(),
  })

/** A piece of a stored reply; `isFormatted` breaks JSON into indented lines, values as received. */
export type CallView = Parsed<typeof callView>
const callView = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('reply') }),
    z.strictObject({ kind: z.literal('text'), offset: offset(), limit: limit(1_000_000) }),
    z.strictObject({ kind: z.literal('lines'), offset: offset(), limit: limit(1_000), isFormatted: z.boolean() }),
    z.strictObject({ kind: z.literal('matches'), search: z.string().min(1).max(500), isFormatted: z.boolean() }),
    callRows().extend({ kind: z.literal('rows'), offset: offset(), limit: limit(1_000) }),
    z.strictObject({ kind: z.literal('tree') }),
    z.strictObject({ kind: z.literal('changes'), since: callId() }),
  ])

export type CallExport = Parsed<typeof callExport>
const callExport = () =>
  z.discriminatedUnion('as', [
    /** The reply as it came. */
    z.strictObject({ as: z.literal('body'), id: callId() }),
    /** The rows of its list. */
    tableOptions().extend({ as: z.literal('table'), id: callId(), ...callRows().shape }),
    callRows().extend({ as: z.literal('json'), id: callId() }),
    /** All saved calls as one file, without keys. */
    z.strictObject({ as: z.literal('saved') }),
  ])

/** Verdict from status and envelope of a reply; a call lost after sending failed with `outcome-unknown`. */
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
  /** False when the bytes are not valid UTF-8, and the text only resembles them. */
  readonly isText: boolean
  readonly isJson: boolean
  /** The list in the reply as a table, or null without one. */
  readonly table: {
    readonly rows: number
    readonly columns: readonly Column[]
    readonly incomplete: Incomplete | null
  } | null
}

/** `path` is the dotted path in the reply, or the line number in one that is not JSON. Values are shortened JSON. */
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
  /** `isCut`: long lists and texts are shortened. Null for a reply that is not JSON. */
  | { readonly kind: 'tree'; readonly value: Json; readonly isCut: boolean }
  | { readonly kind: 'changes'; readonly changes: readonly ReplyChange[]; readonly isCut: boolean }

export type SavedCall = CallRequest & { readonly id: SavedCallId; readonly name: string }

const sendId = () => z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'a name of a call')

export const callsOperations = {
  /**
   * Sends once and stores the reply, whatever it says. Refused as `invalid-input`: at `promo` a POST that sets promo codes
   * (they have a preview; the terminal may), at `isConfirmed` a POST that is not confirmed, unless a confirmation for its path
   * `isRemembered`. `sendId` is a name of the caller's choice, by which `call:cancel` ends it.
   */
  'call:send': operation<CallReply>()(
    () =>
      callRequest().extend({
        profileId: profileId(),
        isConfirmed: z.boolean().exactOptional(),
        isRemembered: z.boolean().exactOptional(),
        sendId: sendId().exactOptional(),
      }),
    /^(?:path|body|query\..*)$/,
  ),
  /** False when no such call is under way. */
  'call:cancel': operation<boolean>()(() => z.strictObject({ sendId: sendId() })),
  /** The history, newest first, and all saved calls by name; `search` looks into both and into the replies' beginnings. */
  'call:list': operation<{
    readonly total: number
    readonly calls: readonly CallSummary[]
    readonly saved: readonly SavedCall[]
  }>()(() => z.strictObject({ search: search().exactOptional(), offset: offset(), limit: limit(1_000) })),
  'call:read': operation<CallPiece>()(() => z.strictObject({ id: callId(), view: callView() })),
  /** One call (with its id: changed), or all of an exported file; those that are saved already are left out. */
  'call:save': operation<readonly SavedCall[]>()(
    () =>
      z.union([
        z.strictObject({ call: callRequest().extend({ id: savedCallId().exactOptional(), name: name() }) }),
        z.strictObject({ file: z.string().min(1) }),
      ]),
    /^(?:file|call\.(?:path|body|query\..*))$/,
  ),
  'call:remove': operation<null>()(() =>
    z.union([
      z.strictObject({ id: callId() }),
      z.strictObject({ saved: savedCallId() }),
      z.strictObject({ isWholeHistory: z.literal(true) }),
    ]),
  ),
  /** Null when the user closed the save dialog. */
  'call:export': operation<{ readonly jobId: JobId } | null>()(callExport),
}

export type CallsEvents = {
  'calls:changed': Record<string, never>
}
