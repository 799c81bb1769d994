import { previewLifeMs, previewLimit } from '../domain/csp.ts'
import { createSingleUse } from '../domain/singleUse.ts'
import type { Clock, Previews } from '../services/ports.ts'
import { ownHosts, randomSecret } from './access.ts'

/** Where documents for frames are fetched, each once. */
export const previewPrefix = '/preview/'

export type PreviewTickets = {
  /** The document; null when the ticket is unknown, used or expired. */
  readonly claim: (ticket: string) => string | null
}

export const createPreviews = (clock: Clock = Date.now): Previews & PreviewTickets => {
  const waiting = createSingleUse<string>({
    now: clock,
    makeTicket: randomSecret,
    lifeMs: previewLifeMs,
    limit: previewLimit,
  })
  return { publish: (html) => previewPrefix + waiting.put(html), claim: waiting.claim }
}

/** What the pages of a server on `port` may show in a frame. A policy cannot name an IPv6 host, and none is listened on. */
export const previewSources = (port: number): readonly string[] =>
  ownHosts(port)
    .filter((host) => !host.startsWith('['))
    .map((host) => `http://${host}${previewPrefix}`)
