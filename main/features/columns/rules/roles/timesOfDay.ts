import { fold } from '../../../../kernel/fold.ts'
import { cellText } from '../../../../kernel/text/cellText.ts'
import { parseTimeMs } from '../../../../kernel/times.ts'
import { isCoursePaced } from '../cells/courseKm.ts'
import { areShortClocks, areStartTimes, areWaves, dayMs, earliestMs } from '../cells/startTimes.ts'
import { finishRoles, middleOf } from '../cells/valuePoints.ts'
import { nameWords } from '../headers/nameWords.ts'
import { isMeant } from '../headers/readParts.ts'
import { meaningReader } from '../table/columns.ts'
import { growsWith, type Sample } from './columnFacts.ts'
import { isRanking, type JudgedColumn, type JudgedTable } from './judgedColumn.ts'

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

/** A start this late is a time of the day; sooner than `early` after zero it may be that of a wave. */
const start = { lateMs: 4 * hourMs, earlyMs: hourMs / 3 }
/** Past midnight a finish is at most so long after the start, and "1:02:03" may be either where the start is so near to it. */
const night = { longestMs: 12 * hourMs, nearMs: 3 * hourMs, fromMs: 18 * hourMs, toMs: 6 * hourMs }
/** No race is shorter, nor takes the last runner so many times as long as the first; few take it so little longer. */
const race = { leastMs: 140_000, ratio: 6, nearRatio: 1.4 }

/**
 * `isSure`: by name or cells; `isDated`: its cells have the date as well; `scale`: 60 for hours and minutes without seconds, 1
 * for others.
 */
type Start = {
  readonly column: JudgedColumn
  readonly isSure: boolean
  readonly isDated: boolean
  readonly scale: number
  readonly leastMs: number
  readonly mostMs: number
}

/**
 * Which times are those of the day. A start is known by its name, or by its cells. A time is a clock at the finish when it is the
 * start and another column's time after it, or comes after the start as no time that was run does, also past midnight.
 */
export const timesOfDayOf = (table: JudgedTable): TimesOfDay => {
  const { columns, sample } = table
  const timed = columns.filter(({ facts }) => facts.clocks > 0 && facts.pluses === 0)
  const flat = timed.filter(({ column }) => column.split === undefined)
  const places = columns.filter(isRanking)
  const areStarts = (column: JudgedColumn, timesMs: Float64Array): boolean => {
    // Times at a point may come at even steps by chance, as they are short.
    if (column.column.split !== undefined || column.point !== null) return areWaves(timesMs)
    const isRanked = places.some(({ facts }) => (growsWith(timesMs, facts.numbers) ?? 1) >= 0.8)
    return areStartTimes(timesMs, sample.indexes, isCalledFinish(column), isRanked)
  }
  const starts = new Set(timed.filter((column) => areStarts(column, column.facts.timesMs)).map(({ index }) => index))
  const clocks = new Set([...starts, ...timed.filter(areOverMidnight).map(({ index }) => index)])
  const durations = new Set<number>()
  const dated = columns
    .filter(({ facts }) => facts.timestamps > facts.filled / 2)
    .map((one) => withoutDate(one, sample))
  for (const begun of [...timed.map(unwrapped), ...dated].flatMap((column) =>
    startOf(column, starts.has(column.index)),
  )) {
    for (const column of timed) {
      if (column.index === begun.column.index || starts.has(column.index) || isCalledStart(column)) continue
      const duration = durationOf(column, begun, flat)
      const isClock = (begun.isSure && isAfter(column, begun)) || areRankedFrom(column, begun, places)
      if (duration === undefined && !isClock) continue
      clocks.add(column.index)
      if (duration !== undefined) {
        clocks.add(begun.column.index)
        durations.add(duration.index)
      }
      if (begun.column.column.split !== undefined) starts.add(begun.column.index).add(column.index)
    }
  }
  const hasStart = starts.size > 0 || columns.some(isCalledStart)
  for (const column of flat) {
    if (!durations.has(column.index) && areArrivals(column, table, hasStart)) clocks.add(column.index)
  }
  return { areStarts, starts, clocks: new Set([...clocks].filter((index) => !durations.has(index))) }
}

/**
 * Times of a finish from a morning on are those of the day, unless points on the way, a pace or the length of the course
 * say that they were run. So are hours and minutes that lie nearer to one another than results do, and such times under a
 * plain "Time" in a table without starts.
 */
