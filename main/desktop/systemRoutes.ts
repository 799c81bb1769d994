import { setTimeout as sleep } from 'node:timers/promises'
import { routesFromPac } from '../domain/routes.ts'
import type { RoutesOf } from '../services/ports.ts'

/** A script that the network offers and never sends would hold every call up. */
const longestAnswerMs = 5_000

/** `resolve`: Electron's, which knows the system's settings and runs its scripts. Without an answer there is no proxy. */
export const createSystemRoutes =
  (resolve: (url: string) => Promise<string>, limitMs: number = longestAnswerMs): RoutesOf =>
  async (url) => {
    const unanswered = sleep(limitMs, 'DIRECT', { ref: false })
    return routesFromPac(await Promise.race([resolve(url).catch(() => 'DIRECT'), unanswered]))
  }
