import type { TimeUnit } from '../../preload/contract.ts'

const clock = /^([+\-−]?)(?:(\d{1,4}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?$/

/** Milliseconds of "m:ss", "h:mm:ss", with fractions by `.` or `,` and a sign; null for anything else. */
export const parseTimeMs = (text: string): number | null => {
  const match = clock.exec(text.trim())
  if (match === null) return null
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(`0.${fraction}0`) * 1000
  return sign === '-' || sign === '−' ? -ms : ms
}

const iso = /^([+\-−]?)P(?:(\d{1,3})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,](\d{1,9}))?S)?$/i

/** Milliseconds of an ISO 8601 duration such as PT1H24M32.5S; null for anything else. */
export const parseDurationMs = (text: string): number | null => {
  const match = iso.exec(text.trim())
  if (match === null || /T$/i.test(text.trim())) return null
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const whole = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const ms = whole * 1000 + Number(`0.${fraction}0`) * 1000
  return sign === '-' || sign === '−' ? -ms : ms
}

const msPerUnit: { readonly [K in TimeUnit]: number } = { s: 1000, cs: 10, ms: 1 }
const plainNumber = /^[+\-−]?\d{1,12}(?:[.,]\d{1,9})?$/

/** Milliseconds of a cell of a column of times; a bare number counts only in a column whose unit is known. */
export const cellTimeMs = (cell: unknown, unit: TimeUnit | undefined): number | null => {
  if (typeof cell === 'number') return unit === undefined ? null : cell * msPerUnit[unit]
  if (typeof cell !== 'string') return null
  if (unit !== undefined && plainNumber.test(cell.trim())) {
    return Number(cell.trim().replace(',', '.').replace('−', '-')) * msPerUnit[unit]
  }
  return parseTimeMs(cell) ?? parseDurationMs(cell)
}
