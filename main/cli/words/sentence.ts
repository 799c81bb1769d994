import type {
  AppError,
  ExcessOf,
  CapsuleFault,
  CertificateFault,
  FileReason,
  JsonFault,
  KeychainReason,
  KeyName,
  PlaceAct,
  PlaceFault,
  ProxyFault,
  PublishFault,
  ReplyPlace,
  ReplySyntax,
  StorageCause,
} from '../../../preload/contract/result.ts'
import type { StorageStop } from '../../../preload/contract/storage.ts'

const keyNames: Record<KeyName, string> = { access: 'access key', results: 'results key' }

const keyVariables: Record<KeyName, string> = {
  access: 'RACEDESK_ACCESS_KEY',
  results: 'RACEDESK_RESULTS_KEY',
}

const keychainReasons: Record<KeychainReason, string> = {
  'no-module': 'its module is not installed',
  'no-service': 'no keychain service is running',
  locked: 'it is locked',
  timeout: 'it did not answer in time',
}

const fileReasons: Record<FileReason, string> = {
  locked: 'it is open in another program',
  'no-space': 'there is no space left',
  denied: 'the system denies access',
  exists: 'a file or folder of that name already exists',
  missing: 'the file or its folder was not found',
  'not-a-folder': 'part of its path is not a folder',
  'name-too-long': 'its name is too long',
  gone: 'its disk is no longer connected',
}

const jsonFaults: Record<JsonFault, string> = {
  escape: "a backslash before a character that needs none, such as \\'",
  comma: 'a comma before a closing bracket',
  quotes: 'single quotes instead of double quotes',
  name: 'a field name without double quotes',
  value: 'a value that JSON does not have, such as NaN',
  comment: 'a comment',
  script: 'program code around the data',
  control: 'a line break or tab inside a text',
  cut: 'the reply ends too early',
  more: 'text after the end of the data',
  other: 'an unexpected character',
}

const syntaxSentence = (syntax: ReplySyntax): string =>
  syntax.language === 'xml'
    ? `The reply is XML (${syntax.root}, line ${syntax.line}, column ${syntax.column}), not JSON or CSV. Ask the service for results in JSON or CSV.`
    : `The reply is not valid JSON: ${jsonFaults[syntax.fault]} (line ${syntax.line}, column ${syntax.column}). Ask the service for valid JSON, or for CSV.`

const storageSentences: Record<StorageCause, (folder: string, reason: string) => string> = {
  'no-space': (folder) => `The disk is full and nothing can be stored. Free some space for ${folder}.`,
  'read-only': (folder) => `The data folder is read-only and nothing can be stored: ${folder}.`,
  replaced: (folder) =>
    `Another program replaced the open database and storing has stopped. Restart Racedesk to open the file in ${folder}.`,
  gone: (folder) =>
    `The open database was moved or deleted and storing has stopped. Put it back, or restart Racedesk to start a new one in ${folder}.`,
  'not-a-file': (_, reason) => `The database cannot be opened: ${reason}.`,
}

/** Why nothing can be stored; stored data stays readable. */
export const storageSentence = ({ cause, folder }: StorageStop, reason = ''): string =>
  storageSentences[cause](folder, reason)

const capsuleFaults: Record<CapsuleFault, string> = {
  'not-a-zip': 'This is not a stage file',
  damaged: 'The stage file is damaged',
  'no-manifest': 'This is not a stage file: its first entry is not manifest.json',
  'bad-manifest': 'The manifest of the stage file cannot be read',
  'newer-version': 'The stage file was saved by a newer Racedesk',
  'too-large': 'The unpacked stage file is too large',
  encrypted: 'Part of the stage file is encrypted',
  'unsafe-entry': 'The stage file contains an entry with an unsafe name or type',
  'missing-entry': 'An entry of the manifest is missing',
  'unlisted-entry': 'An entry is not listed in the manifest',
  altered: 'An entry was changed after saving',
  'stage-exists':
    'The stage is already stored here and a stage file never replaces it; remove it and delete it from the bin first',
  'in-bin': 'The stage is in the bin; restore it, or delete it from the bin first',
  older: 'A newer file of this stage is already stored here',
  'read-only': 'The stage comes from a stage file and cannot be downloaded; remove it and delete it from the bin first',
}

