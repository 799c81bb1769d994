import { isTheRule, timeRoles, type AuditCategory, type AuditRow } from './auditTypes.ts'
import { groupKey, groupRows, groupingsOf, sexKey, type Grouping } from './grounds.ts'
import { contradictions, placedRows } from './placeContradictions.ts'

type Groups = readonly (readonly AuditRow[])[]
type Ground = Pick<AuditCategory, 'groups' | 'noPlaces'>
type Conflicts = { readonly found: number; readonly descents: number; readonly placed: number }

/** Fewer contradictions are taken for mistakes without looking for groups that would explain them. */
const fewShare = 0.02
/** Fewer rows out of order may rise by chance. */
const leastRun = 8

/**
 * The parts of a category in which places count anew: each group that its rows came in, each sex or age group for places by them, else the
 * column that best explains why places go against times. Nothing is compared where places start over and no column says why.
 */
export const placeGround = (
  category: Omit<AuditCategory, 'groups' | 'noPlaces' | 'units'>,
  labelled: Groups,
  areTeamsApart: boolean,
): Ground => {
  const { rows, reader, placeRole } = category
  const start = isCounting(labelled) ? labelled : [rows]
  const known = (groups: Groups): Ground => ({ groups, noPlaces: null })
  const unknown = (noPlaces: Ground['noPlaces']): Ground => ({ groups: start, noPlaces })
  if (placeRole === null || !timeRoles.some(reader.has)) return known(start)
  if (areTeamsApart) return unknown({ reason: 'teams', roles: [] })
  const count = (groups: Groups): Conflicts => conflictsOf(category, groups)
  const needed = placeRole === 'placeSex' ? 'sex' : placeRole === 'placeCategory' ? 'ageGroup' : null
  const base =
    needed !== null && reader.has(needed) ? within(start, (needed === 'sex' ? sexKey : groupKey)(reader)) : start
  const own = count(base)
  if (own.found <= Math.max(1, own.placed * fewShare)) return known(base)
  const [best] = groupingsOf(reader, category.columns, rows)
    .map((keyOf) => within(base, keyOf))
    .filter(isCounting)
    .map((groups) => ({ groups, conflicts: count(groups) }))
    .filter(({ conflicts }) => conflicts.found * 4 <= own.found)
    .toSorted((a, b) => a.conflicts.found - b.conflicts.found)
  const { groups, conflicts } = best ?? { groups: base, conflicts: own }
  if (needed !== null && !reader.has(needed) && best === undefined) {
    return unknown({ reason: 'no-column', roles: [needed] })
  }
  if (isTheRule(conflicts.found, conflicts.placed)) return unknown({ reason: 'other-order', roles: [] })
  if (conflicts.found >= leastRun && conflicts.descents * 4 <= conflicts.found) {
    return unknown({ reason: 'several-races', roles: [] })
  }
  return known(groups)
}

/** A group may also be a plain field of rows with places of the whole category: then one group has the first place. */
const isCounting = (groups: Groups): boolean => {
  const counting = groups.filter((rows) => rows.some(({ place }) => place === 1))
  return counting.length > 1 && counting.length * 2 > groups.length
}

const within = (groups: Groups, keyOf: Grouping): Groups => groups.flatMap((rows) => groupRows(rows, keyOf))

/** By whichever of the category's times its places agree with best. */
const conflictsOf = ({ reader, timeMs }: Pick<AuditCategory, 'reader' | 'timeMs'>, groups: Groups): Conflicts =>
  timeRoles
    .filter(reader.has)
    .map((role) => {
      let [found, descents, placed] = [0, 0, 0]
      for (const rows of groups) {
        const timed = placedRows(rows, (row) => timeMs(row, role))
        const wrong = contradictions(timed)
        placed += timed.length
        found += wrong.length
        for (let at = 1; at < wrong.length; at += 1) {
          if ((wrong[at]?.row.ms ?? 0) < (wrong[at - 1]?.row.ms ?? 0)) descents += 1
        }
      }
      return { found, descents, placed }
    })
    .filter(({ placed }) => placed > 0)
    .toSorted((a, b) => a.found / a.placed - b.found / b.placed)[0] ?? { found: 0, descents: 0, placed: 0 }
