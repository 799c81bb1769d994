import { isNoTime, leaderOf } from '../../../../kernel/gapTimes.ts'
import { growsWith } from '../roles/columnFacts.ts'
import { isRanking, type JudgedColumn } from '../roles/judgedColumn.ts'
import type { TableFacts } from '../roles/tableFacts.ts'
import { isCalledFinish } from '../roles/timesOfDay.ts'

/** The unit that times are rounded to, in ms. */
const steps = [1000, 100, 10, 1]
const stepOf = (times: Float64Array): number => steps.find((step) => times.every((ms) => !(ms % step > 0))) ?? 1

/**
 * Whether gaps are those to the leader, or to the leaders of a few categories, rather than to the runner ahead. The results less
 * such gaps make few leaders; beside no clocks they grow with the results, the places or the rows.
 */
export const areOfLeader = (gaps: Float64Array, { columns, growsByRow }: TableFacts): boolean => {
  const finishes = columns.filter((column) => column.column.split === undefined && isCalledFinish(column))
  const pairs = finishes.filter(({ facts }) => facts.timesMs.filter((ms, at) => ms > 0 && gaps[at] !== 0).length > 2)
  if (pairs.length > 0) return pairs.some(({ facts }) => haveFewLeaders(gaps, facts.timesMs))
  const scale = finishes.find(({ facts }) => facts.ints + facts.decimals > 2) ?? columns.find(isRanking)
  return ((scale === undefined ? growsByRow(gaps) : growsWith(gaps, scale.facts.numbers)) ?? 1) >= 0.9
}

const haveFewLeaders = (gaps: Float64Array, finishMs: Float64Array): boolean => {
  const leaders = finishMs
    .map((ms, at) => (gaps[at] === 0 ? Number.NaN : ms - Math.abs(gaps[at] ?? Number.NaN)))
    .filter((ms) => !Number.isNaN(ms))
    .toSorted()
  const rounded = Math.max(stepOf(finishMs), stepOf(gaps))
  const different = leaders.filter((ms, at) => at === 0 || ms - (leaders[at - 1] ?? 0) > rounded).length
  return different <= Math.max(1, leaders.length / 2)
}

/**
 * A gap about as long as the leader's time may be a time of its own, and so may those after it; times may be gaps that few rows
 * do not show.
 */
export const areUnlikeGaps = ({ column: { signs }, facts: { timesMs } }: JudgedColumn): boolean => {
  const leaderMs = signs?.gapsBelowMs ?? 0
  if (signs?.gapsBelowMs === undefined) return haveLeader(timesMs)
  return timesMs.some((ms, at) => leaderMs > 0 && ms >= leaderMs * 1.8 && (timesMs[at + 1] ?? ms) < ms)
}

export const haveLeader = (times: Float64Array): boolean =>
  leaderOf([...times].filter((one) => one >= 0 && !isNoTime(one))) !== undefined
