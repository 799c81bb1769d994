import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { placeLimit } from '../cells/places.ts'
import { areShortClocks, unitsOfShortClocks } from './shortClocks.ts'
import { cellReader, type TableColumn } from '../table/columns.ts'
import type { JsonObject } from '../body/json.ts'
import { factsOf, growsInGroups, growsWith, sampleOf, type Sample } from './columnFacts.ts'
import { withoutPrefix } from '../headers/headerPrefix.ts'
import { nameWords } from '../headers/nameWords.ts'
import type { JudgedColumn, JudgedTable } from './judgedColumn.ts'
import { readName, type NameReading } from '../headers/readName.ts'
import { isCalledFinish, timesOfDayOf, type TimesOfDay } from './timesOfDay.ts'
import { isMeant } from '../headers/readParts.ts'
import { isFinishLabel } from '../headers/finishNames.ts'
import { finishRoles, middleOf, valuePointsOf, type ValuePoints } from '../cells/valuePoints.ts'
import { isListOfPoints, pointFieldSays, pointOfName, type PointName } from '../headers/splitNames.ts'

export type TableFacts = JudgedTable & {
  /** How the best of the table's times grows with the numbers: near 1 for places. Null when nothing can be compared. */
  readonly timesGrowBy: (numbers: Float64Array) => number | null
  /** Whether years and the ages beside them make the same sum in nearly every row; null without ages. */
  readonly areYearsOfBirth: (years: Float64Array) => boolean | null
  /** The column is another time of its row divided by the same number in every row: minutes per kilometre. */
  readonly isPace: (column: JudgedColumn) => boolean
  /** A column of totals is never less than it, and often far more: the time of one leg beside that of the team, in the end or so far. */
  readonly isLeg: (column: JudgedColumn) => boolean
  readonly growsByRow: (values: Float64Array) => number | null
  /**
   * How numbers grow with the times, or with the rows where there are none, within each sex or category; null where the table
   * has no such column of its own, or too few rows for it.
   */
  readonly growsWithin: (numbers: Float64Array, groups: 'sex' | 'category') => number | null
  readonly areStarts: TimesOfDay['areStarts']
  /** The clock times of a column are starts. */
  readonly isStart: (column: JudgedColumn) => boolean
  /** They are those of the day, not of a race. */
  readonly isTimeOfDay: (column: JudgedColumn) => boolean
  /** The clearest column of results, by row of the sample; null without one of clock texts. */
  readonly finishMs: Float64Array | null
  /** A time and gaps to it, where no other column has the results. */
  readonly areResults: (column: JudgedColumn) => boolean
  readonly valuePoints: ValuePoints
  /** Each row is of a point on the way: CP1, "Split 2" or КП 5. */
  readonly arePassings: boolean
  /** The units that a column of clocks such as 1:12 may have; none for the usual minutes and seconds. */
  readonly unitsOfShort: (column: JudgedColumn) => readonly TimeUnit[]
}

/** The key of points that only their cells show to be points. */
export const placedKey = 'placed'

/** Cells of a list of points are many, and much like one another. */
const splitSampleSize = 40
const longestPoint = 30
/** Limit of time columns compared with places. */
const comparedTimes = 12

