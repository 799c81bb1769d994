import type { Cell } from '../../../preload/contract.ts'
import { placeLimit } from '../places.ts'
import { cellReader, type TableColumn } from '../shape/columns.ts'
import type { JsonObject } from '../shape/findRows.ts'
import { statusOfWord } from '../statusWords.ts'
import { cellTimeMs } from '../times.ts'
import { flagValue } from './flags.ts'
import { isSexWord, sexOf } from './sexWords.ts'
import * as shapes from './valueShapes.ts'

/** Some rows of a table with their places in it. */
export type Sample = { readonly rows: readonly JsonObject[]; readonly indexes: readonly number[] }

/** What the cells of a column look like in the sample; counts are of filled cells unless said otherwise. */
export type ColumnFacts = {
  readonly filled: number
  readonly distinct: number
  /** Whole numbers, also as text and as "3." */
  readonly ints: number
  readonly decimals: number
  /** Times that say so by themselves: clock texts, ISO durations. */
  readonly clocks: number
  readonly pluses: number
  readonly booleans: number
  readonly flags: number
  readonly statuses: number
  readonly sexes: number
  readonly hasBothSexes: boolean
  readonly ageGroups: number
  readonly dates: number
  readonly dateYears: readonly [least: number, most: number]
  readonly timestamps: number
  readonly lettered: number
  readonly severalWords: number
  readonly firstNames: number
  readonly patronymics: number
  readonly countries: number
  readonly bibs: number
  readonly paces: number
  readonly lists: number
  /** Longest text. */
  readonly longest: number
  /** By row of the sample: the number, NaN where there is none. */
  readonly numbers: Float64Array
  /** By row of the sample: milliseconds of a clock text, NaN where there is none. */
  readonly timesMs: Float64Array
  /** Of the numbers that stand for something: above 0 and no sentinel for "no place". */
  readonly least: number
  readonly most: number
  readonly sentinels: number
  /** Counts the rows of the table one by one. */
  readonly isRowNumber: boolean
}

/** Enough to be sure of shares, few enough to cost next to nothing. */
const sampleSize = 200
const blanks = new Set(['', '-', '–', '—', '--', '---', '-:--', '--:--', '--:--:--'])

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

const wholeNumber = /^=?[+-]?\d{1,15}[.)=]?$/
const decimalNumber = /^[+-]?\d{1,12}[.,]\d{1,9}$/

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export const factsOf = (column: TableColumn, sample: Sample): ColumnFacts => {
  const read = cellReader(column)
  const count = sample.rows.length
  const facts: Writable<Omit<ColumnFacts, 'hasBothSexes' | 'dateYears' | 'distinct' | 'isRowNumber'>> = {
    ...{ filled: 0, ints: 0, decimals: 0, clocks: 0, pluses: 0, booleans: 0, flags: 0, statuses: 0, sexes: 0 },
    ...{ ageGroups: 0, dates: 0, timestamps: 0, lettered: 0, severalWords: 0, firstNames: 0, patronymics: 0 },
    ...{ countries: 0, bibs: 0, paces: 0, lists: 0, longest: 0, least: Number.NaN, most: Number.NaN, sentinels: 0 },
    numbers: new Float64Array(count).fill(Number.NaN),
    timesMs: new Float64Array(count).fill(Number.NaN),
  }
  const texts = new Map<string, number>()
  sample.rows.forEach((row, at) => {
    const cell = read(row)
    if (cell === undefined || cell === null) return
    if (typeof cell === 'object') {
      facts.filled += 1
      facts.lists += 1
      return
    }
    const text = String(cell).trim()
    if (blanks.has(text)) return
    facts.filled += 1
    if (typeof cell === 'boolean') facts.booleans += 1
    const number = numberOf(cell, text)
    if (!Number.isNaN(number)) facts.numbers[at] = number
    else {
      const ms = timeOf(cell, text)
      if (ms !== null) facts.timesMs[at] = ms
    }
    texts.set(text, (texts.get(text) ?? 0) + 1)
  })
  // Each text is looked at once, however many rows have it.
  let bothSexes = 0
  const years: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [text, times] of texts) {
    facts.longest = Math.max(facts.longest, text.length)
    if (flagValue(text) !== null) facts.flags += times
    if (shapes.isBibShaped(text)) facts.bibs += times
    if (isSexWord(text)) {
      facts.sexes += times
      bothSexes |= sexOf(text, '') === 'm' ? 1 : 2
    }
    if (wholeNumber.test(text)) facts.ints += times
    else if (decimalNumber.test(text)) facts.decimals += times
    else countText(text, times, facts, years)
  }
  measure(facts)
  return {
    ...facts,
    distinct: texts.size,
    hasBothSexes: bothSexes === 3,
    dateYears: years,
    isRowNumber: isRowNumber(facts.numbers, sample.indexes),
  }
}

