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
/** One stored reply of a category's results link. */
export type ReplyId = Branded<'ReplyId'>
/** One generic call in the history. */
export type CallId = Branded<'CallId'>
export type SavedCallId = Branded<'SavedCallId'>
/** Id of a block type as text; one that came without an id is named by its place. */
export type BlockTypeId = Branded<'BlockTypeId'>
/** GUID of a race, as promo codes are set for. */
export type RaceGuid = Branded<'RaceGuid'>
/** Opaque, of one preview of this run; good for one sending. */
export type PromoPreviewId = Branded<'PromoPreviewId'>
export type PromoReceiptId = Branded<'PromoReceiptId'>
/** A file that a page hands over, by a name of its choice: a GUID. */
export type ReceivedFileId = Branded<'ReceivedFileId'>
/** SHA-256 of a certificate. */
export type CertificateId = Branded<'CertificateId'>
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
      /** It leads to another host, or says so itself: a network that wants people to sign in first. */
      readonly isPortal?: true
    }
  | { readonly kind: 'refused-by-service'; readonly message: string; readonly status: number }
  /** The host could not be reached, or the connection broke; `detail` is the system's word for it, e.g. ECONNREFUSED. */
  | { readonly kind: 'offline'; readonly host: string; readonly detail: string; readonly proxy?: ProxyFault }
  /** Somebody else may be answering for the host; nothing was sent. `detail` is the library's word for it. */
  | {
      readonly kind: 'untrusted-certificate'
      readonly host: string
      readonly reason: CertificateFault
      readonly detail: string
    }
  /** `isConnect`: there was no connection at all within that time. */
  /** `isTooSlow`: bytes arrived, but fewer than the minimum within that time. */
  | { readonly kind: 'timed-out'; readonly afterMs: number; readonly isConnect?: true; readonly isTooSlow?: true }
  /**
   * `isPortal`: a web page came instead, such as a network's sign-in page · `message`: the reply holds this
   * text instead of results, at most 300 characters; '' for blank rows.
   */
  | {
      readonly kind: 'unexpected-reply'
      readonly where: string
      readonly bodyStart: string
      readonly isPortal?: true
      readonly message?: string
    }
  | { readonly kind: 'wrong-origin'; readonly url: string }
  /** A reply, a file or a request exceeds a limit. `limitBytes` repeats the limit for `bytes`. */
  | { readonly kind: 'too-large'; readonly what: ExcessOf; readonly limit: number; readonly limitBytes?: number }
  /** `reason` is the message of the system or of SQLite; `folder` is the data folder, present with every cause. */
  | { readonly kind: 'storage'; readonly reason: string; readonly cause?: StorageCause; readonly folder?: string }
  /** The stored replies of these categories are damaged; nothing was written. The next download restores them. */
  | { readonly kind: 'damaged-replies'; readonly categories: readonly ReplyPlace[] }
  | { readonly kind: 'file'; readonly reason: FileReason; readonly path: string }
  | { readonly kind: 'outcome-unknown'; readonly afterMs: number }
  /** Rows that the format cannot take; nothing was written. `results:preflight` names them. */
  | { readonly kind: 'preflight-refused'; readonly rows: number; readonly notTaken: number }
  /** `no-answer`: the print dialog gave no answer within 10 minutes. `layout`: the page could not be laid out. */
  | { readonly kind: 'not-printed'; readonly reason: 'failed' | 'no-answer' | 'layout' }
  /** More lines, columns or bytes than a sheet of a workbook can have, or more lines than can be printed. */
  | { readonly kind: 'sheet-too-large'; readonly what: 'rows' | 'columns' | 'bytes' | 'paper'; readonly limit: number }
  /** A stage capsule that is not taken, or a stage that came from one and cannot be asked for; `detail` names the part of the file. */
  | { readonly kind: 'capsule-refused'; readonly reason: CapsuleFault; readonly detail?: string }
  | { readonly kind: 'cancelled' }
  /** A bug; the log has the stack under `reference`. */
  | { readonly kind: 'internal'; readonly reference: string }

/**
 * Why the data folder cannot be written. `replaced`: another file has the path of the open database · `gone`: no file has it ·
 * `not-a-file`: the path is a folder, a FIFO or a device.
 */
export type StorageCause = 'no-space' | 'read-only' | 'replaced' | 'gone' | 'not-a-file'

/**
 * `depth`: nesting of lists and objects · `objects`: count of lists and objects · `values`: count of all values, lists and objects included ·
 * `keys`: distinct field names · `cells`: rows times columns of a table · `text`: characters of one text · `request`: bytes of an
 * operation's input as JSON.
 */
export type ExcessOf =
  'bytes' | 'rows' | 'columns' | 'depth' | 'cells' | 'values' | 'objects' | 'keys' | 'text' | 'request'

/**
 * Why a capsule is not taken. `no-manifest`: it does not begin with one · `unsafe-entry`: a name that leads elsewhere or stands
 * there twice, or a link · `altered`: size or hash of a part is not the listed one · `stage-exists`: the stage was added or
 * fetched here · `older`: a newer capsule of the stage is here. `read-only`: the stage is from a capsule and no service is asked.
 */
export type CapsuleFault =
  | 'not-a-zip'
  | 'damaged'
  | 'no-manifest'
  | 'bad-manifest'
  | 'newer-version'
  | 'too-large'
  | 'encrypted'
  | 'unsafe-entry'
  | 'missing-entry'
  | 'unlisted-entry'
  | 'altered'
  | 'stage-exists'
  | 'older'
  | 'read-only'

/** The category that the reply belongs to. */
export type ReplyPlace = { readonly distanceName: string; readonly categoryName: string }

/** `issuer`: nobody who is trusted vouches for it · `clock`: expired or not valid yet · `name`: it is another host's. */
export type CertificateFault = 'issuer' | 'clock' | 'name' | 'other'

/** Why the proxy in between does not lead to the host; `host` is the proxy's, with its port. */
export type ProxyFault = {
  readonly host: string
  /** `sign-in`: it wants credentials · `unsupported`: of a kind that the app cannot speak to, such as SOCKS. */
  readonly problem: 'unreachable' | 'sign-in' | 'refused' | 'unsupported'
}

export type StorageStop = {
  readonly cause: StorageCause
  /** The data folder. */
  readonly folder: string
}

/**
 * The parts of the database. `results`: shown replies and their tables · `earlier-replies`: the replies before them ·
 * `changes`: the ledger · `lists`: block types and race years · `files`: receipts of exported files.
 */
export type StoragePart = 'results' | 'earlier-replies' | 'changes' | 'orders' | 'lists' | 'calls' | 'files' | 'other'

/** Parts that a user can free: earlier entries are removed; for `calls` the whole history. */
export type RemovablePart = 'earlier-replies' | 'orders' | 'lists' | 'calls'

export type StorageUsage = {
  /** Size of the database with its write-ahead log. */
  readonly fileBytes: number
  /** Unused bytes among them. */
  readonly freeBytes: number
  /** `removable`: about how many bytes `storage:free` would give back. */
  readonly parts: readonly {
    readonly part: StoragePart
    readonly bytes: number
    readonly items: number
    readonly removable: number
  }[]
}

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
  /** Why nothing can be stored; null when storing works. Stored data stays readable. */
  readonly storageStop: StorageStop | null
  /** This run found damage in the database; the next start moves the file aside. */
  readonly isDatabaseDamaged: boolean
  readonly network: Network
  /** Why keys that were typed in this run will be gone at its end; null when none will. */
  readonly keysLostAtEnd: KeychainReason | null
}

/** What the app can tell of itself to whoever helps its user: neither keys nor personal data. */
export type Diagnostics = {
  /** Of exactly these files; good until others are asked for. */
  readonly id: string
  readonly files: readonly { readonly name: string; readonly sizeBytes: number; readonly text: string }[]
  /** Of saving them; null when that was not asked for, or the user closed the save dialog. */
  readonly jobId: JobId | null
}

/** What a link from outside asks to be shown. Nothing is fetched for it before the user agrees. */
export type AppLink =
  | { readonly kind: 'stage'; readonly stage: StageGuid }
  | { readonly kind: 'order'; readonly order: Guid }
  /** A results link, https or loopback. */
  | { readonly kind: 'results'; readonly url: string }

/** What the last call to any service showed; `unknown` before the first, `portal` when somebody else answered for its host. */
export type Network = {
  readonly state: 'unknown' | 'online' | 'offline' | 'portal'
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
  /** Generic calls may go to any path of the profile's origin, not only to those that begin with /v3/. */
  readonly isAnyCallPathAllowed: boolean
  /** `system`: as the operating system says, in faces without a window as HTTPS_PROXY and NO_PROXY say. */
  readonly proxy: 'system' | 'none'
  /** An installed desktop app looks for newer versions of itself. */
  readonly areUpdatesOn: boolean
}

/** Sizes and choices that pages remember for their user. */
export type Memory = {
  /** CSS pixels at a scale of 100 %, like `panelWidth`. */
  readonly listWidth?: number
  readonly panelWidth?: number
  readonly splitsBy?: 'pace' | 'place'
  readonly export?: {
    readonly format: ExportFormat
    readonly preset: CsvPreset
    readonly orientation: 'portrait' | 'landscape'
    readonly withReceipt: boolean
  }
  /** 0: never. */
  readonly deskClearAfterS?: 0 | 10 | 20
  /** In their order. */
  readonly orderColumns?: readonly { readonly id: string; readonly widthPx: number }[]
  readonly blocksProfile?: ProfileId
}

