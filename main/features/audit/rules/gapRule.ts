import {
  foundAll,
  nothingFound,
  skip,
  timeRoles,
  timeSaid,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Found,
} from './auditTypes.ts'
import { gapBetween } from '../../results/rules/gaps.ts'
import { groupRows, groupingsOf } from './grounds.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import type { FinisherReader } from '../../results/rules/finisher.ts'
import { medianOf } from '../../results/rules/medians.ts'

/** Time and gap may each be rounded to a second, or to a tenth where both have fractions. */
const toleranceMs = { whole: 1000, fraction: 100 }

type Timed = { readonly row: AuditRow; readonly ms: number; readonly gapMs: number }

type Reading = {
  readonly role: (typeof timeRoles)[number]
  readonly others: number
  readonly wrong: readonly Wrong[]
}
type Wrong = Timed & { readonly leader: AuditRow; readonly leaderMs: number }

/** So few wrong ones are mistakes, whatever else might explain them. */
const fewShare = 0.02
/** More wrong ones mean that gaps count from somewhere else, unless all others are right to the second. */
const mostShare = 1 / 3
const leastRight = 5
/** Fewer gaps with the same error are told one by one. */
const leastShifted = 4

/** Gaps that are not the time behind the first of the field, the sex, the group or the course, or behind the one ahead, whichever they agree with best. */
export const gapRule: CategoryRule = (category) => {
  const { reader, columns, rows } = category
  if (!reader.has('gap')) return skip('gap', 'no-column', ['gap'])
  const roles = timeRoles.filter(reader.has)
  if (roles.length === 0) return skip('gap', 'no-column', timeRoles)
  if (category.noPlaces?.reason === 'teams') return skip('gap', 'teams')
  const ok = rows.filter(({ status }) => status === 'OK')
  const readBy = (groups: readonly (readonly AuditRow[])[], leaders: readonly LeaderOf[]): Reading | undefined =>
    leastWrong(roles.flatMap((role) => leaders.map((leader) => readingOf(category, role, groups, leader))))
  const isRight = ({ wrong, others }: Reading): boolean => wrong.length <= Math.max(1, others * fewShare)
  const read = (groups: readonly (readonly AuditRow[])[]): Reading | undefined => {
    const first = readBy(groups, [firstByPlace, firstByTime])
    return first !== undefined && isRight(first) ? first : leastWrong([first, readBy(groups, [firstListed, ahead])])
  }
  const whole = read([ok])
  if (whole === undefined) {
    const unread = ok.filter(({ row }) => /\d/.test(reader.text(row, 'gap')) && reader.gapMs(row) === null)
    return unread.length > 1 ? skip('gap', 'other-meaning') : nothingFound
  }
  const others = isRight(whole) ? [] : groupingsOf(reader, columns, ok).map((keyOf) => read(groupRows(ok, keyOf)))
  // Small groups fit by chance.
  const explaining = others.filter(
    (reading) =>
      reading !== undefined && reading.wrong.length * 4 <= whole.wrong.length && reading.others * 2 > whole.others,
  )
  const best = leastWrong(explaining) ?? whole
  const { wrong, others: compared } = best
  const foundIn = ({ role, wrong: some }: Reading): readonly Found[] =>
    some.map(({ row, ms, gapMs, leader, leaderMs }) => ({
      rule: 'gap',
      row,
      says: {
        gap: timeSaid(reader.text(row.row, 'gap'), gapMs),
        time: timeSaid(reader.text(row.row, role), ms),
        leaderTime: timeSaid(reader.text(leader.row, role), leaderMs),
      },
      other: leader,
    }))
  if (wrong.length * 2 > compared) {
    const behindFirst = readBy([ok], [firstByPlace, firstByTime])
    const shiftMs = behindFirst === undefined ? null : shiftOf(behindFirst, reader)
    const [example] = behindFirst === undefined ? [] : foundIn(behindFirst)
    if (shiftMs === null || example === undefined) return skip('gap', 'not-leader')
    const shift = clockText(Math.abs(shiftMs))
    const says = { ...example.says, ...(shiftMs > 0 ? { late: shift } : { early: shift }) }
    return foundAll([{ ...example, says: { ...says, rows: behindFirst?.wrong.length ?? 0 }, ofAll: true }])
  }
  const isRest = compared - wrong.length >= leastRight && wrong.length <= compared * mostShare
  return wrong.length > 1 && !isRest ? skip('gap', 'not-leader') : foundAll(foundIn(best))
}

