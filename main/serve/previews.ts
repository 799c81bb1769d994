import { previewLifeMs, previewLimit, printLimit } from '../gate/csp.ts'
import { createSingleUse } from '../kernel/singleUse.ts'
import { ownHosts, randomSecret } from './access.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Previews } from '../kernel/face.ts'

/** Where documents for frames are fetched, each once. */
export const previewPrefix = '/preview/'

export type PreviewTickets = {
  /** The document; null when the ticket is unknown, used or expired. */
  readonly claim: (ticket: string) => string | null
}

/** Where pages are fetched that are to be printed, each once. */
export const printPrefix = '/print/'

export const createPreviews = (clock: Clock = Date.now): Previews & PreviewTickets =>
  createTickets(previewPrefix, previewLimit, clock)

export const createPrints = (clock: Clock = Date.now): Previews & PreviewTickets =>
  createTickets(printPrefix, printLimit, clock)

const createTickets = (prefix: string, limit: number, clock: Clock): Previews & PreviewTickets => {
  const waiting = createSingleUse<string>({
    now: clock,
    makeTicket: randomSecret,
    lifeMs: previewLifeMs,
    limit,
  })
  return { publish: (html) => prefix + waiting.put(html), claim: waiting.claim }
}

/** Frame sources of the pages on `port`. A policy cannot name an IPv6 host, and the server listens on none. */
export const previewSources = (port: number): readonly string[] =>
  [previewPrefix, printPrefix].flatMap((prefix) =>
    ownHosts(port)
      .filter((host) => !host.startsWith('['))
      .map((host) => `http://${host}${prefix}`),
  )
