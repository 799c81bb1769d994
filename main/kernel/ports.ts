import type { AppEvent, Operations } from '../../preload/contract.ts'
import type { BlockSnapshot, BlockType } from '../../preload/contract/blocks.ts'
import type { CallReply, CallRequest, CallSummary, SavedCall } from '../../preload/contract/calls.ts'
import type { Change, ChangeMark, ChangeType } from '../../preload/contract/changes.ts'
import type { AutoExport } from '../../preload/contract/files.ts'
import type {
  BlockTypeId,
  CallId,
  CategoryId,
  Guid,
  Instant,
  JobId,
  Json,
  ProfileId,
  PromoReceiptId,
  RaceGuid,
  ReplyId,
  SavedCallId,
  ShapeSignature,
  StageGuid,
} from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { TrustedCertificate } from '../../preload/contract/network.ts'
import type {
  OrderChange,
  OrderLook,
  OrderLookup,
  OrderSortColumn,
  OrderState,
  OrderSummary,
} from '../../preload/contract/orders.ts'
import type { ExtraHeader, Profile } from '../../preload/contract/organizations.ts'
import type { PromoCode, PromoDraft, PromoReceipt, PromoState } from '../../preload/contract/promo.ts'
import type { Reply } from '../../preload/contract/replies.ts'
import type { AppError, FileReason, KeychainReason, Result, StorageCause } from '../../preload/contract/result.ts'
import type { Favourite, SavedView } from '../../preload/contract/results.ts'
import type { Memory, StageMemory } from '../../preload/contract/settings.ts'
import type { CategoryOutcome, Distance, ReadCharset, Stage } from '../../preload/contract/stages.ts'
import type { RemovablePart, StorageUsage } from '../../preload/contract/storage.ts'
import type { UpdateFault, UpdateWay } from '../../preload/contract/updates.ts'
import type { ArchiveEntry } from '../features/capsule/rules/archiveEntries.ts'
import type { CapsuleChange } from '../features/capsule/rules/ledgerLines.ts'
import type { CapsuleManifest } from '../features/capsule/rules/manifest.ts'
import type { OrderFacts } from '../features/orders/rules/orders.ts'
import type { TableColumn } from '../features/columns/rules/table/columns.ts'
import type { Corrections, KnownColumns } from '../features/columns/rules/table/tableShape.ts'

/**
 * What the services need from outside. Adapters implement these and are handed in by core.ts;
 * nothing here knows how an adapter works.
 */

/** Milliseconds since the epoch. */
export type Clock = () => number

/** Resolves when the time is over or the signal aborts, whichever is first; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export type UpdateAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: UpdateFault }

/** How this copy of the app comes by a newer one. Never throws; its calls follow one another. */
export type Updater = {
  /** When it is neither `self` nor `package`, nothing else is called. */
  readonly way: UpdateWay
  /** The newer version, or null when there is none. */
  readonly check: () => Promise<UpdateAnswer<string | null>>
  /** Of what was found last; `told` hears per cent. Null when the signal ended it. */
  readonly download: (told: (percent: number) => void, signal: AbortSignal) => Promise<UpdateAnswer<true> | null>
  /** Of what was downloaded, as the last thing that this process does. */
  readonly install: () => Promise<UpdateAnswer<true>>
}

