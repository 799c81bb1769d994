import type { Cell } from '../../../../preload/contract/ids.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import { finishRoles, type ColumnRole } from '../../../../preload/contract/roles.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import {
  finisherReader,
  flagOfColumn,
  isCodeColumn,
  type FinisherReader,
  type PlaceRole,
} from '../../results/rules/finisher.ts'
import { cellReader, type CellReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { reasonOfWord } from '../../columns/rules/cells/statusWords.ts'
import { identitiesOf, plainBib } from '../../results/rules/identity.ts'
import { ledgerKeyOf } from '../../results/rules/ledgerKey.ts'

/** A result as told: what counts is `ms`, where it can be read. */
export type ResultFact = { readonly ms: number | null; readonly text: string }

/** Readers for one of the two tables, limited to columns that both have. */
export type SideView = {
  readonly rows: readonly JsonObject[]
  readonly reader: FinisherReader
  readonly id: (row: JsonObject) => string
  readonly hasBib: boolean
  /** Without leading zeros; '' for marks of none. */
  readonly bib: (row: JsonObject) => string
  readonly name: (row: JsonObject) => string
  readonly club: (row: JsonObject) => string
  readonly result: (row: JsonObject) => ResultFact | null
  readonly place: (row: JsonObject) => number | null
  readonly status: (row: JsonObject) => Status
  readonly key: (row: JsonObject) => string | null
  /** The cells that decide whether a row changed, as they stand. */
  readonly cells: readonly CellReader[]
  /** Cells that identify the person. */
  readonly identityCells: readonly CellReader[]
  readonly clubCells: readonly CellReader[]
  /** Cells with results. */
  readonly resultCells: readonly CellReader[]
}

export type SharedView = {
  readonly before: SideView
  readonly after: SideView
  readonly hasIdentity: boolean
  readonly hasNames: boolean
  /** Names are put together of the same columns, so that a change of their order is one. */
  readonly isNameAlike: boolean
  /** Both tables have the same of the columns that keys of persons are made of. */
  readonly isIdentityAlike: boolean
  readonly isStatusComparable: boolean
}

type Columns = readonly TableColumn[]

const nameRoles = ['name', 'lastName', 'firstName', 'middleName'] as const
const identityRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['bib', 'id', ...nameRoles])
const placeRoles: readonly PlaceRole[] = ['place', 'placeCategory', 'placeOverall', 'placeSex']

/** A field that only one of the two tables has is not compared: a renamed field does not change a result. */
export const sharedView = (
  before: { readonly rows: readonly JsonObject[]; readonly columns: Columns },
  after: { readonly rows: readonly JsonObject[]; readonly columns: Columns },
): SharedView => {
  const view = readingOf(before.columns, after.columns)
  return { ...view, before: withRows(view.before, before.rows), after: withRows(view.after, after.rows) }
}

/** Without what takes all the rows to be known. */
type SideReading = Omit<SideView, 'rows' | 'id' | 'key'> & { readonly hasId: boolean }

const withRows = (side: SideReading, rows: readonly JsonObject[]): SideView => ({
  ...side,
  rows,
  id: side.hasId ? identitiesOf(side.reader, rows).id : () => '',
  key: (row) => ledgerKeyOf(side.reader, rows, row),
})

/** Readers shared by any two tables with these columns. */
type Reading = Omit<SharedView, 'before' | 'after'> & { readonly before: SideReading; readonly after: SideReading }

const keptReadings = 40
const readings = new Map<string, Reading>()

/** Categories of a stage have few different sets of columns, and a reading takes longer to make than a small table to read. */
const readingOf = (before: Columns, after: Columns): Reading => {
  const key = JSON.stringify([before, after])
  const known = readings.get(key)
  if (known !== undefined) return known
  if (readings.size >= keptReadings) readings.clear()
  const made = makeReading(before, after)
  readings.set(key, made)
  return made
}

const makeReading = (before: Columns, after: Columns): Reading => {
  const readers = [finisherReader(before), finisherReader(after)] as const
  const isShared = (role: ColumnRole): boolean => readers.every((reader) => reader.has(role))
  const isAlike = (role: ColumnRole): boolean => readers[0].has(role) === readers[1].has(role)
  const hasName = readers.every((reader) => nameRoles.some((role) => reader.has(role)))
  const hasSameStatus = isStatusComparable(before, after, readers)
  const roles: SharedRoles = {
    hasId: isShared('id'),
    hasBib: isShared('bib'),
    hasName,
    club: isShared('club') ? 'club' : isShared('team') ? 'team' : null,
    place: placeRoles.find(isShared) ?? null,
    finish: finishRoles.filter(isShared),
    hasPoints: isShared('points'),
  }
  const compared = comparedRoles(roles, isShared)
  return {
    before: sideView(before, readers[0], { ...roles, hasSameStatus }, compared),
    after: sideView(after, readers[1], { ...roles, hasSameStatus }, compared),
    hasIdentity: roles.hasId || roles.hasBib || hasName,
    hasNames: hasName,
    isNameAlike: nameRoles.every(isAlike),
    isIdentityAlike: isAlike('id') && isAlike('bib'),
    isStatusComparable: hasSameStatus,
  }
}

