import type { Split } from '../splits.ts'
import { medianOf } from '../medians.ts'
import type { AuditCategory, AuditRow, CategoryRule, Checked, Found } from './auditTypes.ts'
import { foundAll, isTheRule, nothingFound, skip, together } from './auditTypes.ts'
import { clockText } from '../clockText.ts'

type Lapped = { readonly row: AuditRow; readonly splits: readonly Split[] }

const rules = ['laps-backwards', 'laps-sum', 'lap-outlier'] as const

/** Times at points that go back, laps that do not add up, and laps far from everybody's and the runner's own. */
export const lapRules: CategoryRule = (category) => {
  const { reader, rows } = category
  const lapped = rows.flatMap((row): readonly Lapped[] => {
    const splits = reader.splits(row.row)
    return splits.some(({ totalMs, lapMs }) => totalMs !== null || lapMs !== null) ? [{ row, splits }] : []
  })
  if (lapped.length === 0) {
    return hasSplits(category)
      ? nothingFound
      : together(...rules.map((rule) => skip(rule, 'no-column', ['split', 'lap'])))
  }
  return together(backwards(lapped), finishBeforeSplit(category, lapped), sums(category, lapped), outliers(lapped))
}

const hasSplits = ({ reader, rows }: AuditCategory): boolean => {
  const [first] = rows
  return first !== undefined && reader.splits(first.row).length > 0
}

const backwards = (lapped: readonly Lapped[]): Checked => {
  const found: Found[] = []
  for (const { row, splits } of lapped) {
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
const finishBeforeSplit = ({ timeText }: AuditCategory, lapped: readonly Lapped[]): Checked => {
  const found: Found[] = []
  for (const { row, splits } of lapped) {
    const latest = splits.reduce<Split | null>(
      (known, split) => ((split.totalMs ?? -1) > (known?.totalMs ?? -1) ? split : known),
      null,
    )
    if (row.finishMs === null || latest === null || latest.totalMs === null) continue
    if (latest.totalMs - row.finishMs < 1000) continue
    const says = { point: '', time: timeText(row), otherPoint: latest.label, otherTime: clockText(latest.totalMs) }
    found.push({ rule: 'laps-backwards', row, says })
  }
  return isTheRule(found.length, lapped.length) ? nothingFound : foundAll(found)
}

/** Compared with the last point's total, else with the result where most laps add up to that. */
const sums = ({ timeText }: AuditCategory, lapped: readonly Lapped[]): Checked => {
  const found: Found[] = []
  let compared = 0
  for (const { row, splits } of lapped) {
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
const outliers = (lapped: readonly Lapped[]): Checked => {
  const byLabel = new Map<string, number[]>()
  for (const { splits } of lapped) {
    for (const { label, lapMs } of splits) {
      if (lapMs === null || lapMs <= 0) continue
      const laps = byLabel.get(label)
      if (laps === undefined) byLabel.set(label, [lapMs])
      else laps.push(lapMs)
    }
  }
  const usual = new Map(
    [...byLabel].flatMap(([label, laps]) => {
      const median = laps.length < leastRunners ? null : medianOf(laps)
      return median === null ? [] : [[label, median] as const]
    }),
  )
  return foundAll(lapped.flatMap((of) => outlierOf(of, usual)))
}

const outlierOf = ({ row, splits }: Lapped, usual: ReadonlyMap<string, number>): readonly Found[] => {
  const laps = splits.flatMap(({ label, lapMs }) => {
    const median = usual.get(label)
    return lapMs === null || lapMs <= 0 || median === undefined ? [] : [{ label, lapMs, median, ratio: lapMs / median }]
  })
  for (const [at, { label, lapMs, median, ratio }] of laps.entries()) {
    const own = medianOf(laps.filter((_, position) => position !== at).map((lap) => lap.ratio)) ?? 1
    const isSlow = ratio > farSlower && ratio / own > farSlower
    const isFast = ratio < farFaster && ratio / own < farFaster
    if (!isSlow && !isFast) continue
    return [{ rule: 'lap-outlier', row, says: { point: label, time: clockText(lapMs), usual: clockText(median) } }]
  }
  return []
}
