import type { Cell } from '../../preload/contract.ts'

/** From here on a place is a service's way to say that there is none. */
export const placeLimit = 1_000_000

/** The place that a cell holds, also as "3." or "=3"; null for sentinels (0, negative, placeLimit on) and anything else. */
export const placeOfCell = (cell: Cell | undefined): number | null => {
  const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell).trim() : ''
  const digits = /^=?(\d{1,9})[.)=]?$/.exec(text)?.[1]
  if (digits === undefined) return null
  const place = Number(digits)
  return place >= 1 && place < placeLimit ? place : null
}