export const tableFactsOf = (columns: readonly TableColumn[], rows: readonly JsonObject[]): TableFacts => {
  const sample = sampleOf(rows)
  const isWide = columns.length > 60
  const small = isWide ? sampleOf(rows, splitSampleSize) : sample
  const plain = withoutPrefix(columns.map(({ name }) => name))
  const judged = withPlacedPoints(columns, plain)
    .map(({ column, point }, index): JudgedColumn => ({
      index,
      column,
      ...readColumn(column, plain),
      facts: factsOf(column, column.split === undefined ? sample : small),
      point,
      isFinish: column.split?.isFinish ?? (column.split === undefined && point !== null && isFinishLabel(point.key)),
    }))
    .toSorted((a, b) => (a.column.name < b.column.name ? -1 : a.column.name > b.column.name ? 1 : 0))
  const order = Float64Array.from(sample.indexes, (index) => index + 1)
  const columnsOfTimes = judged.filter(({ facts }) => !facts.hasGaps)
  const { starts, clocks, areStarts } = timesOfDayOf({ columns: columnsOfTimes, sample })
  const isTimeOfDay = (column: JudgedColumn): boolean =>
    !column.facts.hasGaps && (clocks.has(column.index) || isShifted(column, judged))
  const times = judged.filter((column) => isTimes(column) && !starts.has(column.index)).slice(0, comparedTimes)
  const hasLegs = judged.some(areLegNumbers)
  const clocked = judged.filter((one) => one.facts.clocks > 0 && !starts.has(one.index) && !isTimeOfDay(one))
  const short = unitsOfShortClocks(clocked, { columns: judged, sample })
  return {
    columns: judged,
    sample,
    timesGrowBy: (numbers) => {
      let best: number | null = null
      const places = numbers.map((number) => (number < placeLimit ? number : Number.NaN))
      for (const { facts } of times) {
        const values = facts.clocks > 0 ? facts.timesMs : facts.numbers
        if (values === numbers) continue
        const share = growsWith(values, places)
        if (share !== null && share > (best ?? -1)) best = share
      }
      return best
    },
    areYearsOfBirth: (years) => {
      const ages = judged.find(isAges)?.facts.numbers
      return ages === undefined ? null : haveOneSum(years, ages)
    },
    isPace: (column) => times.some((other) => other !== column && isShareOf(column, other)),
    isLeg: (column) => times.some((other) => other !== column && isTotal(other, hasLegs) && areLegsOf(column, other)),
    growsByRow: (values) => growsWith(values, order),
    growsWithin: (numbers, groups) => {
      const scales = times.map(({ facts }) => (facts.clocks > 0 ? facts.timesMs : facts.numbers))
      const shares = groupingsOf(judged, groups).flatMap((column) =>
        [...scales, order].map((scale) => growsInGroups(numbers, scale, labelsOf(column, sample))),
      )
      return shares.reduce((best, share) => (share !== null && share > (best ?? -1) ? share : best), null)
    },
    areStarts,
    isStart: ({ index }) => starts.has(index),
    isTimeOfDay,
    finishMs:
      judged.find(
        (column) =>
          column.column.split === undefined &&
          isCalledFinish(column) &&
          column.facts.clocks > column.facts.filled / 2 &&
          !isTimeOfDay(column),
      )?.facts.timesMs ?? null,
    areResults: ({ facts: { hasGaps }, point }) =>
      hasGaps && point === null && !times.some((other) => !other.facts.hasGaps && isCalledFinish(other)),
    valuePoints: valuePointsOf(judged),
    arePassings: judged.some((column) => arePointNames(column, sample)),
    unitsOfShort: (column) =>
      short.length > 0 && clocked.includes(column) && areShortClocks(column, sample) ? short : [],
  }
}

const arePointNames = ({ column, facts }: JudgedColumn, { rows }: Sample): boolean => {
  if (column.split !== undefined || facts.filled < rows.length || facts.worded + facts.lettered + facts.bibs === 0)
    return false
  const read = cellReader(column)
  return rows.every((row) => {
    const text = String(read(row))
    const point = text.length > longestPoint ? null : pointOfName(text)
    return point !== null && point.isSure && point.says === 'total' && !isFinishLabel(text)
  })
}

