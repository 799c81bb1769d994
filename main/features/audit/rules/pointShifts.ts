import { medianOf } from '../../results/rules/medians.ts'
import { isTheRule, type AuditRow, type PointShift } from './auditTypes.ts'

type Passing = { readonly at: number; readonly ms: number }
/** A time that cannot be right, and how far it must be moved back at least and at most to stand between those beside it. */
type Wrong = {
  readonly row: AuditRow
  readonly ms: number
  readonly finishMs: number | null
  readonly least: number
  readonly most: number
  readonly isPieceLong: boolean
}
type FinishOf = (row: AuditRow) => number | null

/** Fewer wrong times are those of single runners. */
const leastWrong = 3
/** Rows looked at in one turn. */
const rowsPerStep = 2_000
/** Times may be rounded to seconds. */
const leewayMs = 1000
const hourMs = 3_600_000
const minuteMs = 60_000

/** Points that are wrong as a whole, the one wrong in most rows first; at most a third of all, since more of them follow another order. */
export function* pointShifts(
  rows: readonly AuditRow[],
  finishOf: FinishOf,
): Generator<undefined, readonly PointShift[]> {
  const timed = rows.filter(({ splits }) => splits.length > 0)
  const points = timed.reduce((most, { splits }) => Math.max(most, splits.length), 0)
  const found: PointShift[] = []
  while (found.length <= Math.max(1, points / 3)) {
    const next = yield* mostShifted(timed, finishOf, new Set(found.map(({ at }) => at)))
    if (next === 'none') return found
    if (next === 'no order') return []
    found.push(next)
  }
  return []
}

function* mostShifted(
  rows: readonly AuditRow[],
  finishOf: FinishOf,
  without: ReadonlySet<number>,
): Generator<undefined, PointShift | 'none' | 'no order'> {
  const passed: number[] = []
  const wrong = new Map<number, Wrong[]>()
  let unordered = 0
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield
    const finishMs = finishOf(row)
    let latest = 0
    let isOrdered = true
    for (const [at, { totalMs }] of row.splits.entries()) {
      if (totalMs === null || without.has(at)) continue
      passed[at] = (passed[at] ?? 0) + 1
      if (totalMs < latest) isOrdered = false
      else latest = totalMs
    }
    if (!isOrdered) unordered += 1
    else if (latest <= (finishMs ?? latest) + leewayMs) continue
    const passings = row.splits.flatMap(({ totalMs }, at) =>
      totalMs === null || without.has(at) ? [] : [{ at, ms: totalMs }],
    )
    for (const [position, { at }] of passings.entries()) {
      const found = wrongAt(row, passings, position, finishMs)
      if (found === null) continue
      const known = wrong.get(at)
      if (known === undefined) wrong.set(at, [found])
      else known.push(found)
    }
  }
  const often = [...wrong].filter(
    ([at, times]) =>
      times.length >= leastWrong &&
      times.length * 3 > (passed[at] ?? 0) &&
      times.filter(({ isPieceLong }) => isPieceLong).length * 2 > times.length,
  )
  const shifts = often.flatMap(([at, times]) => {
    const [first] = times
    const offset = offsetOf(times)
    const shiftMs = shiftOf(times, offset.ms)
    if (shiftMs === null || first === undefined) return []
    return [{ at, shiftMs, rows: times.length, row: first.row, clarity: offset.clarity * Math.sign(shiftMs) }]
  })
  const most = shifts.reduce((count, shift) => Math.max(count, shift.rows), 0)
  // Either of two neighbours may be late, or the other one early.
  const [clearest] = shifts
    .filter((shift) => shift.rows >= most * 0.75)
    .toSorted((a, b) => b.clarity - a.clarity || b.rows - a.rows || a.at - b.at)
  return clearest ?? (isTheRule(unordered, rows.length) ? 'no order' : 'none')
}

/**
 * The part of the times that is no share of the finish, as a wrong clock adds it: by the medians of the faster and the slower
 * half. `clarity` is in about its standard errors.
 */
