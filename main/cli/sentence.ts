import type {
  AppError,
  ExcessOf,
  CapsuleFault,
  CertificateFault,
  FileReason,
  KeychainReason,
  KeyName,
  ProxyFault,
  ReplyPlace,
  StorageCause,
} from '../../preload/contract/result.ts'
import type { StorageStop } from '../../preload/contract/storage.ts'

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
  locked: 'it is held by another program',
  'no-space': 'there is no space left',
  denied: 'it may not be written or read',
  exists: 'something of that name is there already, perhaps a folder',
  missing: 'not found, or its folder is missing',
  'not-a-folder': 'a part of its path is no folder',
  'name-too-long': 'its name is too long',
  gone: 'it is gone',
}

const storageSentences: Record<StorageCause, (folder: string, reason: string) => string> = {
  'no-space': (folder) =>
    `The disk with the data folder is full and nothing can be stored. Free some space for ${folder}.`,
  'read-only': (folder) => `The data folder is read-only and nothing can be stored: ${folder}.`,
  replaced: (folder) =>
    `Another file took the place of the open database and nothing is stored any more: restart to open what is in ${folder}.`,
  gone: (folder) =>
    `The open database was moved or deleted and nothing is stored any more: put it back, or restart to begin anew in ${folder}.`,
  'not-a-file': (_, reason) => `The database cannot be opened: ${reason}.`,
}

/** Why nothing can be stored; stored data stays readable. */
export const storageSentence = ({ cause, folder }: StorageStop, reason = ''): string =>
  storageSentences[cause](folder, reason)

const capsuleFaults: Record<CapsuleFault, string> = {
  'not-a-zip': 'The file is no stage capsule',
  damaged: 'The capsule is damaged',
  'no-manifest': 'The file is no stage capsule: its first entry is no manifest.json',
  'bad-manifest': "The capsule's manifest cannot be understood",
  'newer-version': 'The capsule was saved by a newer Racedesk',
  'too-large': 'The capsule unpacks to more than is taken',
  encrypted: 'A part of the capsule is encrypted',
  'unsafe-entry': 'The capsule holds an entry whose name or kind could do harm',
  'missing-entry': 'An entry that the manifest lists is missing',
  'unlisted-entry': 'An entry is not listed in the manifest',
  altered: 'An entry is not what the manifest lists',
  'stage-exists': 'The stage is stored here already and a capsule never replaces it; remove it first',
  older: 'A newer capsule of the stage is stored here already',
  'read-only': 'The stage came from a capsule, and no service is asked for it; remove it first',
}

const certificateFaults: Record<CertificateFault, string> = {
  issuer: 'nobody who is trusted has signed it',
  clock: 'it is not valid at this time; check the clock of this machine',
  name: 'it belongs to another host',
  other: 'it does not hold',
}

const proxyProblems: Record<ProxyFault['problem'], (proxy: string) => string> = {
  unreachable: (proxy) => `the proxy ${proxy} does not answer`,
  'sign-in': (proxy) => `the proxy ${proxy} wants a name and a password, as part of HTTPS_PROXY`,
  refused: (proxy) => `the proxy ${proxy} does not let the call through`,
  unsupported: () =>
    'only proxies are named that do not speak HTTP; SOCKS is not supported, set HTTPS_PROXY to an HTTP proxy',
}

const signIn = 'this network may want you to sign in first. Open any page in a browser.'

const sheetLimits: Record<Extract<AppError, { kind: 'sheet-too-large' }>['what'], (limit: number) => string> = {
  rows: (limit) => `a sheet of Excel holds ${limit} rows below its header`,
  columns: (limit) => `a sheet of Excel holds ${limit} columns`,
  bytes: () => 'a sheet of Excel holds no more than 4 GB',
  paper: (limit) => `paper takes ${limit} rows`,
}

