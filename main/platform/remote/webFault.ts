import type { AppError, PlaceAct, PlaceFault } from '../../../preload/contract/result.ts'
import type { WebReply } from '../http/webClient.ts'

const shownCharacters = 300
const readBytes = 10_000

type Refused = {
  readonly host: string
  readonly act: PlaceAct
  /** Hides what the server repeats of secrets. */
  readonly mask: (text: string) => string
  /** Absent: as the status says. */
  readonly reason?: PlaceFault | undefined
  /** The server's word beside the status. */
  readonly code?: string | undefined
  /** Absent: the beginning of the body. */
  readonly message?: string | undefined
}

/** Why a server did not do what it was asked for. */
export const webFault = (
  { status, headers, body }: WebReply,
  { host, act, mask, reason = ofStatus(status), code = '', message }: Refused,
): AppError => {
  const words = headers['location'] ?? message ?? body.subarray(0, readBytes).toString('utf8')
  const asked = Number(headers['retry-after'])
  return {
    kind: 'place-refused',
    reason,
    act,
    host,
    code: `HTTP ${status} ${mask(code)}`.trim(),
    message: mask(words).slice(0, shownCharacters),
    ...(asked > 0 && Number.isFinite(asked) ? { retryAfterS: asked } : {}),
  }
}

const ofStatus = (status: number): PlaceFault => {
  if (status === 403) return 'denied'
  if (status === 404 || status === 409) return 'no-folder'
  if (status === 423) return 'locked'
  if (status === 507) return 'full'
  if ([408, 425, 429, 503].includes(status)) return 'busy'
  // Redirects are not followed.
  if (status < 400 || status === 405 || status === 501) return 'unsuitable'
  return status >= 500 ? 'broken' : 'unknown'
}