const areArrivals = (column: JudgedColumn, table: JudgedTable, hasStart: boolean): boolean => {
  const { timesMs } = column.facts
  const times = timesMs.filter((ms) => !Number.isNaN(ms)).toSorted()
  const [least = 0, most = 0] = [times.at(0), times.at(-1)]
  const isCalled = arrivalWords.test(fold(column.said))
  const isNear = most <= least * race.nearRatio
  const isPlain = !isCalled && !hasStart && isNear && isCalledTime(column)
  const isOfDay = (isCalled || column.name.isNameless || isPlain) && least >= earliestMs && most < dayMs
  if (!isOfDay && !(isCalled && areShortClocks(least, most) && isNear)) return false
  const shares = table.columns
    .filter(({ point, name: { isNameless, claims }, facts }) => {
      return facts.clocks > 0 && (point !== null || isNameless || (isPlain && claims.length === 0))
    })
    .map(({ facts }) => middleOf(facts.timesMs) / middleOf(timesMs))
  const areOnWay = shares.some((share) => share < 0.7) && (isPlain || shares.some((share) => share >= 0.5 && share < 1))
  return !areOnWay && !isCoursePaced(column, table)
}

/** Times late in the day and early in the day, and none between. */
const areOverMidnight = ({ facts: { timesMs } }: JudgedColumn): boolean => {
  const times = timesMs.filter((ms) => !Number.isNaN(ms))
  const late = times.filter((ms) => ms >= night.fromMs && ms < dayMs).length
  const early = times.filter((ms) => ms >= 0 && ms < night.toMs).length
  return late > 0 && early > 0 && late + early > 2 && late + early === times.length
}

/** Times after midnight count on from those before it. */
const unwrapped = (column: JudgedColumn): JudgedColumn => {
  if (!areOverMidnight(column)) return column
  const timesMs = column.facts.timesMs.map((ms) => (ms < night.toMs ? ms + dayMs : ms))
  return { ...column, facts: { ...column.facts, timesMs } }
}

/** The column with the times of its cells. */
const withoutDate = (column: JudgedColumn, { rows }: Sample): JudgedColumn => {
  const read = meaningReader(column.column)
  const timesMs = Float64Array.from(rows, (row) => {
    const [, time = ''] = /\d[T ,]+(\d{1,2}:\d{2}(?::\d{2})?)/.exec(cellText(read(row))) ?? []
    return parseTimeMs(time.length < 6 ? `${time}:00` : time) ?? Number.NaN
  })
  return { ...column, facts: { ...column.facts, timesMs, longest: 'hh:mm:ss'.length } }
}

/** Clocks under Time, Zeit, Время, and no word more. */
const isCalledTime = ({ said, facts }: JudgedColumn): boolean => {
  const words = nameWords(said)
  return facts.ints + facts.decimals === 0 && words.length > 0 && words.every((word) => isMeant(word, 'time'))
}

export const isCalledFinish = ({ name }: JudgedColumn): boolean =>
  name.claims.some(({ role, strength }) => finishRoles.has(role) && strength >= 0.85)

const isCalledStart = (judged: JudgedColumn): boolean => {
  const { split } = judged.column
  const name = split?.label ?? judged.said
  if (!startWords.test(fold(name)) || arrivalWords.test(fold(name))) return false
  // A time since the start has a name of more words.
  const isPlain = judged.name.claims.some(({ role }) => role === 'other') || nameWords(name).length === 1
  return isPlain && (split !== undefined || !isCalledFinish(judged))
}

/** The column as one of starts, for certain or perhaps; none for others. */
const startOf = (column: JudgedColumn, areStarts: boolean): readonly Start[] => {
  const isDated = column.facts.timestamps > 0
  const isDatedWave = isDated && column.name.isNameless && areWaves(column.facts.timesMs)
  const isSure = areStarts || isCalledStart(column) || isDatedWave
  const known = column.facts.timesMs.filter((ms) => ms > 0).toSorted()
  const [least = 0, most = 0] = [known.at(0), known.at(-1)]
  const isLikely = least >= start.earlyMs && column.column.split === undefined && column.point === null
  if (most === 0 || (!isSure && (!isLikely || isCalledFinish(column)))) return []
  const scale = isSure && areShortClocks(least, most) ? 60 : 1
  return [{ column, isSure, isDated, scale, leastMs: least * scale, mostMs: most * scale }]
}

