import type { AppError } from '../../../preload/contract/result.ts'
import type { WebReply } from '../http/webClient.ts'

const shownCharacters = 300
const readBytes = 10_000

/** Why a server did not do what it was asked for. `message`: the server's own words. `mask` hides what it repeats of secrets. */
export const webFault = (
  { status, headers, body }: WebReply,
  message: string,
  mask: (text: string) => string,
): AppError => {
  if (status === 401 || status === 403) return { kind: 'refused-by-service', message, status }
  if (status === 507) return { kind: 'file', reason: 'no-space', path: '' }
  const asked = Number(headers['retry-after'])
  return {
    kind: 'http',
    status,
    message,
    bodyStart: mask(body.subarray(0, readBytes).toString('utf8')).slice(0, shownCharacters),
    ...(asked > 0 && Number.isFinite(asked) ? { retryAfterS: asked } : {}),
  }
}
