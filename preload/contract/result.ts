/** Which of a profile's two keys: `access` for the main API, `results` for the results service. */
export type KeyName = (typeof keyNames)[number]
export const keyNames = ['access', 'results'] as const

export type KeychainReason = 'no-module' | 'no-service' | 'locked' | 'timeout'

export type FileReason =
  | 'locked'
  | 'no-space'
  | 'denied'
  | 'exists'
  | 'missing'
  | 'not-a-folder'
  | 'name-too-long'
  | 'gone'

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
  /** Another server may be answering for the host; nothing was sent. `detail` is the library's word for it. */
  | {
      readonly kind: 'untrusted-certificate'
      readonly host: string
      readonly reason: CertificateFault
      readonly detail: string
    }
  /** `isConnect`: there was no connection at all within that time. `isTooSlow`: bytes arrived, but fewer than the minimum within that time. */
  | { readonly kind: 'timed-out'; readonly afterMs: number; readonly isConnect?: true; readonly isTooSlow?: true }
  /**
   * `isPortal`: a web page came instead, such as a network's sign-in page · `message`: the reply holds this
   * text instead of results, at most 300 characters; '' for blank rows · `syntax`: it has data in a form that is not read.
   */
  | {
      readonly kind: 'unexpected-reply'
      readonly where: string
      readonly bodyStart: string
      readonly isPortal?: true
      readonly message?: string
      readonly syntax?: ReplySyntax
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
  /**
   * Nothing was written. `detail`: when the other desk published, as an instant; the host's known key and its key now, as
   * fingerprints with a space between them, or its new key; why a store does not accept a key, in its own word.
   */
  | { readonly kind: 'publish-refused'; readonly reason: PublishFault; readonly detail?: string }
  /**
   * The place of a site did not do what it was asked for. `code`: the protocol's, such as `HTTP 403 AccessDenied` · `message`: the
   * place's own words, at most 300 characters, '' without any · `retryAfterS`: it asks to wait.
   */
  | {
      readonly kind: 'place-refused'
      readonly reason: PlaceFault
      readonly act: PlaceAct
      readonly host: string
      readonly code: string
      readonly message: string
      readonly retryAfterS?: number
    }
  | { readonly kind: 'cancelled' }
  /** A bug; the log has the stack under `reference`. */
  | { readonly kind: 'internal'; readonly reference: string }

/** XML by its root element, or JSON that breaks a rule; `line` and `column` of either begin at 1. */
export type ReplySyntax = { readonly line: number; readonly column: number } & (
  | { readonly language: 'xml'; readonly root: string }
  | { readonly language: 'json'; readonly fault: JsonFault }
)

/**
 * The first fault of almost valid JSON. `escape`: an unknown one, such as a backslash before an apostrophe · `comma`: one before a
 * closing bracket · `quotes`: single ones · `name`: a field name without quotes · `value`: one that JSON lacks, such as NaN or 007 ·
 * `script`: code around the data · `control`: a line break or tab within a text · `cut`: the end is missing · `more`: text after it.
 */
export type JsonFault =
  | 'escape'
  | 'comma'
  | 'quotes'
  | 'name'
  | 'value'
  | 'comment'
  | 'script'
  | 'control'
  | 'cut'
  | 'more'
  | 'other'

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
  | 'bytes'
  | 'rows'
  | 'columns'
  | 'depth'
  | 'cells'
  | 'values'
  | 'objects'
  | 'keys'
  | 'text'
  | 'request'

/**
 * Why a capsule is not taken. `no-manifest`: it does not begin with one · `unsafe-entry`: a name that leads elsewhere or stands
 * there twice, or a link · `altered`: size or hash of a part is not the listed one · `stage-exists`: the stage was added or
 * fetched here · `in-bin`: it was removed and can be restored · `older`: a newer capsule of the stage is here. `read-only`: the stage is from a capsule and no service is asked.
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
  | 'in-bin'
  | 'older'
  | 'read-only'

/**
 * Why a site is not published. `no-target`: nobody chose a place · `nothing`: the stage has no results yet · `other-page`: the place
 * has a page that Racedesk did not write · `other-desk`: another desk publishes there · `no-secret`: the place wants a key or a
 * password · `wrong-secret`: it did not accept them · `host-key`: an SSH host has another key than before; no password was sent ·
 * `new-host-key`: its key is not known yet, and a password would be sent · `revoked-host-key`: `known_hosts` says that nobody is to
 * trust it.
 */
export type PublishFault =
  | 'no-target'
  | 'nothing'
  | 'other-page'
  | 'other-desk'
  | 'no-secret'
  | 'wrong-secret'
  | 'host-key'
  | 'new-host-key'
  | 'revoked-host-key'

/** What a place was asked for: to list a folder; to read, write or remove a file. */
export type PlaceAct = 'list' | 'read' | 'write' | 'remove'

/**
 * `clock`: this computer's differs too much from the place's · `no-folder`: it is missing and cannot be made · `region`: the bucket is
 * in another one · `denied`: no permission for the act · `full`: no space, or a quota is used up · `locked`: another program has the
 * file · `busy`, `broken`: this may pass · `unsuitable`: the address takes no files · `crowded`: its
 * folder holds more than a site needs.
 */
export type PlaceFault =
  | 'clock'
  | 'no-bucket'
  | 'no-folder'
  | 'region'
  | 'denied'
  | 'full'
  | 'locked'
  | 'busy'
  | 'broken'
  | 'unsuitable'
  | 'crowded'
  | 'unknown'

/** The category that the reply belongs to. */
export type ReplyPlace = { readonly distanceName: string; readonly categoryName: string }

/** `issuer`: not signed by a trusted authority · `clock`: expired or not valid yet · `name`: it is another host's. */
export type CertificateFault = 'issuer' | 'clock' | 'name' | 'other'

/** Why the proxy in between does not lead to the host; `host` is the proxy's, with its port. */
export type ProxyFault = {
  readonly host: string
  /** `sign-in`: it wants credentials · `unsupported`: of a kind that the app cannot speak to, such as SOCKS. */
  readonly problem: 'unreachable' | 'sign-in' | 'refused' | 'unsupported'
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }
