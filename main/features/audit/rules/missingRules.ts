import type { FinisherReader } from '../../results/rules/finisher.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import {
  foundAll,
  isTheRule,
  nothingFound,
  skip,
  timeRoles,
  together,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Checked,
  type Found,
} from './auditTypes.ts'

/** A value that a tenth of the rows lack was left out on purpose. */
const habit = 0.1

/** Finishers without a time, times without a place, and places of those who did not finish. */
export const timesAndPlaces: CategoryRule = (all) => {
  const category = { ...all, rows: all.units }
  const hasTime = timeRoles.some(category.reader.has)
  const hasPlace = category.placeRole !== null
  const checked = together(
    hasTime ? noTime(category) : skip('no-time', 'no-column', timeRoles),
    hasTime && hasPlace ? noPlace(category) : skip('no-place', 'no-column', hasTime ? ['place'] : timeRoles),
    hasPlace ? statusWithPlace(category) : skip('status-with-place', 'no-column', ['place']),
  )
  if (all.noPlaces?.reason !== 'teams') return checked
  const first = new Map(checked.found.toReversed().map((one) => [`${one.rule} ${one.row.bib || one.row.index}`, one]))
  return { ...checked, found: [...first.values()].toReversed() }
}

/** A person on the course may have a place in a standing, but not ahead of a finisher. */
const noTime = ({ reader, rows }: AuditCategory): Checked => {
  const isUnderWay = rows.some(({ status }) => status === 'on course')
  const last = rows.reduce(
    (most, { hasFinish, place, status }) => (!hasFinish || status !== 'OK' ? most : Math.max(most, place ?? 0)),
    0,
  )
  const behind = rows.filter(
    (row) => !row.hasFinish && row.status === 'unknown' && (row.place ?? 0) > last && row.splits.length === 0,
  ).length
  // Some services place people without a finish after the last finisher.
  const areRanked = isUnderWay || behind > Math.max(3, rows.length * habit)
  const without = rows.filter(({ row, hasFinish, status, place }) => {
    if (hasFinish || isUnread(reader, row)) return false
    if (status === 'OK' || place === null) return status === 'OK'
    return status === 'unknown' ? !areRanked || place < last : status === 'on course' && place < last
  })
  if (isTheRule(without.length, rows.length)) return skip('no-time', 'other-meaning')
  return together(
    areRanked && !isUnderWay ? skip('no-time', 'other-meaning') : nothingFound,
    foundAll(
      without.map((row): Found => ({ rule: 'no-time', row, says: row.place === null ? {} : { place: row.place } })),
    ),
  )
}

/** The cell holds a time beside an unreadable rest. */
const isUnread = (reader: FinisherReader, row: JsonObject): boolean =>
  timeRoles.some((role) => reader.timeMs(row, role) === null && /\d:\d\d/.test(reader.text(row, role)))

/** Silent where most finishers have no place: then places are simply not given. */
const noPlace = ({ rows, timeText, noPlaces }: AuditCategory): Checked => {
  if (noPlaces?.reason === 'teams') return skip('no-place', 'teams')
  const finished = rows.filter(({ hasFinish, status }) => hasFinish && status === 'OK')
  const without = finished.filter(({ place }) => place === null)
  if (without.length * 2 > finished.length) return foundAll([])
  if (isTheRule(without.length, finished.length, habit)) return skip('no-place', 'other-meaning')
  return foundAll(without.map((row): Found => ({ rule: 'no-place', row, says: { time: timeText(row) } })))
}

const notFinished = new Set(['DNF', 'DNS', 'DSQ'])

const statusWithPlace = ({ rows }: AuditCategory): Checked => {
  const found = rows.flatMap((row): readonly Found[] =>
    row.place !== null && notFinished.has(row.status)
      ? [{ rule: 'status-with-place', row, says: { status: row.status, place: row.place } }]
      : [],
  )
  return isTheRule(found.length, rows.length, habit) ? skip('status-with-place', 'other-meaning') : foundAll(found)
}

/** Silent where most rows have none: a relay may well name teams only. */
const lacking = (rows: readonly AuditRow[], rule: 'no-bib' | 'no-name', isLacking: (row: AuditRow) => boolean) => {
  const without = rows.filter(isLacking)
  if (without.length * 2 > rows.length) return foundAll([])
  if (isTheRule(without.length, rows.length, habit)) return skip(rule, 'other-meaning')
  return foundAll(without.map((row): Found => ({ rule, row, says: {} })))
}

export const bibsAndNames: CategoryRule = ({ reader, rows }) => {
  const hasName = reader.has('name') || reader.has('lastName') || reader.has('firstName')
  return together(
    reader.has('bib') ? lacking(rows, 'no-bib', ({ bib }) => bib === '') : skip('no-bib', 'no-column', ['bib']),
    hasName
      ? lacking(rows, 'no-name', ({ name }) => name === '')
      : skip('no-name', 'no-column', ['name', 'lastName', 'firstName']),
  )
}
