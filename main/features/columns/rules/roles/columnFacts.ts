import type { Cell } from '../../../../../preload/contract/ids.ts'
import type { DistanceUnit, TimeUnit } from '../../../../../preload/contract/roles.ts'
import { isBlank } from '../cells/blanks.ts'
import { parseDistance, type Distance } from '../distances.ts'
import { reckonedMs } from '../../../../kernel/gapTimes.ts'
import { placeLimit, wholeText } from '../cells/places.ts'
import { meaningReader, type TableColumn } from '../table/columns.ts'
import type { JsonObject } from '../body/json.ts'
import { statusOfWord } from '../cells/statusWords.ts'
import { cellTimeMs, timeOfNumberMs } from '../../../../kernel/times.ts'
import { flagValue } from '../cells/flags.ts'
import { isMixedWord, isSexWord, sexOf } from '../headers/sexWords.ts'
import { isAgeGroup } from '../cells/ageGroups.ts'
import { isCountryCode, isCountryName, isStateCode } from '../cells/countries.ts'
import { hasFirstName, isEastern, isPatronymic } from '../cells/personNames.ts'
import * as shapes from '../cells/valueShapes.ts'

/** Some rows of a table with their places in it. */
export type Sample = { readonly rows: readonly JsonObject[]; readonly indexes: readonly number[] }

/** Facts of a column's sample; counts are of filled cells unless noted. */
export type ColumnFacts = {
  readonly filled: number
  readonly distinct: number
  /** Whole numbers, also as text, as "3.", and as "3.0" in a column without other fractions. */
  readonly ints: number
  readonly decimals: number
  /** Times that say so by themselves: clock texts, ISO durations. */
  readonly clocks: number
  readonly pluses: number
  /** Its times go on as gaps to the first; `timesMs` has what they make together. */
  readonly hasGaps: boolean
  readonly booleans: number
  readonly flags: number
  readonly statuses: number
  readonly sexes: number
  /** Cells such as X or mixed. */
  readonly mixed: number
  readonly hasBothSexes: boolean
  readonly ageGroups: number
  readonly dates: number
  readonly dateYears: readonly [least: number, most: number]
  readonly timestamps: number
  readonly lettered: number
  /** Words, perhaps with figures among them. */
  readonly worded: number
  readonly severalWords: number
  readonly firstNames: number
  readonly patronymics: number
  /** Codes and names of countries. */
  readonly countries: number
  readonly states: number
  /** As long as names are in Chinese, Japanese or Korean letters. */
  readonly eastern: number
  readonly bibs: number
  readonly legs: number
  readonly paces: number
  /** Texts such as 73.766 km and 24 laps; the unit that most of them have, and by row of the sample their numbers, empty without any. */
  readonly distances: number
  readonly distanceUnit: DistanceUnit | null
  readonly distanceValues: Float64Array
  /** Cells that stand for no value: statuses, and short words that nobody knows where they are few among many values. */
  readonly marks: number
  /** With a word typical of club names. */
  readonly clubs: number
  readonly lists: number
  /** Longest text. */
  readonly longest: number
  /** By row of the sample: the number, NaN where there is none. */
  readonly numbers: Float64Array
  /** By row of the sample: milliseconds of a clock text, NaN where there is none. */
  readonly timesMs: Float64Array
  /** Smallest number above 0 that is not a sentinel for "no place". */
  readonly least: number
  readonly most: number
  readonly sentinels: number
  /** Counts the rows of the table one by one. */
  readonly isRowNumber: boolean
}

/** Enough to be sure of shares, few enough to cost next to nothing. */
const sampleSize = 160

/** At most `sampleSize` rows, spread evenly over the table. */
export const sampleOf = (rows: readonly JsonObject[], size: number = sampleSize): Sample => {
  const count = Math.min(rows.length, size)
  const indexes: number[] = []
  const sampled: JsonObject[] = []
  for (let number = 0; number < count; number += 1) {
    const index = Math.floor((number * rows.length) / count)
    const row = rows[index]
    if (row === undefined) continue
    indexes.push(index)
    sampled.push(row)
  }
  return { rows: sampled, indexes }
}

/** Also places such as 1e, 2nd and 3位. */
const wholeNumber = /^=?[+-]? ?\d{1,15}(?:[.)=]|st|nd|rd|th|er|e|[eè]me|[º°ª位])?$/
const decimalNumber = /^[+-]? ?\d{1,12}[.,]\d{1,30}$/

/** NT, X1:11.05, -1 lap, no chip read. */
const longestMark = 24

/** How many cells look like each of these. */
const noCounts = {
  ints: 0,
  decimals: 0,
  clocks: 0,
  pluses: 0,
  flags: 0,
  statuses: 0,
  sexes: 0,
  mixed: 0,
  ageGroups: 0,
  dates: 0,
  timestamps: 0,
  lettered: 0,
  worded: 0,
  severalWords: 0,
  firstNames: 0,
  patronymics: 0,
  countries: 0,
  states: 0,
  eastern: 0,
  bibs: 0,
  legs: 0,
  paces: 0,
  distances: 0,
  marks: 0,
  clubs: 0,
  longest: 0,
}
type Counts = typeof noCounts

