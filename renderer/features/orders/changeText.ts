import type { OrderChange, OrderLook } from '../../../preload/contract/orders.ts'
import { formatAmount } from '../../text/amount.ts'
import type { Language, Translate } from '../../text/text.ts'

/** One change as a phrase, amounts in the currency of that look. */
export const changeText = (change: OrderChange, currency: string | null, t: Translate, language: Language): string => {
  const isAmount = change.field !== 'state' && change.field !== 'currency'
  const show = (value: string | null): string => {
    if (value === null) return change.field.startsWith('line-') ? '' : t('orders.change.none')
    return isAmount ? formatAmount(value, currency, language) : value
  }
  const name = change.name ?? t('orders.change.unnamed')
  return t(`orders.change.${change.field}`, { name, before: show(change.before), after: show(change.after) }).trim()
}

const SHOWN = 3

/** Changes of a lookup in one line. */
export const changesText = (look: OrderLook, t: Translate, language: Language): string => {
  const shown = look.changes.slice(0, SHOWN).map((change) => changeText(change, look.currencyIsoCode, t, language))
  const more = look.changeCount - shown.length
  return [...shown, ...(more > 0 ? [t('orders.change.more', { count: more })] : [])].join('; ')
}