/** Columns that say which sex or which category each row is of; few, as each is compared with each time. */
const groupingsOf = (columns: readonly JudgedColumn[], groups: 'sex' | 'category'): readonly JudgedColumn[] =>
  columns
    .filter(({ column, facts, name }) => {
      if (column.split !== undefined || facts.lists > 0 || facts.distinct < 2) return false
      if (groups === 'sex') return facts.hasBothSexes && facts.sexes >= facts.filled * 0.85
      if (facts.distinct > facts.filled * 0.5 || facts.clocks + facts.decimals > 0) return false
      return (
        facts.ageGroups >= facts.filled * 0.6 ||
        name.claims.some(({ role, strength }) => role === 'ageGroup' && strength >= 0.5)
      )
    })
    .slice(0, 3)

const labelsOf = ({ column }: JudgedColumn, { rows }: Sample): readonly string[] => {
  const read = cellReader(column)
  return rows.map((row) => {
    const cell = read(row)
    return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''
  })
}

export const placeRoles: ReadonlySet<string> = new Set(['place', 'placeOverall', 'placeSex', 'placeCategory'])

/** In a table of legs, also the time that the rows of a team share. */
const isTotal = ({ name, facts }: JudgedColumn, hasLegs: boolean): boolean => {
  const isShared = hasLegs && facts.distinct * 2 <= facts.filled
  return name.claims.some(({ role, strength }) => role === 'result' && strength >= (isShared ? 0.7 : 1))
}

const areLegNumbers = ({ column, facts }: JudgedColumn): boolean =>
  facts.ints === facts.filled && facts.most <= 20 && nameWords(column.name).some((word) => isMeant(word, 'lap'))

const areLegsOf = ({ facts: { timesMs } }: JudgedColumn, total: JudgedColumn): boolean => {
  const ratios = timesMs.map((ms, at) => (total.facts.timesMs[at] ?? Number.NaN) / ms).filter((ratio) => ratio > 0)
  if (ratios.length < 6) return false
  const shareOf = (least: number): number => ratios.filter((ratio) => ratio >= least).length / ratios.length
  // A penalty makes the total longer as well, but not by half; only a total so far is that of the first leg as well.
  const isOfAll = total.facts.distinct * 2 <= total.facts.filled
  return shareOf(0.999) >= 0.98 && shareOf(1.4) >= 0.4 && (isOfAll || shareOf(1.001) <= 0.95)
}

const paceMs = { least: 100_000, most: 1_200_000 }

/** Rounded to whole seconds, a pace is still within a hundredth of what the time makes it. */
const isShareOf = ({ facts: { timesMs, distinct } }: JudgedColumn, other: JudgedColumn): boolean => {
  if (distinct < 4) return false
  const ratios = timesMs.map((ms, at) => (other.facts.timesMs[at] ?? Number.NaN) / ms).filter((ratio) => ratio > 0)
  if (ratios.length < 5) return false
  const middle = ratios.toSorted()[Math.floor(ratios.length / 2)] ?? 0
  const pace = middleOf(timesMs)
  if (middle < 2 || pace < paceMs.least || pace > paceMs.most) return false
  return ratios.filter((ratio) => Math.abs(ratio / middle - 1) < 0.01).length >= ratios.length * 0.9
}

const isAges = ({ name, facts }: JudgedColumn): boolean =>
  facts.ints >= facts.filled * 0.9 &&
  facts.least >= 3 &&
  facts.most <= 105 &&
  name.claims.some(({ role, strength }) => role === 'age' && strength >= 0.85)

/** A year of birth and an age make the year of the race, or the year before. */
const haveOneSum = (years: Float64Array, ages: Float64Array): boolean | null => {
  const sums = years.map((year, at) => year + (ages[at] ?? Number.NaN)).filter((sum) => sum > 0)
  if (sums.length < 4) return null
  const middle = sums.toSorted()[Math.floor(sums.length / 2)] ?? 0
  return sums.filter((sum) => Math.abs(sum - middle) <= 1).length >= sums.length * 0.85
}

const hourMs = 3_600_000

