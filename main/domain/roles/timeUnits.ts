import type { TimeUnit } from '../../../preload/contract.ts'
import type { ColumnFacts } from './columnFacts.ts'
import type { JudgedColumn, TableFacts } from './tableFacts.ts'

/** What a column of numbers counts; null where nothing but a guess could tell. */
export type UnitOf = (column: JudgedColumn, kind: 'finish' | 'piece' | 'gap') => TimeUnit | null

const unitMs: readonly (readonly [TimeUnit, number])[] = [
  ['s', 1000],
  ['cs', 10],
  ['ms', 1],
]
/** What a race takes, in seconds; ranges of two units may overlap, and then only other columns tell. */
const finishRange = { least: 600, most: 90_000 }
const shortestFinishS = 300
/** Seconds per kilometre, from wheels to a walk uphill. */
const paceRange = { least: 80, most: 2_400 }

export const unitReader = (table: TableFacts): UnitOf => {
  const clocks = table.columns.filter(({ column, facts }) => facts.clocks > 0 && column.split === undefined)
  const km = distanceOf(table)
  const sure = (column: JudgedColumn): TimeUnit | null =>
    column.name.unit ?? byClock(column.facts, clocks) ?? byDistance(column.facts, kmOfPoint(column) ?? km)
  let shared: TimeUnit | null | undefined
  /** One service counts all of its times alike: what one column makes clear holds for those that say nothing. */
  const sharedUnit = (): TimeUnit | null => {
    if (shared !== undefined) return shared
    shared = null
    for (const column of table.columns) {
      if (column.facts.ints < column.facts.filled * 0.8 || !isTimed(column)) continue
      const unit = sure(column) ?? (isFinish(column) ? byRange(column.facts) : null)
      if (unit !== null) shared ??= unit
    }
    return shared
  }
  return (column, kind) => {
    const { facts, name } = column
    if (facts.ints + facts.decimals < facts.filled * 0.6 || facts.filled === 0) return null
    if (name.unit !== null) return name.unit
    if (kind === 'gap') return byGap(facts, clocks) ?? sharedUnit()
    const clear = sure(column) ?? (kind === 'finish' ? byRange(facts) : null)
    if (clear !== null) return clear
    if (facts.decimals > facts.ints) return 's'
    return sharedUnit()
  }
}

const isFinish = ({ name, point }: JudgedColumn): boolean =>
  point === null && name.claims.some(({ role }) => role === 'result' || role === 'gunTime' || role === 'chipTime')

const isTimed = (column: JudgedColumn): boolean => column.point !== null || isFinish(column)

/** Another column has the same times as clock texts. */
const byClock = (facts: ColumnFacts, clocks: readonly JudgedColumn[]): TimeUnit | null => {
  for (const [unit, ms] of unitMs) {
    for (const clock of clocks) {
      if (agrees(facts.numbers, clock.facts.timesMs, (number, time) => Math.abs(number * ms - time) <= 1000))
        return unit
    }
  }
  return null
}

/** The differences of a clock column to its least are the gaps. */
const byGap = (facts: ColumnFacts, clocks: readonly JudgedColumn[]): TimeUnit | null => {
  for (const [unit, ms] of unitMs) {
    for (const clock of clocks) {
      const least = clock.facts.timesMs.reduce((a, b) => (b < a ? b : a), Number.POSITIVE_INFINITY)
      if (
        agrees(facts.numbers, clock.facts.timesMs, (number, time) => Math.abs(number * ms - (time - least)) <= 1000)
      ) {
        return unit
      }
    }
  }
  return null
}

const agrees = (
  numbers: Float64Array,
  timesMs: Float64Array,
  isSame: (number: number, time: number) => boolean,
): boolean => {
  let pairs = 0
  let same = 0
  numbers.forEach((number, at) => {
    const time = timesMs[at] ?? Number.NaN
    if (!(number > 0) || Number.isNaN(time)) return
    pairs += 1
    if (isSame(number, time)) same += 1
  })
  return pairs >= 2 && same >= pairs * 0.9
}