const replyLimits: Record<Exclude<ExcessOf, 'request'>, (limit: number) => string> = {
  bytes: (limit) => `is larger than ${limit} bytes`,
  rows: (limit) => `has more than ${limit} rows`,
  columns: (limit) => `has more than ${limit} columns`,
  depth: (limit) => `nests deeper than ${limit} levels`,
  cells: (limit) => `is a table of more than ${limit} cells`,
  values: (limit) => `has more than ${limit} values`,
  keys: (limit) => `has more than ${limit} different field names`,
  text: (limit) => `holds a text of more than ${limit} characters`,
  objects: (limit) => `has more than ${limit} objects and lists`,
}

const withDetail = (detail: string): string => (detail === '' ? '' : `: ${detail}`)

/** Categories whose stored reply is damaged. */
export const damagedSentence = (places: readonly ReplyPlace[]): string => {
  const names = places.map(({ distanceName, categoryName }) => `${distanceName} ${categoryName}`.trim()).join(', ')
  return places.length === 1
    ? `The stored reply of ${names} is damaged; the next download repairs it.`
    : `The stored replies of ${names} are damaged; the next download repairs them.`
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/** One readable sentence for people. May hold text of the service, so it is made `plain` before it is shown. */
export const sentenceOf = (error: AppError): string => {
  switch (error.kind) {
    case 'invalid-input':
      return error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
    case 'untrusted-caller':
      return 'The caller is not trusted.'
    case 'not-found':
      if (error.what === 'stage') return 'Nothing is stored of this stage; take it first (`racedesk take STAGE`).'
      return `Not found: ${error.what}.`
    case 'key-missing':
      return `The ${keyNames[error.which]} is not set: use \`keys set ${error.which}\` or ${keyVariables[error.which]}.`
    case 'key-rejected':
      return `The service rejected the ${keyNames[error.which]} (HTTP ${error.status})${withDetail(error.message)}`
    case 'keychain-unavailable':
      return `The keychain cannot be used: ${keychainReasons[error.reason]}. Give the keys as RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY.`
    case 'http': {
      if (error.isPortal === true) return `Another host answered (HTTP ${error.status}): ${signIn}`
      const wait = error.retryAfterS === undefined ? '' : ` It asks to wait ${error.retryAfterS} s.`
      return `The service answered HTTP ${error.status}${withDetail(error.message)}.${wait}`
    }
    case 'refused-by-service':
      return `The service refused (HTTP ${error.status})${withDetail(error.message)}`
    case 'offline':
      return error.proxy === undefined
        ? `${error.host} cannot be reached (${error.detail}).`
        : `${error.host} cannot be reached: ${proxyProblems[error.proxy.problem](error.proxy.host)} (${error.detail}).`
    case 'untrusted-certificate':
      return `The certificate of ${error.host} is not trusted: ${certificateFaults[error.reason]} (${error.detail}). This network may want a sign-in first, or be reading along; nothing was sent.`
    case 'timed-out':
      if (error.isTooSlow === true) return `Almost nothing arrived within ${seconds(error.afterMs)}.`
      return error.isConnect === true
        ? `There was no connection to the service within ${seconds(error.afterMs)}.`
        : `The service did not answer within ${seconds(error.afterMs)}.`
    case 'unexpected-reply':
      if (error.isPortal === true) return `A web page came instead of data (${error.where}): ${signIn}`
      if (error.message !== undefined)
        return `The service sent a reply without results${withDetail(error.message === '' ? error.bodyStart : error.message)}`
      return `The reply could not be read (${error.where})${withDetail(error.bodyStart)}`
    case 'wrong-origin':
      return `The link leads to another origin than the profile's and was not fetched: ${error.url}`
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
      return `The connection was lost after ${seconds(error.afterMs)}; whether the service did it is unknown.`
    case 'preflight-refused':
      return `Nothing was written: the format does not take ${error.notTaken} of ${error.rows} rows.`
    case 'not-printed':
      return 'The page was not printed.'
    case 'sheet-too-large':
      return `Nothing was written: ${sheetLimits[error.what](error.limit)}. Choose fewer rows, or another format.`
    case 'capsule-refused':
      return `${capsuleFaults[error.reason]}${withDetail(error.detail ?? '')}.`
    case 'cancelled':
      return 'Stopped; what was stored stays.'
    case 'internal':
      return `A fault of Racedesk's own; its log has the details under ${error.reference}.`
  }
}
