import type { Result } from '../../../../preload/contract/result.ts'

const lostDetails = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENETDOWN',
  'ETIMEDOUT',
])

/** The host could not be reached at all, be it that packets are swallowed: asking it again at once helps nobody. */
export const isLost = (reply: Result<unknown>): boolean => {
  if (reply.ok) return false
  const { error } = reply
  if (error.kind === 'timed-out') return error.isConnect === true
  return error.kind === 'offline' && (error.proxy !== undefined || lostDetails.has(error.detail))
}
