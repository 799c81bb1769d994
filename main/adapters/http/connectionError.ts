import type { AppError } from '../../../preload/contract.ts'

export type Timeouts = {
  readonly connectMs: number
  readonly headersMs: number
  /** Longest silence within a body. */
  readonly bodyIdleMs: number
  /** One try from its start to the last byte, waiting for a free slot not counted. */
  readonly callMs: number
}

/** Maps whatever a dispatcher throws or reports; anything unknown is `offline` with its code, never its message. */
export function readConnectionError(thrown: unknown, host: string, timeouts: Timeouts, limitBytes: number): AppError {
  const code = codeOf(thrown)
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.connectMs }
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.headersMs }
    case 'UND_ERR_BODY_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.bodyIdleMs }
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return { kind: 'too-large', limitBytes }
    case 'UND_ERR_INVALID_ARG':
      return {
        kind: 'invalid-input',
        issues: [{ path: '', message: 'This call cannot be written as an HTTP request' }],
      }
    default:
      return { kind: 'offline', host, detail: code }
  }
}

/** A refused certificate is refused again; waiting for another answer only delays the message. */
export function isTrustFailure(error: AppError): boolean {
  return error.kind === 'offline' && /CERT|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(error.detail)
}

/** The system's or library's word for the failure; those that hold several (one per address) give the first. */
function codeOf(thrown: unknown, depth = 0): string {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return 'UNKNOWN'
  if ('code' in thrown && typeof thrown.code === 'string' && /^[A-Z][A-Z0-9_/]*$/.test(thrown.code)) return thrown.code
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0) {
    return codeOf(thrown.errors[0], depth + 1)
  }
  return 'cause' in thrown ? codeOf(thrown.cause, depth + 1) : 'UNKNOWN'
}
