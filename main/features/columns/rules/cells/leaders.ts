import { growsWith } from '../roles/columnFacts.ts'
import { isRanking } from '../roles/judgedColumn.ts'
import type { TableFacts } from '../roles/tableFacts.ts'
import { isCalledFinish } from '../roles/timesOfDay.ts'

/** What times are rounded to, in ms. */
const steps = [1000, 100, 10, 1]
const stepOf = (times: Float64Array): number => steps.find((step) => times.every((ms) => !(ms % step > 0))) ?? 1

/**
 * Whether gaps are those to the leader, or to the leaders of a few categories, rather than to the runner ahead. The results less
 * such gaps make few leaders; beside no clocks they grow with the results, the places or the rows.
 */
export const areOfLeader = (gaps: Float64Array, { finishMs, columns, growsByRow }: TableFacts): boolean => {
  const leaders = gaps.map((gap, at) => (gap === 0 ? Number.NaN : (finishMs?.[at] ?? Number.NaN) - Math.abs(gap)))
  const known = leaders.filter((ms) => !Number.isNaN(ms)).toSorted()
  if (finishMs === null || known.length < 2) {
    const numbers = columns.find((column) => isCalledFinish(column) && column.facts.ints + column.facts.decimals > 2)
    const order = (numbers ?? columns.find(isRanking))?.facts.numbers
    return ((order === undefined ? growsByRow(gaps) : growsWith(gaps, order)) ?? 1) >= 0.9
  }
  const rounded = Math.max(stepOf(finishMs), stepOf(gaps))
  const different = known.filter((ms, at) => at === 0 || ms - (known[at - 1] ?? 0) > rounded).length
  return different <= Math.max(1, known.length / 2)
}