const offsetOf = (wrong: readonly Wrong[]): { readonly ms: number | null; readonly clarity: number } => {
  const timed = wrong
    .flatMap(({ ms, finishMs }) => (finishMs === null ? [] : [{ ms, finishMs }]))
    .toSorted((one, other) => one.finishMs - other.finishMs)
  const middle = timed.length >> 1
  const medians = [timed.slice(0, middle), timed.slice(-middle)].map((half) => ({
    ms: medianOf(half.map(({ ms }) => ms)) ?? 0,
    finishMs: medianOf(half.map(({ finishMs }) => finishMs)) ?? 0,
  }))
  const [fast, slow] = medians
  if (fast === undefined || slow === undefined || fast.finishMs === slow.finishMs) return { ms: null, clarity: 0 }
  const spread = slow.finishMs - fast.finishMs
  const share = (slow.ms - fast.ms) / spread
  const offset = fast.ms - share * fast.finishMs
  const rest = medianOf(timed.map(({ ms, finishMs }) => Math.abs(ms - share * finishMs - offset))) ?? 0
  return { ms: offset, clarity: offset / ((rest + 1) * (fast.finishMs / spread)) }
}

const wrongAt = (
  row: AuditRow,
  passings: readonly Passing[],
  position: number,
  finishMs: number | null,
): Wrong | null => {
  const ms = passings[position]?.ms ?? 0
  const before = passings[position - 1]?.ms ?? 0
  const after = passings[position + 1]?.ms ?? Number.POSITIVE_INFINITY
  const latest = finishMs === null ? Number.POSITIVE_INFINITY : finishMs + leewayMs
  if (ms >= before && ms <= after && ms <= latest) return null
  // Neighbours that are later than the finish say nothing.
  const isPossible = (one: Passing): boolean => one.ms <= latest
  const low = passings.slice(0, position).findLast(isPossible)?.ms ?? 0
  const high = passings.slice(position + 1).find(isPossible)?.ms ?? finishMs ?? Number.POSITIVE_INFINITY
  if (low > high) return null
  const isLast = ms >= before && ms <= after && high === finishMs
  return {
    row,
    ms,
    finishMs,
    least: ms - high,
    most: ms - low,
    isPieceLong: !isLast || ms - low > 1.5 * longestPiece(passings, latest),
  }
}

/** A finish that counts from a later start is before the last points as well, but no piece is longer for it. */
const longestPiece = (passings: readonly Passing[], latest: number): number => {
  let [longest, last] = [0, 0]
  for (const { ms } of passings) {
    if (ms > latest) continue
    longest = Math.max(longest, ms - last)
    last = ms
  }
  return longest === 0 ? latest : longest
}

/** A time that puts nine of ten right: whole hours, else a round one near the offset or the middle; null if none does. */
const shiftOf = (wrong: readonly Wrong[], offsetMs: number | null): number | null => {
  const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)
  const spare = Math.floor((wrong.length - 1) / 10)
  const leasts = sorted(wrong.map(({ least }) => least))
  const mosts = sorted(wrong.map(({ most }) => most))
  const least = leasts[leasts.length - 1 - spare] ?? 0
  const most = mosts[spare] ?? 0
  if (least > most || (least <= 0 && most >= 0)) return null
  const between = Number.isFinite(least) ? (least + most) / 2 : (medianOf(mosts) ?? most)
  const middle = offsetMs === null ? between : Math.min(most, Math.max(least, offsetMs))
  const hours = Math.round(middle / hourMs) * hourMs
  if (hours !== 0 && hours >= least && hours <= most) return hours
  const rounds = [30, 10, 5, 1].map((minutes) => Math.round(middle / (minutes * minuteMs)) * minutes * minuteMs)
  return rounds.find((ms) => Math.abs(ms - middle) <= (most - least) / 4) ?? Math.round(middle / 1000) * 1000
}

/** Without the times at points that are wrong as a whole, and the pieces that end at them or begin there. */
export const withoutShifts = (row: AuditRow, shifts: readonly PointShift[]): AuditRow => {
  if (shifts.length === 0 || row.splits.length === 0) return row
  const wrong = new Set(shifts.map(({ at }) => at))
  return {
    ...row,
    splits: row.splits.flatMap((split, at) =>
      wrong.has(at) ? [] : [wrong.has(at - 1) ? { ...split, lapMs: null } : split],
    ),
  }
}
