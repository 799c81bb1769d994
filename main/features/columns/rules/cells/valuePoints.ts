import { growsWith } from '../roles/columnFacts.ts'
import type { JudgedColumn } from '../roles/judgedColumn.ts'

/** Columns that no name, but their cells against the result show to be times at points of the course, or pieces of it. */
export type ValuePoints = { readonly totals: readonly JudgedColumn[]; readonly pieces: readonly JudgedColumn[] }

const nothing: ValuePoints = { totals: [], pieces: [] }
const leastRows = 5
const leastPoints = 3
const leastPieces = 2
const mostPieces = 12
export const finishRoles: ReadonlySet<string> = new Set(['result', 'gunTime', 'chipTime'])

/**
 * Times at points rise from column to column in nearly every row, stay below the result, and take about the same share of it in
 * each; pieces add up to it.
 */
export const valuePointsOf = (columns: readonly JudgedColumn[]): ValuePoints => {
  const clearest = columns
    .filter(isResult)
    .toSorted((a, b) => clarityOf(b) - clarityOf(a) || middleOf(valuesOf(b)) - middleOf(valuesOf(a)))
  const [finish] = clearest
  if (finish === undefined) return nothing
  const finishes = valuesOf(finish)
  const rivals = columns.filter(
    (column) => column.index !== finish.index && isUnnamed(column) && isClock(column) === isClock(finish),
  )
  const below = rivals.filter((column) => isBelow(valuesOf(column), finishes))
  const pieces = piecesAmong(
    below.filter(({ facts }) => facts.least > 1 || facts.clocks > 0),
    finishes,
  )
  if (pieces.length > 0) return { totals: [], pieces }
  const steady = below.filter((column) => isShareOf(valuesOf(column), finishes))
  const growth = steady.length >= leastPoints ? growthOf(steady.map(valuesOf)) : null
  return { totals: growth !== null && growth.rows >= leastRows && growth.rising >= 0.9 ? steady : [], pieces: [] }
}

const isClock = ({ facts }: JudgedColumn): boolean => facts.clocks > 0
const valuesOf = ({ facts }: JudgedColumn): Float64Array => (facts.clocks > 0 ? facts.timesMs : facts.numbers)

const isResult = ({ column, facts, name }: JudgedColumn): boolean =>
  column.split === undefined &&
  facts.clocks + facts.ints + facts.decimals >= facts.filled * 0.6 &&
  facts.filled >= leastRows &&
  name.claims.some(({ role, strength }) => finishRoles.has(role) && strength >= 0.5)

const clarityOf = ({ name }: JudgedColumn): number =>
  Math.max(0, ...name.claims.filter(({ role }) => finishRoles.has(role)).map(({ strength }) => strength))

const idName = /(?:^|[._\s-])id$|[\p{Ll}\d]I[dD]$/u

const isUnnamed = ({ column, facts, name, point }: JudgedColumn): boolean =>
  column.split === undefined &&
  column.of === undefined &&
  (point === null || !point.isSure) &&
  !name.isForeign &&
  // An ID or a constant column is not a time, even if it fits the results.
  facts.distinct > 1 &&
  !idName.test(column.name) &&
  name.claims.every(({ strength }) => strength <= 0.5) &&
  facts.filled >= leastRows &&
  facts.pluses === 0 &&
  facts.clocks + facts.ints + facts.decimals >= facts.filled * 0.5

const pairsOf = (values: Float64Array, finishes: Float64Array): readonly (readonly [number, number])[] => {
  const pairs: [number, number][] = []
  values.forEach((value, at) => {
    const finish = finishes[at] ?? Number.NaN
    if (value > 0 && finish > 0) pairs.push([value, finish])
  })
  return pairs
}

const isBelow = (values: Float64Array, finishes: Float64Array): boolean => {
  const pairs = pairsOf(values, finishes)
  return pairs.length >= leastRows && pairs.filter(([value, finish]) => value < finish).length >= pairs.length * 0.97
}

/** Whether values are a similar share of each row's result, less exact than a pace. */
const isShareOf = (values: Float64Array, finishes: Float64Array): boolean => {
  const shares = pairsOf(values, finishes)
    .map(([value, finish]) => value / finish)
    .toSorted((a, b) => a - b)
  const at = (part: number): number => shares[Math.floor((shares.length - 1) * part)] ?? Number.NaN
  const spread = (at(0.9) - at(0.1)) / at(0.5)
  return spread <= 0.35 && spread > 0.004 && at(0.5) >= 0.02 && (growsWith(values, finishes) ?? 0.5) >= 0.5
}

/** The columns that add up to the result, at most two others left out, such as bibs. */
const piecesAmong = (columns: readonly JudgedColumn[], finishes: Float64Array): readonly JudgedColumn[] => {
  if (columns.length > mostPieces) return []
  const left = columns.map((_, at) => at)
  const choices = [
    [],
    ...left.map((at) => [at]),
    ...left.flatMap((at) => left.slice(at + 1).map((other) => [at, other])),
  ]
  for (const without of choices) {
    const some = columns.filter((_, at) => !without.some((one) => one === at))
    if (some.length >= leastPieces && addUp(some.map(valuesOf), finishes)) return some
  }
  return []
}

const addUp = (parts: readonly Float64Array[], finishes: Float64Array): boolean => {
  let rows = 0
  let same = 0
  finishes.forEach((finish, at) => {
    const sum = parts.reduce((total, part) => total + (part[at] ?? Number.NaN), 0)
    if (!(finish > 0) || Number.isNaN(sum)) return
    rows += 1
    if (Math.abs(sum - finish) <= finish * 0.005) same += 1
  })
  return rows >= leastRows && same >= rows * 0.9
}

export type Growth = {
  /** The share of rows whose times rise through all the points, taken in the order of their medians. */
  readonly rising: number
  readonly rows: number
  readonly points: number
  /** The last point is as far from the first as points along a way are, which pieces never are. */
  readonly isApart: boolean
  /** By row. */
  readonly sumsMs: Float64Array
}

/** Null with too little to tell. */
export const growthOf = (columns: readonly Float64Array[]): Growth | null => {
  const ordered = columns
    .map((ms) => ({ ms, middle: middleOf(ms) }))
    .filter(({ middle }) => middle > 0)
    .toSorted((a, b) => a.middle - b.middle)
  const [first] = ordered
  if (first === undefined || ordered.length < 2) return null
  const sumsMs = new Float64Array(first.ms.length)
  let rising = 0
  let rows = 0
  for (let at = 0; at < first.ms.length; at += 1) {
    const times = ordered.map(({ ms }) => ms[at] ?? Number.NaN).filter((ms) => ms > 0)
    sumsMs[at] = times.reduce((sum, ms) => sum + ms, 0)
    if (times.length < 2) continue
    rows += 1
    if (times.every((ms, index) => index === 0 || ms > (times[index - 1] ?? 0))) rising += 1
  }
  if (rows < 2) return null
  const spread = (ordered.at(-1)?.middle ?? 0) / first.middle
  return {
    rising: rising / rows,
    rows,
    points: ordered.length,
    isApart: spread >= 1 + 0.4 * (ordered.length - 1),
    sumsMs,
  }
}

export const middleOf = (values: Float64Array): number => {
  const positive = values.filter((value) => value > 0).toSorted()
  return positive[Math.floor(positive.length / 2)] ?? 0
}
