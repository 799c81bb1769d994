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

/** The host was unreachable or dropped packets: an immediate retry is useless. */
export const isLost = (reply: Result<unknown>): boolean => {
  if (reply.ok) return false
  const { error } = reply
  if (error.kind === 'timed-out') return error.isConnect === true
  return error.kind === 'offline' && (error.proxy !== undefined || lostDetails.has(error.detail))
}
