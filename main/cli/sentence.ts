import type { AppError, FileReason, KeychainReason, KeyName } from '../../preload/contract.ts'

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
  exists: 'it is there already',
  missing: 'it is not there',
  'not-a-folder': 'a part of its path is no folder',
  'name-too-long': 'its name is too long',
  gone: 'it is gone',
}

const withDetail = (detail: string): string => (detail === '' ? '' : `: ${detail}`)

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/** One readable sentence for people. May hold text of the service, so it is made `plain` before it is shown. */
export const sentenceOf = (error: AppError): string => {
  switch (error.kind) {
    case 'invalid-input':
      return error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
    case 'untrusted-caller':
      return 'The caller is not trusted.'
    case 'not-found':
      return `Not found: ${error.what}.`
    case 'key-missing':
      return `The ${keyNames[error.which]} is not set: use \`keys set ${error.which}\` or ${keyVariables[error.which]}.`
    case 'key-rejected':
      return `The service rejected the ${keyNames[error.which]} (HTTP ${error.status})${withDetail(error.message)}`
    case 'keychain-unavailable':
      return `The keychain cannot be used: ${keychainReasons[error.reason]}. Give the keys as RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY.`
    case 'http': {
      const wait = error.retryAfterS === undefined ? '' : ` It asks to wait ${error.retryAfterS} s.`
      return `The service answered HTTP ${error.status}${withDetail(error.message)}.${wait}`
    }
    case 'refused-by-service':
      return `The service refused (HTTP ${error.status})${withDetail(error.message)}`
    case 'offline':
      return `${error.host} cannot be reached (${error.detail}).`
    case 'timed-out':
      return `The service did not answer within ${seconds(error.afterMs)}.`
    case 'unexpected-reply':
      return `The reply could not be read (${error.where})${withDetail(error.bodyStart)}`
    case 'wrong-origin':
      return `The link leads to another origin than the profile's and was not fetched: ${error.url}`
    case 'too-large':
      return `The reply is larger than ${error.limitBytes} bytes.`
    case 'storage':
      return `The store failed: ${error.reason}`
    case 'file':
      return `The file ${error.path}: ${fileReasons[error.reason]}.`
    case 'outcome-unknown':
      return `The connection was lost after ${seconds(error.afterMs)}; whether the service did it is unknown.`
    case 'cancelled':
      return 'Stopped; what was stored stays.'
    case 'internal':
      return `A fault of Racedesk's own; its log has the details under ${error.reference}.`
  }
}
    case 'preflight-refused':
      return `Nothing was written: the format does not take ${error.notTaken} of ${error.rows} rows.`
