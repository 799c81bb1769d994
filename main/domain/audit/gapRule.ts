import type { AuditRow, CategoryRule, Found } from './auditTypes.ts'
import { foundAll, nothingFound, skip, timeRoles, timeSaid } from './auditTypes.ts'

/** Time and gap may each be rounded to a second. */
const toleranceMs = 1000

type Timed = { readonly row: AuditRow; readonly ms: number; readonly gapMs: number }

/** Gaps that are not the time behind the leader, who is the first by place or by time, whichever the gaps agree with. */
export const gapRule: CategoryRule = ({ reader, rows, timeMs }) => {
  if (!reader.has('gap')) return skip('gap', 'no-column', ['gap'])
  const roles = timeRoles.filter(reader.has)
  if (roles.length === 0) return skip('gap', 'no-column', timeRoles)
  const ok = rows.filter(({ status }) => status === 'OK')
  const readings = roles.flatMap((role) => {
    const timeOf = (row: AuditRow): number | null => timeMs(row, role)
    const timed = ok.flatMap((row): readonly Timed[] => {
      const ms = timeOf(row)
      const gapMs = reader.gapMs(row.row)
      return ms === null || gapMs === null ? [] : [{ row, ms, gapMs }]
    })
    const leaders = new Set([firstBy(ok, ({ place }) => place), firstBy(ok, timeOf)])
    return [...leaders].flatMap((leader) => {
      const leaderMs = leader === null ? null : timeOf(leader)
      if (leader === null || leaderMs === null) return []
      const others = timed.filter(({ row }) => row !== leader)
      const wrong = others.filter(({ ms, gapMs }) => Math.abs(ms - leaderMs - gapMs) > toleranceMs)
      return [{ role, leader, leaderMs, others, wrong }]
    })
  })
  const [best] = readings
    .filter(({ others }) => others.length > 0)
    .toSorted((a, b) => a.wrong.length / a.others.length - b.wrong.length / b.others.length)
  if (best === undefined) return nothingFound
  const { role, leader, leaderMs, others, wrong } = best
  if (wrong.length > 1 && wrong.length * 2 > others.length) return skip('gap', 'not-leader')
  return foundAll(
    wrong.map(({ row, ms, gapMs }): Found => ({
      rule: 'gap',
      row,
      says: {
        gap: timeSaid(reader.text(row.row, 'gap'), gapMs),
        time: timeSaid(reader.text(row.row, role), ms),
        leaderTime: timeSaid(reader.text(leader.row, role), leaderMs),
      },
      other: leader,
    })),
  )
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
