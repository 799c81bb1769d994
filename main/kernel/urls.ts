import type { Guid, StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import { invalidInput, type Failure } from './result.ts'

const guidPattern = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi
const longestUrl = 2048

type Query = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]

/** `hostname` as URL gives it: lower case, IPv4 in dotted decimals, IPv6 in brackets. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** https anywhere, http only to this machine. */
export function isSafeTransport(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/**
 * A URL of a service, normalised: no slash at the end, a path prefix kept.
 * Refused as `invalid-input`: credentials, query, fragment, other schemes, http to another machine.
 */
export function parseServiceUrl(text: string): Result<string> {
  const trimmed = text.trim()
  if (trimmed.length > longestUrl) return refuse('The URL is too long')
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return refuse('Start the URL with https://')
  if (/[\s\\]/.test(trimmed) || hasControlCharacter(trimmed)) return refuse('Use a URL without spaces or backslashes')
  const url = URL.parse(trimmed)
  if (url === null || url.hostname === '') return refuse('Not a URL')
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(trimmed)) {
    return refuse('Use a URL without a user name or password')
  }
  if (/[?#]/.test(trimmed)) return refuse('Use a URL without a query or fragment')
  if (!isSafeTransport(url)) return refuse('Use https:// (http:// only on this computer)')
  return { ok: true, value: url.origin + url.pathname.replace(/\/+$/, '') }
}

/**
 * An address as people paste it, made whole: of `https://http://…` the last scheme counts, and `host:port` or `api.example.org`
 * gets https, this computer http. Anything else is left for `parseServiceUrl` to refuse.
 */
export function wholeAddress(text: string): string {
  const once = text.trim().replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
  const bare = /^(localhost|[^\s/:@\\]+\.[^\s/:@\\]+|[^\s/:@\\]+(?=:\d))(?::\d+)?(?:\/\S*)?$/i.exec(once)
  if (bare === null) return once
  return `${isLoopbackHost((bare[1] ?? '').toLowerCase()) ? 'http' : 'https'}://${once}`
}

/**
 * A profile's base URL, as `parseServiceUrl` gives it but without a /v3 at its end: paths of the API bring that with them, so
 * an address copied from one of them means the part before it.
 */
export function parseBaseUrl(text: string): Result<string> {
  const url = parseServiceUrl(text)
  if (!url.ok) return url
  const origin = originOf(url.value) ?? ''
  return { ok: true, value: origin + url.value.slice(origin.length).replace(/(?:\/+v3)+$/i, '') }
}

/** `path` begins with a slash; `query` is percent-encoded here. `baseUrl` as `parseBaseUrl` returns it. */
export function apiUrl(baseUrl: string, path: string, query: Query = []): string {
  const pairs = isPairs(query) ? query : Object.entries(query)
  const search = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const url = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '').replaceAll('#', '%23')}`
  return search === '' ? url : `${url}${path.includes('?') ? '&' : '?'}${search}`
}

/** Null for anything but an http(s) URL. */
export function originOf(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : null
}

/** The link of a category that came without one. */
export function fillTemplate(
  template: string,
  ids: { readonly stage: string; readonly group: string; readonly category: string },
): string {
  return template
    .replace(/(?:\{|%7b)stage(?:\}|%7d)/gi, () => encode(ids.stage))
    .replace(/(?:\{|%7b)group(?:\}|%7d)/gi, () => encode(ids.group))
    .replace(/(?:\{|%7b)category(?:\}|%7d)/gi, () => encode(ids.category))
}

/** In the order found, lower case, repeated ones repeated. */
export function findGuids(text: string): Guid[] {
  return Array.from(text.matchAll(guidPattern), ([guid]) => guid.toLowerCase() as Guid)
}

/** The stage named by what a user pastes: a GUID alone, or a link whose first GUID is the stage's. */
export function stageFromText(text: string): StageGuid | null {
  const [guid] = findGuids(text.slice(0, 2 * longestUrl))
  return guid === undefined ? null : (guid as string as StageGuid)
}

/** Like encodeURIComponent, which throws on half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function isPairs(query: Query): query is readonly (readonly [string, string])[] {
  return Array.isArray(query)
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f')
}

function refuse(message: string): Failure {
  return invalidInput('', message)
}
