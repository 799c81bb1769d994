import type { Instant, Network } from '../../preload/contract.ts'
import { originOf } from '../domain/urls.ts'
import type { Clock, EventService } from './ports.ts'

/** The same service, telling after every call whether the host was reached. */
export const watchNetwork = (service: EventService, clock: Clock, seen: (network: Network) => void): EventService => ({
  ...service,
  call: async (credentials, call) => {
    const reply = await service.call(credentials, call)
    const at = new Date(clock()).toISOString() as Instant
    const host = originOf(call.url)
    if (reply.ok) seen({ state: 'online', host, at })
    else if (reply.error.kind === 'offline') seen({ state: 'offline', host, at })
    return reply
  },
})
