import type { Language } from './words.ts'

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** In the reader's zone; with the day unless it is today. */
export const momentText = (instant: string, language: Language, now: Date): string => {
  const date = new Date(instant)
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
  const day: Intl.DateTimeFormatOptions = isSameDay(date, now) ? {} : { day: 'numeric', month: 'short' }
  const year: Intl.DateTimeFormatOptions = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric', ...day }
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ru', { ...time, ...day, ...year }).format(date)
}

export const exactText = (instant: string, language: Language): string =>
  new Date(instant).toLocaleString(language === 'en' ? 'en-GB' : 'ru', {
    dateStyle: 'long',
    timeStyle: 'long',
  })

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** '3 min ago'; '' within the first minute. */
export const ageText = (instant: string, language: Language, now: Date): string => {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000
  const format = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'always' })
  for (const [unit, length] of units) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit)
  }
  return ''
}

const two = (value: number): string => String(value).padStart(2, '0')

/** h:mm:ss, or m:ss below an hour, with as many digits of the fraction as it has. */
export const clockText = (ms: number): string => {
  const whole = Math.round(ms)
  const seconds = Math.floor(whole / 1000)
  const hours = Math.floor(seconds / 3600)
  const rest = whole % 1000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
  const minutes = Math.floor(seconds / 60) % 60
  return `${hours === 0 ? minutes : `${hours}:${two(minutes)}`}:${two(seconds % 60)}${fraction}`
}

/** Times of the segments between points; null where one of its ends was not passed, or in the wrong order. */
export const segmentsOf = (pointsMs: readonly (number | null)[]): readonly (number | null)[] =>
  pointsMs.map((time, at) => {
    const before = at === 0 ? 0 : (pointsMs[at - 1] ?? null)
    return time === null || before === null || time < before ? null : time - before
  })
