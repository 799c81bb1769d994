import type { Language, Translate } from './text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A formatter takes longer to make than hundreds of texts by it: each is made once for each language. */
const once = <F>(make: (language: Language) => F): ((language: Language) => F) => {
  const made = new Map<Language, F>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const countFormat = once((language) => new Intl.NumberFormat(language))
const timeFormat = once((language) => new Intl.DateTimeFormat(language, time))
const dayFormat = once((language) => new Intl.DateTimeFormat(language, { ...day, ...time }))
const yearFormat = once((language) => new Intl.DateTimeFormat(language, { ...day, year: 'numeric', ...time }))
const dateFormat = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }))
const exactFormat = once(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' }),
)

/** The first formatter of a page loads the tables of all languages (15 ms), so make it early, while nothing else can be done. */
export const openFormats = (language: Language): void => {
  countFormat(language)
  exactFormat(language)
}

export const formatCount = (count: number, language: Language): string => countFormat(language).format(count)

const isSameDay = (a: Date, b: Date): boolean =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate()

/** Hours and minutes of today, else with the day; local time of this machine. */
export const formatClock = (instant: string, nowMs: number, language: Language): string => {
  const date = new Date(instant)
  const now = new Date(nowMs)
  if (isSameDay(date, now)) return timeFormat(language).format(date)
  const isThisYear = date.getFullYear() === now.getFullYear()
  return (isThisYear ? dayFormat : yearFormat)(language).format(date)
}

/** The day alone, with its year. */
export const formatDate = (instant: string, language: Language): string =>
  dateFormat(language).format(new Date(instant))

/** Date, seconds and zone, for a tooltip. */
export const formatExact = (instant: string, language: Language): string =>
  exactFormat(language).format(new Date(instant))

type Age = { readonly unit: 'now' | 'minutes' | 'hours' | 'days'; readonly count: number }

/** A clock that runs behind the core's gives no negative age. */
const ageOf = (instant: string, nowMs: number): Age => {
  const ageMs = Math.max(0, nowMs - Date.parse(instant))
  if (ageMs < MINUTE_MS) return { unit: 'now', count: 0 }
  if (ageMs < HOUR_MS) return { unit: 'minutes', count: Math.floor(ageMs / MINUTE_MS) }
  if (ageMs < DAY_MS) return { unit: 'hours', count: Math.floor(ageMs / HOUR_MS) }
  return { unit: 'days', count: Math.floor(ageMs / DAY_MS) }
}

export const formatAge = (instant: string, nowMs: number, t: Translate): string => {
  const age = ageOf(instant, nowMs)
  return age.unit === 'now' ? t('age.now') : t(`age.${age.unit}`, { count: age.count })
}

/** As short as a column of a tree has room for. */
export const formatShortAge = (instant: string, nowMs: number, t: Translate): string => {
  const age = ageOf(instant, nowMs)
  return age.unit === 'now' ? t('short.now') : t(`short.${age.unit}`, { count: age.count })
}

/** Results of a live race are old after this. */
const STALE_AFTER_MS = 30 * MINUTE_MS

export const isStale = (instant: string, nowMs: number): boolean => nowMs - Date.parse(instant) > STALE_AFTER_MS

export const formatSpan = (spanMs: number, t: Translate): string =>
  spanMs < 90_000
    ? t('span.seconds', { count: Math.max(1, Math.round(spanMs / 1000)) })
    : t('span.minutes', { count: Math.round(spanMs / MINUTE_MS) })

export const formatSize = (bytes: number, t: Translate, language: Language): string => {
  const short = (value: number): string => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
  if (bytes < 1024) return t('size.bytes', { count: bytes, size: short(bytes) })
  if (bytes < 1024 * 1024) return t('size.kilobytes', { size: short(bytes / 1024) })
  return t('size.megabytes', { size: short(bytes / 1024 / 1024) })
}

/** `value` as received; only Russian puts a space before the sign. */
export const formatPercent = (value: string, language: Language): string => `${value}${language === 'ru' ? ' ' : ''}%`

/** A rate below ten keeps one decimal, so that slow work does not read as 0. */
export const formatRate = (perSecond: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: perSecond < 10 ? 1 : 0 }).format(perSecond)
