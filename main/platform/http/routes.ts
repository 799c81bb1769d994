import { isInRange } from './addressRange.ts'
import { isLoopbackHost } from '../../kernel/urls.ts'

const schemes: Readonly<Record<string, string>> = { PROXY: 'http:', HTTP: 'http:', HTTPS: 'https:' }
const mostRoutes = 10
const longestAnswer = 10_000

/**
 * Reads an answer such as `PROXY a:8080; SOCKS b:1080; DIRECT`, as scripts for proxies give it: proxies in the order to try them,
 * null for none at all. What cannot be understood or used (SOCKS, QUIC) is left out; an answer without anything means no proxy.
 */
export const routesFromPac = (answer: string): readonly (URL | null)[] => {
  const entries = answer
    .slice(0, longestAnswer)
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return [null]
  return entries.slice(0, mostRoutes).flatMap((entry) => {
    const [kind = '', place, ...rest] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return place === undefined ? [null] : []
    const scheme = Object.hasOwn(schemes, kind.toUpperCase()) ? schemes[kind.toUpperCase()] : undefined
    if (scheme === undefined || place === undefined || rest.length > 0) return []
    return readProxy(`${scheme}//${place}`) ?? []
  })
}

type Environment = { readonly [name: string]: string | undefined }

/** As curl reads it: HTTPS_PROXY, ALL_PROXY and NO_PROXY, in small letters first. Only https is ever sent through a proxy. */
export const routesFromEnvironment = (env: Environment, url: string): readonly (URL | null)[] => {
  const named = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  const target = URL.parse(url)
  const proxy = named('HTTPS_PROXY') || named('ALL_PROXY')
  if (target === null || target.protocol !== 'https:' || proxy === '' || isExempt(named('NO_PROXY'), target))
    return [null]
  const read = readProxy(/^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`)
  return read === null ? [] : [read]
}

/** Null for anything but the origin of an http(s) proxy, with or without credentials. */
const readProxy = (text: string): URL | null => {
  const url = /[\s\\]|\p{Cc}/u.test(text) ? null : URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  return url.pathname === '/' && url.search === '' && url.hash === '' && areCredentials(url) ? url : null
}

/** Percent signs that encode nothing would throw where they are decoded. */
const areCredentials = ({ username, password }: URL): boolean => {
  try {
    // Decoded separately: each part must be valid by itself.
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** An entry is `*`, a host or the end of its name, with or without a port, an address or a range of them. */
const isExempt = (list: string, { hostname, port, protocol }: URL): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*' || isInRange(hostname, entry)) return true
      const [, name = '', only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? []
      const host = name.replace(/^\*?\./, '')
      if (host === '' || (only !== undefined && only !== (port || defaultPorts[protocol]))) return false
      return hostname === host || hostname.endsWith(`.${host}`)
    })

/** Whether a URL is on this machine, which no proxy leads to. */
export const isHere = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? '')
