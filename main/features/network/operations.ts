import type { AppEvent } from '../../../preload/contract.ts'
import type { networkOperations } from '../../../preload/contract/network.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import type { EventService } from '../../platform/http/eventService.ts'
import { isHere, routesFromEnvironment } from '../../platform/http/routes.ts'
import { createTrustStore } from '../../platform/http/trustStore.ts'
import { createHttpEventService } from '../../platform/http/undiciEventService.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { createHosts } from './hosts.ts'
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
  readonly random: () => number
}

/** The way to the services; every call tells whether its host can be reached. */
export const openNetwork = (parts: OutsideParts) => {
  const { appVersion: version, env, secrets, emit, listen, clock, random, forgetRoutes } = parts
  const trustStore = createTrustStore()
  const systemRoutes: RoutesOf = parts.routesOf ?? (async (url) => routesFromEnvironment(env, url))
  const routesOf: RoutesOf = async (url) => (isHere(url) || parts.isDirect() ? [null] : await systemRoutes(url))
  const hosts = createHosts(clock, emit)
  const service = parts.service ?? createHttpEventService({ version, routesOf, trustStore, random })
  const reconnect = (): void => {
    forgetRoutes?.()
    service.reconnect()
  }
  listen(({ name }) => {
    if (name === 'keys:changed' || name === 'profile:changed') hosts.forgetRefusals()
  })
  const eventService = watchNetwork({ ...service, reconnect }, clock, hosts, secrets.accepted)
  return { eventService, trustStore, routesOf, hosts: hosts.list }
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
