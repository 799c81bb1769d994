import type { Face } from '../../../../preload/contract/diagnostics.ts'
import type { Json } from '../../../../preload/contract/ids.ts'
import type { Job } from '../../../../preload/contract/jobs.ts'
import type { HostState } from '../../../../preload/contract/network.ts'
import type { KeysStatus, Profile } from '../../../../preload/contract/organizations.ts'
import type {
  AppError,
  CapsuleFault,
  CertificateFault,
  FileReason,
  KeychainReason,
} from '../../../../preload/contract/result.ts'
import type { Settings } from '../../../../preload/contract/settings.ts'
import type { Crash } from '../../../kernel/face.ts'
import { logMessages } from '../../../kernel/logMessages.ts'

/** Diagnostic facts before masking and writing. */
export type DiagnosticsFacts = {
  readonly app: {
    readonly version: string
    readonly face: Face
    /** The operating system's own words; no name of the machine or its user. */
    readonly system: { readonly [name: string]: string | number }
    /** By what they are of, such as `electron`. */
    readonly versions: { readonly [name: string]: string | undefined }
    readonly language: string
    readonly at: string
  }
  readonly settings: Settings
  readonly hosts: readonly HostState[]
  readonly profiles: readonly Profile[]
  readonly keys: KeysStatus
  readonly jobs: readonly Job[]
  /** Rows by table, and what SQLite's own check found; `error` when it could not be made. */
  readonly database: {
    readonly rows: { readonly [table: string]: number }
    readonly problems: number
    readonly error: AppError | null
    readonly wasMovedAside: boolean
  }
  /** The newest first. The files hold memory of a process, keys among it, so they themselves are left out. */
  readonly crashes: readonly Crash[]
  /** JSON lines, the oldest first. */
  readonly log: readonly string[]
}

const written: ReadonlySet<string> = new Set(Object.values(logMessages))

/**
 * The files to hand over. Whatever may hold a key, a person's or an organization's name, an address or a path is left out: a
 * value is taken only where it is a number, a truth or one of words that the app itself chose.
 */
export function diagnosticsFiles(facts: DiagnosticsFacts): readonly { readonly name: string; readonly text: string }[] {
  const { app, settings, hosts, profiles, keys, jobs, database, crashes, log } = facts
  const { rows, problems, error, wasMovedAside } = database
  const check = error === null ? (problems === 0 ? 'ok' : { problems }) : errorFacts(error)
  return [
    file('about', { ...app, versions: { ...app.versions } }),
    file('settings', Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, plainly(value)]))),
    file('network', hosts.map(hostFacts)),
    file(
      'organizations',
      profiles.map((profile, index) => profileFacts(profile, index, keys)),
    ),
    file('keychain', keys.keychain),
    file('jobs', jobs.map(jobFacts)),
    file('database', { rows, check, wasMovedAside }),
    file('crashes', crashes),
    { name: 'log.jsonl', text: log.flatMap(logFacts).join('\n') },
  ]
}

const file = (name: string, value: unknown) => ({ name: `${name}.json`, text: `${JSON.stringify(value, null, 2)}\n` })

/** Words that settings choose from; any other text is only said to be there. */
const chosenWord = /^(?:system|none|en|ru|light|dark|sunlight|compact|normal|large)$/u

const plainly = (value: unknown): Json => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return typeof value === 'string' && chosenWord.test(value) ? value : 'set'
}

const hostFacts = ({ state, repliedAt, failure }: HostState): Json => ({
  state,
  repliedAt,
  failure: failure === null ? null : { at: failure.at, ...errorFacts(failure.error) },
})

const profileFacts = (profile: Profile, index: number, keys: KeysStatus): Json => {
  const held = keys.profiles.find(({ profileId }) => profileId === profile.id)
  return {
    number: index + 1,
    kind: profile.kind,
    hasResultsUrl: profile.resultsUrl !== null,
    extraHeaders: profile.extraHeaders.length,
    accessKey: held?.access.heldIn ?? null,
    resultsKey: held?.results.heldIn ?? null,
  }
}

