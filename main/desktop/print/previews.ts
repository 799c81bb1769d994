import { randomBytes } from 'node:crypto'
import { previewLifeMs, previewLimit } from '../../gate/csp.ts'
import { createSingleUse } from '../../kernel/singleUse.ts'
import { previewUrl } from '../guards.ts'
import type { Previews } from '../../kernel/face.ts'

/** Documents for frames of the window, each under an address that is good once. */
export function createWindowPreviews(): Previews & { readonly claim: (ticket: string) => string | null } {
  const waiting = createSingleUse<string>({
    now: Date.now,
    makeTicket: () => randomBytes(32).toString('base64url'),
    lifeMs: previewLifeMs,
    limit: previewLimit,
  })
  return { publish: (html) => previewUrl + waiting.put(html), claim: waiting.claim }
}
