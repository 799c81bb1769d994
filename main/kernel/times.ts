import { timeUnits, type ColumnUnit, type TimeUnit } from '../../preload/contract/roles.ts'

const clock = /^([+\-−]?) ?(?:(?:(\d{1,3})\.)?(\d{1,4}):(?=\d{1,2}:))?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,9}))?$/

/** Milliseconds of "m:ss", "h:mm:ss" or "d.hh:mm:ss", with fractions by `.` or `,` and a sign; null for anything else. */
export const parseTimeMs = (text: string): number | null => usualClockMs(text) ?? anyClockMs(text)

/**
 * Milliseconds of "m:ss", "mm:ss", "h:mm:ss" or "hh:mm:ss"; null for anything else. A race has millions of them, and a regular
 * expression takes several times as long.
 */
const usualClockMs = (text: string): number | null => {
  const { length } = text
  if (length < 4 || length > 8 || length === 6) return null
  let seconds = 0
  // From the end, where each part has two digits.
  for (let end = length, unit = 1; end > 0; end -= 3, unit *= 60) {
    const ones = digitAt(text, end - 1)
    const tens = end === 1 ? 0 : digitAt(text, end - 2)
    const isFirst = end <= 2
    if (ones < 0 || tens < 0 || (!isFirst && (tens > 5 || text.charCodeAt(end - 3) !== colon))) return null
    seconds += (tens * 10 + ones) * unit
  }
  return seconds * 1000
}

const colon = 0x3a
/** Below 0: no digit. */
const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - 0x30
  return digit > 9 ? -1 : digit
}

const anyClockMs = (text: string): number | null => {
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

const swiss = /^([+\-−]?) ?(?:(\d{1,2}):(?=[0-5]\d\.))?(\d{1,3})\.([0-5]\d),(\d{1,3})$/

/** Milliseconds of "h:mm.ss,d" or "mm.ss,d", as Swiss timekeepers write them; null for anything else. */
const parseSwissMs = (text: string): number | null => {
  const match = swiss.exec(text.trim())
  if (match === null) return null
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return signed(sign, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), fraction)
}

const iso = /^([+\-−]?)P(?:(\d{1,3})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,](\d{1,9}))?S)?$/i

/** Milliseconds of an ISO 8601 duration such as PT1H24M32.5S; null for anything else. */
const parseDurationMs = (text: string): number | null => {
  const match = iso.exec(text.trim())
  if (match === null || /T$/i.test(text.trim())) return null
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return signed(sign, Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), fraction)
}

const hourWord = /h|hrs?|hours?|std|stunden?|ч|час(?:а|ов)?|heures?|horas?|ore|godz/.source
const minuteWord = /min(?:s|ut(?:[aey]|e[ns]|os?)?)?|мин(?:ут[аы]?)?/.source
const secondWord = /sec(?:s|onds?|ondes)?|sek(?:unden?)?|seg(?:undos)?|сек(?:унд[аы]?)?/.source
const dayWord = /d|days?|t|tage?|j|jours?|d[ií]as?|дн(?:я|ей)|дней|день|сут(?:ок|ки)?/.source

const hoursPart = `(?:(\\d{1,4})\\s?(?:${hourWord})\\.?[\\s:]*)?`
const minutesPart = `(?:(\\d{1,3})\\s?(?:${minuteWord}|mn|m|м|['’′:])\\.?\\s*)?`
const secondsPart = `(?:(\\d{1,2})(?:[.,](\\d{1,9}))?\\s?(${secondWord}|s|с|"|''|”|″)?\\.?)?`
const letters = new RegExp(`^([+\\-−]?) ?${hoursPart}${minutesPart}${secondsPart}$`, 'i')

/** Milliseconds of times written with letters or strokes, such as 1h24'32" or 1 ч 24 мин 32 с; null for anything else. */
const parseLetteredMs = (text: string): number | null => {
  const match = text.length > 30 ? null : letters.exec(text.trim())
  if (match === null) return null
  const [, sign, hours, minutes, seconds, fraction = '', mark] = match
  if (hours === undefined && (minutes === undefined || seconds === undefined)) return null
  if (Number(seconds ?? 0) > 59 || (hours !== undefined && Number(minutes ?? 0) > 59)) return null
  // "1h24" is hours and minutes.
  const areMinutes = hours !== undefined && minutes === undefined && mark === undefined
  if (areMinutes && fraction !== '') return null
  return signed(
    sign,
    Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) * (areMinutes ? 60 : 1),
    fraction,
  )
}

const daysAndUnit = new RegExp(
  `^(?:(\\d{1,3})\\s?(?:${dayWord})\\.?,?\\s+)?(\\S+?)\\s?(${hourWord}|${minuteWord})?\\.?$`,
  'i',
)