const byDistance = (facts: ColumnFacts, km: number | null): TimeUnit | null => {
  const middle = medianOf(facts)
  if (km === null || km < 0.3 || middle === null) return null
  const fits = unitMs.filter(([, ms]) => {
    const paceS = (middle * ms) / 1000 / km
    return paceS >= paceRange.least && paceS <= paceRange.most
  })
  const [best] = fits.toSorted(([, a], [, b]) => fromRunning(middle, a, km) - fromRunning(middle, b, km))
  return best?.[0] ?? null
}

/** How far a pace is from that of runners, as a ratio. */
const fromRunning = (middle: number, ms: number, km: number): number =>
  Math.abs(Math.log((middle * ms) / 1000 / km / 340))

const byRange = (facts: ColumnFacts): TimeUnit | null => {
  const { least, most } = rangeOf(facts)
  if (Number.isNaN(least)) return null
  if (facts.decimals > 0) return most < finishRange.most && least > 10 ? 's' : null
  const fits = unitMs.filter(([unit, ms]) => {
    const shortest = unit === 's' ? shortestFinishS : finishRange.least
    return (least * ms) / 1000 >= shortest && (most * ms) / 1000 <= finishRange.most
  })
  if (fits.length === 1) return fits[0]?.[0] ?? null
  const isHundredths = fits.some(([unit]) => unit === 'cs') && fits.some(([unit]) => unit === 'ms')
  if (!isHundredths || facts.distinct < 4) return null
  // Whole seconds throughout: three zeros behind them can only be milliseconds, two are hundredths.
  return allDivisible(facts, 1000) ? 'ms' : allDivisible(facts, 100) ? 'cs' : null
}

const rangeOf = ({ numbers }: ColumnFacts): { readonly least: number; readonly most: number } => {
  const values = positives(numbers)
  return { least: values[0] ?? Number.NaN, most: values.at(-1) ?? Number.NaN }
}

const medianOf = ({ numbers }: ColumnFacts): number | null => {
  const values = positives(numbers)
  return values[Math.floor(values.length / 2)] ?? null
}

const positives = (numbers: Float64Array): Float64Array => numbers.filter((number) => number > 0).toSorted()

const allDivisible = ({ numbers }: ColumnFacts, by: number): boolean =>
  numbers.every((number) => Number.isNaN(number) || number % by === 0)

const kmPattern = /^(\d{1,3}(?:[.,]\d{1,4})?)\s?(k|km|км|mi|miles?)\b|^(?:km|км)\s?(\d{1,3}(?:[.,]\d{1,4})?)/i

/** Of "10 km", "21,1 км", "5K" and the usual names; null for others. */
const kmOfText = (text: string): number | null => {
  const match = kmPattern.exec(text.trim().toLowerCase())
  if (match !== null) {
    const number = Number((match[1] ?? match[3] ?? '').replace(',', '.'))
    return match[2]?.startsWith('mi') === true ? number * 1.609 : number
  }
  if (/^(?:half|half marathon|полумарафон|halbmarathon|semi|media)/i.test(text)) return 21.1
  return /^(?:marathon|марафон|maraton|maratón)$/i.test(text.trim()) ? 42.2 : null
}

const kmOfPoint = ({ column, point }: JudgedColumn): number | null => {
  if (column.split !== undefined) return point?.says === 'lap' ? null : kmOfText(column.split.label)
  if (point === null || point.says === 'lap') return null
  return point.key === 'half' ? 21.1 : kmOfText(point.key)
}

/** The one distance that a column of the table names for all rows. */
const distanceOf = ({ columns, sample }: TableFacts): number | null => {
  const column = columns.find(
    ({ name, facts }) => facts.distinct === 1 && facts.filled > 0 && name.claims.some(({ role }) => role === 'other'),
  )
  const [row] = sample.rows
  if (column === undefined || row === undefined) return null
  const value: unknown = column.column.path.length === 1 ? row[column.column.path[0] ?? ''] : null
  return typeof value === 'string' ? kmOfText(value) : null
}
