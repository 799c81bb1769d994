import type { CertificateId, Instant } from '../../../preload/contract/ids.ts'
import type { Network, NetworkFacts } from '../../../preload/contract/network.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { readBodyStart, readReply, type RawReply } from '../organizations/rules/envelope.ts'
import { isWebPage, leadsAway, signInStatus } from '../organizations/rules/portal.ts'
import { originOf } from '../../kernel/urls.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { Trust } from './trust.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import type { EventService, ServiceCall, TrustStore } from '../../platform/http/eventService.ts'

type NetworkWatcher = {
  readonly seen: (network: Network) => void
  /** The service took the key: it answered with data of its own. */
  readonly accepted: (call: ServiceCall) => void
  /** The service answered, and refused the key or not. */
  readonly judged: (call: ServiceCall, isKeyRefused: boolean) => void
}

/** The same service; reports after every call whether the host was reached, or someone else replied in its place. */
export const watchNetwork = (
  service: EventService,
  clock: Clock,
  { seen, accepted, judged }: NetworkWatcher,
): EventService => ({
  ...service,
  call: async (credentials, call) => {
    const reply = await service.call(credentials, call)
    const at = new Date(clock()).toISOString() as Instant
    const host = originOf(call.url)
    if (!reply.ok) {
      const { kind } = reply.error
      if (kind === 'offline' || kind === 'untrusted-certificate' || isLost(reply)) seen({ state: 'offline', host, at })
      return reply
    }
    const { status, headers, body } = reply.value
    const isAway = leadsAway(call.url, status, headers['location'])
    const isFine = status >= 200 && status <= 299
    const isPage = isFine && isWebPage(readBodyStart(body))
    const isForeignPage = isPage && call.isAnything !== true
    const isPortal = isAway || isForeignPage || status === signInStatus
    seen({ state: isPortal ? 'portal' : 'online', host, at })
    if (!isPortal && status < 500) judged(call, isKeyRefused(reply.value))
    if (isFine && !isPage && isTaken(reply.value, call)) accepted(call)
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
