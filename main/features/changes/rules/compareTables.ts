import type { ChangeType } from '../../../../preload/contract/changes.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import type { TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { matchRows } from './matchRows.ts'
import { isSameIn, sharedView, type SharedView, type SideView } from './tableView.ts'

/** `part`: only some rows of the table are given, all others being the same in both; where they stand, of how many. */
export type TableSide = {
  readonly rows: readonly JsonObject[]
  readonly columns: readonly TableColumn[]
  readonly part?: { readonly places: readonly number[]; readonly of: number }
}

/** One difference of one row between two tables of a category. */
export type LedgerEntry = {
  readonly type: Extract<ChangeType, 'new' | 'result' | 'place' | 'status' | 'name' | 'club' | 'vanished'>
  readonly bib: string | null
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
  /** In the later table. */
  readonly index: number | null
  /** As of `ledgerKeyOf`; `personBefore` where that was another one. */
  readonly person: string | null
  readonly personBefore: string | null
  readonly isFirstResult: boolean
  /** A detail of the headline. */
  readonly isDetail: boolean
}

/** `headline`: how many of the earlier rows changed or vanished, when they are too many to be told one by one. */
export type TableComparison = {
  readonly entries: readonly LedgerEntry[]
  readonly headline: { readonly count: number; readonly of: number } | null
}

/** A headline stands over changes of more than a fifth of the rows, and of at least so many. */
const massShare = 0.2
const fewestForMass = 5

/**
 * Changes in the later table. `before` and `after` of an entry are texts as received; plain seconds are written as
 * clock times. First results do not count towards a mass recalculation, since many arrive at once.
 */
export const compareTables = (before: TableSide, after: TableSide): TableComparison => {
  const view = sharedView({ ...before, columns: withRolesOf(before.columns, after.columns) }, after)
  const rowsBefore = before.part?.of ?? before.rows.length
  if (!view.hasIdentity) return compareNameless(before.rows, after.rows, rowsBefore)
  const { earlierOf, isUnchanged } = matchRows(view)
  const entries: LedgerEntry[] = []
  const isLeft = new Uint8Array(before.rows.length).fill(1)
  let changed = 0
  let vanished = 0
  for (const [position, row] of after.rows.entries()) {
    const earlier = earlierOf[position] ?? -1
    if (earlier !== -1) isLeft[earlier] = 0
    if (isUnchanged[position] === 1) continue
    const index = after.part?.places[position] ?? position
    const was = before.rows[earlier]
    if (was === undefined) {
      entries.push(passage(view.after, row, 'new', index))
      continue
    }
    const told = compareRows(view, was, row, index)
    if (told.some(({ isFirstResult }) => !isFirstResult)) changed += 1
    entries.push(...told)
  }
  for (const [index, row] of before.rows.entries()) {
    if (isLeft[index] !== 1) continue
    vanished += 1
    entries.push(passage(view.before, row, 'vanished', null))
  }
  const isMass = (count: number): boolean => count >= fewestForMass && count > rowsBefore * massShare
  const [areChanged, areGone] = [isMass(changed), isMass(vanished)]
  if (!areChanged && !areGone) return { entries, headline: null }
  const isDetail = (entry: LedgerEntry): boolean =>
    entry.type === 'vanished' ? areGone : areChanged && isOfKnownRow(entry)
  return {
    entries: entries.map((entry) => (isDetail(entry) ? { ...entry, isDetail: true } : entry)),
    headline: { count: (areChanged ? changed : 0) + (areGone ? vanished : 0), of: rowsBefore },
  }
}

/** Number of earlier rows whose people are missing in the later table; 0 when people cannot be identified. */
export const rowsLost = ({ entries }: TableComparison): number =>
  entries.filter(({ type }) => type === 'vanished').length

const isOfKnownRow = ({ type, isFirstResult }: LedgerEntry): boolean => type !== 'new' && !isFirstResult

/**
 * Columns that both tables have mean the same in both, whatever was known of them when the earlier one came; what their
 * numbers count may have been another unit.
 */
const withRolesOf = (earlier: readonly TableColumn[], later: readonly TableColumn[]): readonly TableColumn[] => {
  const byName = new Map(later.map((column) => [column.name, column]))
  return earlier.map((column) => {
    const now = byName.get(column.name)
    if (now === undefined) return column
    const { role: _role, unit: _unit, open: _open, ...rest } = column
    const unit = column.unit ?? now.unit
    return { ...rest, ...(now.role === undefined ? {} : { role: now.role }), ...(unit === undefined ? {} : { unit }) }
  })
}

