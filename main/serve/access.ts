import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Origin headers of a request; each list has all header lines of that name. */
type Caller = {
  readonly host: readonly string[]
  readonly origin: readonly string[]
  readonly fetchSite: readonly string[]
}

export const callerOf = (request: IncomingMessage): Caller => ({
  host: request.headersDistinct.host ?? [],
  origin: request.headersDistinct.origin ?? [],
  fetchSite: request.headersDistinct['sec-fetch-site'] ?? [],
})

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** Values of `Host` under which a server on `port` may be asked; a browser leaves the default port out. */
export const ownHosts = (port: number): readonly string[] =>
  loopbackNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))

/**
 * True for a page of this server, the address bar, or a program that is no browser.
 * A foreign `Host` is DNS rebinding; a foreign or `null` `Origin`, or any other site (a different port of this
 * machine included), is somebody else's page.
 */
export const isOwnCaller = (caller: Caller, port: number): boolean => {
  const [host, ...moreHosts] = caller.host
  if (host === undefined || moreHosts.length > 0 || !ownHosts(port).includes(host)) return false
  if (!caller.origin.every((origin) => origin === `http://${host}`)) return false
  return caller.fetchSite.every((site) => site === 'same-origin' || site === 'none')
}

/** 32 random bytes as base64url, 43 characters: a token or a ticket. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests, so that neither the content nor the length of the token shows in the time taken. */
export const isToken = (token: string, authorization: string | undefined): boolean => {
  const given = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}
