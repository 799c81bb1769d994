import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { timeOfNumberMs } from '../../../../kernel/times.ts'
import { growsWith, timesIn, type ColumnFacts } from '../roles/columnFacts.ts'
import { isRanking, type JudgedColumn } from '../roles/judgedColumn.ts'
import type { TableFacts } from '../roles/tableFacts.ts'

/** Times of one field are within this factor of its clocks. */
const nearness = 6
/** A service that writes short times as numbers and long ones as clocks leaves no wider step between the two. */
const widestStep = 6
/** Fewer numbers or clocks come in order by chance. */
const leastEach = 3
/** A leader's time before gaps is longer than the next of them by more. */
const aloneBy = 4

/**
 * `units`: those in which the numbers of a column and the clocks beside them are times of one field.
 * `isClear`: not by their size alone.
 */
export type MixedUnits = { readonly units: readonly TimeUnit[]; readonly isClear: boolean }

/** The units of numbers that stand among clocks in one column. `values`: the numbers in rising order. */
export const unitsBesideClocks = (
  { facts }: JudgedColumn,
  values: readonly number[],
  units: readonly TimeUnit[],
  table: TableFacts,
): MixedUnits => {
  const clocks = facts.timesMs.filter((ms) => ms > 0).toSorted()
  const [least = Number.NaN, most = Number.NaN] = [clocks.at(0), clocks.at(-1)]
  const read = units.map((unit) => {
    const ms = values.map((value) => timeOfNumberMs(value, unit))
    const [low = Number.NaN, high = Number.NaN] = [ms.at(0), ms.at(-1)]
    const isShorter = high <= least && least <= high * widestStep
    const isNear = low >= least / nearness && high <= most * nearness && !ms.some(Number.isNaN)
    return { unit, isShorter, isNear, order: orderOf(timesIn(unit, facts), facts, table) }
  })
  const possible = read.filter(({ isShorter, isNear, order }) => (isShorter || isNear) && order !== 'against')
  const ranked = possible.filter(({ order }) => order === 'ranked')
  if (ranked.length > 0) return { units: ranked.map(({ unit }) => unit), isClear: true }
  const areShort = (values.at(-1) ?? 60) < 60
  // Nobody writes anything but seconds so, nor a fraction that only fits as one of a day.
  const usual = possible.find(({ unit, isShorter }) =>
    unit === 's' ? areShort && isShorter : unit === 'd' && possible.length === 1,
  )
  return usual === undefined
    ? { units: possible.map(({ unit }) => unit), isClear: false }
    : { units: [usual.unit], isClear: true }
}

type Order = 'ranked' | 'against' | 'unknown'

/**
 * How times stand to the places, or to the rows without any: of the numbers and the clocks, the shorter ones come first. Gaps
 * come after the leader's time, which is longer than they are.
 */
const orderOf = (times: Float64Array, { timesMs }: ColumnFacts, { columns, growsByRow }: TableFacts): Order => {
  const sorted = times.filter((ms) => ms > 0).toSorted()
  const [longest = 0, next = 0] = [sorted.at(-1), sorted.at(-2)]
  if (longest > next * aloneBy) return 'against'
  const places = columns.find(isRanking)?.facts.numbers
  const grown = places === undefined ? growsByRow(times) : growsWith(times, places)
  if (grown === null || (places === undefined && grown < 0.7)) return 'unknown'
  const placeOf = (at: number): number => places?.[at] ?? at
  const best = times.reduce((least, ms, at) => (ms > 0 && placeOf(at) < least ? placeOf(at) : least), Infinity)
  if (times.every((ms, at) => !(ms > 0) || placeOf(at) !== best || ms >= longest)) return 'against'
  let pairs = 0
  let inOrder = 0
  times.forEach((ms, at) => {
    if (!(ms > 0) || !Number.isNaN(timesMs[at])) return
    timesMs.forEach((clock, other) => {
      if (!(clock > 0) || placeOf(other) === placeOf(at)) return
      pairs += 1
      if (placeOf(at) < placeOf(other) ? ms <= clock : ms >= clock) inOrder += 1
    })
  })
  if (inOrder < pairs * 0.1) return 'against'
  const clocks = timesMs.filter((ms) => ms > 0).length
  if (Math.min(clocks, sorted.length - clocks) < leastEach) return 'unknown'
  return grown >= 0.9 && inOrder >= pairs * 0.9 ? 'ranked' : 'unknown'
}
