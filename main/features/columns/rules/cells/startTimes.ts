const secondMs = 1_000
export const minuteMs = 60_000
const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** Earliest plausible start of a race by day, in ms since midnight. */
export const earliestMs = 5 * hourMs
/** As many rows with one time are no tie. */
const fewestAlike = 4
const fewestInWaves = 5
export const mostWaves = 12
/** As many different times among so many rows are no waves. */
export const mostShared = 0.6
const fewestSteps = 5
/** From this many rows on, a full series of even steps is a plan, not chance. */
const fewestOfAll = 6

/** Hours and minutes of the day without seconds, which are read as minutes and seconds. */
export const areShortClocks = (least: number, most: number): boolean => least >= earliestMs / 60 && most < dayMs / 60

type Times = {
  readonly count: number
  /** In rising order, each once. */
  readonly distinct: readonly number[]
  readonly least: number
  readonly most: number
  readonly isShort: boolean
  readonly isOfDay: boolean
}

const measured = (timesMs: Float64Array): Times => {
  const known = timesMs.filter((ms) => !Number.isNaN(ms))
  const distinct = [...new Set(known)].toSorted((a, b) => a - b)
  const [least, most] = [distinct[0] ?? 0, distinct.at(-1) ?? 0]
  const isShort = areShortClocks(least, most)
  return { count: known.length, distinct, least, most, isShort, isOfDay: isShort || least >= earliestMs }
}

/** All rows share one time or a few: people start together or in waves, but nobody finishes like that. */
export const areWaves = (timesMs: Float64Array): boolean => sayWaves(measured(timesMs))

const sayWaves = (times: Times): boolean => {
  const { count, distinct, least, most, isShort, isOfDay } = times
  if (most <= 0 || most >= dayMs || least < 0) return false
  // Two or three who finish together do so at any second.
  if (distinct.length === 1) return count >= fewestAlike || (count > 1 && most % (15 * secondMs) === 0)
  const step = stepOf(distinct)
  const quarterMs = 15 * (isShort ? secondMs : minuteMs)
  const isOnQuarter = isOfDay && (least % quarterMs) + (step % quarterMs) === 0
  if (isOnQuarter && !(isShort && step % minuteMs === 0)) return true
  if (count < fewestInWaves || distinct.length > Math.min(mostWaves, count * (isWhole(times, step) ? mostShared : 0.4)))
    return false
  // Results rounded to minutes are alike, too.
  return isShort ? step % minuteMs !== 0 : isOfDay || step >= 5 * minuteMs
}

const stepOf = (distinct: readonly number[]): number =>
  distinct.slice(1).reduce((step, ms, at) => greatestDivisor(step, ms - (distinct[at] ?? 0)), 0)

/**
 * The times of a column are starts: of all rows together, in waves, or one after the other at even steps, from a morning on or
 * from a zero time. Results grow by all kinds of steps, also where they are rounded to minutes. `indexes` are the places of the
 * rows in the table; `isRanked`: the table has places, which only an exact step from row to row outweighs.
 */
export const areStartTimes = (
  timesMs: Float64Array,
  indexes: readonly number[],
  isCalledFinish: boolean,
  isRanked: boolean,
): boolean => {
  const times = measured(timesMs)
  if (sayWaves(times)) return true
  const { distinct, least, most, isShort, isOfDay } = times
  const rows = [...timesMs].flatMap((ms, at) => (Number.isNaN(ms) ? [] : [{ ms, index: indexes[at] ?? at }]))
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (first === undefined || last === undefined || distinct.length < fewestSteps || most >= dayMs) return false
  const step = stepOf(distinct)
  const isCounted = isCountedUp(rows)
  if (isRanked) return isCounted && rows.length === timesMs.length && isWhole(times, step)
  // Each step of a minute, of the day as well, is taken once.
  const minute = most < dayMs / 60 ? secondMs : minuteMs
  const areAll = distinct.length === rows.length && (most - least) / step === rows.length - 1
  if (areAll && (isCounted || rows.length >= fewestOfAll) && (least % minute) + (step % minute) === 0)
    return rows.length === timesMs.length
  if (!isShort && (step % (5 * secondMs) !== 0 || step < 10 * secondMs || (!isOfDay && least > step))) return false
  if (!isCalledFinish && !isShort && rows.length >= 8) return step >= 30 * secondMs
  const evenSteps = distinct.filter((ms, at) => at > 0 && ms - (distinct[at - 1] ?? 0) === step).length
  const slots = (most - least) / step + 1
  const places = last.index - first.index + 1
  const isEven = isCounted || evenSteps >= (distinct.length - 1) * 0.8
  return isEven && slots <= places * (isShort ? 1.2 : 1.5) && places <= slots * 2.5
}

/** Whole minutes of the day. */
const isWhole = ({ least, isShort, isOfDay }: Times, step: number): boolean =>
  isOfDay && !isShort && least % minuteMs === 0 && step % minuteMs === 0

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Every row starts as long after the one before it. */
const isCountedUp = (rows: readonly { readonly ms: number; readonly index: number }[]): boolean => {
  const [first, second] = rows
  if (first === undefined || second === undefined || rows.length < fewestSteps) return false
  const perRow = (second.ms - first.ms) / (second.index - first.index)
  return perRow > 0 && rows.every(({ ms, index }) => ms === first.ms + (index - first.index) * perRow)
}
