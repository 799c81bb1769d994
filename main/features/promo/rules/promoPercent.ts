import type { PromoRefusalCode } from '../../../../preload/contract/promo.ts'

type ReadPercent =
  | { readonly ok: true; readonly exact: string }
  | { readonly ok: false; readonly code: PromoRefusalCode }

const longestPercent = 30
const decimal = /^([+-]?)(\d*)(?:[.,](\d+))?$/

const refuse = (code: PromoRefusalCode): ReadPercent => ({ ok: false, code })

/**
 * A discount as typed, with a decimal point or comma and perhaps a `%`, as a JSON number without needless zeros.
 * Digits are kept as text, so that nothing is rounded.
 */
export const readPercent = (typed: string): ReadPercent => {
  const text = typed.trim().replace(/\s*%$/, '')
  if (text === '') return refuse('no-percent')
  const [, sign = '', whole = '', fraction = ''] = (text.length <= longestPercent && decimal.exec(text)) || []
  if (whole === '' && fraction === '') return refuse('percent-not-number')
  const units = whole.replace(/^0+(?=.)/, '') || '0'
  const rest = fraction.replace(/0+$/, '')
  const isZero = units === '0' && rest === ''
  const isOver = units.length > 3 || Number(units) > 100 || (units === '100' && rest !== '')
  if (isOver || (sign === '-' && !isZero)) return refuse('percent-out-of-range')
  return { ok: true, exact: rest === '' ? units : `${units}.${rest}` }
}

/** True for text with which a column of percents may begin: a number, whatever its range. */
export const looksLikePercent = (typed: string): boolean => {
  const read = readPercent(typed)
  return read.ok || read.code === 'percent-out-of-range'
}