export type Log = {
  readonly info: (message: string, details?: { readonly [key: string]: Json }) => void
  readonly warn: (message: string, details?: { readonly [key: string]: Json }) => void
  /** Takes the stack of a bug; returns the reference under which it can be found. */
  readonly bug: (thrown: unknown) => string
  /** The last lines, oldest first, of at most so many characters together. */
  readonly recent: (limitChars: number) => readonly string[]
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
  /** Asked again before long anyway: a reply that asks to wait is given at once, and only a broken connection tried again. */
  readonly isPoll?: boolean
  /** Whatever comes is an answer, a web page too; else such a page came from somebody in between. */
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
  /** It points to another host than the one that was asked; nobody followed. */
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

/**
 * How a URL is reached: proxies to try one after the other, `http:` or `https:` with their credentials, null for none at all.
 * Never rejects; an empty list: there are proxies, but none that could be used.
 */
export type RoutesOf = (url: string) => Promise<readonly (URL | null)[]>

/** The certificates that this process trusts beside those that Node brings. */
export type TrustStore = {
  /** All that users added, as PEM; those of the call before are given up. */
  readonly add: (pems: readonly string[]) => void
  /** To be awaited before a connection that needs them; the first time takes a while, up to a few seconds. */
  readonly prepare: () => Promise<void>
  /** Of the operating system; null when they could not be read. */
  readonly countSystem: () => Promise<number | null>
}

/** Secrets by account name. Implementations never throw and never hang longer than their deadline. */
export type Keychain = {
  /** Probes on first use; the answer is remembered until it is asked again with `again`. */
  readonly probe: (
    again?: boolean,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: KeychainReason }>
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

/** What only a window of the operating system can do; absent in faces without one. */
export type Shell = {
  readonly fillScreen: (isFull: boolean) => void
  /** The pointer drags the file out of the window. False when it is gone. */
  readonly dragOut: (path: string) => Promise<boolean>
  /** Asks the user, outside the page, whether those certificates are to be trusted. */
  readonly confirmTrust: (certificates: readonly TrustedCertificate[]) => Promise<boolean>
}

/** Rows by table, and how many problems SQLite's own check found (at most 100). */
export type StoreCondition = { readonly rows: { readonly [table: string]: number }; readonly problems: number }

/** Where an export goes. Each face brings its own. */
export type Delivery = {
  /** Null when the user closed the dialog. */
  readonly choose: (suggestedName: string) => Promise<Result<DeliveryTarget> | null>
}

/** A folder for files of something of that name, absolute; null when the user closed the dialog. */
export type ChooseFolder = (name: string) => Promise<Result<string> | null>

export type DeliveryTarget = {
  /** Absolute path to write. */
  readonly path: string
  /** What the user is told once the file is there, at this path. */
  readonly finish: (path: string) => { readonly path: string | null; readonly download: string | null }
  /** The file may get another name where a program holds the one that has this name. */
  readonly canBeRenamed?: true
  /** Where a second file goes that belongs to it; absent: into the same folder. */
  readonly beside?: (name: string) => Promise<Result<DeliveryTarget>>
}

/** Lays out pages of ours on paper, apart from the window that the user sees. Rejects when that fails. */
export type Printing = {
  /** Shows the system's print dialog, and resolves when that is over. Errors: cancelled; not-printed. */
  readonly print: (html: string, signal: AbortSignal) => Promise<Result<null>>
  /** Null: what lays it out went, or took too long. */
  readonly toPdf: (html: string) => Promise<Uint8Array | null>
}

/** Where documents go that a page may show in a frame, once. Each face with a screen brings its own. */
export type Previews = {
  /** Gives the address of the document, which is good for one fetch within a minute. */
  readonly publish: (html: string) => string
}

/** A file on its way into an archive; its pieces are taken one after the other, and once. */
export type ZipEntry = {
  /** With forward slashes. */
  readonly path: string
  readonly pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/**
 * Packs files into a zip archive, each as it is taken from `entries`; memory does not grow with them. What throws while it is
 * read is thrown on. Beyond 4 GB, of an entry or in all, or 65,536 entries it throws a RangeError with the cause `zip`.
 */
export type Zip = (
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modifiedAt: Instant,
) => AsyncIterable<Uint8Array>

/** A private folder for files that a page hands over. Names are the caller's, never a user's. */
export type ReceivedFolder = {
  readonly pathOf: (name: string) => string
  /** At 0 the file begins anew. */
  readonly append: (name: string, offset: number, bytes: Uint8Array) => Promise<Result<null>>
  readonly remove: (name: string) => Promise<void>
  /** Removes all of them. */
  readonly close: () => Promise<void>
}

/** `path` is absolute, and where the file is now. */
export type WrittenFile = { readonly path: string; readonly sha256: string; readonly sizeBytes: number }

/** Unpacked, with the hash of what came out. */
export type OpenedEntry = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string }

/** A zip archive that somebody else made; what its directory says of it may be false. */
export type Archive = {
  /** In the order of the directory. */
  readonly entries: readonly ArchiveEntry[]
  /** The entry at that place. Errors: capsule-refused when it is not `sizeBytes` long or cannot be unpacked; file. */
  readonly read: (at: number) => Promise<Result<OpenedEntry>>
  readonly close: () => void
}

/** Reads the directory, and nothing of it beyond `limitEntries`. Errors: file; capsule-refused. */
export type OpenArchive = (path: string, limitEntries: number) => Promise<Result<Archive>>

export type FileWriter = {
  readonly write: (chunk: string | Uint8Array) => Promise<Result<null>>
  /** Of what was written so far; to be asked once the writes have ended. */
  readonly sha256: () => string
  /**
   * Flushes, syncs and renames the partial file to its name. Where a program holds the file that has the name, `elsewhere`
   * gives other paths in the same folder, from attempt 2 on; none that is there is replaced.
   */
  readonly finish: (elsewhere?: (attempt: number) => string) => Promise<Result<WrittenFile>>
  /** Removes the partial file. */
  readonly discard: () => Promise<void>
}

export type Files = {
  /** Opens a partial file beside `path`; the name itself appears only with `finish`. */
  readonly create: (path: string) => Promise<Result<FileWriter>>
  /** Null when there is no file of this name. */
  readonly sizeOf: (path: string) => Promise<number | null>
  /**
   * Removes a file that is unchanged since it was written, unless it is the file at `butNot` with other letter case. `left`:
   * somebody changed the file, or it cannot be removed.
   */
  readonly removeWritten: (
    path: string,
    written: Pick<WrittenFile, 'sizeBytes' | 'sha256'>,
    butNot: string,
  ) => Promise<'removed' | 'gone' | 'left'>
}

/** Reads files that a face was given. */
export type FileReader = {
  readonly hash: (path: string) => Promise<Result<{ readonly sizeBytes: number; readonly sha256: string }>>
  /** As UTF-8; empty for a file beyond the limit. */
  readonly text: (path: string, limitBytes: number) => Promise<Result<string>>
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
  /** Fetch time of the reply that the rows come from; null without one. */
  readonly sizeBytes: number | null
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A reply of a results link on its way into the store. */
export type FetchedBody = {
  readonly category: CategoryId
  readonly job: JobId
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

/** A recognised table of a category: derived from its rows snapshot and made anew when another snapshot takes its place. */
export type StoredTable = {
  readonly category: CategoryId
  readonly stage: StageGuid
  readonly distanceGuid: string
  readonly distanceName: string
  readonly categoryName: string
  readonly snapshot: number
  /** When that snapshot was. */
  readonly fetchedAt: Instant
  readonly rows: number
  /** Of the table's columns; null for a table that cannot be read any more. */
  readonly shape: number | null
  /** Rises when the same reply is read otherwise than before: its rows and columns are then other ones. */
  readonly reading: number
  /** Another number when the columns have other roles than before, or the reply is read otherwise; what is derived from them is then made again. */
  readonly roles: number
}

/** The body that a table's rows come from; the hash is that of the bytes as received. */
export type StoredSource = {
  readonly url: string
  readonly fetchedAt: Instant
  readonly sha256: string
  readonly sizeBytes: number
}

/** The tables of one origin that have the same set of columns. */
export type StoredShape = {
  readonly id: number
  readonly origin: string
  readonly signature: ShapeSignature
  readonly known: KnownColumns
  readonly corrections: Corrections
  /** Of all stages. */
  readonly stored: { readonly rows: number; readonly categories: number; readonly stages: number }
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
}

/** What the columns of tables mean. */
export type ShapeStore = {
  /** With the roles in force. Null when another snapshot has taken the place of the table's, or the disk altered them. */
  readonly columnsOf: (table: StoredTable) => readonly TableColumn[] | null
  /** The columns of a table whose place another snapshot has taken, with the roles that are in force for its shape. */
  readonly withRolesOf: (table: StoredTable, columns: readonly TableColumn[]) => readonly TableColumn[]
  /** Null when another snapshot has taken the table's place, or it was made of other columns than are searched now. */
  readonly searchTextOf: (table: StoredTable) => string | null
  /** Shapes that tables of the stage have, the one with most rows first. */
  readonly shapes: (stage: StageGuid) => readonly StoredShape[]
  /** All that users say of the shape from now on; gives the stages that have tables of it. */
  readonly correctShape: (id: number, corrections: Corrections, at: Instant) => readonly StageGuid[]
  readonly noteDrift: (stage: StageGuid, categories: readonly CategoryId[]) => void
  /** As of `results:setReading`. */
  readonly readOtherwise: (change: ReadingChange) => Promise<Result<Reread>>
}

export type ReadingChange = Operations['results:setReading']['input']
export type Reread = Operations['results:setReading']['value']

/** Stored replies of results links, as users see and choose them. */
export type ReplyStore = {
  /** The newest first. */
  readonly replies: (category: CategoryId, limit: number) => readonly Reply[]
  /** `outcome` is `failed` when the reply cannot become the table; nothing was changed then. */
  readonly chooseReply: (category: CategoryId, reply: ReplyId, at: Instant) => Promise<Result<StoredOutcome>>
  /** Ends the announcement that these tables have shrunk. */
  readonly noteShrunk: (stage: StageGuid, categories: readonly CategoryId[]) => void
}

export type StoredBody = {
  /** As received, after decoding. Where the bytes are neither UTF-8 nor in the charset they name, a lossy reading for display. */
  readonly text: string
  /** Not a lossy reading. */
  readonly isText: boolean
  readonly sizeBytes: number
  readonly sha256: string
  readonly status: number
  readonly contentType: string
  readonly fetchedAt: Instant
  readonly url: string
}

/** Of a results link. `charset` null: UTF-8 · `hasHeader` null: nobody said whether the first line names the columns. */
export type ResultsBody = StoredBody & { readonly charset: ReadCharset | null; readonly hasHeader: boolean | null }

export type StoredLinks = {
  readonly template: string | null
  readonly categories: readonly LinkCategory[]
  readonly body: Uint8Array
  readonly fetchedAt: Instant
}

/**
 * What is kept on disk. Reads and small writes are synchronous and throw only when the database fails, which the gate turns
 * into `storage`; bodies of results are parsed and written apart from the caller's thread.
 */
export type Store = AutoExportStore &
  CallStore &
  CapsuleStore &
  ExportStore &
  LedgerStore &
  FavouriteStore &
  MemoryStore &
  OrderStore &
  PromoStore &
  ReferenceStore &
  ReplyStore &
  ShapeStore &
  WatchStore & {
    readonly profiles: () => readonly StoredProfile[]
    readonly saveProfile: (profile: StoredProfile) => void
    readonly removeProfile: (id: ProfileId) => void

    readonly settings: () => { readonly [name: string]: Json }
    readonly saveSettings: (settings: { readonly [name: string]: Json }) => void

    readonly stages: () => readonly Stage[]
    readonly stage: (guid: StageGuid) => Stage | null
    /** Adds the stage, or gives a known one to another profile; a name is kept unless a new one comes. */
    readonly saveStage: (stage: {
      readonly guid: StageGuid
      readonly name: string | null
      readonly profileId: ProfileId
      readonly profileName: string
      readonly at: Instant
    }) => void
    readonly renameStage: (guid: StageGuid, name: string) => void
    readonly removeStage: (guid: StageGuid) => void
    readonly tree: (guid: StageGuid) => readonly Distance[]
    /** Resolves once tables that an earlier version made can be read anew; to be awaited before the first of them is shown. */
    readonly prepareToRead: () => Promise<void>
    /** Looks for rows in the stage's replies in which an earlier version found none; resolves once that is done. */
    readonly readUnread: (guid: StageGuid) => Promise<void>
    readonly linksOf: (guid: StageGuid) => { readonly template: string | null; readonly fetchedAt: Instant | null }
    /** Categories that the links no longer name stay, as not listed. */
    readonly saveLinks: (guid: StageGuid, links: StoredLinks) => void
    readonly listedCategories: (guid: StageGuid) => readonly StoredCategory[]

    /** Gets ready to store bodies soon, without waiting for it. */
    readonly prepareToStore: () => void
    /** Resolves once the outcome is on disk. */
    readonly storeBody: (body: FetchedBody) => Promise<Result<StoredOutcome>>
    readonly storeUnchanged: (category: CategoryId, job: JobId, at: Instant) => Promise<Result<StoredOutcome>>
    readonly storeFailure: (
      category: CategoryId,
      job: JobId,
      at: Instant,
      error: AppError,
    ) => Promise<Result<StoredOutcome>>

    /** Counts the category's last outcome for a job that left the asking to somebody else. */
    readonly shareOutcome: (category: CategoryId, job: JobId) => void

    /** Tables in the order of distances and categories, without those whose reply is damaged. */
    readonly tables: (guid: StageGuid) => readonly StoredTable[]
    /** Categories whose reply is known to be damaged: damage is found when the rows are read. */
    readonly damagedTables: (guid: StageGuid) => readonly StoredTable[]
    readonly tableOf: (category: CategoryId) => (StoredTable & { readonly fetchedAt: Instant }) | null
    /**
     * The body that the table's rows come from; null once its stage was removed. A damaged body is marked and reported by a throw, as
     * `damagedReplyOf` knows it; so does every reader of a reply below.
     */
    readonly rowsBody: (table: StoredTable) => ResultsBody | null
    /** Nothing of the body is read for it; null as of `rowsBody`. */
    readonly rowsSource: (table: StoredTable) => StoredSource | null
    /** The newest body of the category, with or without rows, or that of one of its replies: so many characters of its text. */
    readonly lastBody: (
      category: CategoryId,
      most: number,
      reply?: ReplyId,
      /** In place of the charset that is in force; null: by what the body holds. */
      charset?: string | null,
    ) => (ResultsBody & { readonly isCut: boolean }) | null

    /** Looks at the whole database, apart from the caller's thread. */
    readonly condition: () => Promise<Result<StoreCondition>>
    /** How much space each part takes; computed off the caller's thread. */
    readonly usage: () => Promise<Result<StorageUsage>>
    /**
     * Removes earlier entries of these parts and gives their space back to the disk. `mayRewrite`: nobody else writes for the
     * moment that rewriting the database takes. Returns the usage afterwards.
     */
    readonly freeStorage: (parts: readonly RemovablePart[], mayRewrite: boolean) => Promise<Result<StorageUsage>>
    /** A page of the database could not be read: the next start checks the whole database and moves it aside. */
    readonly foundDamage: () => void

    /** Why nothing can be stored; null when storing works. Results stay readable. */
    readonly writeFault: () => StorageCause | null

    readonly saveJob: (job: Job) => void
    readonly jobs: (limit: number) => readonly Job[]
    /** The stage's last take when that one did not come to its end: cancelled, interrupted or failed as a whole. */
    readonly leftBehind: (stage: StageGuid) => JobId | null
    /** Counts the replies that `from` stored within that time as done for `to`; returns the categories with the times of their replies. */
    readonly adoptOutcomes: (
      from: JobId,
      to: JobId,
      within: { readonly since: Instant; readonly until: Instant },
    ) => ReadonlyMap<CategoryId, Instant>
    readonly close: () => Promise<void>
  }

/** Receipts of files that were exported; small writes that are on the disk when they return. */
export type ExportStore = {
  /** `path` is absolute; null where the face does not know it. */
  readonly rememberExport: (exported: {
    readonly sha256: string
    readonly name: string
    readonly path: string | null
    readonly writtenAt: Instant
    readonly receipt: string
  }) => void
  /** The receipt of the last file that had these bytes, of that name before any other. */
  readonly exportOf: (sha256: string, name: string) => string | null
  /** The last file at this path, or of that name where either path is not known; `isThere`: at this very path. */
  readonly exportAt: (place: {
    readonly name: string
    readonly path: string | null
  }) => { readonly receipt: string; readonly isThere: boolean } | null
}

/** `made` says from what; another one does not mean another content. */
export type AutoFile = {
  readonly made: string
  /** Absolute. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
}

export type StoredAutoExport = {
  readonly state: Omit<AutoExport, 'error'>
  readonly files: ReadonlyMap<CategoryId, AutoFile>
}

export type AutoExportStore = {
  readonly autoExport: (stage: StageGuid) => StoredAutoExport | null
  readonly saveAutoExport: (stage: StageGuid, stored: StoredAutoExport) => void
}

/** A watch as it was begun, found again after a restart. */
export type StoredWatch = {
  readonly stage: StageGuid
  readonly everyS: number
  readonly categories: readonly CategoryId[] | null
  readonly budgetMbPerHour: number
}

export type WatchStore = {
  /** Those of processes that run no more. */
  readonly rememberedWatches: () => readonly StoredWatch[]
  readonly rememberWatch: (watch: StoredWatch, at: Instant) => void
  readonly forgetWatch: (stage: StageGuid) => void
}

/** What a user keeps of a stage beside its data; small writes that are on the disk when they return. */
export type FavouriteStore = {
  /** By name. */
  readonly favourites: (stage: StageGuid) => readonly Favourite[]
  /** Removed first, by key. Somebody added again keeps the time of the first marking. */
  readonly changeFavourites: (stage: StageGuid, added: readonly Favourite[], removed: readonly string[]) => void
  /** By name. */
  readonly savedViews: (stage: StageGuid) => readonly SavedView[]
  readonly changeViews: (stage: StageGuid, saved: SavedView | null, removed: string | null) => void
}

/** Values that pages remember; small writes, on disk when they return. */
export type MemoryStore = {
  /** Null: what belongs to no stage. Older and newer versions may have stored other values. */
  readonly memory: (stage: StageGuid | null) => Memory & StageMemory
  readonly saveMemory: (stage: StageGuid | null, values: Memory & StageMemory) => void
  readonly promoDraft: () => PromoDraft | null
  readonly savePromoDraft: (draft: PromoDraft) => void
}

/** Which entries of a stage's ledger; null: whatever it is. */
export type LedgerFilter = {
  readonly stage: StageGuid
  readonly types: readonly ChangeType[] | null
  readonly categories: readonly CategoryId[] | null
  /** Keys of one person. */
  readonly persons: readonly string[] | null
  /** Folded; every one of them must occur. */
  readonly words: readonly string[]
  readonly since: Instant | null
  readonly afterId: number | null
  /** The last change that counts. */
  readonly untilId: number | null
  /** `none`: no details of headlines. */
  readonly headline: number | 'none' | null
  readonly areFinishes: boolean | null
}

/** `index` of the change is that within `snapshot`; `person` is the key of the row, null where it names nobody. */
export type StoredChange = { readonly change: Change; readonly snapshot: number; readonly person: string | null }

/** A stored body of a category, without its bytes. */
export type CapsuleBodySource = StoredSource & {
  readonly snapshot: number
  readonly status: number
  readonly contentType: string
}

export type CapsuleCategorySource = LinkCategory & {
  readonly isListed: boolean
  readonly outcome: CategoryOutcome
  readonly checkedAt: Instant | null
  readonly confirmedAt: Instant | null
  readonly rows: number
  /** Null without rows or when the reply is damaged. */
  readonly rowsBody: CapsuleBodySource | null
  readonly lastBody: CapsuleBodySource | null
  /** The users' choices for reading its bodies. */
  readonly charset?: string
  readonly hasHeader?: boolean
}

/** A stage on its way out of a capsule: bodies are read and packed as they come, and nothing is stored before `keep`. */
export type CapsuleIntake = {
  /** The bytes are handed over. `category` is the place in the manifest. */
  readonly add: (category: number, isRows: boolean, bytes: Uint8Array<ArrayBuffer>) => Promise<Result<null>>
  /** Stores all of it at once, or nothing. The bytes are handed over. Errors: capsule-refused, storage. */
  readonly keep: (
    links: Uint8Array<ArrayBuffer> | null,
    ledger: Uint8Array<ArrayBuffer> | null,
    opened: { readonly fileName: string; readonly at: Instant },
  ) => Promise<Result<null>>
  /** Forgets what was added; to be called whatever the end. */
  readonly close: () => void
}

/** What of a stage goes into a capsule, and how a capsule comes in. */
export type CapsuleStore = {
  /** In the order of distances and categories. */
  readonly capsuleCategories: (stage: StageGuid) => readonly CapsuleCategorySource[]
  /** As received. Null once the snapshot was removed. */
  readonly bodyBytes: (snapshot: number) => Uint8Array | null
  readonly linksBody: (stage: StageGuid) => Uint8Array | null
  /**
   * Oldest first, of ids from `after`, which is left out, to `until`; categories as places in `categories`, changes of others
   * are left out. `last` is the highest id among at most `limit` that were looked at, null when there are none.
   */
  readonly capsuleChanges: (
    stage: StageGuid,
    categories: readonly CapsuleCategorySource[],
    ids: { readonly after: number; readonly until: number; readonly limit: number },
  ) => { readonly changes: readonly CapsuleChange[]; readonly last: number | null }
  readonly takeInCapsule: (manifest: CapsuleManifest) => CapsuleIntake
}

/** What changed between snapshots. Entries are written with the snapshot that brought them. */
/** `lastId` is the last change that counts as known, independent of the clock; `at` is the time to show. */
export type StoredMark = { readonly at: Instant; readonly lastId: number }
export type StoredMarks = { readonly [K in ChangeMark]: StoredMark | null }

export type LedgerStore = {
  readonly changes: (
    filter: LedgerFilter,
    page: { readonly offset: number; readonly limit: number; readonly isOldestFirst: boolean },
  ) => readonly StoredChange[]
  /** Whatever the filter's types are. */
  readonly changeCounts: (filter: LedgerFilter) => ReadonlyMap<ChangeType, number>
  /** 0 without any. */
  readonly lastChange: (stage: StageGuid) => number
  /** Of all stages. */
  readonly newestChange: () => number
  readonly countChangesAfter: (stage: StageGuid, id: number) => number
  /** Of rows, oldest first; `person` as of `ledgerKeyOf`. */
  readonly recentChanges: (
    stage: StageGuid,
    from: { readonly since: Instant } | { readonly afterId: number },
  ) => readonly {
    readonly category: CategoryId
    readonly person: string
    readonly type: ChangeType
    readonly at: Instant
  }[]
  /** Keys that the person had before a name or bib was corrected. */
  readonly earlierKeysOf: (stage: StageGuid, keys: readonly string[]) => readonly string[]
  readonly changeMarks: (stage: StageGuid) => StoredMarks
  /** A mark never goes back to an earlier change. */
  readonly markChanges: (stage: StageGuid, mark: ChangeMark, to: StoredMark) => void
  /** When the first of the changes after `id` that have the earliest time was fetched; null without any. */
  readonly earliestAfter: (stage: StageGuid, id: number) => Instant | null
  /**
   * Makes one `moved` of somebody who vanished from a category and is new in another of the stage since then. Called when a
   * take or a poll of the stage has ended. Gives how many.
   */
  readonly settleMoves: (stage: StageGuid, since: Instant) => number
}

export type StoredPromoReply = { readonly status: number; readonly contentType: string; readonly body: Uint8Array }

/** Receipts of promo code sets; small writes that are on the disk when they return. */
export type PromoStore = {
  /** Written before anything is sent, as `sending`. */
  readonly beginPromoSet: (begun: {
    readonly race: RaceGuid
    readonly profileName: string
    readonly url: string
    readonly sentAt: Instant
    readonly count: number
    readonly sha256: string
    readonly body: Uint8Array
    readonly codes: readonly PromoCode[]
  }) => PromoReceiptId
  readonly endPromoSet: (
    id: PromoReceiptId,
    ended: {
      readonly state: Exclude<PromoState, 'sending'>
      readonly finishedAt: Instant
      readonly affected: number | null
      readonly error: AppError | null
      readonly reply: StoredPromoReply | null
    },
  ) => void
  /** Newest first, of one race or all. */
  readonly promoReceipts: (race: RaceGuid | null, limit: number) => readonly PromoReceipt[]
  readonly promoReceipt: (id: PromoReceiptId) => StoredPromoReceipt | null
}

export type StoredPromoReceipt = {
  readonly receipt: PromoReceipt
  readonly codes: readonly PromoCode[]
  readonly body: Uint8Array
  readonly reply: StoredPromoReply | null
}

/** A snapshot of block types on its way into the store. */
export type BlockSnapshotDraft = {
  readonly profileId: ProfileId
  readonly depth: BlockSnapshot['depth']
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly skipped: number
  readonly isReordered: boolean
  readonly body: Uint8Array
  /** In the order to show; `content` is the whole type as JSON, null in an overview. */
  readonly blocks: readonly { readonly type: BlockType; readonly content: string | null }[]
}

export type StoredBlockSnapshot = BlockSnapshot & {
  readonly profileId: ProfileId
  readonly offset: number
  readonly limit: number
  readonly skipped: number
  readonly isReordered: boolean
  /** Of the body. */
  readonly sha256: string
}

/** `hash` is the same for the same content; in an overview, for the same fields. */
export type StoredBlock = { readonly type: BlockType; readonly hash: string }

/** Block types and race years by profile. What is read here is parsed, what is written is on the disk once it is told. */
export type ReferenceStore = {
  /** The last confirmed first. */
  readonly blockSnapshots: (profile: ProfileId) => readonly StoredBlockSnapshot[]
  readonly saveBlockSnapshot: (draft: BlockSnapshotDraft) => Promise<void>
  /** The service sent the same once more. */
  readonly confirmBlockSnapshot: (id: number, at: Instant) => void
  readonly blocksOf: (snapshot: number) => readonly StoredBlock[]
  /** With the whole type as JSON; null in an overview or when there is no such type. */
  readonly block: (snapshot: number, id: BlockTypeId) => { readonly type: BlockType; readonly content: string } | null

  /** The last confirmed first. */
  readonly yearsReplies: (profile: ProfileId) => readonly StoredYears[]
  readonly saveYears: (reply: StoredYearsDraft) => void
  readonly confirmYears: (id: number, at: Instant) => void
  /** The data of a reply as JSON. */
  readonly yearsData: (id: number) => string
}

export type StoredYearsDraft = {
  readonly profileId: ProfileId
  readonly fetchedAt: Instant
  readonly isEmpty: boolean
  readonly data: string
  readonly body: Uint8Array
}

export type StoredYears = {
  readonly id: number
  readonly fetchedAt: Instant
  readonly checkedAt: Instant
  readonly isEmpty: boolean
  /** Of the body. */
  readonly sha256: string
}

export type StoredOrder = Omit<OrderSummary, 'isNewState' | 'isRenamedState'>

export type StoredOrderState = Omit<OrderState, 'isNew' | 'isRenamed'> & {
  /** The look-up that saw it first. */
  readonly firstJob: JobId
}

/** A reply that holds an order, on its way into the store. */
export type SeenOrder = {
  readonly guid: Guid
  readonly profileId: ProfileId
  readonly profileName: string
  readonly job: JobId
  readonly url: string
  readonly at: Instant
  readonly status: number
  readonly contentType: string
  readonly sha256: string
  readonly body: Uint8Array
  readonly facts: OrderFacts
  readonly searchText: string
  readonly changes: readonly OrderChange[]
  readonly changeCount: number
  /** False: kept beside what is shown, which it does not replace. */
  readonly isShown: boolean
}

/** Orders that were seen; small writes that are on the disk when they return. Bodies are only added. */
export type OrderStore = {
  /** `words` are folded; every one of them must occur. */
  readonly orderPage: (query: {
    readonly words: readonly string[]
    readonly sort: { readonly column: OrderSortColumn; readonly isDescending?: boolean }
    readonly offset: number
    readonly limit: number
  }) => { readonly total: number; readonly kept: number; readonly orders: readonly StoredOrder[] }
  /** Newest first. */
  readonly orderGuids: (words: readonly string[]) => readonly Guid[]
  /** `look` is the one shown; `lastLook` may be one that does not replace it. */
  readonly order: (guid: Guid) => {
    readonly order: StoredOrder
    readonly look: number
    readonly lastLook: number
    readonly lastSha256: string
  } | null
  readonly orderBody: (look: number) => StoredBody | null
  /** Newest first. */
  readonly orderHistory: (guid: Guid) => readonly OrderLook[]
  readonly orderStates: () => readonly StoredOrderState[]
  /** Gives the look's id. */
  readonly keepOrder: (seen: SeenOrder) => number
  /** The service sent the last body again. */
  readonly confirmOrder: (guid: Guid, at: Instant, job: JobId) => void
  /** Changes nothing of an order that was never seen. */
  readonly failOrder: (guid: Guid, at: Instant, error: AppError) => void
  readonly removeOrders: (guids: readonly Guid[]) => void
  readonly beginLookups: (job: JobId, guids: readonly Guid[]) => void
  readonly endLookup: (job: JobId, position: number, ended: Omit<OrderLookup, 'guid' | 'number'>) => void
  readonly lookups: (job: JobId) => readonly OrderLookup[]
}

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