/** The same for one stage. */
export type StageMemory = { readonly columns?: ColumnsOfView }

/** How services are reached, and which certificates are trusted on the way. */
export type NetworkFacts = {
  /**
   * Of the services of all profiles. `proxy`: host and port, never credentials; null when there is none in between.
   * `unsupported`: there are proxies, but none that could be used · `unanswered`: the system has not said yet.
   */
  readonly routes: readonly {
    readonly origin: string
    readonly proxy: string | null
    readonly problem?: 'unsupported' | 'unanswered'
  }[]
  /** Certificates that the operating system trusts; null when they could not be read. */
  readonly systemCertificates: number | null
  /** Those that users added. */
  readonly certificates: readonly TrustedCertificate[]
}

export type TrustedCertificate = {
  readonly id: CertificateId
  /** False for one that another face added: a window trusts none that its user was not asked about. */
  readonly isTrustedHere: boolean
  readonly subject: string
  readonly issuer: string
  readonly validFrom: Instant
  readonly validTo: Instant
}

/**
 * `self`: it downloads a newer version once the user agrees, and installs it at quitting · `package`: a package manager
 * installs, the app only tells · `no-address`: this build knows no place to ask · `not-installed`: run from its sources or
 * unpacked by hand · `not-here`: a face that renews nothing.
 */
export type UpdateWay = 'self' | 'package' | 'no-address' | 'not-installed' | 'not-here'

/** `missing`: no metadata or no file at the address · `unreadable`: metadata that break its rules · `tampered`: not the file that the metadata name. */
export type UpdateFault = 'unreachable' | 'missing' | 'unreadable' | 'tampered' | 'disk' | 'unknown'

export type UpdateState = {
  readonly way: UpdateWay
  /** `ready`: downloaded, to be installed when the app is quit. */
  readonly phase: 'idle' | 'checking' | 'available' | 'downloading' | 'ready'
  /** The newer one, once it is known. */
  readonly version: string | null
  /** Of the download, 0 to 100. */
  readonly percent: number | null
  /** When the last check that succeeded ended. */
  readonly checkedAt: Instant | null
  /** Of the last check or download, or null; `install`: the last time the app was quit, told until the next download. */
  readonly failure: {
    readonly at: Instant
    readonly during: 'check' | 'download' | 'install'
    readonly fault: UpdateFault
  } | null
  /** A stage is watched or a job runs: until that ends nothing is downloaded or installed. */
  readonly isHeld: boolean
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

/** The charset that a body was read in. `named`: by the service or a mark in the body · `guessed`: by the text itself · `chosen`: by a user. */
export type ReadCharset = { readonly name: string; readonly by: 'named' | 'guessed' | 'chosen' }

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
  /** When the service last gave the rows shown, or said that they are current; null without rows. */
  readonly confirmedAt: Instant | null
  readonly outcome: CategoryOutcome
  readonly error: AppError | null
  readonly incomplete: Incomplete | null
  /** A body is stored, whether or not rows were found in it. */
  readonly hasBody: boolean
  /** False when the last links reply no longer names the category. */
  readonly isListed: boolean
  /** Absent when its fields are what they were, or somebody took note. */
  readonly drift?: Drift
  /** Absent for UTF-8 that nobody chose. */
  readonly charset?: ReadCharset
  /** A user's choice: the first line of its text names the columns. */
  readonly hasHeader?: boolean
  /** The stored reply is damaged: its rows are in no view and no file until the next download restores the reply. */
  readonly isDamaged?: true
  /** Present while the last reply is not used as the table. */
  readonly setAside?: SetAside
  /** Absent when the table did not shrink, or the user dismissed the announcement. */
  readonly shrunk?: Shrunk
}

/**
 * The last reply of a category, in which rows were found that are not shown. `no-results`: the rows hold a message or nothing, or
 * do not look like the table before · `left`: a user went back to an earlier reply.
 */
export type SetAside = {
  readonly reason: 'no-results' | 'left'
  readonly reply: ReplyId
  readonly fetchedAt: Instant
  /** Without markup, at most 300 characters; '' for blank rows and for `left`. */
  readonly text: string
  readonly rows: number
}

/** The table lost more than a third of its rows or most of its people with this reply. The reply before is kept. */
export type Shrunk = {
  /** When the smaller reply was fetched. */
  readonly at: Instant
  readonly rowsBefore: number
  readonly rows: number
  /** Rows of the table before whose people are missing in the smaller one. */
  readonly lost: number
  readonly before: { readonly reply: ReplyId; readonly fetchedAt: Instant }
}

/** `shown`: the reply is the table · `earlier`: it was the table · `no-results`, `left`: see `SetAside` · `no-rows`: no rows were found in it. */
export type Reply = {
  readonly id: ReplyId
  readonly fetchedAt: Instant
  readonly rows: number
  readonly sizeBytes: number
  readonly standing: 'shown' | 'earlier' | 'no-results' | 'left' | 'no-rows'
  /** See `SetAside`. */
  readonly text: string
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
  /** Categories whose last outcome is `failed`, but for those whose host could not be reached. */
  readonly problems: number
  /** When the oldest of the stored categories was last confirmed by the service, or null when nothing is stored. */
  readonly confirmedAt: Instant | null
  readonly addedAt: Instant
  /** Present when it was opened from a capsule: it is read-only, and no service is asked for it. */
  readonly capsule?: StageCapsule
}

/** The file that a stage came with. */
export type StageCapsule = {
  readonly fileName: string
  readonly savedAt: Instant
  readonly openedAt: Instant
  /** Of the service that its data are from; null when that is not known. */
  readonly origin: string | null
}

export type StageTree = {
  readonly stage: Stage
  readonly distances: readonly Distance[]
  readonly linksFetchedAt: Instant | null
  /** Origin named by the links while the profile has no results URL: to be adopted after the user confirms. */
  readonly proposedResultsUrl: string | null
  /** Null while nobody watches the stage in this process. */
  readonly watch: WatchState | null
}

/**
 * A watch polls its stage again and again until it is stopped or its process ends. `waiting`: for the next poll ·
 * `offline`: the host is lost, and one category looks for it · `backing-off`: failures, or the service asked to wait ·
 * `budget`: the data of the hour are spent · `problem`: it stopped asking until keys or profile change, or it is begun again ·
 * `paused`: the machine goes to sleep; it polls at once when it wakes up.
 */
export type WatchState = {
  /** As asked for, raised to what the service may be asked. */
  readonly everyS: number
  /** Null: all that are listed. */
  readonly categories: readonly CategoryId[] | null
  /** Of a million bytes. */
  readonly budgetMbPerHour: number
  readonly usedBytesLastHour: number
  readonly lastPollAt: Instant | null
  /** Null while polling or paused, while a take does the asking, and at a problem. */
  readonly nextPollAt: Instant | null
  readonly phase: 'polling' | 'waiting' | 'offline' | 'backing-off' | 'budget' | 'problem' | 'paused'
  /** Why the last round, or asking for the links, failed as a whole. */
  readonly error: AppError | null
  /** Categories that brought another body in the last round. */
  readonly changedLastPoll: number
  /** Rounds that have ended. */
  readonly rounds: number
}

/** The first places of a category as the service gives them; never ranked here. Equal places share one. */
export type Podium = {
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly fetchedAt: Instant
  readonly rows: readonly {
    readonly index: number
    readonly place: number
    readonly bib: string
    readonly name: string
    readonly club: string
    /** As received. */
    readonly result: string
  }[]
}

/** What a column means (product.md, "column role"). `gunTime` and `chipTime` are never guessed from one another. */
export type ColumnRole =
  | 'place'
  | 'placeOverall'
  | 'placeSex'
  | 'placeCategory'
  | 'bib'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'middleName'
  | 'sex'
  | 'age'
  | 'birthYear'
  | 'birthDate'
  | 'ageGroup'
  | 'club'
  | 'city'
  | 'region'
  | 'country'
  | 'result'
  | 'gunTime'
  | 'chipTime'
  | 'gap'
  | 'status'
  | 'split'
  | 'lap'
  | 'points'
  | 'pace'
  | 'team'
  | 'id'

/**
 * The unit of the numbers of a column of times; a column of clock texts such as 1:24:32 has none. `min`, `h` and `d` are
 * decimal numbers of minutes, hours and days (2:23:53 is 143.88 min). `hms` and `m.ss` are clocks without colons: 22353 is
 * 2:23:53, 83.59 is 1:23:59.
 */
export type TimeUnit = 's' | 'cs' | 'ms' | 'min' | 'h' | 'd' | 'hms' | 'm.ss'

/** The unit of results that are no times: distances covered in a given time, laps or points. */
export type DistanceUnit = 'km' | 'mi' | 'm' | 'laps' | 'points'

/** Distances for the role `result` alone. */
export type ColumnUnit = TimeUnit | DistanceUnit

/** Of a finisher. `unknown`: no result yet, and the body does not say why. DNF, DNS, DSQ, OTL and NC only when it says so. */
export type Status = 'OK' | 'DNF' | 'DNS' | 'DSQ' | 'OTL' | 'NC' | 'on course' | 'unknown'