const publishFaults: Record<PublishFault, (detail: string) => string> = {
  'no-target': () => 'Nobody has chosen where this stage is published. Use --to.',
  nothing: () => 'The stage has no results to publish yet.',
  'other-page': () =>
    'The place has a page that Racedesk did not write. Nothing was written. Choose another place, or replace the page with --take-over.',
  'other-desk': (at) =>
    `Another desk publishes there${at === '' ? '' : `, last at ${at}`}. Nothing was written. Choose another place, or take over with --take-over.`,
  'no-secret': () =>
    'The place needs a key, or a user and a password: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://, RACEDESK_PUBLISH_USER and RACEDESK_PUBLISH_PASSWORD for sftp:// and davs://.',
  'wrong-secret': (code) =>
    `The place did not accept the user, password or key${code === '' ? '' : ` (${code})`}. Nothing was written. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://, RACEDESK_PUBLISH_USER and RACEDESK_PUBLISH_PASSWORD for sftp:// and davs://.`,
  'new-host-key': (now) =>
    `The server is not known yet, and no password was sent. Its key is ${now}. If the server's owner confirms it, add --host-key ${now}.`,
  'revoked-host-key': (now) =>
    `The server's key ${now} is marked as revoked in known_hosts. Nothing was sent. Ask the server's owner for a new key.`,
  'host-key': (keys) => {
    const [known = '', now = ''] = keys.split(' ')
    return `The server's key has changed from ${known} to ${now}. No password was sent, since someone may be intercepting the connection. If the server's owner confirms the new key, add --host-key ${now}.`
  },
}

const withDetail = (detail: string): string => (detail === '' ? '' : `: ${detail}`)

const placeActs: Record<PlaceAct, string> = {
  list: 'listing files',
  read: 'reading files',
  write: 'writing files',
  remove: 'deleting files',
}

const later = 'Publish again later; files already sent are not sent again.'

type PlaceRefused = Extract<AppError, { kind: 'place-refused' }>

/** Says what happened and what to do. */
const placeFaults: Record<PlaceFault, (error: PlaceRefused) => readonly [string, string]> = {
  clock: ({ host }) => [`${host} refused because this computer's clock is wrong`, 'Set its date and time.'],
  'no-bucket': ({ host }) => [`${host} has no such bucket`, 'Check the bucket in --to, and --endpoint.'],
  'no-folder': ({ host }) => [
    `The folder was not found at ${host} and could not be made`,
    'Make it there, or check the path in --to.',
  ],
  region: ({ host }) => [`The bucket at ${host} is in another region`, 'Set AWS_REGION, or --endpoint of its region.'],
  denied: ({ host, act }) => [
    `${host} does not allow ${placeActs[act]}`,
    'Publishing needs the rights to list, read, write and delete files there.',
  ],
  full: ({ host }) => [`${host} has no space left`, 'Free some space there, or raise the quota.'],
  locked: ({ host }) => [`A file at ${host} is locked by another program`, later],
  busy: ({ host }) => [`${host} is busy`, later],
  broken: ({ host }) => [`${host} has an internal error`, later],
  unsuitable: ({ host }) => [`${host} does not take files at this address`, 'Check --to and --endpoint.'],
  crowded: ({ host }) => [
    `The folder at ${host} holds more than 100,000 entries`,
    'Choose a folder of its own for the website in --to.',
  ],
  unknown: ({ host }) => [`${host} refused`, 'Check the address, the rights and the free space there.'],
}

const placeSentence = (error: PlaceRefused): string => {
  const { reason, act, code, message, retryAfterS } = error
  const [what, todo] = placeFaults[reason](error)
  const kept =
    act === 'remove' ? 'Some files of the website may still be there.' : 'The published website is unchanged.'
  const wait = retryAfterS === undefined ? '' : ` It asks to wait ${retryAfterS} s.`
  return `${what} (${code}${withDetail(message)}). ${kept} ${todo}${wait}`
}

const certificateFaults: Record<CertificateFault, string> = {
  issuer: 'its issuer is not trusted',
  clock: 'it is not valid now; check the clock of this computer',
  name: 'it belongs to another host',
  other: 'it is not valid',
}

const proxyProblems: Record<ProxyFault['problem'], (proxy: string) => string> = {
  unreachable: (proxy) => `the proxy ${proxy} does not answer`,
  'sign-in': (proxy) => `the proxy ${proxy} requires a name and a password, as part of HTTPS_PROXY`,
  refused: (proxy) => `the proxy ${proxy} blocked the request`,
  unsupported: () => 'only non-HTTP proxies are set, and SOCKS is not supported; set HTTPS_PROXY to an HTTP proxy',
}

const signIn = 'this network may require a sign-in. Open any page in a browser.'

const sheetLimits: Record<Extract<AppError, { kind: 'sheet-too-large' }>['what'], (limit: number) => string> = {
  rows: (limit) => `an Excel sheet has at most ${limit} rows below its header`,
  columns: (limit) => `an Excel sheet has at most ${limit} columns`,
  bytes: () => 'an Excel sheet has at most 4 GB',
  paper: (limit) => `at most ${limit} rows can be printed`,
}

const replyLimits: Record<Exclude<ExcessOf, 'request'>, (limit: number) => string> = {
  bytes: (limit) => `is larger than ${limit} bytes`,
  rows: (limit) => `has more than ${limit} rows`,
  columns: (limit) => `has more than ${limit} columns`,
  depth: (limit) => `nests deeper than ${limit} levels`,
  cells: (limit) => `is a table of more than ${limit} cells`,
  values: (limit) => `has more than ${limit} values`,
  keys: (limit) => `has more than ${limit} different field names`,
  text: (limit) => `has a text of more than ${limit} characters`,
  objects: (limit) => `has more than ${limit} objects and lists`,
}

