const forms: readonly (readonly [RegExp, readonly [year: number, month: number, day: number]])[] = [
  [/^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/, [1, 2, 3]],
  [/^(\d{4})(\d{2})(\d{2})$/, [1, 2, 3]],
  [/^(\d{1,2})[.-](\d{1,2})[.-](\d{4})(?!\d)/, [3, 2, 1]],
]

/** With slashes some put the day first, others the month. */
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

/**
 * A date of birth as YYYY-MM-DD, whatever time of day stands behind it; null for a year alone, for what is no day of the
 * calendar, and for 05/06/1990, which means two days.
 */
export const calendarDate = (text: string): string | null => {
  const trimmed = text.trim()
  for (const [form, places] of forms) {
    const found = form.exec(trimmed)
    if (found !== null) {
      const [year = 0, month = 0, day = 0] = places.map((place) => Number(found[place]))
      return dayOf(year, month, day)
    }
  }
  const found = slashed.exec(trimmed)
  if (found === null) return null
  const [one = 0, two = 0, year = 0] = found.slice(1).map(Number)
  const readings = new Set([dayOf(year, two, one), dayOf(year, one, two)].filter((day) => day !== null))
  const [only = null] = readings
  return readings.size === 1 ? only : null
}

const dayOf = (year: number, month: number, day: number): string | null => {
  if (year < 1900 || year > 2100) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