/** `kind` is what the column's values look like in its stored rows. No `role`: nobody can tell what the column means. */
export type Column = {
  readonly name: string
  /** The service's name of the column for people, when its reply says so: one line of at most 80 characters, not trusted. */
  readonly label?: string
  readonly kind: 'text' | 'number' | 'time' | 'json'
  readonly role?: ColumnRole
  readonly unit?: ColumnUnit
  /** Its numbers count time in a unit that nobody can tell: see `RoleGuess`. */
  readonly open?: NonNullable<RoleGuess['open']>
  /**
   * Of a column made from a short list inside each row: the list's name, the item's label there, and the item's field. `isFinish`:
   * the item is the finish of the course.
   */
  readonly split?: {
    readonly list: string
    readonly label: string
    readonly field: string
    readonly isFinish?: boolean
  }
  /** Of a column of the second things in the cells of another, such as the places in "75:40(4)": that one's name. */
  readonly of?: string
}

/**
 * What the cells of a column show, as the `word` of the reason `values`. `growing`: with the places, from row to row or from
 * point to point · `plus`: times with a sign · `row-numbers`: they only count the rows.
 */
export type ValuePattern =
  | 'clock'
  | 'number-of-time'
  | 'growing'
  | 'plus'
  | 'places'
  | 'unique'
  | 'row-numbers'
  | 'names'
  | 'first-names'
  | 'sex'
  | 'ages'
  | 'years'
  | 'dates'
  | 'age-groups'
  | 'statuses'
  | 'country-codes'
  | 'numbers'
  | 'words'
  | 'pace'
  | 'other'

/**
 * Why a column was given its role, or none. `name`: its name says so (`word` is the part that does) · `values`: what its
 * cells look like (`word` is a ValuePattern) · `user`: somebody corrected it · `doubt`: nothing speaks clearly for a role ·
 * `taken`: another column fits the role better (`word` is its name) · `unit-open`: its numbers count time, and several units
 * stay possible (`word` is the role it would have).
 */
export type RoleReason = {
  readonly code: 'name' | 'values' | 'user' | 'doubt' | 'taken' | 'unit-open'
  readonly word?: string
}

/** `confidence` from 0 to 1 in what is said of the column; 1 when a user said it. */
export type RoleGuess = {
  readonly role: ColumnRole | null
  readonly unit?: ColumnUnit
  readonly confidence: number
  readonly reasons: readonly RoleReason[]
  /** Of a column without a role whose numbers count time: its role once the unit is known, and the units that stay possible. */
  readonly open?: { readonly role: ColumnRole; readonly units: readonly TimeUnit[] }
}

/** A role that a column may have. `confidence` from 0 to 1, also below what gives a role. */
export type RoleCandidate = { readonly role: ColumnRole; readonly unit?: ColumnUnit; readonly confidence: number }

/** One field of a later body that is not as in the body before it; kinds as of `Column`. */
export type FieldChange =
  | { readonly type: 'new' | 'missing'; readonly name: string }
  | {
      readonly type: 'retyped'
      readonly name: string
      readonly before: Column['kind']
      readonly after: Column['kind']
    }

/** What drifted in a category's fields since somebody last took note. */
export type Drift = { readonly at: Instant; readonly changes: readonly FieldChange[] }

/** The same set of columns in the bodies of one origin; split columns count by their list and field. */
export type ShapeSignature = Branded<'ShapeSignature'>

/** What a user says of a column; a column that is not named keeps what is guessed. */
export type RoleCorrection = { readonly column: string; readonly role: ColumnRole | null; readonly unit?: ColumnUnit }

export type MappedColumn = {
  /**
   * Of split columns `list.*.field`: what is said holds for all of their points; those of the finish have a name of their own, and
   * so has a single point of which a user said something.
   */
  readonly name: string
  /** As of `Column`. */
  readonly label?: string
  /** The columns of the tables that this stands for. */
  readonly names: readonly string[]
  readonly kind: Column['kind']
  readonly isSplit: boolean
  /** In force now. */
  readonly role: RoleGuess
  /** Before any correction. */
  readonly guess: RoleGuess
  /** The best two guesses, the better one first; a role that another column has counts, too. */
  readonly guesses: readonly RoleCandidate[]
  /** Up to 5 distinct cells as received, the longest cut. */
  readonly samples: readonly string[]
  /** `carried`: said of another shape of the same origin. */
  readonly correction: 'none' | 'own' | 'carried'
}

export type ShapeMapping = {
  readonly signature: ShapeSignature
  /** Of the results links. */
  readonly origin: string
  readonly columns: readonly MappedColumn[]
  /** Within what was asked for. */
  readonly rows: number
  readonly categories: readonly CategoryId[]
  /** Of everything stored: what a correction applies to. */
  readonly stored: { readonly rows: number; readonly categories: number; readonly stages: number }
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
}

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
  readonly status: Status
  /** In the category's reply; null without one. */
  readonly place: number | null
  /** Where the cell of the name is blank: the name from the column that has one there. */
  readonly otherName?: string
  readonly isFavourite?: boolean
  /** The last that the ledger tells of the row, within the last 10 minutes. */
  readonly change?: { readonly type: ChangeType; readonly at: Instant }
}

/** What rows have by the roles of their columns, and by where they stand. */
export type RowRole = ColumnRole | 'distance' | 'category'

/**
 * By a column as it is named, or by what columns mean, whatever each table calls them. Blanks and sentinels go last in either
 * direction; equal rows stand by their place, then in the order received.
 */
export type Sort = ({ readonly column: string } | { readonly role: RowRole }) & { readonly isDescending?: boolean }

/**
 * Rows that have any of the values, folded and trimmed; '' is a row without one. The role `status` means the derived status,
 * `name` the composed name. `isFavourite`: people the user marked in the stage. `changedSince`: rows of which the ledger tells.
 */
export type Filter =
  | { readonly role: RowRole; readonly values: readonly string[] }
  | { readonly column: string; readonly values: readonly string[] }
  | { readonly isFavourite: true }
  | { readonly changedSince: Instant | ChangeMark }

/** Which rows: all of a stage, or of one distance or category, that match every word of `search`. */
export type ResultsQuery = {
  readonly stage: StageGuid
  readonly distance?: string
  readonly categories?: readonly CategoryId[]
  readonly search?: string
  /** All of them must hold. */
  readonly filters?: readonly Filter[]
  readonly sort?: readonly Sort[]
}

/** The values of one role or column among the rows that everything else of a query selects. */
export type Facet = ({ readonly role: RowRole } | { readonly column: string }) & {
  /** The most frequent first, at most 300; texts as first met. */
  readonly values: readonly { readonly value: string; readonly count: number }[]
  /** Distinct values, those left out included. */
  readonly total: number
}

/** By `key` a person is the same one in other categories and later snapshots of the stage. */
export type Favourite = {
  readonly key: string
  readonly name: string
  readonly bib: string
  readonly addedAt: Instant
}

/** One stored row, by its place in its category. */
export type RowPlace = { readonly category: CategoryId; readonly index: number }

/** What a table shows and how, to come back to; `columns` are the user's order, hidden ones and widths. */
export type ViewOfResults = Omit<ResultsQuery, 'stage'> & {
  readonly columns?: ColumnsOfView
}

export type ColumnsOfView = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Shown columns among those that are hidden by default. */
  readonly shown?: readonly string[]
  readonly widths: readonly { readonly column: string; readonly widthPx: number }[]
}

export type SavedView = { readonly name: string; readonly view: ViewOfResults; readonly savedAt: Instant }

