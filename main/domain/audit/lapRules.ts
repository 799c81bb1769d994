import type { Split } from '../splits.ts'
import { medianOf } from '../medians.ts'
import type { AuditCategory, AuditRow, CategoryRule, Checked, Found } from './auditTypes.ts'
import { foundAll, isTheRule, nothingFound, skip, together } from './auditTypes.ts'
import { clockText } from '../clockText.ts'

type LapRule = 'laps-backwards' | 'laps-sum' | 'lap-outlier'

const lapRule =
  (rule: LapRule, check: (category: AuditCategory, lapped: readonly AuditRow[]) => Checked): CategoryRule =>
  (category) => {
    if (!category.hasPoints) return skip(rule, 'no-column', ['split', 'lap'])
    const lapped = category.rows.filter(({ splits }) => splits.length > 0)
    return lapped.length === 0 ? nothingFound : check(category, lapped)
  }

const backwards = (lapped: readonly AuditRow[]): Checked => {
  const found: Found[] = []
  for (const row of lapped) {
    const { splits } = row
    let last: { readonly label: string; readonly ms: number } | null = null
    for (const { label, totalMs } of splits) {
      if (totalMs === null) continue
      if (last !== null && totalMs < last.ms) {
        const says = { point: label, time: clockText(totalMs), otherPoint: last.label, otherTime: clockText(last.ms) }
        found.push({ rule: 'laps-backwards', row, says })
        break
      }
      last = { label, ms: totalMs }
    }
  }
  return isTheRule(found.length, lapped.length) ? skip('laps-backwards', 'other-order') : foundAll(found)
}

/** A point passed after the finish; silent where most are, since the finish may count from a later start. */
const finishBeforeSplit = ({ timeText }: AuditCategory, lapped: readonly AuditRow[]): Checked => {
  const found: Found[] = []
  for (const row of lapped) {
    const latest = latestOf(row.splits)
    if (row.finishMs === null || latest === null || latest.totalMs === null) continue
    if (latest.totalMs - row.finishMs < 1000) continue
    const says = { point: '', time: timeText(row), otherPoint: latest.label, otherTime: clockText(latest.totalMs) }
    found.push({ rule: 'laps-backwards', row, says })
  }
  return isTheRule(found.length, lapped.length) ? nothingFound : foundAll(found)
}

const latestOf = (splits: readonly Split[]): Split | null => {
  let latest: Split | null = null
  for (const split of splits) {
    if ((split.totalMs ?? -1) > (latest?.totalMs ?? -1)) latest = split
  }
  return latest
}

/** Compared with the last point's total, else with the result where most laps add up to that. */
const sums = ({ timeText }: AuditCategory, lapped: readonly AuditRow[]): Checked => {
  const found: Found[] = []
  let compared = 0
  for (const row of lapped) {
    const { splits } = row
    const laps = splits.flatMap(({ lapMs }) => (lapMs === null ? [] : [lapMs]))
    const total = splits.at(-1)?.totalMs ?? row.finishMs
    if (laps.length < 2 || laps.length < splits.length || total === null) continue
    compared += 1
    const sum = laps.reduce((whole, lap) => whole + lap, 0)
    // Each lap may be rounded to a second.
    if (Math.abs(sum - total) <= 1000 * laps.length) continue
    const says = { sum: clockText(sum), time: splits.at(-1)?.totalMs === null ? timeText(row) : clockText(total) }
    found.push({ rule: 'laps-sum', row, says })
  }
  return isTheRule(found.length, compared) ? skip('laps-sum', 'other-meaning') : foundAll(found)
}

/** Fewer laps of a point tell nothing of what is usual there. */
const leastRunners = 8
const farSlower = 2.5
const farFaster = 0.5

/**
 * A lap is measured by the median of its point. It is far off when that ratio is, both by itself and against the median of
 * the runner's other laps; so neither a slow runner nor a hilly lap counts.
 */
const outliers = (lapped: readonly AuditRow[]): Checked => {
  const usual = usualLaps(lapped)
  return foundAll(lapped.flatMap((row) => (hasFarLap(row.splits, usual) ? outlierOf(row, usual) : [])))
}

/** Medians of more laps than this would not differ. */
const enoughRunners = 4000

/** The median of each point, by the point's position; null where too few passed it. */
const usualLaps = (lapped: readonly AuditRow[]): readonly (number | null)[] => {
  const laps: number[][] = []
  const step = Math.max(1, Math.floor(lapped.length / enoughRunners))
  for (let at = 0; at < lapped.length; at += step) {
    for (const [position, { lapMs }] of (lapped[at]?.splits ?? []).entries()) {
      if (lapMs !== null) (laps[position] ??= []).push(lapMs)
    }
  }
  return Array.from(laps, (ofPoint) =>
    ofPoint === undefined || ofPoint.length < leastRunners ? null : medianOf(ofPoint),
  )
}

const isFar = (ratio: number): boolean => ratio > farSlower || ratio < farFaster

const hasFarLap = (splits: readonly Split[], usual: readonly (number | null)[]): boolean => {
  for (let at = 0; at < splits.length; at += 1) {
    const lapMs = splits[at]?.lapMs ?? null
    const median = usual[at] ?? null
    if (lapMs !== null && median !== null && isFar(lapMs / median)) return true
  }
  return false
}

const outlierOf = (row: AuditRow, usual: readonly (number | null)[]): readonly Found[] => {
  const laps = row.splits.flatMap(({ label, lapMs }, position) => {
    const median = usual[position] ?? null
    return lapMs === null || median === null ? [] : [{ label, lapMs, median, ratio: lapMs / median }]
  })
  for (const [at, { label, lapMs, median, ratio }] of laps.entries()) {
    const own = medianOf(laps.filter((_, position) => position !== at).map((lap) => lap.ratio)) ?? 1
    const isOut = ratio > 1 ? isFar(ratio) && ratio / own > farSlower : isFar(ratio) && ratio / own < farFaster
    if (!isOut) continue
    return [{ rule: 'lap-outlier', row, says: { point: label, time: clockText(lapMs), usual: clockText(median) } }]
  }
  return []
}

/** Times at points that go back, laps that do not add up, and laps far from everybody's and the runner's own. */
export const lapRules: readonly CategoryRule[] = [
  lapRule('laps-backwards', (category, lapped) => together(backwards(lapped), finishBeforeSplit(category, lapped))),
  lapRule('laps-sum', sums),
  lapRule('lap-outlier', (_, lapped) => outliers(lapped)),
]
