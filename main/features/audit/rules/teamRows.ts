import type { FinisherReader } from '../../results/rules/finisher.ts'
import type { AuditCategory, AuditRow } from './auditTypes.ts'

/** Fewer rows that share a bib are mistakes. */
const leastRows = 6

/** Most rows share a bib: with their team, or with themselves in another list. */
export const areTeams = ({ rows, mayShareBib }: Pick<AuditCategory, 'rows' | 'mayShareBib'>): boolean => {
  const withBib = rows.filter(({ bib }) => bib !== '')
  const sharing = withBib.filter(mayShareBib).length
  return sharing >= leastRows && sharing > withBib.length * 0.5
}

/**
 * One row for each team, by the bib or the name that its members share; null unless the members' rows repeat one place and one
 * time in nearly every team.
 */
export const teamRows = (
  category: Pick<AuditCategory, 'rows' | 'mayShareBib' | 'reader'>,
): readonly AuditRow[] | null => {
  const { rows, reader } = category
  const byBib = areTeams(category) ? teamsBy(rows, ({ bib }) => bib, reader) : null
  return byBib ?? (reader.has('team') ? teamsBy(rows, ({ row }) => reader.text(row, 'team'), reader) : null)
}

const teamsBy = (
  rows: readonly AuditRow[],
  keyOf: (row: AuditRow) => string,
  reader: FinisherReader,
): readonly AuditRow[] | null => {
  const teams = [...Map.groupBy(rows, (row) => keyOf(row) || row.index).values()]
  const shared = teams.filter(({ length }) => length > 1)
  const members = shared.reduce((sum, { length }) => sum + length, 0)
  if (members < leastRows || members * 2 <= rows.length) return null
  const telling = shared.filter((team) => team.some(({ place, finishMs }) => place !== null || finishMs !== null))
  const alike = telling.filter((team) => areAlike(team, 'place') && areAlike(team, 'finishMs'))
  if (alike.length * 2 < shared.length || alike.length < telling.length * 0.9) return null
  return teams.flatMap(([first, ...others]) => (first === undefined ? [] : [teamOf(first, others, reader)]))
}

const areAlike = (team: readonly AuditRow[], fact: 'place' | 'finishMs'): boolean =>
  new Set(team.map((row) => row[fact]).filter((value) => value !== null)).size <= 1

const notFinished = new Set(['DNF', 'DNS', 'DSQ'])

/** A member who is out takes the team out, unless it has a place and no time: that is said of its others. */
const teamOf = (first: AuditRow, others: readonly AuditRow[], reader: FinisherReader): AuditRow => {
  if (others.length === 0) return first
  const team = [first, ...others]
  const place = team.find((row) => row.place !== null)?.place ?? null
  const timed = team.find(({ hasFinish }) => hasFinish)
  const fine = team.find(({ status }) => status === 'OK')
  const out = team.find(({ status }) => notFinished.has(status))
  const isIncomplete = timed === undefined && place !== null
  const status = (isIncomplete ? fine : out)?.status ?? (timed ?? fine ?? first).status
  const told = timed ?? first
  return { ...told, name: reader.text(told.row, 'team') || told.name, place, status }
}
