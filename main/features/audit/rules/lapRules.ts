import type { Split } from '../../results/rules/splits.ts'
import { medianOf } from '../../results/rules/medians.ts'
import {
  foundAll,
  isTheRule,
  nothingFound,
  onceIfTheRule,
  skip,
  together,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Checked,
  type Found,
} from './auditTypes.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import { isPointOff } from './timeRules.ts'
import { withinGroups } from './withinGroups.ts'

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

/** A point passed after the finish; said once where many are, since the finish may count from a later start. */
const finishBeforeSplit = ({ timeText, latestFinish }: AuditCategory, lapped: readonly AuditRow[]): Checked => {
  const found: Found[] = []
  for (const row of lapped) {
    const latest = latestOf(row.splits)
    const finishMs = latestFinish(row)
    if (finishMs === null || latest === null || latest.totalMs === null) continue
    if (latest.totalMs - finishMs <= 1000 || isPointOff(latest.totalMs, finishMs)) continue
    const says = { point: '', time: timeText(row), otherPoint: latest.label, otherTime: clockText(latest.totalMs) }
    found.push({ rule: 'laps-backwards', row, says })
  }
  return onceIfTheRule(found, lapped.length)
}

/** Points whose clock was wrong for most who passed them. */
const shiftedPoints = ({ shifts, reader, timeText }: AuditCategory): Checked =>
  foundAll(
    shifts.map(({ at, shiftMs, rows, row }): Found => {
      const point = reader.splits(row.row)[at]
      const shift = clockText(Math.abs(shiftMs))
      return {
        rule: 'laps-backwards',
        row,
        says: {
          point: point?.label ?? '',
          time: clockText(point?.totalMs ?? 0),
          otherTime: timeText(row) || '–',
          ...(shiftMs > 0 ? { late: shift } : { early: shift }),
          rows,
        },
        ofAll: true,
      }
    }),
  )

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
  const far = lapped.flatMap((row) => (hasFarLap(row.splits, usual) ? outlierOf(row, usual) : []))
  if (isTheRule(far.length, lapped.length, 0.1)) return skip('lap-outlier', 'other-meaning')
  const alone = far.filter(
    (one) => far.filter((other) => other.label === one.label && isLike(other.lapMs, one.lapMs)).length < leastWave,
  )
  return foundAll(
    alone.map(({ row, label, lapMs, median }): Found => {
      const says = { point: label, time: clockText(lapMs), usual: clockText(median) }
      return { rule: 'lap-outlier', row, says }
    }),
  )
}

/** Null also behind a point that is missing: that lap may count from one before. */
const lapAt = (splits: readonly Split[], at: number): number | null => {
  const before = splits[at - 1]
  return before !== undefined && before.totalMs === null && before.lapMs === null ? null : (splits[at]?.lapMs ?? null)
}

/** So many alike laps are those of a wave that started elsewhere. */
const leastWave = 3
const isLike = (a: number, b: number): boolean => Math.abs(a - b) <= 0.2 * Math.max(a, b)

/** People change clothes as long as they like. */
const transition = /^t ?\d$|transi|wechsel|växling|смен/iu

/** Medians of more laps than this would not differ. */
const enoughRunners = 4000

/** The median of each point, by the point's position; null where too few passed it. */
const usualLaps = (lapped: readonly AuditRow[]): readonly (number | null)[] => {
  const laps: number[][] = []
  const step = Math.max(1, Math.floor(lapped.length / enoughRunners))
  for (let at = 0; at < lapped.length; at += step) {
    const splits = lapped[at]?.splits ?? []
    for (let position = 0; position < splits.length; position += 1) {
      const lapMs = lapAt(splits, position)
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
    const lapMs = lapAt(splits, at)
    const median = usual[at] ?? null
    if (lapMs !== null && median !== null && isFar(lapMs / median)) return true
  }
  return false
}

type FarLap = { readonly row: AuditRow; readonly label: string; readonly lapMs: number; readonly median: number }

const outlierOf = (row: AuditRow, usual: readonly (number | null)[]): readonly FarLap[] => {
  const laps = row.splits.flatMap(({ label }, position) => {
    const lapMs = transition.test(label) ? null : lapAt(row.splits, position)
    const median = usual[position] ?? null
    return lapMs === null || median === null ? [] : [{ label, lapMs, median, ratio: lapMs / median }]
  })
  for (const [at, { label, lapMs, median, ratio }] of laps.entries()) {
    const own = medianOf(laps.filter((_, position) => position !== at).map((lap) => lap.ratio)) ?? 1
    const isOut = ratio > 1 ? isFar(ratio) && ratio / own > farSlower : isFar(ratio) && ratio / own < farFaster
    if (!isOut) continue
    return [{ row, label, lapMs, median }]
  }
  return []
}

const outlierRule = lapRule('lap-outlier', (_, lapped) => outliers(lapped))

/** Split times that decrease, segments that do not add up, and segments far from the others' and the person's own pace. */
export const lapRules: readonly CategoryRule[] = [
  lapRule('laps-backwards', (category, lapped) => {
    const inOrder = backwards(lapped)
    const told = new Set(inOrder.found.map(({ row }) => row))
    const others = lapped.filter((row) => !told.has(row))
    return together(shiftedPoints(category), inOrder, finishBeforeSplit(category, others))
  }),
  lapRule('laps-sum', sums),
  (category) => (category.units === category.rows ? withinGroups(outlierRule) : outlierRule)(category),
]
