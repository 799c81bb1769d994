import type { CertificateId } from '../../../preload/contract/ids.ts'
import type { NetworkFacts } from '../../../preload/contract/network.ts'
import type { KeyName, Result } from '../../../preload/contract/result.ts'
import { readBodyStart, readReply, type RawReply } from '../organizations/rules/envelope.ts'
import { isWebPage, leadsAway, signInStatus } from '../organizations/rules/portal.ts'
import { originOf } from '../../kernel/urls.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { Hosts } from './hosts.ts'
import type { Trust } from './trust.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import type { EventService, ServiceCall, TrustStore } from '../../platform/http/eventService.ts'

/** The same service; tells `hosts` after every call whether the host was reached, or someone else replied in its place. */
export const watchNetwork = (
  service: EventService,
  clock: Clock,
  hosts: Hosts,
  /** The service took the key: it answered with data of its own. */
  accepted: (which: KeyName, url: string) => void,
): EventService => ({
  ...service,
  call: async (credentials, call) => {
    const startedAtMs = clock()
    const reply = await service.call(credentials, call)
    const host = originOf(call.url)
    if (host === null) return reply
    if (!reply.ok) {
      hosts.failed(host, reply.error, startedAtMs)
      return reply
    }
    const { status, headers, body } = reply.value
    const which = call.service === 'main' ? 'access' : 'results'
    const isAway = leadsAway(call.url, status, headers['location'])
    const isFine = status >= 200 && status <= 299
    const isPage = isFine && isWebPage(readBodyStart(body))
    if (isPage && call.isAnything !== true) {
      hosts.replaced(host, { kind: 'unexpected-reply', where: host, bodyStart: '', isPortal: true })
    } else if (isAway || status === signInStatus) {
      hosts.replaced(host, { kind: 'http', status, message: '', bodyStart: '', isPortal: true })
    } else {
      hosts.replied(host, status >= 500, startedAtMs)
      if (status < 500) hosts.judged(host, credentials.profileId, which, isKeyRefused(reply.value))
    }
    if (isFine && !isPage && isTaken(reply.value, call)) accepted(which, call.url)
    return isAway ? { ok: true, value: { ...reply.value, leadsAway: true } } : reply
  },
})

/** A refusal is short: longer replies are data, too long to parse twice. */
const longestRefusalBytes = 16_000

/** As `readReply` judges; other replies are not parsed for it. */
const isKeyRefused = (reply: RawReply): boolean => {
  if (reply.status !== 401 && reply.status !== 403) return false
  const read = readReply(reply, 'access')
  return !read.ok && read.error.kind === 'key-rejected'
}

/** Whether a reply of 2xx has data: the main service wraps them, the results service sends any JSON. */
const isTaken = (reply: RawReply, { service }: ServiceCall): boolean => {
  if (reply.body.byteLength > longestRefusalBytes) return true
  const read = readReply(reply, service === 'main' ? 'access' : 'results')
  if (!read.ok) return false
  return service === 'main' ? read.value.envelope !== null : read.value.body !== undefined
}

export type NetworkParts = {
  readonly profiles: Pick<Profiles, 'list'>
  readonly routesOf: RoutesOf
  readonly trust: Trust
  readonly trustStore: Pick<TrustStore, 'countSystem'>
  readonly wait: Wait
}

/** A slower system is asked for its proxies again at the next request. */
const answerWithinMs = 500

/** How the services of all profiles would be reached now, and the certificates trusted on the way; each change gives all of it. */
export const createNetworkFacts = ({ profiles, routesOf, trust, trustStore, wait }: NetworkParts) => {
  const routeOf = async (origin: string): Promise<NetworkFacts['routes'][number]> => {
    const answered = new AbortController()
    const routes = await Promise.race([routesOf(`${origin}/`), wait(answerWithinMs, answered.signal)])
    answered.abort()
    if (routes === undefined) return { origin, proxy: null, problem: 'unanswered' }
    const [first] = routes
    return first === undefined
      ? { origin, proxy: null, problem: 'unsupported' }
      : { origin, proxy: first?.host ?? null }
  }
  const read = async (): Promise<Result<NetworkFacts>> => {
    const urls = profiles.list().flatMap(({ baseUrl, resultsUrl }) => [baseUrl, resultsUrl ?? ''])
    const origins = [...new Set(urls.map(originOf))].filter((origin) => origin !== null)
    return {
      ok: true,
      value: {
        routes: await Promise.all(origins.map(routeOf)),
        systemCertificates: await trustStore.countSystem(),
        certificates: trust.list(),
      },
    }
  }
  const after = async (changed: Result<null>): Promise<Result<NetworkFacts>> => (changed.ok ? await read() : changed)
  return {
    read,
    add: async (pem: string): Promise<Result<NetworkFacts>> => await after(await trust.add(pem)),
    trust: async (id: CertificateId): Promise<Result<NetworkFacts>> => await after(await trust.trust(id)),
    remove: (id: CertificateId): Promise<Result<NetworkFacts>> => after(trust.remove(id)),
  }
}
