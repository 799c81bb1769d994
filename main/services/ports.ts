import type {
  AppError,
  AppEvent,
  CategoryId,
  CategoryOutcome,
  ExtraHeader,
  FileReason,
  Instant,
  Job,
  Json,
  KeychainReason,
  Profile,
  ProfileId,
  Result,
  StageGuid,
} from '../../preload/contract.ts'

/**
 * What the services need from outside. Adapters implement these and are handed in by core.ts;
 * nothing here knows how an adapter works.
 */

/** Milliseconds since the epoch. */
export type Clock = () => number

export type Log = {
  readonly info: (message: string, details?: { readonly [key: string]: Json }) => void
  readonly warn: (message: string, details?: { readonly [key: string]: Json }) => void
  /** Takes the stack of a bug; returns the reference under which it can be found. */
  readonly bug: (thrown: unknown) => string
  readonly close: () => void
}

export type Emit = (event: AppEvent) => void

/** A profile with the secret values that its calls carry. Never leaves main. */
export type Credentials = {
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
  /** Validators of the stored copy; the reply may then be 304 with an empty body. */
  readonly etag?: string | null
  readonly lastModified?: string | null
  readonly signal?: AbortSignal
}

/** Any HTTP reply, whatever its status, except those the rules of the client turn into errors before a body is read. */
export type ServiceReply = {
  readonly status: number
  /** Lower-case names; the profile's secrets masked. */
  readonly headers: { readonly [name: string]: string }
  /** Decoded from its content encoding, secrets masked. Owns its whole ArrayBuffer, so it can be transferred. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly tookMs: number
}

export type EventService = {
  /**
   * One call by the rules of the client (origins, timeouts, limits, retries of reads).
   * Errors: wrong-origin, key-missing, offline, timed-out, too-large, cancelled, outcome-unknown (a POST that is no read and
   * was lost after it was sent). Every HTTP status is a reply; `readReply` in domain/envelope.ts judges it.
   */
  readonly call: (credentials: Credentials, call: ServiceCall) => Promise<Result<ServiceReply>>
  /** Calls in flight per origin, from now on. */
  readonly setParallelCalls: (count: number) => void
  readonly close: () => Promise<void>
}

/** Secrets by account name. Implementations never throw and never hang longer than their deadline. */
export type Keychain = {
  /** Probes on first use; the answer is remembered until it is asked again with `again`. */
  readonly probe: (again?: boolean) => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: KeychainReason }>
  readonly get: (account: string) => Promise<Result<string | null>>
  readonly set: (account: string, secret: string) => Promise<Result<null>>
  readonly forget: (account: string) => Promise<Result<null>>
}

/** One embedded demo event service, started when the demo profile is first used. */
export type Demo = {
  readonly start: () => Promise<RunningDemo>
  readonly stop: () => Promise<void>
}

export type RunningDemo = {
  readonly url: string
  readonly resultsUrl: string
  readonly accessKey: string
  readonly resultsKey: string
  readonly stage: { readonly guid: string; readonly name: string }
}

/** Where an export goes. Each face brings its own. */
export type Delivery = {
  /** Null when the user closed the dialog. */
  readonly choose: (suggestedName: string) => Promise<Result<DeliveryTarget> | null>
}

export type DeliveryTarget = {
  /** Absolute path to write. */
  readonly path: string
  /** What the user is told once the file is there. */
  readonly finish: () => { readonly path: string | null; readonly download: string | null }
}

export type FileWriter = {
  readonly write: (chunk: string | Uint8Array) => Promise<Result<null>>
  /** Flushes, syncs and renames the partial file to its name. */
  readonly finish: () => Promise<Result<{ readonly sha256: string; readonly sizeBytes: number }>>
  /** Removes the partial file. */
  readonly discard: () => Promise<void>
}

export type Files = {
  /** Opens a partial file beside `path`; the name itself appears only with `finish`. */
  readonly create: (path: string) => Promise<Result<FileWriter>>
}

export type FileError = { readonly kind: 'file'; readonly reason: FileReason; readonly path: string }

export type StoredProfile = Profile & { readonly createdAt: Instant }

export type LinkCategory = {
  readonly distanceGuid: string
  readonly distanceName: string
  readonly categoryGuid: string
  readonly categoryName: string
  readonly url: string
}

/** One category as the store knows it, with what a conditional question needs. */
export type StoredCategory = LinkCategory & {
  readonly id: CategoryId
  readonly stage: StageGuid
  readonly isListed: boolean
  readonly rows: number
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A reply of a results link on its way into the store. */
export type FetchedBody = {
  readonly category: CategoryId
  readonly job: string
  readonly url: string
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Transferred: not usable by the sender afterwards. */
  readonly body: Uint8Array<ArrayBuffer>
}

export type StoredOutcome = {
  readonly category: CategoryId
  readonly outcome: Exclude<CategoryOutcome, 'never'>
  readonly rows: number
  readonly error: AppError | null
  readonly incomplete: { readonly rows: number; readonly total: number } | null
}

export type JobRecord = Job & { readonly profileId: ProfileId | null }