/** Categories whose stored reply is damaged. */
export const damagedSentence = (places: readonly ReplyPlace[]): string => {
  const names = places.map(({ distanceName, categoryName }) => `${distanceName} ${categoryName}`.trim()).join(', ')
  return places.length === 1
    ? `The stored reply of ${names} is damaged; the next download repairs it.`
    : `The stored replies of ${names} are damaged; the next download repairs them.`
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/** Codes of Node's sockets that mean something to people. */
const offlineReasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing answers at this address'],
  ['ENOTFOUND', 'the host name was not found'],
  ['EAI_AGAIN', 'the host name was not found'],
  ['ENETUNREACH', 'there is no route to it'],
  ['EHOSTUNREACH', 'there is no route to it'],
  ['ECONNRESET', 'the connection broke'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server there does not use HTTPS'],
])

/** One readable sentence for people. May hold text of the service, so it is made `plain` before it is shown. */
export const sentenceOf = (error: AppError): string => {
  switch (error.kind) {
    case 'invalid-input':
      return error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
    case 'untrusted-caller':
      return 'The caller is not trusted.'
    case 'not-found':
      if (error.what === 'stage') return 'This stage is not downloaded. Run `racedesk download STAGE`.'
      return `Not found: ${error.what}.`
    case 'key-missing':
      return `The ${keyNames[error.which]} is not set: use \`keys set ${error.which}\` or ${keyVariables[error.which]}.`
    case 'key-rejected':
      return `The service rejected the ${keyNames[error.which]} (HTTP ${error.status})${withDetail(error.message)}`
    case 'keychain-unavailable':
      return `No key is set, and the keychain cannot be used: ${keychainReasons[error.reason]}. Set RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY.`
    case 'http': {
      if (error.isPortal === true) return `Another host answered (HTTP ${error.status}): ${signIn}`
      const wait = error.retryAfterS === undefined ? '' : ` It asks to wait ${error.retryAfterS} s.`
      return `The service answered HTTP ${error.status}${withDetail(error.message)}.${wait}`
    }
    case 'refused-by-service':
      return `The service refused (HTTP ${error.status})${withDetail(error.message)}`
    case 'offline':
      return error.proxy === undefined
        ? `${error.host} cannot be reached: ${offlineReasons.get(error.detail) ?? error.detail}.`
        : `${error.host} cannot be reached: ${proxyProblems[error.proxy.problem](error.proxy.host)} (${error.detail}).`
    case 'untrusted-certificate':
      return `The certificate of ${error.host} is not trusted: ${certificateFaults[error.reason]} (${error.detail}). Nothing was sent. This network may require a sign-in, or someone may be intercepting the traffic.`
    case 'timed-out':
      if (error.isTooSlow === true) return `Almost nothing arrived within ${seconds(error.afterMs)}.`
      return error.isConnect === true
        ? `No connection to the service within ${seconds(error.afterMs)}.`
        : `The service did not answer within ${seconds(error.afterMs)}.`
    case 'unexpected-reply':
      if (error.isPortal === true) return `The reply is a web page, not data (${error.where}): ${signIn}`
      if (error.syntax !== undefined) return `${syntaxSentence(error.syntax)} The last good reply stays.`
      if (error.message !== undefined)
        return `The service sent a reply without results${withDetail(error.message === '' ? error.bodyStart : error.message)}`
      return `The reply could not be read (${error.where})${withDetail(error.bodyStart)}`
    case 'wrong-origin':
      return `The link leads to another origin than the profile's. It was not downloaded: ${error.url}`
    case 'too-large':
      if (error.what === 'request') return `The request is larger than ${error.limit} bytes and was not sent.`
      return `The reply ${replyLimits[error.what](error.limit)} and was not read.`
    case 'storage':
      return error.cause === undefined
        ? `The store failed: ${error.reason}`
        : storageSentence({ cause: error.cause, folder: error.folder ?? '' }, error.reason)
    case 'damaged-replies':
      return `Nothing was written: ${damagedSentence(error.categories)} Download the stage again, or write the rest with --allow-partial.`
    case 'file':
      return `The file ${error.path}: ${fileReasons[error.reason]}.`
    case 'outcome-unknown':
      return `The connection was lost after ${seconds(error.afterMs)}. The outcome is unknown.`
    case 'preflight-refused':
      return `Nothing was written: ${error.notTaken} of ${error.rows} rows do not fit this format.`
    case 'not-printed':
      return 'The page was not printed.'
    case 'sheet-too-large':
      return `Nothing was written: ${sheetLimits[error.what](error.limit)}. Choose fewer rows, or another format.`
    case 'publish-refused':
      return publishFaults[error.reason](error.detail ?? '')
    case 'place-refused':
      return placeSentence(error)
    case 'capsule-refused':
      return `${capsuleFaults[error.reason]}${withDetail(error.detail ?? '')}.`
    case 'cancelled':
      return 'Stopped. Stored data is unchanged.'
    case 'internal':
      return `Racedesk error ${error.reference}. Details are in the log.`
  }
}
