import type { AppEvent } from '../../../preload/contract.ts'
import type { networkOperations, Network } from '../../../preload/contract/network.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import { originOf } from '../../kernel/urls.ts'
import type { EventService, ServiceCall } from '../../platform/http/eventService.ts'
import { isHere, routesFromEnvironment } from '../../platform/http/routes.ts'
import { createTrustStore } from '../../platform/http/trustStore.ts'
import { createHttpEventService } from '../../platform/http/undiciEventService.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { createNetworkFacts, watchNetwork, type NetworkParts } from './network.ts'
import { createTrust, type TrustParts } from './trust.ts'

type OutsideParts = {
  readonly appVersion: string
  readonly env: { readonly [name: string]: string | undefined }
  /** How the operating system reaches URLs; absent: as `env` says in HTTPS_PROXY and NO_PROXY. */
  readonly routesOf?: RoutesOf
  readonly forgetRoutes?: () => void
  /** No proxy is wanted. */
  readonly isDirect: () => boolean
  /** Undefined: over HTTP. */
  readonly service: EventService | undefined
  readonly secrets: Pick<Secrets, 'accepted'>
  readonly emit: Emit
  readonly listen: (listener: (event: AppEvent) => void) => unknown
  readonly clock: Clock
}

/** The way to the services; every call tells whether there is a network. */
export const openNetwork = (parts: OutsideParts) => {
  const { appVersion: version, env, secrets, emit, listen, clock, forgetRoutes } = parts
  const trustStore = createTrustStore()
  const systemRoutes: RoutesOf = parts.routesOf ?? (async (url) => routesFromEnvironment(env, url))
  const routesOf: RoutesOf = async (url) => (isHere(url) || parts.isDirect() ? [null] : await systemRoutes(url))
  let network: Network = { state: 'unknown', host: null, at: null }
  const service = parts.service ?? createHttpEventService({ version, routesOf, trustStore })
  const reconnect = (): void => {
    forgetRoutes?.()
    service.reconnect()
  }
  const refusals = new Map<string, NonNullable<Network['refused']>>()
  const tell = ({ state, host, at }: Network): void => {
    const [refused] = refusals.values()
    const isNews = state !== network.state || host !== network.host || refused !== network.refused
    network = { state, host, at, ...(refused === undefined ? {} : { refused }) }
    if (isNews) emit({ name: 'network:changed', data: network })
  }
  const judged = ({ service: name, url }: ServiceCall, isKeyRefused: boolean): void => {
    const host = originOf(url) ?? url
    const place = `${name} ${host}`
    if (refusals.has(place) === isKeyRefused) return
    if (isKeyRefused) refusals.set(place, { which: name === 'main' ? 'access' : 'results', host })
    else refusals.delete(place)
    tell(network)
  }
  listen(({ name }) => {
    if (name !== 'keys:changed' && name !== 'profile:changed') return
    refusals.clear()
    tell(network)
  })
  const eventService = watchNetwork({ ...service, reconnect }, clock, {
    seen: tell,
    judged,
    accepted: ({ service, url }) => secrets.accepted(service === 'main' ? 'access' : 'results', url),
  })
  return { eventService, trustStore, routesOf, network: () => network }
}

export const handleNetwork = (
  parts: TrustParts & Omit<NetworkParts, 'trust' | 'trustStore'> & { readonly nudge: () => void },
): Handlers<typeof networkOperations> => {
  const facts = createNetworkFacts({ ...parts, trust: createTrust(parts) })
  return {
    'app:network': facts.read,
    'app:addCertificates': ({ pem }) => facts.add(pem),
    'app:trustCertificate': ({ id }) => facts.trust(id),
    'app:removeCertificate': ({ id }) => facts.remove(id),
    'app:nudge': () => {
      // Connections and proxies may belong to another network.
      parts.eventService.reconnect()
      parts.nudge()
      return { ok: true, value: null }
    },
  }
}
