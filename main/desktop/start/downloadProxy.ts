import type { Env } from './electronBinary.ts'

type ProxySettings = {
  /** URLs of proxies, with their password; null without one. */
  readonly http: string | null
  readonly https: string | null
  /** Hosts that are reached without a proxy, divided by commas or spaces. */
  readonly except: string
}

/** The URL of an HTTP proxy, which may be written as `host:port`; null for anything else, such as a SOCKS proxy. */
function proxyUrl(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`)
  return url !== null && /^https?:$/u.test(url.protocol) ? url.href : null
}

/**
 * The proxies for a download: HTTPS_PROXY, HTTP_PROXY and NO_PROXY in either casing, else npm's own settings, which npm passes on
 * to its scripts as `npm_config_…`. As with npm and undici, the proxy for http also serves https where no other is named.
 */
export function proxySettings(env: Env): ProxySettings {
  // Windows ignores the case of variable names; where both exist, lower case wins.
  const read = (name: string): string | undefined =>
    env[name] ?? Object.entries(env).find(([known]) => known.toLowerCase() === name)?.[1]
  const first = (...names: readonly string[]): string | undefined =>
    names.map(read).find((value) => value !== undefined && value !== '')
  const http = proxyUrl(first('http_proxy', 'npm_config_proxy'))
  const https = proxyUrl(first('https_proxy', 'npm_config_https_proxy')) ?? http
  return { http, https, except: first('no_proxy', 'npm_config_noproxy') ?? '' }
}

const standardNames = ['http_proxy', 'https_proxy', 'no_proxy']

/**
 * The environment in which @electron/get downloads through those proxies: it installs undici's EnvHttpProxyAgent, which reads
 * these variables, where ELECTRON_GET_USE_PROXY is set.
 */
export function proxyEnv(env: Env): Env {
  const { http, https, except } = proxySettings(env)
  if (http === null && https === null) return env
  const others = Object.entries(env).filter(([name]) => !standardNames.includes(name.toLowerCase()))
  return {
    ...Object.fromEntries(others),
    ELECTRON_GET_USE_PROXY: 'true',
    ...(http === null ? {} : { HTTP_PROXY: http }),
    ...(https === null ? {} : { HTTPS_PROXY: https }),
    NO_PROXY: except,
  }
}

/** Whether NO_PROXY names the host of `url`, as undici's EnvHttpProxyAgent reads it: by name or a domain above it, with or without a port. */
function isExcepted(url: URL, except: string): boolean {
  if (except === '*') return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return except
    .split(/[,\s]+/u)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, onPort = port] = /^(.+):(\d+)$/u.exec(entry) ?? []
      const host = name.replace(/^\*?\./u, '').toLowerCase()
      return onPort === port && (url.hostname === host || url.hostname.endsWith(`.${host}`))
    })
}

/** `host:port` of the proxy through which `url` is fetched in the environment of `proxyEnv`, without its password; null for none. */
export function proxyHostFor(url: URL, env: Env): string | null {
  const { http, https, except } = proxySettings(env)
  const proxy = url.protocol === 'https:' ? https : http
  return proxy === null || isExcepted(url, except) ? null : new URL(proxy).host
}
