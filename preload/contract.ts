/**
 * The contract: every operation, event and error that crosses between the faces and the core.
 * Types only, no imports; the main side checks inputs against schemas that must satisfy `Operations`.
 */

type Branded<Name extends string> = string & { readonly __brand: Name }

/** A GUID in its textual form, lower case. */
export type Guid = Branded<'Guid'>
export type ProfileId = Branded<'ProfileId'>
/** GUID of a race stage. */
export type StageGuid = Branded<'StageGuid'>
/** Opaque id of one category of one distance of one stage. */
export type CategoryId = Branded<'CategoryId'>
export type JobId = Branded<'JobId'>
/** ISO 8601 in UTC, milliseconds. */
export type Instant = Branded<'Instant'>

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Which of a profile's two keys: `access` for the main API, `results` for the results service. */
export type KeyName = 'access' | 'results'
export type KeychainReason = 'no-module' | 'no-service' | 'locked' | 'timeout'
export type FileReason =
  'locked' | 'no-space' | 'denied' | 'exists' | 'missing' | 'not-a-folder' | 'name-too-long' | 'gone'

/** `path` is the dotted place in the input, '' for the whole of it. */
export type Issue = { readonly path: string; readonly message: string }

export type AppError =
  | { readonly kind: 'invalid-input'; readonly issues: readonly Issue[] }
  | { readonly kind: 'untrusted-caller' }
  | { readonly kind: 'not-found'; readonly what: string }
  | { readonly kind: 'key-missing'; readonly which: KeyName }
  | { readonly kind: 'key-rejected'; readonly which: KeyName; readonly status: number; readonly message: string }
  | { readonly kind: 'keychain-unavailable'; readonly reason: KeychainReason }
  /** `bodyStart` holds at most the first 300 characters of the body. */
  | {
      readonly kind: 'http'
      readonly status: number
      readonly message: string
      readonly bodyStart: string
      /** Seconds the service asked to wait, when it said so. */
      readonly retryAfterS?: number
    }
  | { readonly kind: 'refused-by-service'; readonly message: string; readonly status: number }
  /** The host could not be reached, or the connection broke; `detail` is the system's word for it, e.g. ECONNREFUSED. */
  | { readonly kind: 'offline'; readonly host: string; readonly detail: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  | { readonly kind: 'unexpected-reply'; readonly where: string; readonly bodyStart: string }
  | { readonly kind: 'wrong-origin'; readonly url: string }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'storage'; readonly reason: string }
  | { readonly kind: 'file'; readonly reason: FileReason; readonly path: string }
  | { readonly kind: 'outcome-unknown'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  /** A bug; the log has the stack under `reference`. */
  | { readonly kind: 'internal'; readonly reference: string }

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

export type Face = 'desktop' | 'browser' | 'terminal'

export type AppInfo = {
  readonly version: string
  readonly face: Face
  readonly platform: string
  readonly dataDir: string
  /** Language tag of the operating system, e.g. `ru-RU`. */
  readonly systemLanguage: string
  /** Where a damaged database was moved at this start, or null. */
  readonly movedAsideTo: string | null
  readonly network: Network
}

/** What the last call to any service showed; `unknown` before the first. */
export type Network = {
  readonly state: 'unknown' | 'online' | 'offline'
  readonly host: string | null
  readonly at: Instant | null
}

export type Settings = {
  readonly language: 'system' | 'en' | 'ru'
  readonly theme: 'system' | 'light' | 'dark' | 'sunlight'
  /** Size of everything in per cent, 90 to 160. */
  readonly scale: number
  readonly rowHeight: 'compact' | 'normal' | 'large'
  /** Calls in flight per origin, 1 to 16. */
  readonly parallelCalls: number
}

/** An extra request header of a profile; its value is a secret and never comes back. */
export type ExtraHeader = { readonly name: string; readonly service: 'main' | 'results' }

export type Profile = {
  readonly id: ProfileId
  readonly name: string
  /** `demo`: the built-in demo race, which brings its own keys. `unsaved`: named on a command line by its two URLs. */
  readonly kind: 'saved' | 'demo' | 'unsaved'
  readonly baseUrl: string
  /** Null until the results origin is known and confirmed. */
  readonly resultsUrl: string | null
  readonly accessHeader: string
  readonly resultsHeader: string
  readonly extraHeaders: readonly ExtraHeader[]
}

export type ProfileDraft = {
  /** Absent: a new profile. */
  readonly id?: ProfileId
  readonly name: string
  readonly baseUrl: string
  readonly resultsUrl: string | null
  readonly accessHeader?: string
  readonly resultsHeader?: string
  /** The whole list; a header without `value` keeps the one that is stored. */
  readonly extraHeaders?: readonly (ExtraHeader & { readonly value?: string })[]
}

export type ServiceCheck =
  { readonly ok: true; readonly tookMs: number } | { readonly ok: false; readonly error: AppError }

export type KeyState = {
  readonly isSet: boolean
  /** Last 4 characters of keys of 16 or more, else null. */
  readonly last4: string | null
  readonly heldIn: 'keychain' | 'memory' | 'environment' | 'demo' | null
}

export type KeysStatus = {
  /** `unavailable`: keys live in memory for this run only. `unused`: nothing has asked the keychain (keys come from the environment). */
  readonly keychain:
    | { readonly state: 'available' }
    | { readonly state: 'unused' }
    | { readonly state: 'unavailable'; readonly reason: KeychainReason }
  readonly profiles: readonly {
    readonly profileId: ProfileId
    readonly name: string
    readonly access: KeyState
    readonly results: KeyState
  }[]
}

/** How the last question about a category ended; `never`: it was not asked yet. */
export type CategoryOutcome = 'never' | 'done' | 'unchanged' | 'no-rows' | 'failed'

export type Incomplete = { readonly rows: number; readonly total: number }

export type Category = {
  readonly id: CategoryId
  readonly guid: string
  readonly name: string
  /** Rows stored now, whatever the last outcome. */
  readonly rows: number
  /** When the rows shown were fetched, or null without rows. */
  readonly fetchedAt: Instant | null
  /** When the service last answered for this category, or null. */
  readonly checkedAt: Instant | null
  readonly outcome: CategoryOutcome
  readonly error: AppError | null
  readonly incomplete: Incomplete | null
  /** A body is stored, whether or not rows were found in it. */
  readonly hasBody: boolean
  /** False when the last links reply no longer names the category. */
  readonly isListed: boolean
}

export type Distance = { readonly guid: string; readonly name: string; readonly categories: readonly Category[] }

export type Stage = {
  readonly guid: StageGuid
  readonly name: string
  readonly profileId: ProfileId | null
  readonly profileName: string | null
  readonly distances: number
  readonly categories: number
  readonly rows: number
  /** Categories whose last outcome is `failed`. */
  readonly problems: number
  /** When the oldest of the stored categories was last confirmed by the service, or null when nothing is stored. */
  readonly confirmedAt: Instant | null
  readonly addedAt: Instant
}

export type StageTree = {
  readonly stage: Stage
  readonly distances: readonly Distance[]
  readonly linksFetchedAt: Instant | null
  /** Origin named by the links while the profile has no results URL: to be adopted after the user confirms. */
  readonly proposedResultsUrl: string | null
}

/** `kind` is what the column's values look like in its stored rows; it aligns and sorts, it does not name a role. */
export type Column = { readonly name: string; readonly kind: 'text' | 'number' | 'time' | 'json' }

/** A cell as received: a scalar, or an array or empty object kept as JSON. Undefined crosses as null. */
export type Cell = Json

export type Row = {
  readonly category: CategoryId
  /** Index in the category's stored rows, in the order received. */
  readonly index: number
  /** Same for the same finisher of a category in a later snapshot, as far as a bib tells. */
  readonly identity: string
  /** One cell for each of the page's columns. */
  readonly cells: readonly Cell[]
}

export type Sort = { readonly column: string; readonly isDescending?: boolean }

/** Which rows: all of a stage, or of one distance or category, that match every word of `search`. */
export type ResultsQuery = {
  readonly stage: StageGuid
  readonly distance?: string
  readonly categories?: readonly CategoryId[]
  readonly search?: string
  readonly sort?: readonly Sort[]
}

export type ResultsPage = {
  /** Matching rows before offset and limit. */
  readonly total: number
  readonly offset: number
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

export type PersonView = {
  readonly row: Row
  readonly columns: readonly Column[]
  readonly distanceName: string
  readonly categoryName: string
  readonly fetchedAt: Instant
  /** The row as it stands in the body, pretty-printed. */
  readonly rawJson: string
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

export type CsvPreset = 'ru' | 'en' | 'import' | 'tsv'

export type JobState = 'running' | 'done' | 'partial' | 'failed' | 'cancelled' | 'interrupted'

export type Job = {
  readonly id: JobId
  readonly kind: 'take' | 'export' | 'blocks'
  /** Null when the work is about no stage. */
  readonly stage: StageGuid | null
  /** The name of the stage, or of the profile, when the job began. */
  readonly title: string
  readonly state: JobState
  /** Categories (take), rows (export) or bytes (blocks) dealt with so far; `total` is 0 until known. */
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  readonly error: AppError | null
  readonly file: ExportedFile | null
}

export type ExportedFile = {
  readonly name: string
  readonly rows: number
  /** What `rows` counts, when it is not rows. */
  readonly unit?: 'blocks'
  readonly sha256: string
  /** Where it was written, in faces that write where the user said; else null. */
  readonly path: string | null
  /** Path of a single-use download that lives 60 s (browser face); else null. */
  readonly download: string | null
}

export type Operations = {
  'app:info': { readonly input: Record<string, never>; readonly value: AppInfo }
  'app:settings': { readonly input: Record<string, never>; readonly value: Settings }
  'app:setSettings': { readonly input: Partial<Settings>; readonly value: Settings }

  'profile:list': { readonly input: Record<string, never>; readonly value: readonly Profile[] }
  /** `demo`: makes the demo profile (or finds it) with its stage saved. */
  'profile:save': {
    readonly input: { readonly profile: ProfileDraft } | { readonly demo: true }
    readonly value: Profile
  }
  /** Forgets the profile and its keys; stages taken with it stay. */
  'profile:remove': { readonly input: { readonly id: ProfileId }; readonly value: null }
  'profile:check': {
    readonly input: { readonly id: ProfileId }
    readonly value: { readonly main: ServiceCheck; readonly results: ServiceCheck }
  }

  'keys:set': {
    readonly input: { readonly profileId: ProfileId; readonly which: KeyName; readonly value: string }
    readonly value: KeyState
  }
  'keys:status': { readonly input: Record<string, never>; readonly value: KeysStatus }
  /** Without `which`: both keys and the extra headers' values. */
  'keys:forget': { readonly input: { readonly profileId: ProfileId; readonly which?: KeyName }; readonly value: null }

  /** `text` holds a stage GUID, alone or within a results link. Fetches nothing. */
  'stage:add': {
    readonly input: { readonly profileId: ProfileId; readonly text: string; readonly name?: string }
    readonly value: Stage
  }
  'stage:list': { readonly input: Record<string, never>; readonly value: readonly Stage[] }
  'stage:rename': { readonly input: { readonly stage: StageGuid; readonly name: string }; readonly value: Stage }
  'stage:remove': { readonly input: { readonly stage: StageGuid }; readonly value: null }
  'stage:tree': { readonly input: { readonly stage: StageGuid }; readonly value: StageTree }
  /** Without `categories`: all of them, or what an interrupted take of the stage left over. A take already running is joined. */
  'stage:take': {
    readonly input: { readonly stage: StageGuid; readonly categories?: readonly CategoryId[] }
    readonly value: { readonly jobId: JobId }
  }

  'results:page': {
    readonly input: ResultsQuery & { readonly offset: number; readonly limit: number }
    readonly value: ResultsPage
  }
  'results:person': {
    readonly input: { readonly category: CategoryId; readonly index: number }
    readonly value: PersonView
  }
  /** The newest stored body of the category, with or without rows. */
  'results:raw': { readonly input: { readonly category: CategoryId }; readonly value: RawBody }
  /** Null when the user closed the save dialog. */
  'results:export': {
    readonly input: ResultsQuery & { readonly format: 'csv'; readonly preset: CsvPreset }
    readonly value: { readonly jobId: JobId } | null
  }

  /** Running jobs and the last 50 finished ones, newest first. */
  'job:list': { readonly input: Record<string, never>; readonly value: readonly Job[] }
  'job:cancel': { readonly input: { readonly id: JobId }; readonly value: null }
}

export type Operation = keyof Operations
export type Input<K extends Operation> = Operations[K]['input']
export type Value<K extends Operation> = Operations[K]['value']

/** Events carry ids and counts, never rows or keys; a job reports at most 10 times a second. */
export type Events = {
  'job:progressed': Job
  'job:finished': Job
  'stage:changed': { readonly stage: StageGuid }
  'profile:changed': { readonly id: ProfileId }
  'keys:changed': { readonly profileId: ProfileId }
  'settings:changed': Settings
  'network:changed': Network
}

export type EventName = keyof Events
export type AppEvent = { readonly [K in EventName]: { readonly name: K; readonly data: Events[K] } }[EventName]

/** What the preload bridge exposes as `window.racedesk`. */
export type Bridge = {
  readonly call: (operation: string, input: unknown) => Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}
