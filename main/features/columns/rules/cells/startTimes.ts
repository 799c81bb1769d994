const leastRows = 5
const tenSecondsMs = 10_000
/** Earliest plausible start of a race, in ms since midnight. */
const earliestMs = 5 * 3_600_000
const dayMs = 24 * 3_600_000

/**
 * The times of a column are starts, one after the other at even steps, and no results: from a morning on, or from a zero time.
 * Results grow by all kinds of steps, also where they are rounded to minutes. `indexes` are the places of the rows in the table,
 * `isCalledFinish` says that the column's name is clear.
 */
export const areStartTimes = (timesMs: Float64Array, indexes: readonly number[], isCalledFinish: boolean): boolean => {
  const rows = [...timesMs].flatMap((ms, at) => (Number.isNaN(ms) ? [] : [{ ms, index: indexes[at] ?? at }]))
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (rows.length < leastRows || first === undefined || last === undefined) return false
  const times = [...new Set(rows.map(({ ms }) => ms))].toSorted((a, b) => a - b)
  if (times.length < leastRows) return false
  const steps = times.slice(1).map((ms, at) => ms - (times[at] ?? 0))
  const step = steps.reduce(greatestDivisor)
  const evenSteps = steps.filter((one) => one === step).length
  const least = times[0] ?? 0
  // Hours and minutes without seconds are read as minutes and seconds.
  if (step < tenSecondsMs) {
    const isOfDay = least >= earliestMs / 60 && (times.at(-1) ?? 0) < dayMs / 60
    return isOfDay && isCountedUp(rows) && times.length === rows.length
  }
  if (isCalledFinish && least < earliestMs && least > step) return false
  const slots = ((times.at(-1) ?? 0) - least) / step + 1
  const places = last.index - first.index + 1
  if (isCalledFinish || rows.length < 8) {
    return (evenSteps >= steps.length * 0.8 || isCountedUp(rows)) && slots <= places * 1.5 && places <= slots * 2.5
  }
  return step >= 3 * tenSecondsMs
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Every row starts as long after the one before it. */
const isCountedUp = (rows: readonly { readonly ms: number; readonly index: number }[]): boolean => {
  const [first, second] = rows
  if (first === undefined || second === undefined || rows.length < 8) return false
  const perRow = (second.ms - first.ms) / (second.index - first.index)
  return perRow > 0 && rows.every(({ ms, index }) => ms === first.ms + (index - first.index) * perRow)
}