export type ResultsPage = {
  /** Matching rows before offset and limit. */
  readonly total: number
  readonly offset: number
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** By what rows of different categories, or of different times, are taken for the same person: the service's id, else bib with name, else the name. */
export type IdentityRule = 'id' | 'bib-and-name' | 'name'

/** One row of a person. Places and result as the body says them; nothing is ranked anew. */
export type Placing = {
  readonly category: CategoryId
  readonly index: number
  readonly distanceName: string
  readonly categoryName: string
  readonly place: number | null
  readonly placeOverall: number | null
  readonly placeSex: number | null
  readonly placeCategory: number | null
  readonly status: Status
  /** As received; '' without one. */
  readonly result: string
  readonly resultMs: number | null
  /** Rows of the category. */
  readonly rows: number
  /** Rows of the category that have a result. */
  readonly finishers: number
}

export type PersonSplit = {
  readonly label: string
  readonly totalMs: number | null
  readonly lapMs: number | null
  /** Place at the point, as the service counts it. */
  readonly place: number | null
  /** By total time among the category's rows that have one here; equal times share a rank. */
  readonly rank: number | null
  readonly medianTotalMs: number | null
  readonly medianLapMs: number | null
  /** Rows of the category with a total (or, without totals, a lap) here. */
  readonly runners: number
}

/** Another row of the same category, named. */
export type Neighbour = {
  readonly category: CategoryId
  readonly index: number
  readonly place: number | null
  readonly bib: string
  readonly name: string
  readonly result: string
  readonly resultMs: number | null
  readonly status: Status
}

/** How far behind (positive) or ahead of (negative) another row, by results as received. */
export type PersonGap = Neighbour & { readonly ms: number }

/** `times`: finishers by result · `arrivals`: finishers by the race's clock, which is the gun time where the body has one. */
export type PictureKind = 'times' | 'arrivals'

export type PictureBin = {
  /** Null in a first bin that holds everything earlier. */
  readonly fromMs: number | null
  /** Excluded; null in a last bin that holds everything later. */
  readonly toMs: number | null
  readonly count: number
  /** Finishers up to the end of the bin. */
  readonly upTo: number
}

export type Picture = {
  readonly kind: PictureKind
  /** The role of the column whose times are counted: of the first of the categories that has any. */
  readonly time: 'result' | 'gunTime' | 'chipTime' | null
  readonly stepMs: number
  readonly bins: readonly PictureBin[]
  /** People with a time: whoever stands in several categories of a distance is counted once. */
  readonly counted: number
  /** Rows that were looked at, and those of them without a time. */
  readonly rows: number
  readonly withoutTime: number
  readonly medianMs: number | null
  readonly person: {
    readonly ms: number
    readonly bin: number
    /** Of those counted, how many have a shorter time, and how many a longer one. */
    readonly faster: number
    readonly slower: number
  } | null
  readonly categories: number
  /** When the oldest of the rows counted were fetched; null without rows. */
  readonly fetchedAt: Instant | null
}

/** What an audit looks for. */
export type AuditRule =
  | 'place-order'
  | 'same-time'
  | 'same-place'
  | 'place-holes'
  | 'gap'
  | 'duplicate-bib'
  | 'bib-two-times'
  | 'bib-two-names'
  | 'age-group'
  | 'sex-group'
  | 'no-time'
  | 'no-place'
  | 'status-with-place'
  | 'no-bib'
  | 'no-name'
  | 'laps-backwards'
  | 'laps-sum'
  | 'lap-outlier'
  | 'impossible-time'
  | 'unit-disagrees'

/**
 * A row that contradicts another one, or itself; one without bib and name may stand for its whole category. `says` holds what the sentence about it names, times and texts as received.
 */
export type AuditFinding = {
  readonly rule: AuditRule
  readonly category: CategoryId
  readonly index: number
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string
  readonly name: string
  readonly says: { readonly [word: string]: string | number }
  /** The row it contradicts, where that is another one. */
  readonly other: { readonly category: CategoryId; readonly index: number } | null
}

/**
 * Why a rule said nothing of some categories. `no-column`: none of the roles it needs is there · `rounded`: times are whole
 * seconds, and equal ones are too many to mean anything · `not-leader`: gaps are counted from somewhere else ·
 * `larger-field`: places are those of a larger field · `other-order`: places or points follow something else than times ·
 * `other-clock`: the categories count times differently · `other-meaning`: groups do not mean what their names seem to say ·
 * `several-races`: places start over, and no column says why · `teams`: most rows share a bib with another one.
 */
export type AuditReason =
  | 'no-column'
  | 'rounded'
  | 'not-leader'
  | 'larger-field'
  | 'other-order'
  | 'other-clock'
  | 'other-meaning'
  | 'several-races'
  | 'teams'

export type AuditSkip = {
  readonly rule: AuditRule
  readonly reason: AuditReason
  /** With `no-column`: the roles of which one at least is needed. */
  readonly roles: readonly ColumnRole[]
  readonly categories: number
}

export type Audit = {
  /** At most 200 of a rule. */
  readonly findings: readonly AuditFinding[]
  /** Of the rules that found something, with what was left out of `findings`. */
  readonly counts: readonly { readonly rule: AuditRule; readonly found: number }[]
  readonly notChecked: readonly AuditSkip[]
  readonly rows: number
  readonly categories: number
  /** When the oldest of the rows was fetched; null without rows. */
  readonly fetchedAt: Instant | null
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

/**
 * What a ledger entry tells. `mass-recalculation` is a headline over entries of a category that changed for more than a
 * fifth of its rows at once; the last three are about a category, not about a row.
 */
export type ChangeType =
  | 'new'
  | 'result'
  | 'place'
  | 'status'
  | 'name'
  | 'club'
  | 'moved'
  | 'vanished'
  | 'mass-recalculation'
  | 'drift'
  | 'problem'
  | 'recovered'

/** One thing that a later body of a category says otherwise than the one before it. Texts as received. */
export type Change = {
  /** Rises with time. */
  readonly id: number
  /** When the body came that brought it. */
  readonly at: Instant
  readonly type: ChangeType
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string | null
  readonly name: string | null
  /** Null when there was nothing; of a moved finisher the categories' names; with another bib, bib and name together. */
  readonly before: string | null
  readonly after: string | null
  /** Of the finisher's row as stored now; null when there is none. */
  readonly index: number | null
  /** The headline that it is a detail of. */
  readonly headline: number | null
  /** Of a headline: rows that changed, and rows that were there; without details when its rows cannot be told apart. */
  readonly count?: number
  readonly of?: number
  /** The finisher was known and has a result from now on. */
  readonly isFirstResult?: boolean
}

/** The newest change that the user has seen, printed or exported. */
export type ChangeMark = 'looked' | 'printed' | 'exported'
/** When each mark was set; for exports and prints, when the rows were read. Changes are counted by id, not by this time. */
export type ChangeMarks = { readonly [K in ChangeMark]: Instant | null }

/**
 * Which changes of a stage. Details stand behind their headline: they come only with `headline`, `person` or `search`, or
 * when `isFlat` asks for them as entries of their own. A mark that was never set counts as the beginning.
 */
export type ChangesQuery = {
  readonly stage: StageGuid
  readonly types?: readonly ChangeType[]
  readonly categories?: readonly CategoryId[]
  readonly search?: string
  readonly since?: Instant | ChangeMark
  /** Of the person of this row, in every category of the stage. */
  readonly person?: { readonly category: CategoryId; readonly index: number }
  readonly headline?: number
  readonly isFlat?: boolean
  /** True: only what brought somebody's first result; false: all but these. */
  readonly areFinishes?: boolean
}

export type ChangesPage = {
  /** Matching changes before offset and limit. */
  readonly total: number
  /** Id of the newest change of the stage that the page knows; 0 without changes. */
  readonly lastId: number
  readonly marks: ChangeMarks
  /** Of what matches apart from `types`. */
  readonly counts: { readonly [K in ChangeType]?: number }
  /** Newest first; with `afterId` oldest first. */
  readonly changes: readonly Change[]
}

/** One person: the row that was opened, all their rows in the stage, and those around them in the row's category. */
export type PersonCard = PersonView & {
  readonly name: string
  readonly bib: string
  readonly status: Status
  /** By which rule `placings` were found; null when the row names nobody, and it stands there alone. */
  readonly rule: IdentityRule | null
  /** Every row of the person in the stage, in the order of distances and categories; at most 100. */
  readonly placings: readonly Placing[]
  readonly splits: readonly PersonSplit[]
  /** To the first of the category and to those right before and behind in the order of places; null where a result is missing. */
  readonly gaps: {
    readonly leader: PersonGap | null
    readonly ahead: PersonGap | null
    readonly behind: PersonGap | null
  }
  /** Up to two before and two behind in the order of places. */
  readonly before: readonly Neighbour[]
  readonly behind: readonly Neighbour[]
}

/** A row of any stage. */
export type FoundRow = {
  readonly stage: StageGuid
  readonly stageName: string
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly index: number
  /** '' without one, like name, club and result, which stands as received. */
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly result: string
  readonly place: number | null
  readonly status: Status
}

export type Found = {
  /** Hits before the limit. */
  readonly total: number
  readonly rows: readonly FoundRow[]
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

/** What any table is written as; PDF in the desktop face alone. */
export type TableFormat = 'csv' | 'xlsx' | 'json' | 'ndjson' | 'html' | 'pdf'

/** Files in which results are handed over to others; each takes only rows that keep its rules. */
export type HandOverFormat = 'protocol' | 'itra' | 'ultrasignup' | 'iof'

/** What results are written as. */
export type ExportFormat = TableFormat | HandOverFormat

/** What a hand-over file says of one row instead of what the body says; absent: as received. */
export type Spelling = RowPlace & {
  readonly firstName?: string
  readonly lastName?: string
}

/**
 * Why a hand-over format cannot take a row. `not-latin`: letters of another script · `name-not-split`: first and last name
 * cannot be told apart · `no-time`: the result is a distance, its `value` · `not-finished`: no result yet · `status`: people of
 * that status do not go in (DNS) · `fractions`: times are whole seconds there · `twice`: the person stands in the file already,
 * from another category of the distance.
 */
export type PreflightCode =
  | 'no-name'
  | 'name-not-split'
  | 'not-latin'
  | 'no-place'
  | 'no-result'
  | 'no-time'
  | 'not-finished'
  | 'status'
  | 'fractions'
  | 'no-sex'
  | 'no-birth-date'
  | 'no-age'
  | 'no-country'
  | 'unknown-country'
  | 'twice'

export type PreflightProblem = RowPlace & {
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string
  readonly name: string
  readonly problem: PreflightCode
  /** What of the row it is about, where it is one of these. */
  readonly field?: 'firstName' | 'lastName' | 'result' | 'country' | 'status'
  /** As received. */
  readonly value?: string
  /** What could stand there instead: names in Latin letters, a time in whole seconds. */
  readonly proposal?: string
}

/** What stands in a hand-over file in place of what was received, because it was proposed or typed. */
export type Respelling = Pick<PreflightProblem, keyof RowPlace | 'distanceName' | 'categoryName' | 'bib' | 'name'> & {
  readonly field: 'firstName' | 'lastName' | 'result'
  /** As received; of a name in one piece, the whole name. */
  readonly value: string
  readonly written: string
}

/**
 * What the format asks for and the rows as a whole do not give; the file is written all the same. `several-distances`: it
 * wants a file for each race · `places-of-categories`: there is no overall place, and several categories have a first one ·
 * `no-country`: the body says nowhere where people come from · `unit-open`: a column holds times as numbers in a unit that
 * nobody can tell, so no file has them.
 */
export type PreflightWarning = 'several-distances' | 'places-of-categories' | 'no-country' | 'unit-open'

/** What of the chosen rows a format would take, before anything is written. */
export type Preflight = {
  readonly rows: number
  /** Of them, how many the file would hold. */
  readonly taken: number
  /** Rows for which something stands in the file that was proposed or typed. */
  readonly respelled: number
  /** The first 200 of these rows, in the order of the file; a row may have several. */
  readonly respellings: readonly Respelling[]
  /** In the order of the file; a row may have several. */
  readonly problems: { readonly total: number; readonly items: readonly PreflightProblem[] }
  readonly warnings: readonly PreflightWarning[]
  /** What personal data the file would hold, by the columns as received. */
  readonly personal: readonly { readonly column: string; readonly role: ColumnRole | null }[]
  /** Whether dates of birth are among the columns, however they are written. */
  readonly hasBirthDates: boolean
  /** Why the export as a whole would be refused, whatever the rows. */
  readonly refusal: AppError | null
  /** Chosen categories whose stored reply is damaged; their rows would be missing in the file. */
  readonly damaged: readonly ReplyPlace[]
}

/** How a file is written; what a format knows nothing of is left aside. */
export type ExportOptions<Format extends ExportFormat = ExportFormat> = {
  readonly format: Format
  /** CSV: `en` unless it says otherwise. JSON: `raw` for the bodies as received instead of their rows. */
  readonly preset?: CsvPreset | 'raw'
  /** Of what the file says by itself; without it, that of the app. */
  readonly language?: 'en' | 'ru'
  /** Dates of birth as received, or their year alone; without it `year` in what people read (HTML, PDF), else `full`. */
  readonly birthDates?: 'full' | 'year'
  /** HTML and PDF, of the paper; `portrait` unless it says otherwise. */
  readonly orientation?: 'portrait' | 'landscape'
  /** The results are final; without it the file says that they are preliminary. */
  readonly isFinal?: boolean
  /** Leaves `<name>.receipt.json` beside the file. */
  readonly withReceipt?: boolean
  /** Hand-over formats: rows with problems are left out of the file; without it nothing is written while there are any. */
  readonly areProblemsLeftOut?: boolean
  /** Hand-over formats: every spelling that is proposed for letters the format does not take is accepted. */
  readonly isTransliterated?: boolean
  /** Hand-over formats of whole seconds: what is beyond them is cut off. */
  readonly areFractionsCut?: boolean
  /** Protocol and ITRA: an Excel workbook instead of CSV. */
  readonly isWorkbook?: boolean
  /** Hand-over formats: spellings accepted or typed one by one. */
  readonly spellings?: readonly Spelling[]
}

/** Which rows of a stage go into a file, and which of their columns, in this order. */
export type ResultsChoice = ResultsQuery & {
  readonly columns?: readonly string[]
  /** Only these, in the order of the query. */
  readonly rows?: readonly RowPlace[]
}

export type JobState = 'running' | 'done' | 'partial' | 'failed' | 'cancelled' | 'interrupted'

export type Job = {
  readonly id: JobId
  readonly kind: 'take' | 'export' | 'print' | 'blocks' | 'lookup' | 'open'
  /** Null when the work is about no stage. */
  readonly stage: StageGuid | null
  /** The name of the stage, or of the profile, when the job began. */
  readonly title: string
  readonly state: JobState
  /** Categories (take), rows (export), orders (lookup) or bytes (blocks, open) dealt with so far; `total` is 0 until known. */
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  readonly error: AppError | null
  readonly file: ExportedFile | null
  /** For a download of this run: bytes received over the wire (header bytes estimated), and bytes per second lately. */
  readonly transfer?: { readonly receivedBytes: number; readonly bytesPerS: number }
  /** Categories skipped because the interrupted download before had just stored them; the oldest reply is of `since`. */
  readonly kept?: { readonly categories: number; readonly since: Instant }
  /** What the categories answered to a take, told with its end alone: another take may have stored other outcomes since. */
  readonly outcomes?: readonly AskedCategory[]
}

/** `error` is that of a failure, or says why a reply has no rows. */
export type AskedCategory = {
  readonly category: CategoryId
  readonly outcome: Exclude<CategoryOutcome, 'never'>
  readonly error: AppError | null
}

export type ExportedFile = {
  readonly name: string
  readonly rows: number
  /** What `rows` counts, when it is not rows. */
  readonly unit?: 'blocks' | 'orders' | 'promo' | 'calls' | 'bytes' | 'files'
  readonly sha256: string
  /** Where it was written, in faces that write where the user said; else null. */
  readonly path: string | null
  /** Path of a single-use download that lives 60 s (browser face); else null. */
  readonly download: string | null
  /** The name that was asked for, where another program held that file. */
  readonly insteadOf?: string
  readonly receipt?: { readonly name: string; readonly path: string | null; readonly download: string | null }
  /**
   * Why the app could not record the export in its data folder. The file is complete; only "verify" and "changes since
   * the last export" do not include it.
   */
  readonly unrecorded?: AppError
}

/** Of a file that was exported: as it was written, otherwise, or nobody knows of it. */
export type FileVerdict = 'unchanged' | 'changed' | 'unknown'

/** What is known of an export, by the receipt that came with the file or by what this data folder remembers. */
export type KnownExport = {
  readonly by: 'receipt' | 'memory'
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly format: string
  /** Null where it holds something else than rows. */
  readonly rows: number | null
  readonly writtenAt: Instant
  readonly appVersion: string
  readonly stageName: string | null
  /** Of the service. */
  readonly origin: string | null
  /** Null of what is no results. */
  readonly state: 'preliminary' | 'final' | null
  /** Categories, and when the oldest and the newest of their bodies were fetched; null without any. */
  readonly categories: number
  readonly fetchedFrom: Instant | null
  readonly fetchedTo: Instant | null
}

export type FileCheck = {
  readonly verdict: FileVerdict
  readonly sizeBytes: number
  readonly sha256: string
  /** What the verdict goes by; null when it is `unknown`. */
  readonly known: KnownExport | null
  /** A receipt came with the file and is none that can be read. */
  readonly isReceiptUnreadable: boolean
}

/** Files that follow a watched stage: one for each category, written again whenever its rows are others. */
export type AutoExport = {
  readonly isOn: boolean
  /** Absolute. */
  readonly folder: string
  readonly options: ExportOptions
  /** When a round of writing has last ended well. */
  readonly writtenAt: Instant | null
  /** That round wrote so many files, and left so many as they were. */
  readonly written: number
  readonly kept: number
  /**
   * Since auto-export was switched on: files removed because their stage or category was renamed, and files that stayed
   * because somebody had changed them (absolute paths, of the last rename).
   */
  readonly replaced?: { readonly removed: number; readonly left: readonly string[] }
  /** Why the last round failed; it is tried again with the next refresh. */
  readonly error: AppError | null
}

/** `discountPercent` is a JSON number as text, exactly as it stands in the request. */
export type PromoCode = { readonly value: string; readonly discountPercent: string }

export type PromoRefusalCode =
  | 'no-value'
  | 'value-too-long'
  | 'broken-text'
  | 'no-percent'
  | 'percent-not-number'
  | 'percent-out-of-range'
  | 'percent-ambiguous'
  | 'open-quote'
  | 'duplicate'

export type PromoWarningCode =
  | 'case-duplicate'
  | 'look-alike'
  | 'mixed-alphabets'
  | 'reads-as-another'
  | 'outer-space'
  | 'inner-space'
  | 'invisible'
  | 'full-discount'
  | 'below-one-percent'
  | 'extra-cells'

/** `otherLine`: the earlier line that it is about. A set with a refused line is not sent. */
export type PromoVerdict =
  | { readonly level: 'refused'; readonly code: PromoRefusalCode; readonly otherLine: number | null }
  | { readonly level: 'warned'; readonly code: PromoWarningCode; readonly otherLine: number | null }

export type PromoLine = {
  /** From 1, as in an editor; blank lines and a header are counted too. */
  readonly line: number
  readonly value: string
  /** As typed. */
  readonly percentText: string
  /** Null when it cannot be read or is out of range. */
  readonly discountPercent: string | null
  readonly verdicts: readonly PromoVerdict[]
}

/** How the text was understood. */
export type PromoReading = {
  readonly delimiter: 'tab' | 'semicolon' | 'comma' | null
  readonly hasHeader: boolean
  readonly hasDecimalComma: boolean
}

/** Exactly what will be sent; the access key's header is added by the client. */
export type PromoRequest = {
  readonly method: 'POST'
  readonly url: string
  readonly body: string
  readonly sizeBytes: number
  /** Of the body's bytes. */
  readonly sha256: string
}

export type PromoDifference = {
  readonly added: readonly PromoCode[]
  readonly removed: readonly PromoCode[]
  readonly changed: readonly { readonly value: string; readonly before: string; readonly after: string }[]
  readonly unchanged: number
}

/** A set of codes while it is composed; `race` and `text` are as typed. */
export type PromoDraft = { readonly profileId: ProfileId | null; readonly race: string; readonly text: string }

export type PromoPreview = {
  /** Null while a line is refused, there is nothing to send or no race to send it for. */
  readonly id: PromoPreviewId | null
  readonly race: RaceGuid | null
  readonly reading: PromoReading
  readonly lines: readonly PromoLine[]
  /** Codes that the request holds: the number to confirm. */
  readonly count: number
  /** Lines that are refused. */
  readonly refused: number
  readonly request: PromoRequest | null
  /** Against the last set that reached the service, or may have; null when none is known. */
  readonly comparison: { readonly receipt: PromoReceipt; readonly difference: PromoDifference } | null
  /** The last attempt for the race, however it ended. */
  readonly lastAttempt: PromoReceipt | null
  /** The text with generated codes under it, when some were asked for. */
  readonly text: string | null
}

/**
 * `accepted`: the service said yes. `refused`: it said no. `not-sent`: nothing left this machine. `unknown`: it may have done
 * it, since no reply came, or one that does not tell, or the app ended in between.
 */
export type PromoState = 'sending' | 'accepted' | 'refused' | 'not-sent' | 'unknown'

export type PromoReceipt = {
  readonly id: PromoReceiptId
  readonly race: RaceGuid
  readonly profileName: string
  readonly url: string
  readonly sentAt: Instant
  readonly finishedAt: Instant | null
  readonly state: PromoState
  /** Codes sent. */
  readonly count: number
  /** As the service counts; null when it did not say. */
  readonly affected: number | null
  /** The service accepted, but affected another number than was sent or did not say how many. */
  readonly isAffectedDifferent: boolean
  /** Of the body's bytes. */
  readonly sha256: string
  readonly status: number | null
  readonly error: AppError | null
}

export type PromoReceiptDetail = {
  readonly receipt: PromoReceipt
  readonly codes: readonly PromoCode[]
  readonly body: string
  readonly reply: {
    /** At most the first 1,000,000 characters. */
    readonly text: string
    readonly isCut: boolean
    readonly sizeBytes: number
    readonly contentType: string
  } | null
}

export type PromoHistory = {
  /** Newest first. */
  readonly receipts: readonly PromoReceipt[]
  /** Of the receipt that was asked for. */
  readonly detail: PromoReceiptDetail | null
  /** Of the export that was asked for; null when the user closed the save dialog. */
  readonly jobId: JobId | null
}

/** Codes to draw at random; `discountPercent` as typed. */
export type PromoGenerate = {
  readonly count: number
  /** Random characters of each code. */
  readonly length: number
  readonly prefix: string
  readonly discountPercent: string
}

export type BlockType = {
  readonly id: BlockTypeId
  /** The id when the reply has no name. */
  readonly name: string
  /** '' when the reply has none. */
  readonly group: string
  /** It holds nested children (isModificator). */
  readonly isWrapping: boolean
  readonly priority: number | null
  /** As received, without configuration, template, css and js. */
  readonly received: { readonly [field: string]: Json }
}

/** One stored reply of the block type list. */
export type BlockSnapshot = {
  readonly id: number
  /** `whole`: with configuration, template, css and js. */
  readonly depth: 'overview' | 'whole'
  readonly fetchedAt: Instant
  /** When the service last sent the very same reply. */
  readonly checkedAt: Instant
  readonly types: number
  /** What the service says it has; more than `types` when it sent only a part. */
  readonly total: number
  readonly sizeBytes: number
}

export type ChangedBlock = { readonly type: BlockType; readonly fields: readonly string[] }

export type BlockChanges = {
  readonly from: BlockSnapshot
  readonly to: BlockSnapshot
  /** `overview`: one of the two has no configuration, template, css and js, so that these are not compared. */
  readonly depth: 'overview' | 'whole'
  readonly added: readonly BlockType[]
  readonly removed: readonly BlockType[]
  readonly changed: readonly ChangedBlock[]
}

export type BlockList = {
  /** By group, then by priority. */
  readonly types: readonly BlockType[]
  readonly total: number
  readonly offset: number
  readonly limit: number
  /** The reply came in another order. */
  readonly isReordered: boolean
  /** Entries of the reply that are no block types. */
  readonly skipped: number
  /** Where the types come from; null when nothing was fetched yet, or for a list of chosen fields, which is not stored. */
  readonly snapshot: BlockSnapshot | null
  /** The one that opening a type reads. */
  readonly whole: BlockSnapshot | null
  /** A later reply that held nothing, or less than what is shown, and took no place; else null. */
  readonly setAside: BlockSnapshot | null
  /** All that are stored, the last confirmed first. */
  readonly snapshots: readonly BlockSnapshot[]
  readonly changes: BlockChanges | null
}

export type BlockDetails = {
  readonly type: BlockType
  readonly snapshot: BlockSnapshot
  /** The whole block type as received. */
  readonly received: { readonly [field: string]: Json }
  /** Of the texts in UTF-8; configuration as compact JSON. */
  readonly sizesBytes: {
    readonly configuration: number
    readonly template: number
    readonly css: number
    readonly js: number
  }
  /** Address of a document that can be fetched once within a minute; null when none was asked for, or without a screen. */
  readonly preview: string | null
}

/** `fetching`: nothing is stored yet, or a refresh was asked for; the job fetches all types. */
export type BlockOpening =
  { readonly state: 'stored'; readonly block: BlockDetails } | { readonly state: 'fetching'; readonly jobId: JobId }

/** Rows have a cell for each column; the only column of a list of plain values has the name ''. */
export type YearsTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly Json[])[] }

export type RaceYears = {
  /** As received; null when nothing was fetched yet. */
  readonly data: Json
  /** Null when the data is no list. */
  readonly table: YearsTable | null
  readonly fetchedAt: Instant | null
  readonly checkedAt: Instant | null
  /** When a later reply held no years, and did not take the place of these; else null. */
  readonly emptyReplyAt: Instant | null
}

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

/** A line of an order; `price` with the digits as received. */
export type OrderItem = { readonly displayName: string | null; readonly price: string | null }

/** Whether the lines add up to the total; `sum` in exact decimals where it could be made. */
export type OrderSum = {
  readonly state: 'equal' | 'differs' | 'unreadable' | 'nothing-to-check'
  readonly sum: string | null
}

/** What one look found different from the look before it; `name` is the line's, amounts as received. */
export type OrderChange = {
  readonly field: 'state' | 'total' | 'currency' | 'price' | 'line-added' | 'line-removed'
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
}

/** A body of an order that differed from the one before; looks that brought the same again only confirm it. */
export type OrderLook = {
  /** Opaque; rises with time. */
  readonly id: number
  readonly fetchedAt: Instant
  readonly sha256: string
  readonly sizeBytes: number
  readonly stateName: string | null
  readonly total: string | null
  readonly currencyIsoCode: string | null
  /** At most 100 of them. */
  readonly changes: readonly OrderChange[]
  readonly changeCount: number
}

export type OrderSummary = {
  readonly guid: Guid
  readonly number: string | null
  readonly stateId: string | null
  readonly stateName: string | null
  /** As received, like every amount. */
  readonly total: string | null
  readonly currencyIsoCode: string | null
  /** Null when the reply held no list of lines. */
  readonly lines: number | null
  readonly profileId: ProfileId
  readonly profileName: string
  readonly firstSeenAt: Instant
  /** When the service last confirmed what is shown. */
  readonly checkedAt: Instant
  /** Why the last look failed, and when that was; what is shown is what was kept. */
  readonly failure: { readonly at: Instant; readonly error: AppError } | null
  /** When the last look brought an order without any known field, which does not replace what is shown. */
  readonly bareReplyAt: Instant | null
  /** The last look that found state or amounts changed. */
  readonly change: OrderLook | null
  /** That was the last look of all. */
  readonly isJustChanged: boolean
  readonly isNewState: boolean
  readonly isRenamedState: boolean
}

/** One order as one look found it. */
export type OrderView = {
  readonly summary: OrderSummary
  readonly look: OrderLook
  /** False when another look's data are what is kept for the order. */
  readonly isCurrent: boolean
  /** The GUID that the reply names when it is another one than was asked for. */
  readonly otherGuid: string | null
  readonly number: string | null
  readonly stateId: string | null
  readonly stateName: string | null
  readonly total: string | null
  readonly currencyIsoCode: string | null
  readonly items: readonly OrderItem[] | null
  readonly sum: OrderSum
  /** Every field beyond these; numbers whose digits a computer would change stand as texts. */
  readonly other: { readonly [key: string]: Json }
  /** The order within the reply as JSON text, every digit as received. */
  readonly json: string
  readonly raw: RawBody
  /** Newest first. */
  readonly history: readonly OrderLook[]
}

/** One name that a state of an organization was seen under. */
export type OrderState = {
  readonly profileId: ProfileId
  readonly stateId: string
  readonly stateName: string
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
  /** Looks in which it was seen. */
  readonly count: number
  /** First seen within the last day, by a later look-up than the organization's first. */
  readonly isNew: boolean
  /** Another name of the same id was seen earlier. */
  readonly isRenamed: boolean
}

/** One GUID of a look-up job. `look` is the body it found. */
export type OrderLookup = {
  readonly guid: Guid
  /** As the kept order has it. */
  readonly number: string | null
  readonly state: 'waiting' | 'done' | 'unchanged' | 'failed'
  readonly error: AppError | null
  readonly look: number | null
}

export type OrderSortColumn = 'firstSeen' | 'checked' | 'number' | 'state' | 'total' | 'lines' | 'changed'

export type OrderPage = {
  /** Matching orders before offset and limit. */
  readonly total: number
  /** All orders that are kept. */
  readonly kept: number
  readonly orders: readonly OrderSummary[]
  /** Newest last, per organization. */
  readonly states: readonly OrderState[]
  readonly opened: OrderView | null
  readonly lookups: readonly OrderLookup[]
}

export type Operations = {
  'app:info': { readonly input: Record<string, never>; readonly value: AppInfo }
  'app:settings': { readonly input: Record<string, never>; readonly value: Settings }
  /** How much disk space each part takes. */
  'storage:usage': { readonly input: Record<string, never>; readonly value: StorageUsage }
  /**
   * Removes entries of these parts that are shown nowhere, for good, and gives free space back to the disk. Shown data
   * stays, with one earlier reply of each category and the replies of exported files. While jobs or watches run, the file may keep its size.
   */
  'storage:free': { readonly input: { readonly parts: readonly RemovablePart[] }; readonly value: StorageUsage }
  'app:setSettings': { readonly input: Partial<Settings>; readonly value: Settings }
  'app:network': { readonly input: Record<string, never>; readonly value: NetworkFacts }
  /** `pem`: certificates as a text, and nothing else in it; they are trusted from the next connection on. */
  'app:addCertificates': { readonly input: { readonly pem: string }; readonly value: NetworkFacts }
  /** For one that another face added. */
  'app:trustCertificate': { readonly input: { readonly id: CertificateId }; readonly value: NetworkFacts }
  'app:removeCertificate': { readonly input: { readonly id: CertificateId }; readonly value: NetworkFacts }
  /**
   * The page saw the network come or go: calls to come use new connections, and watches that wait or look for a lost host ask
   * at once, no sooner than services allow.
   */
  'app:nudge': { readonly input: Record<string, never>; readonly value: null }
  /** Gathers what would be saved, to be looked at; `save` names what was shown, and a zip of it is written. */
  'app:diagnostics': { readonly input: { readonly save?: string }; readonly value: Diagnostics }
  /** Reads a text that was dropped into the window; null when it is no link that the app knows. Fetches nothing. */
  'app:readLink': { readonly input: { readonly text: string }; readonly value: AppLink | null }
  /** False where the face has no window of its own. */
  'app:fillScreen': { readonly input: { readonly isFull: boolean }; readonly value: boolean }
  /** Begins what is asked for if it may be done now, and gives the state; the rest is told by event. */
  'app:updates': { readonly input: { readonly action?: 'check' | 'download' }; readonly value: UpdateState }

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
  /** Polls at once, then again and again; a stage that is watched gets the new settings. Defaults: 30 s, all that are listed, 200 MB. */
  'stage:watch': {
    readonly input: {
      readonly stage: StageGuid
      readonly everyS?: number
      readonly categories?: readonly CategoryId[]
      readonly budgetMbPerHour?: number
    }
    readonly value: WatchState
  }
  'stage:unwatch': { readonly input: { readonly stage: StageGuid }; readonly value: null }
  /**
   * What a watch of the stage writes; null while nothing was ever set, or the user closed the dialog that asks for a folder.
   * It asks when none is known yet, and with `isFolderAsked`.
   */
  'stage:autoExport': {
    readonly input: {
      readonly stage: StageGuid
      readonly set?: { readonly isOn: boolean; readonly options?: ExportOptions; readonly isFolderAsked?: boolean }
    }
    readonly value: AutoExport | null
  }

  'results:page': {
    readonly input: ResultsQuery & { readonly offset: number; readonly limit: number }
    readonly value: ResultsPage
  }
  /** Over all stages: rows whose bib is exactly what is searched for first, then stage by stage. */
  'results:find': { readonly input: { readonly search: string; readonly limit: number }; readonly value: Found }
  /** Categories whose rows have places, in their order. */
  'results:podium': { readonly input: { readonly stage: StageGuid }; readonly value: readonly Podium[] }
  /** Without `roles` and `columns`: what people are usually chosen by. `find`: only values that hold this text. */
  'results:facets': {
    readonly input: ResultsQuery & {
      readonly roles?: readonly RowRole[]
      readonly columns?: readonly string[]
      readonly find?: string
    }
    readonly value: readonly Facet[]
  }
  /** The people marked in a stage, by name; `add` and `remove` name any row of a person. */
  'stage:favourites': {
    readonly input: {
      readonly stage: StageGuid
      readonly add?: readonly RowPlace[]
      readonly remove?: readonly (RowPlace | { readonly key: string })[]
    }
    readonly value: readonly Favourite[]
  }
  /** The views saved for a stage, by name; `save` takes the place of one of that name, `remove` with it makes a renaming. */
  'stage:views': {
    readonly input: {
      readonly stage: StageGuid
      readonly save?: { readonly name: string; readonly view: ViewOfResults }
      readonly remove?: string
    }
    readonly value: readonly SavedView[]
  }
  /** Values that pages remember for one stage, or all others. Values of a stage are removed with it. */
  'memory:read': { readonly input: { readonly stage?: StageGuid }; readonly value: Memory & StageMemory }
  /** Other values stay. */
  'memory:save': { readonly input: Memory | (StageMemory & { readonly stage: StageGuid }); readonly value: null }
  'results:person': {
    readonly input: { readonly category: CategoryId; readonly index: number }
    readonly value: PersonCard
  }
  /** How the times of a distance, of categories or of the whole stage are spread; `person` is placed among them. */
  'results:picture': {
    readonly input: {
      readonly stage: StageGuid
      readonly distance?: string
      readonly categories?: readonly CategoryId[]
      readonly kind: PictureKind
      readonly person?: RowPlace
    }
    readonly value: Picture
  }
  /** What in the stored rows contradicts itself; changes nothing. */
  'results:audit': {
    readonly input: { readonly stage: StageGuid; readonly categories?: readonly CategoryId[] }
    readonly value: Audit
  }
  /** What the columns of the stored tables mean, and why: shape by shape, the one with most rows first. */
  'results:mapping': {
    readonly input: Pick<ResultsQuery, 'stage' | 'distance' | 'categories'>
    readonly value: readonly ShapeMapping[]
  }
  /**
   * Corrects a shape once for everything that is stored of it and will be: `roles` is all that a user says of it and takes the
   * place of what was said before; `reset` takes all of it back. `seen` takes note of the drift of these categories.
   */
  'results:setMapping': {
    readonly input:
      | {
          readonly stage: StageGuid
          readonly signature: ShapeSignature
          /** Where the stage's links were of several; without it, the one with most rows. */
          readonly origin?: string
          readonly roles: readonly RoleCorrection[]
        }
      | {
          readonly stage: StageGuid
          readonly signature: ShapeSignature
          readonly origin?: string
          readonly reset: true
        }
      /** Corrects these columns in every shape of the stage that has them; what was said of others stays. */
      | { readonly stage: StageGuid; readonly columns: readonly RoleCorrection[] }
      | { readonly stage: StageGuid; readonly seen: readonly CategoryId[] }
    /** What it applied to. */
    readonly value: { readonly rows: number; readonly categories: number; readonly stages: number }
  }
  /**
   * Says how bodies are to be read, of the whole stage or of some categories, and reads what is stored of them anew; null: by what
   * they hold. Refused as `invalid-input` with the message `no-rows`, and nothing changed, when a table would lose all its rows.
   */
  'results:setReading': {
    readonly input: {
      readonly stage: StageGuid
      readonly categories?: readonly CategoryId[]
      /** Any name of a charset that the Encoding Standard knows. */
      readonly charset?: string | null
      readonly hasHeader?: boolean | null
    }
    /** What was read anew. */
    readonly value: { readonly rows: number; readonly categories: number }
  }
  /** Up to three different cells or words of the newest body with letters beyond ASCII, as they read in a charset. */
  'results:previewCharset': {
    readonly input: { readonly category: CategoryId; readonly charset: string | null }
    /** `charset` null: the bytes are no text. */
    readonly value: { readonly charset: string | null; readonly cells: readonly string[] }
  }
  /** The body of the given reply, or the newest stored body of the category, with or without rows. */
  'results:raw': {
    readonly input: { readonly category: CategoryId; readonly reply?: ReplyId }
    readonly value: RawBody
  }
  /** Stored replies of a category, the newest first, at most `limit`. */
  'reply:list': {
    readonly input: { readonly category: CategoryId; readonly limit: number }
    readonly value: readonly Reply[]
  }
  /**
   * Makes a stored reply the table: one that was set aside, or an earlier one. The changes go into the ledger. A later
   * reply that was the table is set aside until it is used again; the next different reply is judged anew.
   */
  'reply:use': {
    readonly input: { readonly stage: StageGuid; readonly category: CategoryId; readonly reply: ReplyId }
    readonly value: Category
  }
  /** Dismisses the announcements that these tables have shrunk. */
  'reply:keep': {
    readonly input: { readonly stage: StageGuid; readonly categories: readonly CategoryId[] }
    readonly value: null
  }
  /** Reads all of the chosen rows by the rules of the format; writes nothing. Tables take every row. */
  'results:preflight': {
    readonly input: ResultsChoice & ExportOptions & { readonly offset: number; readonly limit: number }
    readonly value: Preflight
  }
  /** Null when the user closed the save dialog. */
  'results:export': {
    readonly input:
      | (ResultsChoice & ExportOptions)
      /** The ledger instead of the rows: matching changes, oldest first. */
      | (ExportOptions<TableFormat> & { readonly changes: ChangesQuery })
      /** What contradicts itself in the rows of these categories, or of all. */
      | (ExportOptions<TableFormat> & {
          readonly audit: { readonly stage: StageGuid; readonly categories?: readonly CategoryId[] }
        })
    readonly value: { readonly jobId: JobId } | null
  }
  /**
   * Lays the rows out on paper, as HTML has them, and has them printed: in the desktop face by the system's dialog; in the
   * browser face the job's file then has a `download` that the page prints from a frame.
   */
  'results:print': {
    readonly input: ResultsChoice &
      Pick<ExportOptions, 'language' | 'birthDates' | 'orientation' | 'isFinal' | 'areProblemsLeftOut'>
    readonly value: { readonly jobId: JobId }
  }
  /** The ledger of the stage. `afterId`: only later ones, oldest first. */
  'results:changes': {
    readonly input: ChangesQuery & { readonly afterId?: number; readonly offset: number; readonly limit: number }
    readonly value: ChangesPage
  }
  /**
   * Marks the changes up to `lastId` (of a page) as seen, or all stored changes without it. Exports and prints of results
   * set their own marks.
   */
  'results:markChanges': {
    readonly input: { readonly stage: StageGuid; readonly mark: ChangeMark; readonly lastId?: number }
    readonly value: ChangeMarks
  }

  /** Reads and judges a table of codes; sends nothing. `text`: at most 20,000 lines. Without a race there is only the judging. */
  'promo:preview': {
    readonly input: {
      readonly profileId: ProfileId
      readonly race?: RaceGuid
      readonly text: string
      readonly generate?: PromoGenerate
    }
    readonly value: PromoPreview
  }
  /** Sends what was previewed, once. An unsure end is `outcome-unknown`; the receipt is kept whatever the end. */
  'promo:set': {
    readonly input: { readonly previewId: PromoPreviewId; readonly confirmedCount: number }
    readonly value: PromoReceipt
  }
  /** Null when there is none, or its organization was removed. */
  'promo:draft': { readonly input: Record<string, never>; readonly value: PromoDraft | null }
  'promo:saveDraft': { readonly input: { readonly draft: PromoDraft }; readonly value: null }
  /** Receipts, all or of a race; `receipt` asks for one in full, `export` writes what is asked for to a file. */
  'promo:history': {
    readonly input: {
      readonly race?: RaceGuid
      readonly receipt?: PromoReceiptId
      readonly export?: CsvPreset | 'json'
    }
    readonly value: PromoHistory
  }

  /**
   * From the store; `isRefresh` asks the service for the overview first. `fields` asks for just these and stores nothing.
   * `snapshot` shows an earlier one; `since` compares it with that one.
   */
  'block:list': {
    readonly input: {
      readonly profileId: ProfileId
      readonly isRefresh?: boolean
      readonly fields?: readonly string[]
      readonly snapshot?: number
      readonly since?: number
    }
    readonly value: BlockList
  }
  /** One call fetches all types, so the first opening and `isRefresh` begin a job; one that runs already is joined. */
  'block:details': {
    readonly input: {
      readonly profileId: ProfileId
      readonly id: BlockTypeId
      readonly snapshot?: number
      readonly isRefresh?: boolean
      readonly withPreview?: boolean
    }
    readonly value: BlockOpening
  }
  /** A zip with a folder for each type, or for the one that `id` names; null when the user closed the save dialog. */
  'block:export': {
    readonly input: { readonly profileId: ProfileId; readonly id?: BlockTypeId; readonly snapshot?: number }
    readonly value: { readonly jobId: JobId } | null
  }

  /** From the store; `isRefresh` asks the service first. */
  'race:years': {
    readonly input: { readonly profileId: ProfileId; readonly isRefresh?: boolean }
    readonly value: RaceYears
  }

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

  /** `text` holds one or several GUIDs, alone or within links; `refresh` asks again for orders that are kept. */
  'order:lookup': {
    readonly input:
      { readonly profileId: ProfileId; readonly text: string } | { readonly refresh: readonly Guid[] | 'all' }
    readonly value: { readonly jobId: JobId; readonly count: number }
  }
  /** Kept orders, newest first unless sorted; `open` adds one of them whole, `job` what became of each GUID of a look-up. */
  'order:list': {
    readonly input: {
      readonly search?: string
      readonly sort?: { readonly column: OrderSortColumn; readonly isDescending?: boolean }
      readonly offset: number
      readonly limit: number
      readonly open?: { readonly guid: Guid; readonly look?: number }
      readonly job?: JobId
    }
    readonly value: OrderPage
  }
  'order:remove': { readonly input: { readonly guids: readonly Guid[] }; readonly value: null }
  /** Null when the user closed the save dialog. */
  'order:export': {
    readonly input: Omit<ExportOptions, 'format'> & {
      /** `json`: the orders as received; any other format has a table of them. */
      readonly format: TableFormat
      readonly search?: string
      readonly guids?: readonly Guid[]
    }
    readonly value: { readonly jobId: JobId } | null
  }

  /** One file with all that is stored of the stage, its ledger included, and no keys; null when the user closed the save dialog. */
  'capsule:save': {
    readonly input: {
      readonly stage: StageGuid
      /** Leaves damaged categories out; without it they are refused as `damaged-replies`. */
      readonly areDamagedLeftOut?: boolean
    }
    readonly value: { readonly jobId: JobId } | null
  }
  /**
   * Looks at the file and begins the job that stores its stage, or refuses it. By a file that a page handed over, or by the
   * ticket of one that main knows the path of. A newer capsule of the same stage takes the place of what an older one brought.
   */
  'capsule:open': {
    readonly input:
      { readonly file: ReceivedFileId; readonly name: string } | { readonly ticket: string; readonly name: string }
    readonly value: { readonly jobId: JobId; readonly stage: StageGuid; readonly name: string }
  }

  /**
   * A piece of a file that a page hands over, for an operation that takes files; `data` is base64. Pieces come in their order,
   * the first one at 0. Files are forgotten once they were used, and when later ones need the room.
   */
  'file:receive': {
    readonly input: { readonly id: ReceivedFileId; readonly offset: number; readonly data: string }
    readonly value: { readonly receivedBytes: number }
  }
  /** By a file that was handed over, with its receipt if there is one; or by what a face has read itself. */
  'file:verify': {
    readonly input:
      | { readonly file: ReceivedFileId; readonly name: string; readonly receipt?: ReceivedFileId }
      | {
          /** Absolute. */
          readonly path: string
          readonly sizeBytes: number
          readonly sha256: string
          /** The text of the receipt beside it. */
          readonly receipt?: string
        }
    readonly value: FileCheck
  }

  /** Running jobs and the last 50 finished ones, newest first. */
  'job:list': { readonly input: Record<string, never>; readonly value: readonly Job[] }
  'job:cancel': { readonly input: { readonly id: JobId }; readonly value: null }
  /** The pointer drags the file that the job wrote out of the window. False where the face cannot do that. */
  'job:drag': { readonly input: { readonly id: JobId }; readonly value: boolean }
}

export type Operation = keyof Operations
export type Input<K extends Operation> = Operations[K]['input']
export type Value<K extends Operation> = Operations[K]['value']

/** Events carry ids and counts, never rows or keys; a job reports at most 10 times a second. */
export type Events = {
  /** Orders were looked up or removed; `kept` of them are stored now. */
  'order:changed': { readonly kept: number }
  'job:progressed': Job
  'job:finished': Job
  'stage:changed': { readonly stage: StageGuid }
  'favourites:changed': { readonly stage: StageGuid }
  'views:changed': { readonly stage: StageGuid }
  /** Changes of the stage were written, `lastId` is the last of them; at most twice a second for a stage. */
  'ledger:changed': { readonly stage: StageGuid; readonly count: number; readonly lastId: number }
  /** Auto-export was set, or a round of it ended. */
  'autoExport:changed': { readonly stage: StageGuid; readonly state: AutoExport }
  /** At most once a second for a stage; null when its watch has ended. */
  'watch:changed': { readonly stage: StageGuid; readonly state: WatchState | null }
  'profile:changed': { readonly id: ProfileId }
  'keys:changed': { readonly profileId: ProfileId }
  'promo:changed': { readonly race: RaceGuid }
  'promoDraft:changed': Record<string, never>
  /** Null: values that belong to no stage. */
  'memory:changed': { readonly stage: StageGuid | null }
  'calls:changed': Record<string, never>
  'settings:changed': Settings
  'network:changed': Network
  /** The data folder became unwritable, or writable again. */
  'storage:changed': { readonly stop: StorageStop | null }
  'updates:changed': UpdateState
  /** Damage was met in the database. */
  'database:damaged': Record<string, never>
  /** A link was opened from outside (desktop face). */
  'app:linked': AppLink
  /** The system gave the app a stage file to open (desktop face); `ticket` names it once, within 10 minutes. */
  'app:fileGiven': { readonly name: string; readonly ticket: string }
  /** The page had failed and was loaded anew; the core went on (desktop face). */
  'app:reloaded': { readonly at: Instant }
  /** A job finished while the window was hidden, and the system showed no notification (desktop face). */
  'job:unannounced': Job
  /** An unexpected error; the app keeps running. The log has the error under `reference`. Sent at most once a second. */
  'app:failed': { readonly reference: string }
  'blocks:changed': { readonly profileId: ProfileId }
  'years:changed': { readonly profileId: ProfileId }
}

export type EventName = keyof Events
export type AppEvent = { readonly [K in EventName]: { readonly name: K; readonly data: Events[K] } }[EventName]

/** What the preload bridge exposes as `window.racedesk`. */
export type Bridge = {
  readonly call: (operation: string, input: unknown) => Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}
