import type { TimeUnit } from '../../preload/contract.ts'

const clock = /^([+\-−]?)(?:(?:(\d{1,3})\.)?(\d{1,4}):(?=\d{1,2}:))?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,9}))?$/

/** Milliseconds of "m:ss", "h:mm:ss" or "d.hh:mm:ss", with fractions by `.` or `,` and a sign; null for anything else. */
export const parseTimeMs = (text: string): number | null => {
  const match = clock.exec(text.trim())
  if (match === null) return null
  const [, sign, days = '0', hours, minutes = '0', seconds = '0', fraction = ''] = match
  if (hours !== undefined && Number(minutes) > 59) return null
  return signed(
    sign,
    Number(days) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
    fraction,
  )
}

const iso = /^([+\-−]?)P(?:(\d{1,3})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,](\d{1,9}))?S)?$/i

/** Milliseconds of an ISO 8601 duration such as PT1H24M32.5S; null for anything else. */
export const parseDurationMs = (text: string): number | null => {
  const match = iso.exec(text.trim())
  if (match === null || /T$/i.test(text.trim())) return null
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return signed(sign, Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), fraction)
}

const hoursPart = /(?:(\d{1,4})\s?(?:h|std|ч)\.?[\s:]*)?/.source
const minutesPart = /(?:(\d{1,3})\s?(?:min|mn|m|мин|м|['’′:])\.?\s*)?/.source
const secondsPart = /(?:(\d{1,2})(?:[.,](\d{1,9}))?\s?(sec|sek|s|сек|с|"|''|”|″)?\.?)?/.source
const letters = new RegExp(`^([+\\-−]?)${hoursPart}${minutesPart}${secondsPart}$`, 'i')

/** Milliseconds of times written with letters or strokes, such as 1h24'32" or 1 ч 24 мин 32 с; null for anything else. */
export const parseLetteredMs = (text: string): number | null => {
  const match = text.length > 30 ? null : letters.exec(text.trim())
  if (match === null) return null
  const [, sign, hours, minutes, seconds, fraction = '', mark] = match
  if (hours === undefined && (minutes === undefined || seconds === undefined)) return null
  if (Number(seconds ?? 0) > 59 || (hours !== undefined && Number(minutes ?? 0) > 59)) return null
  // "1h24" are hours and minutes.
  const areMinutes = hours !== undefined && minutes === undefined && mark === undefined
  if (areMinutes && fraction !== '') return null
  return signed(
    sign,
    Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) * (areMinutes ? 60 : 1),
    fraction,
  )
}

const signed = (sign: string | undefined, seconds: number, fraction: string): number => {
  // To a nanosecond: 0.57 times 1000 is a little less than 570.
  const ms = seconds * 1000 + (fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * 1e9) / 1e6)
  return sign === '-' || sign === '−' ? -ms : ms
}

const msPerUnit: { readonly [K in TimeUnit]: number } = { s: 1000, cs: 10, ms: 1 }
const plainNumber = /^[+\-−]?\d{1,12}(?:[.,]\d{1,30})?$/

/** Milliseconds of a cell of a column of times; a bare number counts only in a column whose unit is known. */
export const cellTimeMs = (cell: unknown, unit: TimeUnit | undefined): number | null => {
  if (typeof cell === 'number') return unit === undefined ? null : cell * msPerUnit[unit]
  if (typeof cell !== 'string' || cell === '') return null
  if (unit !== undefined && plainNumber.test(cell.trim())) {
    return Number(cell.trim().replace(',', '.').replace('−', '-')) * msPerUnit[unit]
  }
  return parseTimeMs(cell) ?? parseDurationMs(cell) ?? parseLetteredMs(cell)
}
