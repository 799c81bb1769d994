import { createSingleUse } from '../kernel/singleUse.ts'
import { randomSecret } from './access.ts'
import type { Clock } from '../kernel/clock.ts'

/** Path at which a page exchanges its ticket for the token. */
export const exchangePath = '/once'

/** A slow laptop opens a browser and its first page within this time. */
const lifeMs = 60_000

/** Tickets that wait at the same time; a start issues one. */
const limit = 8

/** `used`: the ticket was right and has opened the app already. `unknown`: expired, of another run, or never issued. */
export type Exchange = 'opened' | 'used' | 'unknown'

/**
 * Tickets that open the app once, within a minute. Other users of the machine can read them: in the arguments of `xdg-open` and
 * of the browser (`/proc/PID/cmdline`).
 */
export type OneTimeTickets = {
  readonly issue: () => string
  readonly exchange: (ticket: string) => Exchange
}

export const createOneTimeTickets = (clock: Clock): OneTimeTickets => {
  const waiting = createSingleUse<true>({ now: clock, makeTicket: randomSecret, lifeMs, limit })
  const used = new Set<string>()
  return {
    issue: () => waiting.put(true),
    exchange: (ticket) => {
      if (used.has(ticket)) return 'used'
      if (waiting.claim(ticket) === null) return 'unknown'
      used.add(ticket)
      return 'opened'
    },
  }
}
