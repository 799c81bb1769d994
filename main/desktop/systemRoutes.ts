import { setTimeout as sleep } from 'node:timers/promises'
import { routesFromPac } from '../domain/routes.ts'
import type { Clock, RoutesOf } from '../services/ports.ts'

/** A script that the network offers and never sends would hold every call up. */
const longestAnswerMs = 5_000
/** Who did not answer in time is not asked again for so long, unless the answer comes after all. */
const silentForMs = 60_000

type Limits = { readonly longestMs?: number; readonly now?: Clock }

/**
 * `resolve`: Electron's, which knows the system's settings and runs its scripts. While it is silent its last answer holds,
 * without one there is no proxy.
 */
export const createSystemRoutes = (
  resolve: (url: string) => Promise<string>,
  { longestMs = longestAnswerMs, now = () => performance.now() }: Limits = {},
): RoutesOf => {
  const answers = new Map<string, string>()
  let silentUntilMs = Number.NEGATIVE_INFINITY
  const ask = async (url: string): Promise<void> => {
    answers.set(url, await resolve(url).catch(() => 'DIRECT'))
    silentUntilMs = Number.NEGATIVE_INFINITY
  }
  return async (url) => {
    if (now() >= silentUntilMs) {
      const isLate = await Promise.race([ask(url), sleep(longestMs, true, { ref: false })])
      if (isLate === true) silentUntilMs = now() + silentForMs
    }
    return routesFromPac(answers.get(url) ?? 'DIRECT')
  }
}
