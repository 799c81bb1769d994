import type { PromoState } from '../../../preload/contract/promo.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { readData, readReply } from '../organizations/rules/envelope.ts'
import { readAffected } from './rules/promoSet.ts'
import type { StoredPromoReply } from './promoTables.ts'
import type { ServiceReply } from '../../platform/http/eventService.ts'

/** Outcome of a send for its record; `error` goes to the caller, null when accepted. */
type PromoOutcome = {
  readonly state: Exclude<PromoState, 'sending'>
  readonly affected: number | null
  readonly error: AppError | null
  readonly reply: StoredPromoReply | null
}

/**
 * `refused` is only what the service itself refused in words or as the caller's fault; a failing service, a gateway or a
 * reply that says nothing may have set the codes.
 */
export const judgePromoReply = (answer: Result<ServiceReply>): PromoOutcome => {
  if (!answer.ok) {
    // The client reports outcome-unknown for any failure after the request may have been sent.
    const state = answer.error.kind === 'outcome-unknown' ? 'unknown' : 'not-sent'
    return { state, affected: null, error: answer.error, reply: null }
  }
  const { status, headers, body } = answer.value
  const reply = { status, contentType: headers['content-type'] ?? '', body }
  const read = readReply(answer.value, 'access')
  const data = read.ok ? readData(read.value) : read
  if (data.ok) return { state: 'accepted', affected: readAffected(data.value), error: null, reply }
  return { state: isRefusal(data.error) ? 'refused' : 'unknown', affected: null, error: data.error, reply }
}

const isRefusal = (error: AppError): boolean => {
  if (error.kind === 'http') return error.status >= 400 && error.status < 500 && error.status !== 408
  return error.kind === 'refused-by-service' || error.kind === 'key-rejected'
}