/** How much too long the gaps are, the same in nine of ten; null where they are not, or where the first has that gap as well. */
const shiftOf = ({ wrong, others }: Reading, reader: FinisherReader): number | null => {
  if (wrong.length * 2 <= others || wrong.some(({ leader }) => (reader.gapMs(leader.row) ?? 0) > 0)) return null
  const shifts = wrong.map(({ ms, gapMs, leaderMs }) => gapMs - (ms - leaderMs))
  const middle = medianOf(shifts) ?? 0
  const alike = shifts.filter((shift) => Math.abs(shift - middle) <= toleranceMs.whole)
  return shifts.length >= leastShifted && alike.length >= shifts.length * 0.9 ? Math.round(middle / 100) * 100 : null
}

const leastWrong = (readings: readonly (Reading | undefined)[]): Reading | undefined =>
  readings
    .filter((reading) => reading !== undefined && reading.others > 0)
    .toSorted((a, b) => (a?.wrong.length ?? 0) / (a?.others ?? 1) - (b?.wrong.length ?? 0) / (b?.others ?? 1))[0]

type TimeOf = (row: AuditRow) => number | null
/** The row that each row's gap is counted from; null without one. */
type LeaderOf = (rows: readonly AuditRow[], timeOf: TimeOf) => (row: AuditRow) => AuditRow | null

const firstByPlace: LeaderOf = (rows) => {
  const first = firstBy(rows, ({ place }) => place)
  return () => first
}

const firstByTime: LeaderOf = (rows, timeOf) => {
  const first = firstBy(rows, timeOf)
  return () => first
}

/** A person with fewer laps may have a shorter time than the winner. */
const firstListed: LeaderOf = (rows) => {
  const first = rows[0] ?? null
  return () => first
}

const ahead: LeaderOf = (rows, timeOf) => {
  const byTime = rows
    .filter((row) => timeOf(row) !== null)
    .toSorted((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0) || (a.place ?? 0) - (b.place ?? 0))
  const before = new Map(byTime.map((row, at) => [row, byTime[at - 1] ?? null]))
  return (row) => before.get(row) ?? null
}

const readingOf = (
  { reader, timeMs, hasFractions }: AuditCategory,
  role: Reading['role'],
  groups: readonly (readonly AuditRow[])[],
  leaderIn: LeaderOf,
): Reading => {
  const timeOf: TimeOf = (row) => timeMs(row, role)
  let others = 0
  const wrong: Reading['wrong'][number][] = []
  for (const rows of groups) {
    const leaderOf = leaderIn(rows, timeOf)
    for (const row of rows) {
      const leader = leaderOf(row)
      const leaderMs = leader === null ? null : timeOf(leader)
      const ms = timeOf(row)
      const gapMs = leader === row || leader === null || ms === null ? null : reader.gapMs(row.row)
      if (leader === null || leaderMs === null || ms === null || gapMs === null) continue
      const behindMs = gapBetween({ ms, laps: reader.laps(row.row) }, { ms: leaderMs, laps: reader.laps(leader.row) })
      if (behindMs === null) continue
      others += 1
      const isExact = hasFractions && gapMs % 1000 !== 0
      if (Math.abs(behindMs - gapMs) > toleranceMs[isExact ? 'fraction' : 'whole'])
        wrong.push({ row, ms, gapMs, leader, leaderMs })
    }
  }
  return { role, others, wrong }
}

const firstBy = (rows: readonly AuditRow[], valueOf: (row: AuditRow) => number | null): AuditRow | null => {
  let first: AuditRow | null = null
  let least = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const value = valueOf(row)
    if (value === null || value >= least) continue
    first = row
    least = value
  }
  return first
}
