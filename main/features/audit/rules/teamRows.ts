import type { FinisherReader } from '../../results/rules/finisher.ts'
import type { AuditCategory, AuditRow } from './auditTypes.ts'

/** Fewer rows that share a bib are mistakes. */
const leastRows = 6

/** `apart`: the members of a team have times of their own, so that their rows cannot be compared with those of other teams. */
export type Teams = 'none' | 'apart' | readonly AuditRow[]

/**
 * One row for each team, by the bib or the name that its members share, where their rows repeat its place and its time in nearly
 * every team. The people of a club do not repeat a place.
 */
export const teamsOf = (category: Pick<AuditCategory, 'rows' | 'reader' | 'mayShareBib'>): Teams => {
  const { reader, rows, mayShareBib } = category
  const byBib = rows.filter(mayShareBib).length < leastRows ? null : teamsBy(category, ({ bib }) => bib)
  if (byBib !== null) return byBib.units ?? 'apart'
  const byName = reader.has('team') ? teamsBy(category, ({ row }) => reader.text(row, 'team')) : null
  return byName?.units ?? (byName?.arePlacesShared === true ? 'apart' : 'none')
}

type TeamsBy = { readonly units: readonly AuditRow[] | null; readonly arePlacesShared: boolean }

/** Null unless most rows share their key with another one. */
const teamsBy = (
  { rows, reader }: Pick<AuditCategory, 'rows' | 'reader'>,
  keyOf: (row: AuditRow) => string,
): TeamsBy | null => {
  const byKey = Map.groupBy(rows, keyOf)
  const alone = byKey.get('') ?? []
  byKey.delete('')
  const shared = [...byKey.values()].filter(({ length }) => length > 1)
  const members = shared.reduce((sum, { length }) => sum + length, 0)
  if (members < leastRows || members * 2 <= rows.length - alone.length) return null
  const repeats = (fact: 'place' | 'finishMs'): { readonly isTold: boolean; readonly areAlike: boolean } => {
    const values = shared.map((team) => new Set(team.map((row) => row[fact]).filter((value) => value !== null)).size)
    const told = values.filter((size) => size > 0)
    return {
      isTold: told.length * 2 >= shared.length,
      areAlike: told.filter((size) => size === 1).length >= told.length * 0.9,
    }
  }
  const [place, time] = [repeats('place'), repeats('finishMs')]
  const areUnits = place.areAlike && time.areAlike && (place.isTold || time.isTold)
  return {
    units: areUnits ? [...byKey.values()].flatMap((team) => teamOf(team, reader)).concat(alone) : null,
    arePlacesShared: place.areAlike && place.isTold,
  }
}

const notFinished = new Set(['DNF', 'DNS', 'DSQ'])

/** A member who is out takes the team out, unless it has a place and no time: that is said of its others. */
const teamOf = (team: readonly AuditRow[], reader: FinisherReader): readonly AuditRow[] => {
  const [first, ...others] = team
  if (first === undefined || others.length === 0) return team
  const place = team.find((row) => row.place !== null)?.place ?? null
  const timed = team.find(({ hasFinish }) => hasFinish)
  const fine = team.find(({ status }) => status === 'OK')
  const out = team.find(({ status }) => notFinished.has(status))
  const isIncomplete = timed === undefined && place !== null
  const status = (isIncomplete ? fine : out)?.status ?? (timed ?? fine ?? first).status
  const told = timed ?? first
  return [{ ...told, name: reader.text(told.row, 'team') || told.name, place, status }]
}