/** Nameless rows are only counted: the place in a list does not tell who it is. */
const compareNameless = (before: readonly JsonObject[], after: readonly JsonObject[], of: number): TableComparison => {
  const left = new Map<string, number>()
  for (const row of before) {
    const text = JSON.stringify(row)
    left.set(text, (left.get(text) ?? 0) + 1)
  }
  let isNew = 0
  for (const row of after) {
    const text = JSON.stringify(row)
    const count = left.get(text) ?? 0
    if (count === 0) isNew += 1
    else left.set(text, count - 1)
  }
  let isGone = 0
  for (const count of left.values()) isGone += count
  const count = Math.max(isNew, isGone)
  return { entries: [], headline: count === 0 ? null : { count, of } }
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const passage = (side: SideView, row: JsonObject, type: 'new' | 'vanished', index: number | null): LedgerEntry => {
  const isOut = type === 'new' && unfinished.has(side.status(row))
  const said = isOut ? null : (side.result(row)?.text ?? null)
  return {
    ...personOf(side, row),
    type,
    before: type === 'new' ? null : said,
    after: type === 'new' ? said : null,
    index,
    personBefore: null,
    isFirstResult: false,
    isDetail: false,
  }
}

const personOf = (side: SideView, row: JsonObject): Pick<LedgerEntry, 'bib' | 'name' | 'person'> => ({
  bib: side.hasBib && side.bib(row) === '' ? null : orNull(side.reader.text(row, 'bib')),
  name: orNull(side.reader.name(row)),
  person: side.key(row),
})

type Told = Pick<LedgerEntry, 'type' | 'before' | 'after'> & { readonly isFirstResult?: boolean }

const compareRows = (view: SharedView, was: JsonObject, is: JsonObject, index: number): readonly LedgerEntry[] => {
  const told = [
    ...compareResults(view, was, is),
    ...(isSameWho(view, was, is) ? [] : compareNames(view, was, is)),
    ...(isSameIn(view.before.clubCells, was, view.after.clubCells, is)
      ? []
      : compareTexts('club', view.before.club(was), view.after.club(is))),
  ]
  if (told.length === 0) return []
  const person = personOf(view.after, is)
  const isSamePerson = isSameWho(view, was, is)
  const personBefore = isSamePerson ? person.person : view.before.key(was)
  return told.map((one) => ({
    ...person,
    isFirstResult: false,
    ...one,
    index,
    personBefore: personBefore === person.person ? null : personBefore,
    isDetail: false,
  }))
}

/** Whether the identity cells are equal to the letter. */
const isSameWho = (
  { before, after, isNameAlike, isIdentityAlike }: SharedView,
  was: JsonObject,
  is: JsonObject,
): boolean => isNameAlike && isIdentityAlike && isSameIn(before.identityCells, was, after.identityCells, is)

/** Result, place and status: who arrives gets all three at once, which is one piece of news. */
const compareResults = ({ before, after, isStatusComparable }: SharedView, was: JsonObject, is: JsonObject): Told[] => {
  const [result, resultNow] = [before.result(was), after.result(is)]
  const isSame =
    result === null || resultNow === null
      ? result === resultNow
      : result.ms === null || resultNow.ms === null
        ? result.text === resultNow.text
        : result.ms === resultNow.ms
  const told: Told[] = []
  const hasArrived = result === null && resultNow !== null
  const isTakenBack = result !== null && resultNow === null
  if (!isSame) {
    const isFirstResult = hasArrived && !unfinished.has(after.status(is)) ? { isFirstResult: true } : {}
    told.push({ type: 'result', before: result?.text ?? null, after: resultNow?.text ?? null, ...isFirstResult })
  }
  const [place, placeNow] = [before.place(was), after.place(is)]
  const followsPlace = (hasArrived && place === null) || (isTakenBack && placeNow === null)
  if (place !== placeNow && !followsPlace) {
    told.push({ type: 'place', before: textOf(place), after: textOf(placeNow) })
  }
  if (!isStatusComparable) return told
  const [status, statusNow] = [before.status(was), after.status(is)]
  const follows = (open: Status, closed: Status): boolean =>
    (open === 'unknown' || open === 'on course' || open === 'OK') && closed === 'OK'
  const followsStatus = (hasArrived && follows(status, statusNow)) || (isTakenBack && follows(statusNow, status))
  if (status !== statusNow && !followsStatus) told.push({ type: 'status', before: status, after: statusNow })
  return told
}

/** With these statuses a time makes no finisher. */
const unfinished: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])

const textOf = (place: number | null): string | null => (place === null ? null : String(place))

/** A corrected bib is told with the name, since both say who it is. */
const compareNames = ({ before, after, isNameAlike }: SharedView, was: JsonObject, is: JsonObject): Told[] => {
  const [name, nameNow] = [before.name(was), after.name(is)]
  const [bib, bibNow] = [before.bib(was), after.bib(is)]
  if (bib !== bibNow) {
    const whole = (number: string, who: string): string | null =>
      orNull([number, who].filter((part) => part !== '').join(' '))
    return [{ type: 'name', before: whole(bib, name), after: whole(bibNow, nameNow) }]
  }
  const words = (text: string): string => text.split(' ').sort().join(' ')
  if (name === nameNow || (!isNameAlike && words(name) === words(nameNow))) return []
  return compareTexts('name', name, nameNow)
}

const compareTexts = (type: 'name' | 'club', was: string, is: string): Told[] =>
  was === is ? [] : [{ type, before: orNull(was), after: orNull(is) }]
