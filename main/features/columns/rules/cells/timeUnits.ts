import { timeUnits, type TimeUnit } from '../../../../../preload/contract/roles.ts'
import { isTimeUnit, timeOfNumberMs } from '../../../../kernel/times.ts'
import { growsWith, type ColumnFacts } from '../roles/columnFacts.ts'
import { fitOf } from '../roles/fits.ts'
import { courseKmOf, pointKmOf, type KmByRow } from './courseKm.ts'
import { nameWords, wordSet } from '../headers/nameWords.ts'
import type { JudgedColumn, TimeKind, UnitOf, UnitReading } from '../roles/judgedColumn.ts'
import type { TableFacts } from '../roles/tableFacts.ts'
import {
  areClockDigits,
  areCounted,
  areDates,
  areMultiples,
  areSixtieths,
  digitsOf,
  onGrid,
  type Digits,
} from './timeDigits.ts'
import { unitsBesideClocks, type MixedUnits } from './mixedUnits.ts'
import { middleOf } from './valuePoints.ts'
import { unitsByRate } from './timeRates.ts'

const none: UnitReading = { unit: null, open: [] }
const sureOf = (unit: TimeUnit): UnitReading => ({ unit, open: [] })

/** Odds against chance, as a logarithm, that make digits a proof: 1 in 10,000. */
const proof = 9.2
/** Tenths of a second in hours come to hundredths in minutes in one of six cases, so a few numbers prove nothing. */
const leastProven = 6
/** Decimals that tell the seconds of a day; with one less the time is known within a few of them. */
const preciseDays = 5
/** Fewer than this and clocks without colons, which few services write, are not thought of. */
const hint = 3

/** Seconds per kilometre, from wheels to a walk uphill. */
const pace = { least: 75, most: 1_800 }
/** Seconds that a race of unknown length takes: from a kilometre run fast to three days. */
const raceRange = { least: 140, most: 260_000 }
/** Columns of races against the clock that take a minute or so. */
const carWords = wordSet('car cars kart karts vehicle cones cone drag slalom autocross машина авто')
/** No race this long is timed in thousandths of a minute. */
const longMinutes = 2_400
/** The least that a course with several points takes, for each of them, such as a lap of a track, and in all. */
const coursePoints = { count: 3, eachS: 60, allS: 300 }
/** The least that a race of unlike pieces takes, such as the three sports and two changes of a triathlon. */
const unlikePieces = { ratio: 8, allS: 900 }

export const unitReader = (table: TableFacts): UnitOf => {
  const clocks = table.columns.filter(
    ({ column, facts, name }) =>
      facts.clocks > 0 &&
      column.split === undefined &&
      !name.claims.some(({ role }) => role === 'pace' || role === 'gap'),
  )
  const courseKm = courseKmOf(table)
  const { totals, pieces } = table.valuePoints
  const leastS = shortestOf(table)
  const unnamed = new Set([...totals, ...pieces].map(({ index }) => index))
  const areRuns = table.columns.some(({ column }) => nameWords(column.name).some((word) => carWords.has(word)))
  const isLiveResult = isOfLiveResult(table)
  const known = new Map<string, UnitReading>()

  /** By what the column itself shows, and those beside it. */
  const own = (column: JudgedColumn, kind: TimeKind): UnitReading => {
    const { facts, name } = column
    if (name.unit !== null) return sureOf(name.unit)
    const digits = digitsOf(facts.numbers)
    // A time shared by all rows is an ID or the leader's time.
    const isMixed = facts.clocks > 0
    if (digits.values.length === 0 || (digits.values.length === 1 && facts.filled >= 5 && !isMixed)) return none
    if (areDates(digits)) return { unit: null, open: ['d'] }
    const told = byClock(facts, clocks)
    if (told !== null) return sureOf(told)
    const km = pointKmOf(column, table) ?? (kind === 'finish' ? courseKm : null)
    const candidates = candidatesOf(digits, isMixed)
    const rated = unitsByRate(column, table, candidates)
    const bySize = (rated ?? candidates).filter((unit) =>
      km === null ? isMixed || (kind === 'finish' && isRaceLong(digits, unit, leastS)) : isPaced(facts, km, unit),
    )
    if (isMixed) return byClocks(digits, unitsBesideClocks(column, digits.values, bySize, table))
    if (kind === 'piece' ? !isGrowing(column, table) : isRankedDown(facts, table)) return none
    if (isLiveResult && bySize.includes('cs')) return sureOf('cs')
    if (column.point === null && unnamed.size === 0 && areCounted(digits, facts.filled)) return none
    const isTold = rated !== null || km !== null
    const reading = byDigits(digits, bySize, isTold)
    if (kind === 'finish' && digits.decimals === 0 && isAgainstPlaces(facts, table)) return { unit: null, open: bySize }
    if (isTold || kind !== 'finish' || digits.decimals === 0) return reading
    return shortRace(digits, reading, areRuns)
  }
  const read = (column: JudgedColumn, kind: TimeKind): UnitReading => {
    const key = `${kind} ${column.index}`
    const found = known.get(key)
    if (found !== undefined) return found
    const reading = own(column, kind)
    known.set(key, reading)
    return reading
  }
  /**
   * One service counts times of one form alike: what one column makes clear holds for those that say nothing. A column that
   * is no time, such as one of card numbers, says nothing of them.
   */
  const shared = (column: JudgedColumn): TimeUnit | null => {
    const isDecimal = column.facts.decimals > 0
    for (const other of table.columns) {
      if (other.index === column.index || !isNumeric(other.facts) || other.facts.decimals > 0 !== isDecimal) continue
      const role = isFinish(other) ? 'result' : isPointTime(other) ? 'split' : null
      if (role === null) continue
      const { fit, unit } = fitOf(role, other, { table, unitOf: read })
      if (fit >= 0 && isTimeUnit(unit)) return unit
    }
    return null
  }
  return (column, kind) => {
    if (!isNumeric(column.facts)) return none
    if (kind === 'gap') {
      const byOwn = column.facts.clocks > 0 ? gapByClocks(column.facts) : null
      const unit = column.name.unit ?? byGap(column.facts, clocks) ?? byOwn ?? shared(column)
      return unit === null ? none : sureOf(unit)
    }
    const reading = read(column, kind)
    if (reading.unit !== null) return reading
    const unit = shared(column)
    if (
      unit !== null &&
      (reading.open.includes(unit) || ((kind === 'piece' || unnamed.has(column.index)) && isShort(column, table)))
    )
      return sureOf(unit)
    return reading
  }
}