type Counted = Pick<
  Writable<ColumnFacts>,
  | 'clocks'
  | 'pluses'
  | 'dates'
  | 'timestamps'
  | 'ageGroups'
  | 'statuses'
  | 'paces'
  | 'countries'
  | 'lettered'
  | 'severalWords'
  | 'firstNames'
  | 'patronymics'
>

const countText = (text: string, times: number, facts: Counted, years: [number, number]): void => {
  if (timeOf(text, text) !== null) {
    facts.clocks += times
    if (text.startsWith('+')) facts.pluses += times
    return
  }
  if (shapes.isAgeGroup(text)) facts.ageGroups += times
  if (statusOfWord(text) !== null) facts.statuses += times
  if (shapes.isLettered(text)) {
    facts.lettered += times
    if (shapes.isCountryCode(text)) facts.countries += times
    if (/[\p{L}.][ ,]\s?\p{L}/u.test(text)) facts.severalWords += times
    if (shapes.hasFirstName(text)) facts.firstNames += times
    if (shapes.isPatronymic(text)) facts.patronymics += times
    return
  }
  if (shapes.isPaceShaped(text)) facts.paces += times
  if (shapes.isTimestamp(text)) facts.timestamps += times
  const year = shapes.yearOfDate(text)
  if (year === null) return
  facts.dates += times
  years[0] = Math.min(years[0], year)
  years[1] = Math.max(years[1], year)
}

const numberOf = (cell: Cell, text: string): number => {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string' || text.length > 20) return Number.NaN
  if (wholeNumber.test(text)) return Number(text.replace(/[=.)]/g, ''))
  return decimalNumber.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

const timeOf = (cell: Cell, text: string): number | null =>
  typeof cell === 'string' && /\d/.test(text) ? cellTimeMs(text, undefined) : null

const measure = (facts: Pick<Writable<ColumnFacts>, 'numbers' | 'least' | 'most' | 'sentinels'>): void => {
  for (const number of facts.numbers) {
    if (Number.isNaN(number)) continue
    if (number <= 0 || number >= placeLimit) facts.sentinels += 1
    else {
      if (!(facts.least <= number)) facts.least = number
      if (!(facts.most >= number)) facts.most = number
    }
  }
}

const isRowNumber = (numbers: Float64Array, indexes: readonly number[]): boolean => {
  if (indexes.length < 4) return false
  const first = numbers[0] ?? Number.NaN
  return (first === 0 || first === 1) && numbers.every((number, at) => number - first === indexes[at])
}

/** How far a column grows with another: the share of rising steps when rows stand by the other; null with too few pairs. */
export const growsWith = (values: Float64Array, by: Float64Array): number | null => {
  const pairs: [number, number][] = []
  values.forEach((value, at) => {
    const other = by[at] ?? Number.NaN
    if (value > 0 && other > 0 && other < placeLimit) pairs.push([other, value])
  })
  if (pairs.length < 3) return null
  pairs.sort(([a], [b]) => a - b)
  let rising = 0
  let steps = 0
  for (let at = 1; at < pairs.length; at += 1) {
    const [other = 0, value = 0] = pairs[at] ?? []
    const [otherBefore = 0, before = 0] = pairs[at - 1] ?? []
    if (other === otherBefore) continue
    steps += 1
    if (value >= before) rising += 1
  }
  return steps < 2 ? null : rising / steps
}