type SharedRoles = {
  readonly hasId: boolean
  readonly hasBib: boolean
  readonly hasName: boolean
  readonly club: 'club' | 'team' | null
  readonly place: PlaceRole | null
  readonly finish: readonly (typeof finishRoles)[number][]
  readonly hasPoints: boolean
}

const comparedRoles = (
  { hasId, club, place, finish, hasPoints }: SharedRoles,
  isShared: (role: ColumnRole) => boolean,
): readonly ColumnRole[] => [
  ...(isShared('bib') ? (['bib'] as const) : []),
  ...(hasId ? (['id'] as const) : []),
  ...nameRoles.filter(isShared),
  ...finish,
  ...(finish.length === 0 && hasPoints ? (['points'] as const) : []),
  ...(place === null ? [] : [place]),
  ...(isShared('status') ? (['status'] as const) : []),
  ...(club === null ? [] : [club]),
]

/**
 * A status that is reckoned from columns which came or went between the tables says nothing of the runner. Columns of
 * splits come with the race and do no harm.
 */
const isStatusComparable = (
  before: Columns,
  after: Columns,
  [earlier, later]: readonly [FinisherReader, FinisherReader],
): boolean => {
  if (earlier.has('status') !== later.has('status')) return false
  if (finishRoles.some((role) => earlier.has(role) !== later.has(role))) return false
  const namesOf = (columns: Columns): string =>
    flagColumns(columns)
      .map(({ name }) => name)
      .join('\n')
  return namesOf(before) === namesOf(after)
}

/** Columns of yes and no that a status is reckoned from, in the order of their names. */
const flagColumns = (columns: Columns): Columns =>
  columns
    .filter((column) => flagOfColumn(column) !== null || (isCodeColumn(column) && column.role === undefined))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const sideView = (
  columns: Columns,
  reader: FinisherReader,
  roles: SharedRoles & { readonly hasSameStatus: boolean },
  compared: readonly ColumnRole[],
): SideReading => {
  const cellsOf = (wanted: readonly ColumnRole[]): readonly CellReader[] =>
    wanted.flatMap((role) => {
      const column = columns.find((candidate) => candidate.role === role)
      return column === undefined ? [] : [cellReader(column)]
    })
  const { club, place, finish } = roles
  const resultRoles: readonly ColumnRole[] = finish.length === 0 && roles.hasPoints ? ['points'] : finish
  return {
    reader,
    hasBib: roles.hasBib,
    hasId: roles.hasId,
    bib: (row) => (roles.hasBib ? plainBib(reader.text(row, 'bib')) : ''),
    name: (row) => (roles.hasName ? tidy(reader.name(row)) : ''),
    club: (row) => (club === null ? '' : tidy(reader.text(row, club))),
    // The time of a person still on the course is not a result.
    result: (row) => (reader.isOnCourse(row) ? null : resultOf(reader, row, roles)),
    place: (row) => (place === null ? null : reader.place(row, place)),
    status: reader.status,
    cells: [...cellsOf(compared), ...(roles.hasSameStatus ? flagColumns(columns).map(cellReader) : [])],
    identityCells: cellsOf(compared.filter((role) => identityRoles.has(role))),
    clubCells: cellsOf(club === null ? [] : [club]),
    resultCells: cellsOf(resultRoles),
  }
}

const untidy = /^\s|\s$|\s\s|[^\S ]|[\u0300-\u036f]/

const tidy = (text: string): string => (untidy.test(text) ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : text)

const resultOf = (reader: FinisherReader, row: JsonObject, { finish, hasPoints }: SharedRoles): ResultFact | null => {
  if (finish.length === 0) {
    const points = hasPoints ? reader.text(row, 'points') : ''
    return points === '' ? null : { ms: reader.points(row), text: points }
  }
  for (const role of finish) {
    const cell = reader.cell(row, role)
    const ms = reader.finishMs(row, role)
    if (ms !== null) return { ms: Math.round(ms), text: timeText(cell, ms) }
  }
  for (const role of finish) {
    const text = reader.text(row, role)
    if (text === '' || reader.timeMs(row, role) !== null || reasonOfWord(text) !== null) continue
    return { ms: null, text: tidy(text) }
  }
  return null
}

/** The same to the letter in cells that both tables have. */
export const isSameIn = (
  before: readonly CellReader[],
  was: JsonObject,
  after: readonly CellReader[],
  is: JsonObject,
): boolean => {
  for (let index = 0; index < before.length; index += 1) {
    const a = before[index]?.(was) ?? null
    const b = after[index]?.(is) ?? null
    if (a !== b && (typeof a !== 'object' || typeof b !== 'object' || JSON.stringify(a) !== JSON.stringify(b))) {
      return false
    }
  }
  return true
}

/** A plain number of seconds or hundredths is not shown to people. */
const timeText = (cell: Cell, ms: number): string =>
  typeof cell === 'string' && cell.includes(':') ? tidy(cell) : clockText(ms)
