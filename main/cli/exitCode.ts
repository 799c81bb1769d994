import type { AppError, PublishFault } from '../../preload/contract/result.ts'

/**
 * 0 done · 1 done in part · 2 usage, invalid input, something local not found · 3 service or network ·
 * 4 keys · 5 storage, files, faults of our own.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5

const publishCodes: Record<PublishFault, Exclude<ExitCode, 0>> = {
  'no-target': 2,
  nothing: 2,
  'no-secret': 4,
  'wrong-secret': 4,
  'host-key': 3,
  'new-host-key': 3,
  'revoked-host-key': 3,
  'other-page': 5,
  'other-desk': 5,
}

/** The exit code of a verb that failed; a kind without a code fails to compile. */
export const exitCodeOf = (error: AppError): Exclude<ExitCode, 0> => {
  switch (error.kind) {
    // Rows stored before the user stopped stay: done in part.
    case 'cancelled':
    case 'preflight-refused':
    case 'damaged-replies':
    case 'sheet-too-large':
      return 1
    case 'invalid-input':
    case 'not-found':
      return 2
    case 'http':
    case 'refused-by-service':
    case 'offline':
    case 'untrusted-certificate':
    case 'timed-out':
    case 'unexpected-reply':
    case 'wrong-origin':
    case 'outcome-unknown':
    case 'place-refused':
      return 3
    case 'publish-refused':
      return publishCodes[error.reason]
    case 'too-large':
      return error.what === 'request' ? 2 : 3
    case 'key-missing':
    case 'key-rejected':
    case 'keychain-unavailable':
      return 4
    case 'storage':
    case 'file':
    case 'capsule-refused':
    case 'not-printed':
    case 'internal':
    case 'untrusted-caller':
      return 5
  }
}