/** The interface of LiveResultat writes hundredths of a second: whole numbers beside the status and those behind the leader. */
const isOfLiveResult = ({ columns }: TableFacts): boolean =>
  ['result', 'status', 'timeplus'].every((wanted) =>
    columns.some(
      ({ column, facts }) => column.name === wanted && facts.ints > 0 && facts.clocks + facts.decimals === 0,
    ),
  )

/** Seconds that the race of a table takes at least, by its points and pieces. */
const shortestOf = ({ valuePoints: { totals, pieces }, columns }: TableFacts): number => {
  const points = new Set([...totals, ...pieces, ...columns.filter(isPointTime)]).size
  if (points < coursePoints.count) return raceRange.least
  const middles = pieces.map(({ facts }) => middleOf(facts.numbers) || Number.NaN)
  const areUnlike = Math.max(...middles) >= Math.min(...middles) * unlikePieces.ratio
  return Math.max(coursePoints.allS, points * coursePoints.eachS, areUnlike ? unlikePieces.allS : 0)
}

const isNumeric = ({ ints, decimals, clocks, filled }: ColumnFacts): boolean =>
  ints + decimals > 0 && (clocks > 0 || ints + decimals >= filled * 0.6)

const isFinish = (column: JudgedColumn): boolean => column.isFinish || isFinishByName(column)

export const isFinishByName = ({ name, point }: JudgedColumn): boolean =>
  point === null && name.claims.some(({ role }) => role === 'result' || role === 'gunTime' || role === 'chipTime')

const isPointTime = ({ point, facts, name }: JudgedColumn): boolean =>
  point !== null && point.says !== 'place' && facts.filled > 0 && !name.claims.some(({ role }) => role === 'other')

/** Another column has the same times as clock texts. */
const byClock = (facts: ColumnFacts, clocks: readonly JudgedColumn[]): TimeUnit | null =>
  agreeing(facts, clocks, (ms, clockMs) => Math.abs(ms - clockMs) <= 1000)

/** The differences of a clock column to its least are the gaps, but for some that are wrong. */
const byGap = (facts: ColumnFacts, clocks: readonly JudgedColumn[]): TimeUnit | null =>
  agreeing(facts, clocks, (ms, clockMs, leastMs) => Math.abs(ms - (clockMs - leastMs)) <= 1000, 0.8)

const agreeing = (
  facts: ColumnFacts,
  clocks: readonly JudgedColumn[],
  isSame: (ms: number, clockMs: number, leastMs: number) => boolean,
  least = 0.9,
): TimeUnit | null => {
  for (const clock of clocks) {
    const { timesMs } = clock.facts
    const leastMs = timesMs.reduce((a, b) => (b < a ? b : a), Number.POSITIVE_INFINITY)
    for (const unit of timeUnits) {
      let pairs = 0
      let same = 0
      facts.numbers.forEach((number, at) => {
        const clockMs = timesMs[at] ?? Number.NaN
        if (!(number > 0) || Number.isNaN(clockMs)) return
        pairs += 1
        if (isSame(timeOfNumberMs(number, unit), clockMs, leastMs)) same += 1
      })
      if (pairs >= 2 && same >= pairs * least) return unit
    }
  }
  return null
}