/** Milliseconds of a clock text with its unit behind it or days before it: 7:47:21 h, 2:13 h, 45:12 min, 6d 05:10:22. */
const parseClockWithWords = (text: string): number | null => {
  const match = text.length > 30 || !text.includes(':') ? null : daysAndUnit.exec(text.trim())
  if (match === null) return null
  const [, days = '0', said = '', unit = ''] = match
  const ms = parseTimeMs(said)
  if (ms === null) return null
  // Before a unit of hours, a clock of two parts is hours and minutes.
  const isShort = /^[^mм]/i.test(unit) && said.split(':').length === 2
  return Number(days) * 86_400_000 + ms * (isShort ? 60 : 1)
}

const oneUnit = new RegExp(
  `^([+\\-−]?) ?(\\d{1,5})(?:[.,](\\d{1,9}))?\\s?(?:(${hourWord})|(${minuteWord})|(${secondWord}|s))\\.?$`,
  'i',
)

/** Milliseconds of one number with one unit, such as 45 min, 1.5 h and 48.32 s; "3 s" without a fraction is none. */
const parseOneUnitMs = (text: string): number | null => {
  const match = text.length > 30 ? null : oneUnit.exec(text.trim())
  if (match === null) return null
  const [, sign, whole = '0', fraction = '', hours, minutes, seconds] = match
  if (seconds?.toLowerCase() === 's' && fraction === '') return null
  return signed(sign, Number(whole), fraction) * (hours !== undefined ? 3600 : minutes !== undefined ? 60 : 1)
}

const signed = (sign: string | undefined, seconds: number, fraction: string): number => {
  // Rounded to nanoseconds: 0.57 times 1000 is slightly less than 570.
  const ms = seconds * 1000 + (fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * 1e9) / 1e6)
  return sign === '-' || sign === '−' ? -ms : ms
}

/** From here on a number of days is a date of a spreadsheet, from 1982 on; its fraction is the time. */
export const firstSerialDate = 30_000

const msPerUnit = { s: 1000, cs: 10, ms: 1, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

const knownUnits: ReadonlySet<unknown> = new Set(timeUnits)
export const isTimeUnit = (unit: ColumnUnit | null | undefined): unit is TimeUnit => knownUnits.has(unit)

/** Milliseconds of a number in a unit; NaN for digits that are not a clock time, such as 12399 as `hms`. */
export const timeOfNumberMs = (number: number, unit: TimeUnit): number => {
  if (unit === 'd' && number >= firstSerialDate) return wholeSecondMs(number, msPerUnit.d) % msPerUnit.d
  if (unit === 'min' || unit === 'h' || unit === 'd') return wholeSecondMs(number, msPerUnit[unit])
  if (unit !== 'hms' && unit !== 'm.ss') return Math.round(number * msPerUnit[unit] * 1e6) / 1e6
  const digits = Math.abs(unit === 'm.ss' ? Math.round(number * 100 * 1e7) / 1e7 : number)
  const seconds = digits % 100
  const minutes = unit === 'm.ss' ? Math.floor(digits / 100) : Math.floor(digits / 100) % 100
  const hours = unit === 'm.ss' ? 0 : Math.floor(digits / 10_000)
  if (seconds >= 60 || (unit === 'hms' && minutes >= 60)) return Number.NaN
  const ms = (hours * 3600 + minutes * 60) * 1000 + Math.round(seconds * 1e9) / 1e6
  return number < 0 ? -ms : ms
}

/** 143.88 min is 2:23:53, which was rounded to two decimals: the whole second when it is as near as the last decimal tells. */
const wholeSecondMs = (number: number, unitMs: number): number => {
  const decimals = String(number).split('.')[1]?.length ?? 0
  const ms = Math.round(number * unitMs * 1e6) / 1e6
  const whole = Math.round(ms / 1000) * 1000
  return Math.abs(ms - whole) <= unitMs / 10 ** decimals ? whole : ms
}

const plainNumber = /^[+\-−]? ?\d{1,12}(?:[.,]\d{1,30})?$/

const hoursAndMinutes = /^\s*[+\-−]? ?\d{1,3}:[0-5]\d\s*$/

/** Milliseconds of a cell of a column of times; a bare number counts only in a column whose unit is known. */
export const cellTimeMs = (cell: unknown, unit: ColumnUnit | undefined): number | null => {
  if (typeof cell === 'number') return isTimeUnit(unit) ? readable(timeOfNumberMs(cell, unit)) : null
  if (typeof cell !== 'string' || cell === '') return null
  if (isTimeUnit(unit) && plainNumber.test(cell.trim())) {
    return readable(timeOfNumberMs(Number(cell.trim().replace(',', '.').replace('−', '-').replace(' ', '')), unit))
  }
  // Among hours, a clock of two parts has minutes behind them.
  if (unit === 'h' && hoursAndMinutes.test(cell)) return Number(parseTimeMs(cell)) * 60
  return (
    parseTimeMs(cell) ??
    parseSwissMs(cell) ??
    parseDurationMs(cell) ??
    parseClockWithWords(cell) ??
    parseLetteredMs(cell) ??
    parseOneUnitMs(cell)
  )
}

const readable = (ms: number): number | null => (Number.isNaN(ms) ? null : ms)
