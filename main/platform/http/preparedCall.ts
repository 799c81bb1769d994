import type { AppError, Result } from '../../../preload/contract/result.ts'
import { reservedHeaders } from './headers.ts'
import { isSafeTransport, originOf } from '../../kernel/urls.ts'
import { createMask, type Mask } from './masking.ts'
import type { Credentials, ServiceCall } from './eventService.ts'
import type { Failure } from '../../kernel/result.ts'

/** A call that has passed every rule and may be sent. */
export type PreparedCall = {
  readonly origin: string
  /** With the port, when it is not the scheme's own. */
  readonly host: string
  /** Path and query. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The same for the stored copy. */
  readonly validators: readonly string[]
  readonly body: Buffer | null
  /** Reads may be tried again; anything else is sent once. */
  readonly isRead: boolean
  readonly isPoll: boolean
  readonly mask: Mask
  readonly onProgress?: ServiceCall['onProgress']
}

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Printable ASCII without blanks at the ends: every other value is changed on the wire and could not be recognised in an echo. */
const secretPattern = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const longestSecret = 4096
const longestShownUrl = 2048

/** Checks the call against its profile: origin, transport, keys, headers. No secret is ever part of an error. */
export function prepareCall(credentials: Credentials, call: ServiceCall, userAgent: string): Result<PreparedCall> {
  const mask = createMask(secretsOf(credentials))
  const url = URL.parse(call.url)
  const home = call.service === 'main' ? credentials.baseUrl : credentials.resultsUrl
  if (url === null || home === null || url.origin === 'null' || url.origin !== originOf(home)) {
    return refuse({ kind: 'wrong-origin', url: mask.text(call.url.slice(0, longestShownUrl)) })
  }
  if (!isSafeTransport(url)) return refuseInput('url', 'Use https:// (http:// only on this computer)')
  if (url.username !== '' || url.password !== '') return refuseInput('url', 'Use a URL without a user name or password')
  const own = ownHeaders(credentials, call)
  if (!own.ok) return own
  const isPost = call.method === 'POST'
  return {
    ok: true,
    value: {
      origin: url.origin,
      host: url.host,
      path: url.pathname + url.search,
      method: call.method,
      headers: [
        'accept',
        'application/json',
        'accept-encoding',
        'gzip, br, zstd',
        'user-agent',
        userAgent,
        ...(isPost ? ['content-type', 'application/json'] : []),
        ...own.value,
      ],
      validators: validatorsOf(call),
      body: isPost && call.body !== undefined ? viewOf(call.body) : null,
      isRead: !isPost || call.isRead === true,
      isPoll: call.isPoll === true,
      mask,
      ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
    },
  }
}

/** The key of the called service in its header, then that service's extra headers; nothing of the other service. */
function ownHeaders(credentials: Credentials, call: ServiceCall): Result<string[]> {
  const isMain = call.service === 'main'
  const key = isMain ? credentials.accessKey : credentials.resultsKey
  const keyHeader = isMain ? credentials.accessHeader : credentials.resultsHeader
  if (key === null || key === '') return refuse({ kind: 'key-missing', which: isMain ? 'access' : 'results' })
  if (!isSecret(key)) {
    return refuseInput(
      isMain ? 'accessKey' : 'resultsKey',
      'The key must be printable ASCII without blanks at its ends',
    )
  }
  const headers: string[] = []
  const taken = new Set(reservedHeaders)
  const place = (name: string, value: string): boolean => {
    if (!tokenPattern.test(name) || taken.has(name.toLowerCase())) return false
    taken.add(name.toLowerCase())
    headers.push(name, value)
    return true
  }
  if (!place(keyHeader, key)) {
    return refuseInput(isMain ? 'accessHeader' : 'resultsHeader', 'This header name cannot be used')
  }
  for (const [index, extra] of credentials.extraHeaders.entries()) {
    if (extra.service !== call.service) continue
    if (!isSecret(extra.value)) {
      return refuseInput(`extraHeaders.${index}.value`, 'The value must be printable ASCII without blanks at its ends')
    }
    if (!place(extra.name, extra.value)) {
      return refuseInput(`extraHeaders.${index}.name`, 'This header name cannot be used')
    }
  }
  return { ok: true, value: headers }
}

/** An invalid validator is left out, and the request becomes unconditional. */
function validatorsOf(call: ServiceCall): string[] {
  const pairs = [
    ['if-none-match', call.etag],
    ['if-modified-since', call.lastModified],
  ] as const
  return pairs.flatMap(([name, value]) =>
    typeof value === 'string' && /^[\x21-\x7e][\x20-\x7e]*$/.test(value) ? [name, value] : [],
  )
}

function secretsOf(credentials: Credentials): string[] {
  const values = [
    credentials.accessKey,
    credentials.resultsKey,
    ...credentials.extraHeaders.map((extra) => extra.value),
  ]
  return values.filter((value) => value !== null)
}

function isSecret(value: string): boolean {
  return value.length <= longestSecret && secretPattern.test(value)
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function refuseInput(path: string, message: string): Failure {
  return refuse({ kind: 'invalid-input', issues: [{ path, message }] })
}

function refuse(error: AppError): Failure {
  return { ok: false, error }
}
