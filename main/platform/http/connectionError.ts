import type { AppError, CertificateFault, ProxyFault } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'

export type Timeouts = {
  readonly connectMs: number
  readonly headersMs: number
  /** Longest silence within a body. */
  readonly bodyIdleMs: number
  /** Limit of one try without the wait for a free slot: for a write to the last byte, for a read to the headers. */
  readonly callMs: number
  /** A read that receives fewer than `leastBytes` of its body within this time ends, even if bytes keep coming. */
  readonly slowestMs: number
}

/** 32 KiB in two minutes: below a tenth of a slow phone line; ends calls to a service that sends a byte now and then. */
export const leastBytes = 32 * 1024

export type Connecting = {
  readonly host: string
  /** Host and port of the proxy in between, or null. */
  readonly proxy: string | null
  /** The request had gone out: the way there was open. */
  readonly wasSent: boolean
}

/** OpenSSL and Node codes of invalid certificates. */
const certificateFaults: Readonly<Record<string, CertificateFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer',
  CERT_UNTRUSTED: 'issuer',
  CERT_HAS_EXPIRED: 'clock',
  CERT_NOT_YET_VALID: 'clock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  HOSTNAME_MISMATCH: 'name',
  CERT_CHAIN_TOO_LONG: 'other',
  CERT_REJECTED: 'other',
  CERT_REVOKED: 'other',
  CERT_SIGNATURE_FAILURE: 'other',
  INVALID_CA: 'other',
  INVALID_PURPOSE: 'other',
  PATH_LENGTH_EXCEEDED: 'other',
}

/** Maps whatever a dispatcher throws or reports; anything unknown is `offline` with its code, never its message. */
export function readConnectionError(
  thrown: unknown,
  { host, proxy, wasSent }: Connecting,
  timeouts: Timeouts,
  limitBytes: number,
): AppError {
  const code = codeOf(thrown)
  if (proxy !== null && isOnTheWayToProxy(thrown)) return readProxyError(thrown, code, host, proxy)
  const fault = Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined
  if (fault !== undefined) return { kind: 'untrusted-certificate', host, reason: fault, detail: code }
  if (proxy !== null && !wasSent && code !== 'UND_ERR_INVALID_ARG') return readProxyError(thrown, code, host, proxy)
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.connectMs, isConnect: true }
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.headersMs }
    case 'UND_ERR_BODY_TIMEOUT':
      return { kind: 'timed-out', afterMs: timeouts.bodyIdleMs }
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return tooManyBytes(limitBytes)
    case 'UND_ERR_INVALID_ARG':
      return {
        kind: 'invalid-input',
        issues: [{ path: '', message: 'This call cannot be written as an HTTP request' }],
      }
    default:
      return { kind: 'offline', host, detail: code }
  }
}

/** undici says in its message alone what a proxy answered; the number is all that is read of it. */
function readProxyError(thrown: unknown, code: string, host: string, proxy: string): AppError {
  const status = thrown instanceof Error ? /^Proxy response \((\d{3})\)/.exec(thrown.message)?.[1] : undefined
  const problem: ProxyFault['problem'] = status === undefined ? 'unreachable' : status === '407' ? 'sign-in' : 'refused'
  return {
    kind: 'offline',
    host,
    detail: status === undefined ? code : `HTTP_${status}`,
    proxy: { host: proxy, problem },
  }
}

/** Errors that a retry cannot fix. */
export function isFinal(error: AppError): boolean {
  if (error.kind !== 'offline') return true
  if (/CERT|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(error.detail)) return true
  if (error.proxy === undefined || error.proxy.problem === 'unreachable') return false
  // A proxy that cannot reach the service replies with the same statuses as an overloaded service.
  return !/^HTTP_50[234]$/.test(error.detail)
}

const wayToProxy = 'WayToProxy'

/** Marks what broke before the proxy was asked for anything: its certificate is not the service's. */
export function onTheWayToProxy(cause: Error): Error {
  return Object.assign(new Error('The proxy was not reached', { cause }), { name: wayToProxy })
}

function isOnTheWayToProxy(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === wayToProxy
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