/** One text of a column: the number of its cells, and its time or distance. */
type Known = { times: number; readonly ms: number | null; readonly distance: Distance | null }

export const factsOf = (column: TableColumn, sample: Sample): ColumnFacts => {
  const read = meaningReader(column)
  const below = column.signs?.gapsBelowMs
  const numbers = noNumbers(sample)
  const timesMs = noNumbers(sample)
  const texts = new Map<string, Known>()
  let distanceValues: Float64Array | null = null
  let filled = 0
  let lists = 0
  let booleans = 0
  sample.rows.forEach((row, at) => {
    const cell = read(row)
    if (cell === undefined || cell === null) return
    if (typeof cell === 'object') {
      filled += 1
      lists += 1
      return
    }
    const text = String(cell).trim()
    if (isBlank(text)) return
    filled += 1
    if (typeof cell === 'boolean') booleans += 1
    const reckoned = reckonedMs(text, column)
    const number = reckoned === null ? numberOf(cell, text) : Number.NaN
    numbers[at] = number
    let known = texts.get(text)
    if (known === undefined) {
      const ms = reckoned ?? (Number.isNaN(number) ? timeOf(cell, text) : null)
      const isMeasured = typeof cell === 'string' && Number.isNaN(number) && ms === null && /\d/.test(text)
      known = { times: 0, ms, distance: isMeasured ? parseDistance(text) : null }
      texts.set(text, known)
    }
    known.times += 1
    if (known.ms !== null) timesMs[at] = known.ms
    if (known.distance !== null) (distanceValues ??= noNumbers(sample))[at] = known.distance.value
  })
  return {
    filled,
    lists,
    booleans,
    hasGaps: (below ?? 0) > 0,
    numbers,
    timesMs,
    distanceValues: distanceValues ?? noDistances,
    ...countTexts(texts),
    ...(below === undefined ? {} : { pluses: 0 }),
    ...measure(numbers, sample.indexes),
  }
}

const noDistances = new Float64Array(0)
const noNumbers = (sample: Sample): Float64Array => new Float64Array(sample.rows.length).fill(Number.NaN)

/** Each text is looked at once, however many rows have it. */
const countTexts = (
  texts: ReadonlyMap<string, Known>,
): Counts & Pick<ColumnFacts, 'distinct' | 'hasBothSexes' | 'dateYears' | 'distanceUnit'> => {
  const units = new Map<DistanceUnit, number>()
  const counts = { ...noCounts }
  const sexes = new Set<string | null>()
  let wholes = 0
  let wholeBibs = 0
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const [text, { times, ms, distance }] of texts) {
    counts.longest = Math.max(counts.longest, text.length)
    if (flagValue(text) !== null) counts.flags += times
    if (text.startsWith('+')) counts.pluses += times
    if (ms !== null) {
      counts.clocks += times
      continue
    }
    if (distance !== null) {
      counts.distances += times
      units.set(distance.unit, (units.get(distance.unit) ?? 0) + times)
    }
    if (decimalNumber.test(text) && wholeText(text) !== text) {
      wholes += times
      if (shapes.isBibShaped(wholeText(text))) wholeBibs += times
    } else if (/\d/.test(text)) countDigits(text, times, counts)
    else countLetters(text, times, counts)
    if (distance === null && /[\p{L}\p{So}]/u.test(text)) {
      if (statusOfWord(text) !== null) counts.statuses += times
      else if (text.length <= longestMark) counts.marks += times
    }
    if (text.length <= 24 && isMixedWord(text)) counts.mixed += times
    if (text.length <= 24 && isSexWord(text)) {
      counts.sexes += times
      sexes.add(sexOf(text, ''))
    }
    const year = shapes.yearOfDate(text)
    if (year === null) continue
    counts.dates += times
    least = Math.min(least, year)
    most = Math.max(most, year)
  }
  // Some services write whole numbers as "12.0".
  if (counts.decimals > 0) counts.decimals += wholes
  else {
    counts.ints += wholes
    counts.bibs += wholeBibs
  }
  const values = counts.clocks + counts.ints + counts.decimals + counts.distances
  counts.marks = counts.statuses + (counts.marks * 2 <= values ? counts.marks : 0)
  const [mostly] = [...units].toSorted((a, b) => b[1] - a[1])
  const distanceUnit = mostly?.[0] ?? null
  return { ...counts, distanceUnit, distinct: texts.size, hasBothSexes: sexes.size === 2, dateYears: [least, most] }
}

const countDigits = (text: string, times: number, counts: Counts): void => {
  if (shapes.isBibShaped(text)) counts.bibs += times
  else if (shapes.isLegShaped(text)) counts.legs += times
  if (wholeNumber.test(text)) counts.ints += times
  else if (decimalNumber.test(text)) counts.decimals += times
  else {
    if (isAgeGroup(text)) counts.ageGroups += times
    if (shapes.isPaceShaped(text)) counts.paces += times
    if (shapes.isTimestamp(text)) counts.timestamps += times
    if (shapes.isWorded(text)) counts.worded += times
  }
}

