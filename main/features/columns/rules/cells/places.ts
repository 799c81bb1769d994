import type { Cell } from '../../../../../preload/contract/ids.ts'

/** From here on a place is a service's way to say that there is none. */
export const placeLimit = 1_000_000

const zeroFraction = /^([+-]?\d{1,15})[.,]0{1,2}$/

/** A whole number without the zero that tables of decimals write behind it, as in 596.0; any other text as it is. */
export const wholeText = (text: string): string => zeroFraction.exec(text)?.[1] ?? text

/**
 * The place that a cell holds, also as "3.", "=3", "3.0", "3e", "3rd" or "3位"; null for sentinels (0, negative, 99999, placeLimit
 * on) and anything else.
 */
export const placeOfCell = (cell: Cell | undefined): number | null => {
  const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell).trim() : ''
  const digits = /^=?(\d{1,9})(?:[.)=]|st|nd|rd|th|er|e|[eè]me|[º°ª位])?$/.exec(wholeText(text))?.[1]
  if (digits === undefined) return null
  const place = Number(digits)
  return place >= 1 && place < placeLimit && place !== 99_999 ? place : null
}