const candidatesOf = ({ decimals }: Digits, isMixed: boolean): readonly TimeUnit[] =>
  decimals > 0 ? ['s', 'min', 'h', 'd', 'm.ss'] : isMixed ? ['s', 'cs', 'ms', 'hms', 'min'] : ['s', 'cs', 'ms', 'hms']

const secondsIn = (number: number, unit: TimeUnit): number => timeOfNumberMs(number, unit) / 1000

const isRaceLong = ({ values }: Digits, unit: TimeUnit, leastS: number): boolean => {
  const [low, high] = [0.05, 0.95].map((share) => values[Math.floor((values.length - 1) * share)] ?? Number.NaN)
  return secondsIn(low ?? Number.NaN, unit) >= leastS && secondsIn(high ?? Number.NaN, unit) <= raceRange.most
}

const isPaced = ({ numbers }: ColumnFacts, km: KmByRow, unit: TimeUnit): boolean => {
  const paces = numbers.map((number, at) => secondsIn(number, unit) / (km[at] ?? Number.NaN)).filter((one) => one > 0)
  const middle = middleOf(paces)
  return middle >= pace.least && middle <= pace.most
}

/** Times at points are longer further on, and longer for those who finish later; speeds and paces are neither. */
const isGrowing = (column: JudgedColumn, table: TableFacts): boolean => {
  const { numbers } = column.facts
  const finish = table.columns.find(
    (other) => isFinish(other) && other.facts.filled > 0 && other.index !== column.index,
  )
  if (finish !== undefined) {
    const grown = growsWith(numbers, finish.facts.clocks > 0 ? finish.facts.timesMs : finish.facts.numbers)
    if (grown !== null && grown < 0.35) return false
  }
  const km = middleOf(pointKmOf(column, table) ?? new Float64Array(0))
  const middle = middleOf(numbers)
  if (km === 0 || middle === 0) return true
  return table.columns.every((other) => {
    if (other.index === column.index || !isPointTime(other) || !isNumeric(other.facts)) return true
    if (other.column.split?.field !== column.column.split?.field) return true
    const otherKm = middleOf(pointKmOf(other, table) ?? new Float64Array(0))
    const otherMiddle = middleOf(other.facts.numbers)
    if (otherKm === 0 || otherMiddle === 0 || Math.max(otherKm / km, km / otherKm) < 1.5) return true
    return otherKm > km ? otherMiddle > middle * 1.15 : middle > otherMiddle * 1.15
  })
}

const placesOf = ({ columns }: TableFacts): readonly JudgedColumn[] =>
  columns.filter(
    ({ facts, name }) => facts.ints > 0 && name.claims.some(({ role }) => role === 'place' || role === 'placeOverall'),
  )

/** The first has the most: a score. */
const isRankedDown = ({ numbers }: ColumnFacts, table: TableFacts): boolean =>
  placesOf(table).some(({ facts }) => (growsWith(numbers, facts.numbers) ?? 1) < 0.3)

/** Nobody shares a place, and the places rank something else: the numbers may be codes. */
const isAgainstPlaces = ({ numbers }: ColumnFacts, table: TableFacts): boolean =>
  placesOf(table).some(
    ({ facts }) => facts.distinct >= facts.filled * 0.9 && (growsWith(numbers, facts.numbers) ?? 1) < 0.75,
  )

/** Split times are at most the finish times. */
const isShort = ({ facts }: JudgedColumn, table: TableFacts): boolean => {
  const middle = middleOf(facts.numbers)
  const finishes = table.columns.filter((other) => isFinish(other) && other.facts.decimals > 0 === facts.decimals > 0)
  return middle > 0 && finishes.every((other) => middle <= (middleOf(other.facts.numbers) || middle) * 1.05)
}

/** Units that fit the clocks of the column by size alone count only if the digits prove them. */
const byClocks = (digits: Digits, { units, isClear }: MixedUnits): UnitReading => {
  const { unit } = isClear || provenUnits(digits, units).length === 1 ? byDigits(digits, units) : none
  const mayBeClock =
    unit === 's' && units.includes('hms') && areClockDigits(digits) !== null && (digits.values.at(-1) ?? 0) >= 60
  return unit === null || mayBeClock ? { unit: null, open: units } : sureOf(unit)
}

/** Seconds below a minute beside minutes; days, which have many decimals. */
const gapByClocks = ({ numbers, timesMs }: ColumnFacts): TimeUnit | null => {
  const digits = digitsOf(numbers)
  if (provenUnits(digits, ['d']).length > 0) return 'd'
  const isShort = (digits.values.at(-1) ?? 60) < 60 && digits.decimals < preciseDays
  return isShort && timesMs.every((ms) => !(Math.abs(ms) < 60_000)) ? 's' : null
}

