import { fold } from '../../../../kernel/fold.ts'
import { areShortClocks, areStartTimes, areWaves, dayMs } from '../cells/startTimes.ts'
import { finishRoles, middleOf } from '../cells/valuePoints.ts'
import { growsWith, type Sample } from './columnFacts.ts'
import { nameWords } from '../headers/nameWords.ts'
import type { JudgedColumn } from './judgedColumn.ts'

export type TimesOfDay = {
  /** Whether times of a column, also those of its numbers, are starts. */
  readonly areStarts: (column: JudgedColumn, timesMs: Float64Array) => boolean
  /** Columns, by index, whose times are starts, at any hour, or those of the day in a list that has the start as well. */
  readonly starts: ReadonlySet<number>
  /** Starts, and times of the day at the finish. */
  readonly clocks: ReadonlySet<number>
}

const hourMs = 3_600_000
const startWords = /start|старт|depart|salida|lahto|largada|partida|partenza|rajt|スタート|出发|출발/
const arrivalWords =
  /finish|finis|финиш|ziel|^mal|arriv|llegada|\bmeta|chegada|traguardo|maali|\bciel|\bcil|aankomst|sosire|goal|ゴール|终点/

/** A clock at the finish is never longer after the start than this where it passed midnight. */
const longestNightMs = 12 * hourMs
/** Seconds before midnight within which "1:02:03" may be either. */
const lateMs = 3 * hourMs
/** Sooner after zero a start is that of a wave. */
const earlyMs = hourMs / 3
/** No duration of a race is shorter, nor that of the last so many times that of the first. */
const duration = { leastMs: 140_000, ratio: 6 }

type Start = { readonly column: JudgedColumn; readonly isSure: boolean; readonly isShort: boolean }

/**
 * Which times are those of the day. A start is known by its name, or by its cells. A time is a clock at the finish when it is the
 * start and another column's time after it, or comes after the start as no time that was run does, also past midnight.
 */
export const timesOfDayOf = (columns: readonly JudgedColumn[], { indexes }: Sample): TimesOfDay => {
  const timed = columns.filter(({ facts }) => facts.clocks > 0 && facts.pluses === 0)
  const flat = timed.filter(({ column }) => column.split === undefined)
  const places = columns.filter(isRanking)
  const areStarts = (column: JudgedColumn, timesMs: Float64Array): boolean => {
    if (column.column.split !== undefined) return areWaves(timesMs)
    const isRanked = places.some(({ facts }) => (growsWith(timesMs, facts.numbers) ?? 1) >= 0.8)
    return areStartTimes(timesMs, indexes, isCalledFinish(column), isRanked)
  }
  const starts = new Set(timed.filter((column) => areStarts(column, column.facts.timesMs)).map(({ index }) => index))
  const references = timed.flatMap((column): readonly Start[] => {
    const isSure = starts.has(column.index) || isCalledStart(column)
    const known = column.facts.timesMs.filter((ms) => ms > 0).toSorted()
    const isLikely = (known[0] ?? 0) >= 5 * hourMs && column.column.split === undefined && column.point === null
    if (!isSure && (!isLikely || isCalledFinish(column))) return []
    return [{ column, isSure, isShort: isSure && areShortClocks(known[0] ?? 0, known.at(-1) ?? 0) }]
  })
  const clocks = new Set(starts)
  for (const start of references) {
    for (const column of timed) {
      if (column === start.column || starts.has(column.index) || isCalledStart(column)) continue
      const areSums = isSum(column, start, flat)
      if (!areSums && !(start.isSure && isAfter(column, start))) continue
      clocks.add(column.index)
      if (areSums) clocks.add(start.column.index)
      if (start.column.column.split !== undefined) starts.add(start.column.index).add(column.index)
    }
  }
  return { areStarts, starts, clocks }
}

const placeRoles: ReadonlySet<string> = new Set(['place', 'placeOverall', 'placeSex', 'placeCategory'])
/** A place implies a result. */
const isRanking = ({ name, facts }: JudgedColumn): boolean =>
  facts.ints > facts.filled / 2 &&
  facts.most > 0 &&
  name.claims.some(({ role, strength }) => strength >= 0.85 && placeRoles.has(role))

const isCalledFinish = ({ name }: JudgedColumn): boolean =>
  name.claims.some(({ role, strength }) => finishRoles.has(role) && strength >= 0.85)

