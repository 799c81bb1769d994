import type { Result } from '../../../preload/contract/result.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import type { EventService, ServiceCall } from '../../platform/http/eventService.ts'

type Sleep = {
  /** The machine goes to sleep: reads under way are broken off, and none begins until `goOn`. */
  readonly pause: () => void
  readonly goOn: () => void
  /**
   * The same service, for work that goes on after a sleep: reads wait for its end and are asked again then. Those that can be
   * cancelled, as those of a job, are so also while the network is on its way back; whoever cannot wants to hear that it is not
   * there. Whatever is no read is left alone, since it could happen twice.
   */
  readonly over: (service: EventService) => EventService
}

/** A laptop that is opened takes so long to find its network again. */
const networkIsBackMs = 30_000
const lookEveryMs = 2_000

export const createSleep = (clock: Clock, wait: Wait): Sleep => {
  let asleep = new AbortController()
  let wakeUp = new AbortController()
  let wokenAtMs = Number.NEGATIVE_INFINITY
  const isNetworkOnItsWay = (): boolean => Math.abs(clock() - wokenAtMs) < networkIsBackMs

  const read = async (
    service: EventService,
    credentials: Parameters<EventService['call']>[0],
    call: ServiceCall,
  ): ReturnType<EventService['call']> => {
    const left = call.signal ?? new AbortController().signal
    for (;;) {
      if (asleep.signal.aborted) await aborted(AbortSignal.any([left, wakeUp.signal]))
      const sleeping = asleep.signal
      const reply = await service.call(credentials, { ...call, signal: AbortSignal.any([left, sleeping]) })
      if (reply.ok || left.aborted) return reply
      if (sleeping.aborted) continue
      if (call.signal === undefined || !hasNoNetwork(reply) || !isNetworkOnItsWay()) return reply
      await wait(lookEveryMs, AbortSignal.any([left, sleeping]))
    }
  }

  return {
    pause: () => {
      if (asleep.signal.aborted) return
      wakeUp = new AbortController()
      asleep.abort()
    },
    goOn: () => {
      // Not every system reports that it goes to sleep.
      asleep.abort()
      asleep = new AbortController()
      wokenAtMs = clock()
      wakeUp.abort()
    },
    over: (service) => ({
      ...service,
      call: (credentials, call) =>
        call.method === 'GET' || call.isRead === true
          ? read(service, credentials, call)
          : service.call(credentials, call),
    }),
  }
}

/** A proxy that answers, whatever it says, is a network that is back. */
const hasNoNetwork = (reply: Result<unknown>): boolean => {
  const proxy = reply.ok || reply.error.kind !== 'offline' ? undefined : reply.error.proxy
  return isLost(reply) && (proxy === undefined || proxy.problem === 'unreachable')
}

/** Resolves once the signal aborts. */
export const aborted = async (signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