/** The units that fit by size and by digits. `isTold`: by a pace or a distance as well. */
const byDigits = (digits: Digits, units: readonly TimeUnit[], isTold = false): UnitReading => {
  const left = digits.decimals === 0 ? wholeUnits(digits, units) : decimalUnits(digits, units)
  const [only] = left
  if (left.length !== 1 || only === undefined) return { unit: null, open: left }
  // 2.2353 may mean 2:23:53 or a decimal number of hours, and 0.68 a reaction.
  const isUnclear = !isTold || areSixtieths(digits) !== null
  const isClockLike = only === 'h' && isUnclear && (onGrid(digits, 3600, 1) ?? 0) < proof
  const isCoarse = only === 'd' && digits.decimals < preciseDays
  return isClockLike || isCoarse ? { unit: null, open: left } : sureOf(only)
}

const wholeUnits = (digits: Digits, units: readonly TimeUnit[]): readonly TimeUnit[] => {
  const clock = areClockDigits(digits)
  if (clock !== null && clock >= proof && units.includes('hms')) return ['hms']
  // Whole minutes are multiples of ten seconds, too.
  const isNoSecond = (areMultiples(digits, 10) ?? 0) >= proof && areMultiples(digits, 60) === null
  // Whole seconds in milliseconds; read as hundredths, all would be multiples of ten seconds.
  const isThousands = areMultiples(digits, 1000) !== null && digits.values.length * Math.log(10) >= proof
  return units.filter((unit) => {
    if (unit === 'hms') return clock !== null && clock >= hint
    return unit === 's' ? !isNoSecond : unit === 'cs' ? !isThousands : true
  })
}

const decimalUnits = (digits: Digits, units: readonly TimeUnit[]): readonly TimeUnit[] => {
  const proven = provenUnits(digits, units)
  if (proven.length > 0) return proven
  // A few of 83.5 may have lost a zero.
  const sixtieths = digits.decimals === 1 && digits.values.length > 3 ? null : areSixtieths(digits)
  if (units.includes('m.ss') && sixtieths !== null && sixtieths >= proof) return ['m.ss']
  const isFineSecond = digits.decimals === 3 && onGrid(digits, 60, 1) === null && onGrid(digits, 60, 0.1) === null
  return units.filter((unit) => {
    if (unit === 'min' && isFineSecond) return (digits.values[0] ?? 0) < longMinutes
    return unit === 'd' ? digits.decimals >= preciseDays - 1 : unit !== 'm.ss' || sixtieths !== null
  })
}

/** Minutes that come to no whole seconds, or would whatever they are, may be the seconds of a race however short; runs of cars are one. */
const shortRace = (digits: Digits, reading: UnitReading, areRuns: boolean): UnitReading => {
  const minutes = reading.unit ?? reading.open[0]
  if (minutes !== 'min' || provenStep(digits, 60) > 0 || (onGrid(digits, 60, 1) ?? 0) > 2 * hint) return reading
  return areRuns ? sureOf('s') : { unit: null, open: [...new Set<TimeUnit>(['s', 'min', ...reading.open])] }
}

const parts = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const satisfies readonly (readonly [TimeUnit, number])[]

/** Units in which the digits come to whole seconds or parts of them. Whole seconds of minutes are whole minutes of hours. */
const provenUnits = (digits: Digits, units: readonly TimeUnit[]): readonly TimeUnit[] => {
  const steps = parts
    .map(([unit, seconds]) => ({ unit, seconds, step: units.includes(unit) ? provenStep(digits, seconds) : 0 }))
    .filter(({ step }) => step > 0)
  return steps
    .reduce<typeof steps>((best, finer) => {
      const [first] = best
      if (first === undefined) return [finer]
      const coarseness = Math.log(((first.seconds / finer.seconds) * finer.step) / first.step)
      if (coarseness <= 1e-6) return best
      return digits.values.length * coarseness >= proof ? [finer] : [...best, finer]
    }, [])
    .map(({ unit }) => unit)
}

/**
 * The largest part of a second that all numbers are multiples of in the unit, which chance does not make them; 0 for none. Parts
 * count only where the decimals are much finer than they.
 */
const provenStep = (digits: Digits, seconds: number): number =>
  [1, 0.1, 0.01, 0.001].find((step) => {
    const resolution = seconds / 10 ** digits.decimals
    const isEach = step === 1 && Math.log(step / resolution) >= proof
    return (
      (digits.values.length >= leastProven || isEach) &&
      (step === 1 || resolution < step / 8) &&
      (onGrid(digits, seconds, step) ?? 0) >= proof
    )
  }) ?? 0