const countLetters = (text: string, times: number, counts: Counts): void => {
  if (isAgeGroup(text)) counts.ageGroups += times
  if (shapes.isWorded(text)) counts.worded += times
  if (shapes.hasClubWord(text)) counts.clubs += times
  if (!shapes.isLettered(text)) return
  counts.lettered += times
  if (isCountryCode(text) || isCountryName(text)) counts.countries += times
  if (isStateCode(text)) counts.states += times
  if (isEastern(text)) counts.eastern += times
  if (/[\p{L}.][ ,\u3000]\s?\p{L}/u.test(text)) counts.severalWords += times
  if (hasFirstName(text)) counts.firstNames += times
  if (isPatronymic(text)) counts.patronymics += times
}

const numberOf = (cell: Cell, text: string): number => {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string' || text.length > 44) return Number.NaN
  if (wholeNumber.test(text)) return Number(text.replace(/[^\d+-]/g, ''))
  return decimalNumber.test(text) ? Number(text.replace(',', '.').replace(' ', '')) : Number.NaN
}

const timeOf = (cell: Cell, text: string): number | null =>
  typeof cell === 'string' && /\d/.test(text) ? cellTimeMs(text, undefined) : null

const measure = (
  numbers: Float64Array,
  indexes: readonly number[],
): Pick<ColumnFacts, 'least' | 'most' | 'sentinels' | 'isRowNumber'> => {
  let least = Number.NaN
  let most = Number.NaN
  let sentinels = 0
  for (const number of numbers) {
    if (Number.isNaN(number)) continue
    if (number <= 0 || number >= placeLimit) sentinels += 1
    else {
      if (!(least <= number)) least = number
      if (!(most >= number)) most = number
    }
  }
  return { least, most, sentinels, isRowNumber: isRowNumber(numbers, indexes) }
}

const isRowNumber = (numbers: Float64Array, indexes: readonly number[]): boolean => {
  if (indexes.length < 4) return false
  const first = numbers[0] ?? Number.NaN
  return (first === 0 || first === 1) && numbers.every((number, at) => number - first === indexes[at])
}

/** By row of the sample: the clocks of a column, and its numbers in a unit. */
export const timesIn = (unit: TimeUnit, { numbers, timesMs }: ColumnFacts): Float64Array =>
  timesMs.map((ms, at) => (Number.isNaN(ms) ? timeOfNumberMs(numbers[at] ?? Number.NaN, unit) : ms))

/** Steps from each row to the next by another column. Rows that are alike in it, or in their own values, make none. */
type Steps = { readonly steps: number; readonly rising: number; readonly ties: number; readonly alike: number }

const stepsOf = (pairs: readonly (readonly [by: number, value: number])[]): Steps => {
  const sorted = pairs.toSorted(([a], [b]) => a - b)
  let [steps, rising, ties, alike] = [0, 0, 0, 0]
  for (let at = 1; at < sorted.length; at += 1) {
    const [by = 0, value = 0] = sorted[at] ?? []
    const [byBefore = 0, before = 0] = sorted[at - 1] ?? []
    if (by === byBefore) ties += 1
    else if (value === before) alike += 1
    else {
      steps += 1
      if (value > before) rising += 1
    }
  }
  return { steps, rising, ties, alike }
}

/** How far a column grows with another: the share of rising steps when rows stand by the other; null with too few steps. */
export const growsWith = (values: Float64Array, by: Float64Array): number | null => {
  const pairs = [...values.entries()]
    .map(([at, value]) => [by[at] ?? Number.NaN, value] as const)
    .filter(([other, value]) => value > 0 && other > 0)
  const { steps, rising, alike } = stepsOf(pairs)
  // A few steps among many ties may rise by chance.
  return steps < 2 || steps + alike < pairs.length * 0.4 ? null : rising / steps
}

const leastSteps = 6

/**
 * How places grow with a scale within each group: the share of steps to a later place that also rise on the scale. Null with
 * too few steps, or where a group has a place more than once here and there, as no ranking has.
 */
export const growsInGroups = (places: Float64Array, scale: Float64Array, groups: readonly string[]): number | null => {
  const rows = [...places.keys()].filter((at) => groups[at] !== '' && (places[at] ?? 0) > 0 && (scale[at] ?? 0) > 0)
  let [steps, rising, ties] = [0, 0, 0]
  for (const group of Map.groupBy(rows, (at) => groups[at]).values()) {
    const own = stepsOf(group.map((at) => [places[at] ?? 0, scale[at] ?? 0]))
    steps += own.steps + own.alike
    rising += own.rising + own.alike
    ties += own.ties
  }
  return steps < leastSteps || ties > (steps + ties) * 0.1 ? null : rising / steps
}
