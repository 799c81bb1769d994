import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { ExtraHeader } from '../../../preload/contract/organizations.ts'
import type { Result } from '../../../preload/contract/result.ts'

/** A profile with the secret values that its calls carry. Never leaves main. */
export type Credentials = {
  readonly profileId: ProfileId
  readonly baseUrl: string
  readonly resultsUrl: string | null
  readonly accessHeader: string
  readonly resultsHeader: string
  readonly accessKey: string | null
  readonly resultsKey: string | null
  readonly extraHeaders: readonly (ExtraHeader & { readonly value: string })[]
}

export type ServiceCall = {
  readonly service: 'main' | 'results'
  readonly method: 'GET' | 'POST'
  /** Absolute; refused as `wrong-origin` when it is not on the origin of the profile's service. */
  readonly url: string
  /** The bytes go out as they are, as application/json. */
  readonly body?: Uint8Array
  /** GETs are reads; a POST is one only when it says so. Only reads are ever retried. */
  readonly isRead?: boolean
  /** Asked again before long anyway: a reply that asks to wait is given at once, and only a broken connection tried again. */
  readonly isPoll?: boolean
  /** Accepts web pages as replies; otherwise they are taken for sign-in pages. */
  readonly isAnything?: boolean
  /** Validators of the stored copy; the reply may then be 304 with an empty body. */
  readonly etag?: string | null
  readonly lastModified?: string | null
  readonly signal?: AbortSignal
  /**
   * Called for every piece of the body that arrives over the wire, with the size of the body so far. `newBytes` is the size of the piece
   * alone: their sum includes failed tries. `totalBytes` is null when the reply does not give it.
   */
  readonly onProgress?: (receivedBytes: number, totalBytes: number | null, newBytes: number) => void
}

/** Any HTTP reply, whatever its status, except those the rules of the client turn into errors before a body is read. */
export type ServiceReply = {
  readonly status: number
  /** Lower-case names; the profile's secrets masked. */
  readonly headers: { readonly [name: string]: string }
  /** Decoded from its content encoding, secrets masked. Owns its whole ArrayBuffer, so it can be transferred. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly tookMs: number
  /** It points to another host, and was not followed. */
  readonly leadsAway?: boolean
}

export type EventService = {
  /**
   * One call by the rules of the client (origins, timeouts, limits, retries of reads).
   * Errors: wrong-origin, key-missing, offline, untrusted-certificate, timed-out, too-large, cancelled, outcome-unknown (a POST that is no read and
   * was lost after it was sent). Every HTTP status is a reply; `readReply` in features/organizations/rules/envelope.ts judges it.
   */
  readonly call: (credentials: Credentials, call: ServiceCall) => Promise<Result<ServiceReply>>
  /** Calls in flight per origin, from now on. */
  readonly setParallelCalls: (count: number) => void
  /** Calls to come use new connections; those under way end on theirs. */
  readonly reconnect: () => void
  readonly close: () => Promise<void>
}

/** The certificates that this process trusts beside those that Node brings. */
export type TrustStore = {
  /** All that users added, as PEM; those of the call before are given up. */
  readonly add: (pems: readonly string[]) => void
  /** To be awaited before a connection that needs them; the first time takes a while, up to a few seconds. */
  readonly prepare: () => Promise<void>
  /** Number of the operating system's certificates; null when unreadable. */
  readonly countSystem: () => Promise<number | null>
}