/** Two times of a race that started for all at once: the one is always by the same hours above the other. */
const isShifted = ({ index, facts }: JudgedColumn, columns: readonly JudgedColumn[]): boolean =>
  columns.some((other) => {
    if (other.index === index || other.facts.clocks === 0 || other.column.split !== undefined) return false
    if (!other.name.claims.some(({ role }) => finishRoles.has(role))) return false
    const differences = facts.timesMs
      .map((ms, at) => ms - (other.facts.timesMs[at] ?? Number.NaN))
      .filter((ms) => !Number.isNaN(ms))
    const [first = 0] = differences
    return differences.length >= 2 && first >= 2 * hourMs && differences.every((ms) => Math.abs(ms - first) <= 5000)
  })

/** A label says more than an unknown or less clear key. */
const readColumn = (column: TableColumn, plain: (name: string) => string): Pick<JudgedColumn, 'name' | 'said'> => {
  if (column.of !== undefined) return { name: nameless, said: column.name }
  const byKey = { name: readName(column.split?.field ?? plain(column.name)), said: column.name }
  if (column.label === undefined) return byKey
  const byLabel = { name: readName(column.label), said: column.label }
  return strengthOf(byLabel.name) > strengthOf(byKey.name) ? byLabel : byKey
}

const strengthOf = ({ claims }: NameReading): number => Math.max(0, ...claims.map(({ strength }) => strength))

/** The name that a column of second things bears is that of the first ones. */
const nameless: NameReading = { claims: [], unit: null, isNameless: true, isForeign: false }

const loneTime = /^(?:time|zeit|temps|tiempo|czas|tempo|tid|время)[ _]?1$/i

type Placed = { readonly column: TableColumn; readonly point: PointName | null }

/**
 * Times with a place behind each are those of points, where several columns have them, whatever these are called; but for
 * one of results, when no other column has them.
 */
const withPlacedPoints = (columns: readonly TableColumn[], plain: (name: string) => string): readonly Placed[] => {
  const hasPlaces = ({ part, of, split }: TableColumn): boolean =>
    of === undefined && split === undefined && /^time\W*number/.test(part?.form ?? '')
  const isResult = ({ name }: TableColumn): boolean =>
    readName(name).claims.some(({ role, strength }) => finishRoles.has(role) && strength >= 0.85)
  const areSeveral = columns.filter(hasPlaces).length > 1
  const hasOther = columns.some((column) => column.part === undefined && isResult(column))
  const points = columns.filter((column) => {
    const point = column.split === undefined ? pointOf(column, plain) : null
    return point !== null && point.says !== 'place'
  })
  // A single "Time 1" is the result.
  const [lone] = hasOther || points.length > 1 ? [] : points.filter(({ name }) => loneTime.test(name))
  return columns.map((column) => {
    const point = column === lone ? null : pointOf(column, plain)
    const isPlaced = point === null && areSeveral && hasPlaces(column) && (hasOther || !isResult(column))
    return { column, point: isPlaced ? { key: placedKey, says: null, isSure: false } : point }
  })
}

const pointOf = ({ name, of, split }: TableColumn, plain: (name: string) => string): PointName | null => {
  if (of !== undefined) return null
  return split === undefined ? pointOfName(plain(name)) : pointOfItem(split)
}

const pointOfItem = ({ list, label, field }: NonNullable<TableColumn['split']>): PointName | null => {
  const says = pointFieldSays(field)
  return says === 'other' ? null : { key: `${list} ${label}`, says, isSure: says !== null || isListOfPoints(list) }
}

const isTimes = ({ column, name, facts }: JudgedColumn): boolean => {
  if (column.split !== undefined || column.of !== undefined || facts.filled === 0 || facts.pluses > facts.filled / 2)
    return false
  if (facts.clocks >= facts.filled * 0.5) return true
  return (
    facts.ints + facts.decimals > facts.filled / 2 &&
    name.claims.some(({ role, strength }) => strength >= 0.5 && finishRoles.has(role))
  )
}
