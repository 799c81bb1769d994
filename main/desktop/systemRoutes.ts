import { setTimeout as sleep } from 'node:timers/promises'
import { routesFromPac } from '../platform/http/routes.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RoutesOf } from '../kernel/face.ts'

/** A script that the network offers and never sends would hold every call up. */
const longestAnswerMs = 5_000
/** After a timeout the system is not asked again for this long, unless its answer arrives. */
const silentForMs = 60_000

type Limits = { readonly longestMs?: number; readonly now?: Clock }

type SystemRoutes = {
  readonly to: RoutesOf
  /** The network may be another one, for which neither answers nor silence say anything. */
  readonly forget: () => void
}

/**
 * `resolve`: Electron's, which knows the system's settings and runs its scripts. While it is silent its last answer holds,
 * without one there is no proxy.
 */
export const createSystemRoutes = (
  resolve: (url: string) => Promise<string>,
  { longestMs = longestAnswerMs, now = () => performance.now() }: Limits = {},
): SystemRoutes => {
  const anyNetwork = () => ({ answers: new Map<string, string>(), silentUntilMs: Number.NEGATIVE_INFINITY })
  let network = anyNetwork()
  const ask = async (asked: typeof network, url: string): Promise<void> => {
    asked.answers.set(url, await resolve(url).catch(() => 'DIRECT'))
    asked.silentUntilMs = Number.NEGATIVE_INFINITY
  }
  return {
    to: async (url) => {
      const asked = network
      if (now() >= asked.silentUntilMs) {
        const isLate = await Promise.race([ask(asked, url), sleep(longestMs, true, { ref: false })])
        if (isLate === true) asked.silentUntilMs = now() + silentForMs
      }
      return routesFromPac(asked.answers.get(url) ?? 'DIRECT')
    },
    forget: () => {
      network = anyNetwork()
    },
  }
}
