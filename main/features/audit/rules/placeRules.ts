import {
  foundAll,
  isTheRule,
  nothingFound,
  skip,
  timeRoles,
  timeSaid,
  together,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Checked,
  type Found,
} from './auditTypes.ts'
import { contradictions, placedRows, type Timed } from './placeContradictions.ts'

/** The time of a row with fewer laps than others says nothing of its place. */
const withAllLaps = ({ reader, rows }: AuditCategory): readonly AuditRow[] => {
  const laps = rows.map(({ row }) => reader.laps(row))
  const most = laps.reduce<number>((highest, one) => Math.max(highest, one ?? highest), Number.NEGATIVE_INFINITY)
  return rows.filter((_, at) => (laps[at] ?? most) === most)
}

/** A better place with a worse time, by whichever of the category's times its places agree with best. */
export const placeOrder: CategoryRule = (category) => {
  const { reader } = category
  if (category.placeRole === null) return skip('place-order', 'no-column', ['place'])
  const roles = timeRoles.filter(reader.has)
  if (roles.length === 0) return skip('place-order', 'no-column', timeRoles)
  if (category.noPlaces !== null) return skip('place-order', category.noPlaces.reason, category.noPlaces.roles)
  const rows = withAllLaps(category)
  const readings = roles.map((role) => {
    const timed = placedRows(rows, (row) => category.timeMs(row, role))
    return { role, timed, found: contradictions(timed) }
  })
  const [best] = readings
    .filter(({ timed }) => timed.length > 0)
    .toSorted((a, b) => a.found.length / a.timed.length - b.found.length / b.timed.length)
  if (best === undefined) return nothingFound
  if (isTheRule(best.found.length, best.timed.length)) return skip('place-order', 'other-order')
  return foundAll(
    best.found.map(({ row, other }): Found => {
      const text = ({ row: { row: cells }, ms }: Timed): string => timeSaid(reader.text(cells, best.role), ms)
      return {
        rule: 'place-order',
        row: row.row,
        says: { place: row.place, time: text(row), otherPlace: other.place, otherTime: text(other) },
        other: other.row,
      }
    }),
  )
}

/** The same time with two places, and the same place with two times. */
export const ties: CategoryRule = (category) => {
  const { reader } = category
  if (category.placeRole === null) {
    return together(skip('same-time', 'no-column', ['place']), skip('same-place', 'no-column', ['place']))
  }
  if (!timeRoles.some(reader.has)) {
    return together(skip('same-time', 'no-column', timeRoles), skip('same-place', 'no-column', timeRoles))
  }
  if (category.noPlaces !== null) {
    const { reason, roles } = category.noPlaces
    return together(skip('same-time', reason, roles), skip('same-place', reason, roles))
  }
  const timed = placedRows(withAllLaps(category), ({ finishMs }) => finishMs)
  return together(sameTime(category, timed), samePlace(category, timed))
}

/** Fewer equal times with different places are told one by one. */
const leastAlike = 5

/** Whole seconds hide the fractions between two finishers: many equal times are not a mistake. */
const sameTime = (category: AuditCategory, timed: readonly Timed[]): Checked => {
  const found: Found[] = []
  let shared = 0
  const byTime = timed.toSorted((a, b) => a.ms - b.ms || a.place - b.place)
  for (const [position, row] of byTime.entries()) {
    const other = byTime[position - 1]
    if (other === undefined || other.ms !== row.ms) continue
    if (other.place === row.place) shared += 1
    else {
      const says = { time: category.timeText(row.row), place: row.place, otherPlace: other.place }
      found.push({ rule: 'same-time', row: row.row, says, other: other.row })
    }
  }
  const distinct = new Set(byTime.map(({ ms }) => ms)).size
  // One time for all, or one for each wave, is a start.
  if (found.length >= leastAlike && distinct * 5 <= timed.length) return skip('same-time', 'other-meaning')
  const isExact = category.hasFractions || shared > 0
  const isUsual = !isExact && found.length > Math.max(3, timed.length * 0.02)
  return isUsual ? skip('same-time', 'rounded') : foundAll(found)
}

const samePlace = (category: AuditCategory, timed: readonly Timed[]): Checked => {
  const found: Found[] = []
  for (const [position, row] of timed.entries()) {
    const other = timed[position - 1]
    if (other === undefined || other.place !== row.place || other.ms === row.ms) continue
    const says = { place: row.place, time: category.timeText(row.row), otherTime: category.timeText(other.row) }
    found.push({ rule: 'same-place', row: row.row, says, other: other.row })
  }
  return isTheRule(found.length, timed.length, 0.2) ? skip('same-place', 'other-order') : foundAll(found)
}

/** Missing places. After a shared place the next may continue (1, 2, 2, 3) or skip (1, 2, 2, 4). */
export const placeHoles: CategoryRule = ({ placeRole, rows, noPlaces }) => {
  if (placeRole === null) return skip('place-holes', 'no-column', ['place'])
  if (noPlaces !== null) return skip('place-holes', noPlaces.reason, noPlaces.roles)
  const placed = rows
    .flatMap((row) => (row.place === null ? [] : [{ row, place: row.place }]))
    .toSorted((a, b) => a.place - b.place)
  const found: Found[] = []
  let missing = 0
  let place = 0
  let sharing = 1
  for (const { row, place: next } of placed) {
    if (next === place) {
      sharing += 1
      continue
    }
    if (next > place + sharing) {
      found.push({ rule: 'place-holes', row, says: { place: next, from: place + sharing, to: next - 1 } })
      missing += next - place - sharing
    }
    place = next
    sharing = 1
  }
  // A group of a larger field lacks the others' places, and a page lacks those before it.
  return missing > placed.length ||
    (found[0]?.says['from'] === 1 && missing > 3) ||
    isTheRule(found.length, placed.length, 0.1)
    ? skip('place-holes', 'larger-field')
    : foundAll(found)
}