/** Milliseconds after the start, by row; after that of most where a row has none. */
const afterOf = ({ facts }: JudgedColumn, { column, scale }: Start, ownScale: number): Float64Array => {
  const begun = column.facts.timesMs
  const middle = middleOf(begun)
  return facts.timesMs.map((ms, at) => {
    const own = begun.length === facts.timesMs.length ? (begun[at] ?? Number.NaN) : middle
    return ms * ownScale - (Number.isNaN(own) ? middle : own) * scale
  })
}

const isShort = ({ facts }: JudgedColumn, begun: Start): boolean =>
  begun.scale > 1 && facts.timesMs.every((ms) => !(ms >= dayMs / 60))

/** The column of durations: start plus duration is the time here, in every row. */
const durationOf = (column: JudgedColumn, begun: Start, columns: readonly JudgedColumn[]): JudgedColumn | undefined => {
  if (!begun.isSure && begun.leastMs < 5 * hourMs) return undefined
  const after = afterOf(column, begun, isShort(column, begun) ? 60 : 1)
  return columns.find((other) => {
    const { timesMs } = other.facts
    if (other === column || other.index === begun.column.index || timesMs.length !== after.length) return false
    // The total at one point is that at another and the piece between.
    if (!begun.isSure && !isCalledFinish(other) && !other.name.isNameless) return false
    const offs = after.map((ms, at) => (timesMs[at] ?? Number.NaN) - ms).filter((off) => !Number.isNaN(off))
    // Past midnight the finish is a day early; of two columns twelve hours apart only the later one is a sum.
    const isNight = middleOf(timesMs) < dayMs / 2
    const sums = offs.filter((off) => Math.abs(isNight && off >= dayMs / 2 ? off - dayMs : off) <= begun.scale * 1000)
    // A penalty is no time on the way.
    return sums.length > 1 && sums.length >= offs.length * (begun.leastMs >= start.lateMs ? 0.9 : 1)
  })
}

/** The times come after the start of the day, all of them, or at night as no times that were run do. */
const isAfter = (judged: JudgedColumn, begun: Start): boolean => {
  const { column, facts, name } = judged
  const { split } = begun.column.column
  if (split !== undefined && (split.list !== column.split?.list || split.field !== column.split.field)) return false
  // Seconds, also with minutes, beside hours are no time of the day.
  if (facts.decimals > 0 || facts.longest + 1 < begun.column.facts.longest) return false
  const isArrival = name.isNameless || arrivalWords.test(fold(column.split?.label ?? column.name))
  const after = afterOf(judged, begun, isArrival && isShort(judged, begun) ? 60 : 1).filter((ms) => !Number.isNaN(ms))
  const isWhole =
    (begun.leastMs >= start.earlyMs || isCalledStart(begun.column)) &&
    (begun.isDated || begun.column.facts.timesMs.every((ms) => !((ms * begun.scale) % 60_000 > 0)))
  if (after.length < 2 || (begun.mostMs < start.lateMs && !(isArrival && isWhole))) return false
  if (after.every((ms) => ms > 0)) return isCalledStart(begun.column) || isArrival
  const nightly = after.map((ms) => (ms < 0 ? ms + dayMs : ms))
  if (begun.mostMs < dayMs / 2 || nightly.some((ms) => ms <= 0 || ms > night.longestMs)) return false
  const times = facts.timesMs.filter((ms) => !Number.isNaN(ms)).toSorted()
  const [least = 0, most = 0] = [times.at(0), times.at(-1)]
  if (least < race.leastMs || most > least * race.ratio) return true
  return dayMs - begun.mostMs <= (isArrival ? Math.max(night.nearMs, middleOf(times)) : night.nearMs)
}

/** The places rank the times after the start rather than the times. */
const areRankedFrom = (judged: JudgedColumn, begun: Start, places: readonly JudgedColumn[]): boolean => {
  if (begun.leastMs < start.earlyMs || judged.column.split !== undefined) return false
  const after = afterOf(judged, begun, 1).map((ms) => (begun.mostMs >= dayMs / 2 && ms < 0 ? ms + dayMs : ms))
  if (after.some((ms) => ms < race.leastMs)) return false
  return places.some(({ facts: { numbers } }) => {
    const grown = growsWith(after, numbers) ?? 0
    const alone = growsWith(judged.facts.timesMs, numbers) ?? 1
    return grown === 1 ? alone < 1 : grown >= 0.95 && alone < 0.9
  })
}