const jobFacts = ({ kind, state, done, total, failed, startedAt, finishedAt, error, file: exported }: Job): Json => ({
  kind,
  state,
  done,
  total,
  failed,
  startedAt,
  finishedAt,
  error: error === null ? null : errorFacts(error),
  fileRows: exported?.rows ?? null,
})

const reasons: { readonly [K in KeychainReason | FileReason | CertificateFault | CapsuleFault]: true } = {
  'no-module': true,
  'no-service': true,
  locked: true,
  timeout: true,
  'no-space': true,
  denied: true,
  exists: true,
  missing: true,
  'not-a-folder': true,
  'name-too-long': true,
  gone: true,
  issuer: true,
  clock: true,
  name: true,
  other: true,
  'not-a-zip': true,
  damaged: true,
  'no-manifest': true,
  'bad-manifest': true,
  'newer-version': true,
  'too-large': true,
  encrypted: true,
  'unsafe-entry': true,
  'missing-entry': true,
  'unlisted-entry': true,
  altered: true,
  'stage-exists': true,
  'in-bin': true,
  older: true,
  'read-only': true,
}

/** Texts of an error that are words of the app or codes of the system, each known by its form. */
const errorTexts: { readonly [name: string]: RegExp } = {
  which: /^(?:access|results)$/u,
  reason: new RegExp(`^(?:${Object.keys(reasons).join('|')})$`, 'u'),
  reference: /^[0-9a-f]{8}$/u,
  detail: /^(?:E[A-Z]{3,20}|UND_ERR_[A-Z_]{3,40}|ERR_[A-Z0-9_]{3,40}|CERT_[A-Z_]{3,40})$/u,
}

const errorFacts = (error: AppError): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(error).flatMap(([name, value]: [string, unknown]): [string, Json][] => {
      if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
      const isWord = typeof value === 'string' && (name === 'kind' || errorTexts[name]?.test(value) === true)
      return isWord ? [[name, value]] : []
    }),
  )

/** One line of the log without what a message or a value may quote; none for a line that is not the log's own. */
const logFacts = (line: string): readonly string[] => {
  const entry = parsed(line)
  if (entry === null) return []
  const { at, level, message, details } = entry
  if (typeof at !== 'string' || !/^[\d:.TZ-]{20,30}$/u.test(at)) return []
  if (level !== 'info' && level !== 'warn' && level !== 'bug') return []
  const isTold =
    typeof message === 'string' && (level === 'bug' ? /^[0-9a-f]{8}$/u.test(message) : written.has(message))
  const thrown = level === 'bug' ? { thrown: thrownFacts(details, 0) } : {}
  return [JSON.stringify({ at, level, message: isTold ? message : leftOut(message), ...thrown })]
}

const leftOut = (text: unknown): string => `(${String(text).length} characters left out)`

const parsed = (line: string): { readonly [name: string]: unknown } | null => {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const deepestCause = 5

const thrownFacts = (details: unknown, depth: number): Json => {
  if (!isRecord(details)) return null
  const { name, code, message, stack, cause } = details
  return {
    name: typeof name === 'string' && /^(?:[A-Z][a-z]{2,12}){0,3}Error$/u.test(name) ? name : 'Error',
    ...(typeof code === 'string' && /^E[A-Z0-9_]{2,50}$/u.test(code) ? { code } : {}),
    message: leftOut(message),
    stack: typeof stack === 'string' ? stack.split('\n').flatMap(frameFacts) : [],
    ...(cause === undefined || depth === deepestCause ? {} : { cause: thrownFacts(cause, depth + 1) }),
  }
}

/** Where the code was: the function and the file's own name, no folder. A message may look like a frame, so the form is strict. */
const frameFacts = (line: string): readonly string[] => {
  const match =
    /^ {4}at (?:(?:async )?([\w$.<>]{1,60}) \()?(?:[^()]*[/\\])?([\w.-]{1,60}\.[cm]?[jt]sx?|node:[\w/]{1,60}):(\d+):(\d+)\)?$/u.exec(
      line,
    )
  if (match === null) return []
  const [, name = '', path, row, column] = match
  return [`${name} ${path}:${row}:${column}`.trim()]
}