const isCalledStart = (judged: JudgedColumn): boolean => {
  const { split } = judged.column
  const name = split?.label ?? judged.said
  if (!startWords.test(fold(name)) || arrivalWords.test(fold(name))) return false
  // A time since the start has a name of more words.
  const isPlain = judged.name.claims.some(({ role }) => role === 'other') || nameWords(name).length === 1
  return isPlain && (split !== undefined || !isCalledFinish(judged))
}

/** Milliseconds since midnight of the start of each row; that of most where a row has none. */
const startsOf = ({ column, isShort }: Start, rows: number): Float64Array => {
  const { timesMs } = column.facts
  const middle = middleOf(timesMs)
  return Float64Array.from({ length: rows }, (_, at) => {
    const ms = timesMs.length === rows ? (timesMs[at] ?? Number.NaN) : middle
    return (Number.isNaN(ms) ? middle : ms) * (isShort ? 60 : 1)
  })
}

/** Every time is the start and another column's time after it. */
const isSum = ({ index, facts }: JudgedColumn, start: Start, columns: readonly JudgedColumn[]): boolean => {
  const { timesMs } = facts
  const starts = startsOf(start, timesMs.length)
  if (!starts.some((ms) => ms > 0)) return false
  const isShort = start.isShort && timesMs.every((ms) => !(ms >= dayMs / 60))
  return columns.some((other) => {
    if (other.index === index || other === start.column || other.facts.timesMs.length !== timesMs.length) return false
    // The total at one point is that at another and the piece between.
    if (!start.isSure && !isCalledFinish(other) && !other.name.isNameless) return false
    let sums = 0
    let others = 0
    timesMs.forEach((ms, at) => {
      const took = other.facts.timesMs[at] ?? Number.NaN
      if (Number.isNaN(ms) || Number.isNaN(took)) return
      const past = (starts[at] ?? 0) + took - ms * (isShort ? 60 : 1)
      // Past midnight, so that two columns twelve hours apart are not each the sum of the other.
      const off = past >= dayMs / 2 && took < dayMs / 2 ? past - dayMs : past
      if (Math.abs(off) <= (start.isShort ? 60_000 : 1000)) sums += 1
      else others += 1
    })
    // A penalty is no time on the way.
    return sums > 1 && others <= (starts.every((ms) => ms >= 4 * hourMs) ? sums * 0.1 : 0)
  })
}

/** The times come after the start of the day, all of them, or at night as no times that were run do. */
const isAfter = (judged: JudgedColumn, start: Start): boolean => {
  const { column, facts } = judged
  const { split } = start.column.column
  if (split !== undefined && (split.list !== column.split?.list || split.field !== column.split.field)) return false
  const name = fold(column.split?.label ?? column.name)
  const isArrival = judged.name.isNameless || arrivalWords.test(name)
  const times = facts.timesMs.filter((ms) => !Number.isNaN(ms))
  const starts = startsOf(start, facts.timesMs.length).filter((_, at) => !Number.isNaN(facts.timesMs[at] ?? Number.NaN))
  // Minutes and seconds beside hours are no time of the day.
  if (times.length < 2 || facts.longest + 1 < start.column.facts.longest) return false
  const isShort = start.isShort && isArrival && times.every((ms) => ms < dayMs / 60)
  const after = times.map((ms, at) => ms * (isShort ? 60 : 1) - (starts[at] ?? 0))
  const latest = starts.reduce((a, b) => Math.max(a, b), 0)
  const isClock = latest >= 4 * hourMs || (isArrival && starts.every((ms) => ms >= earlyMs && ms % 60_000 === 0))
  if (!isClock) return false
  if (after.every((ms) => ms > 0)) return isCalledStart(start.column) || isArrival
  const nightly = after.map((ms) => (ms < 0 ? ms + dayMs : ms))
  if (nightly.some((ms) => ms <= 0 || ms > longestNightMs) || latest < dayMs / 2) return false
  const [least = 0] = times.toSorted()
  const isImpossible = least < duration.leastMs || rangeOf(times) > duration.ratio
  if (isImpossible) return true
  return isArrival && dayMs - latest <= Math.max(lateMs, middleOf(times))
}

/** How many times the least the most is. */
const rangeOf = (values: Float64Array): number => {
  const sorted = values.toSorted()
  return (sorted.at(-1) ?? 0) / (sorted[0] ?? 1)
}
