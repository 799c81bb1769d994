import type { Cell } from '../../../../preload/contract/ids.ts'
import { isFinishRole, isPlaceRole, type RowRole } from '../../../../preload/contract/roles.ts'
import { statusOrder } from '../../../../preload/shared/rowOrder.ts'
import { fold } from '../../../kernel/fold.ts'
import { isNoTime, type FinisherReader } from './finisher.ts'
import { elapsedMs, gapInResultsMs } from '../../../kernel/gapTimes.ts'
import { lapReader } from './gaps.ts'
import { placeLimit } from '../../columns/rules/cells/places.ts'
import { cellReader, meaningReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { sortKeyOf, type SortKey } from './sortKeys.ts'
import { cellTimeMs } from '../../../kernel/times.ts'
import { cellDistance, distanceKey } from '../../columns/rules/distances.ts'

const isZeroOrLess = (key: SortKey): boolean => typeof key === 'number' && key <= 0

const placeKey = (cell: Cell | undefined): SortKey => {
  const key = sortKeyOf(typeof cell === 'string' ? cell.trim().replace(/\.$/, '') : cell, 'number')
  return isZeroOrLess(key) || (typeof key === 'number' && key >= placeLimit) ? null : key
}

/** A distance behind every time, the farther the better; zero stands for none. */
const farKey = (cell: Cell | undefined, unit: TableColumn['unit']): SortKey => {
  const distance = cellDistance(cell, unit)
  if (distance === null) return null
  return distance.value === 0 ? 0 : distanceKey(distance)
}

/** A gap behind every time. */
const gapKey = (cell: Cell | undefined, column: TableColumn): SortKey => {
  const ms = gapInResultsMs(cell, column)
  return ms === null ? null : 1e12 + ms
}

/** More than any race takes. */
const lapWeightMs = 1e10

/** Times of the rows with the most laps first. */
const lapsFirst = (columns: readonly TableColumn[], keyOf: RowKey): RowKey => {
  const lapsOf = lapReader(columns)
  return (row) => {
    const key = keyOf(row)
    return typeof key === 'number' ? key - (lapsOf(row) ?? 0) * lapWeightMs : key
  }
}

const dayFirst = /^(\d{1,2})[./](\d{1,2})[./](\d{4})/

/** A date in the order of its parts' weight; anything else as text. */
const dateKey = (cell: Cell | undefined): SortKey => {
  const parts = typeof cell === 'string' ? dayFirst.exec(cell.trim()) : null
  if (parts === null) return sortKeyOf(cell, 'text')
  const [, day = '', month = '', year = ''] = parts
  return sortKeyOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, 'text')
}

/** Sort key of a column's cells: places and times by value in its unit, sentinels as blanks. */
const cellKeyOf = (column: TableColumn): ((cell: Cell | undefined) => SortKey) => {
  const { kind, role, unit } = column
  if (isPlaceRole(role)) return placeKey
  if (role === 'birthDate') return dateKey
  const isElapsed = isFinishRole(role)
  const isTime = kind === 'time' || unit !== undefined || isElapsed || role === 'gap' || role === 'split'
  if (!isTime || kind === 'json') return (cell) => sortKeyOf(cell, kind)
  return (cell) => {
    const key =
      (isElapsed ? (elapsedMs(cell, column) ?? gapKey(cell, column)) : cellTimeMs(cell, unit)) ??
      (role === 'result' ? farKey(cell, unit) : null) ??
      sortKeyOf(cell, kind === 'text' ? 'time' : kind)
    // Before the race zero means no time.
    const isSentinel = isZeroOrLess(key) || isNoTime(cell, unit)
    return isElapsed && isSentinel ? null : key
  }
}

export type RowKey = (row: JsonObject) => SortKey

/** By a column of the table; null when it has no such column, so that all of its rows are blanks. */
export const columnKey = (columns: readonly TableColumn[], name: string): RowKey | null => {
  const column = columns.find((known) => known.name === name)
  if (column === undefined) return null
  const read = meaningReader(column)
  const keyOf = cellKeyOf(column)
  const rowKey: RowKey = (row) => keyOf(read(row))
  return isFinishRole(column.role) ? lapsFirst(columns, rowKey) : rowKey
}

/**
 * By what a row's columns mean, each table through its own: a name is composed, a status derived, a missing result is the
 * chip or gun time. Null when nothing in the table has the role.
 */
export const roleKey = (
  columns: readonly TableColumn[],
  reader: FinisherReader,
  role: Exclude<RowRole, 'distance' | 'category'>,
): RowKey | null => {
  if (role === 'status') return (row) => statusOrder.indexOf(reader.status(row))
  const column = columns.find((known) => known.role === role)
  const hasOther = column !== undefined && columns.some(({ signs }) => signs?.fills === column.name)
  if (role === 'name' && hasOther) return (row) => sortKeyOf(reader.name(row), 'text')
  if (role === 'name' && column === undefined) {
    return reader.has('lastName') || reader.has('firstName') ? (row) => sortKeyOf(reader.name(row), 'text') : null
  }
  if (role === 'result' && column === undefined) {
    const isTimed = reader.has('chipTime') || reader.has('gunTime')
    return isTimed ? lapsFirst(columns, (row) => reader.finishMs(row)) : null
  }
  return column === undefined ? null : columnKey(columns, column.name)
}

/** Texts that filters and lists of values compare: equal when they fold alike, blanks around them aside. */
export const valueKey = (text: string): string => fold(text).trim()

const cellText = (cell: Cell | undefined): string => {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell).trim()
}

export type RowText = (row: JsonObject) => string

/** Text that a filter by role compares; '' when absent. */
export const roleText =
  (reader: FinisherReader, role: Exclude<RowRole, 'distance' | 'category'>): RowText =>
  (row) => {
    if (role === 'status') return reader.status(row)
    if (role === 'result') return reader.resultText(row)
    return role === 'name' ? reader.name(row) : reader.text(row, role)
  }

export const columnText = (columns: readonly TableColumn[], name: string): RowText => {
  const column = columns.find((known) => known.name === name)
  if (column === undefined) return () => ''
  const read = cellReader(column)
  return (row) => cellText(read(row))
}

/**
 * Sort keys of rows, packed: NaN is a blank, Infinity says that `texts` has the key. Blanks go last in either direction,
 * numbers before texts.
 */
export type PackedKeys = { readonly numbers: Float64Array; readonly texts: (string | undefined)[] | null }

/** Rows dealt with between two chances for others to have their turn. */
const rowsPerStep = 1_024

export function* packKeys(rows: readonly JsonObject[], keyOf: RowKey): Generator<undefined, PackedKeys> {
  const numbers = new Float64Array(rows.length).fill(Number.NaN)
  let texts: (string | undefined)[] | null = null
  /** Equal texts are one string, however many rows have them. */
  const known = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield
    const key = keyOf(row)
    if (key === null) continue
    if (typeof key === 'number') {
      numbers[index] = Math.min(key, Number.MAX_VALUE)
      continue
    }
    texts ??= Array.from<string | undefined>({ length: rows.length })
    const text = known.get(key) ?? key
    known.set(key, text)
    numbers[index] = Number.POSITIVE_INFINITY
    texts[index] = text
  }
  return { numbers, texts }
}

export const comparePacked = ({ numbers, texts }: PackedKeys, a: number, b: number, isDescending: boolean): number => {
  const x = numbers[a] ?? Number.NaN
  const y = numbers[b] ?? Number.NaN
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : 1) : -1
  let order = x < y ? -1 : x > y ? 1 : 0
  if (x === y && x === Number.POSITIVE_INFINITY) {
    const left = texts?.[a] ?? ''
    const right = texts?.[b] ?? ''
    order = left < right ? -1 : left > right ? 1 : 0
  }
  return isDescending ? -order : order
}

/** The texts of a field by row: `codes[row]` is the place of its text in `keys` and `labels`. */
export type CodedTexts = {
  readonly codes: Uint32Array
  /** Folded unless they are exact, each once. */
  readonly keys: readonly string[]
  /** As first met in the table. */
  readonly labels: readonly string[]
}

export function* codeTexts(
  rows: readonly JsonObject[],
  textOf: RowText,
  isExact: boolean,
): Generator<undefined, CodedTexts> {
  const codes = new Uint32Array(rows.length)
  const keys: string[] = []
  const labels: string[] = isExact ? keys : []
  const codeByText = new Map<string, number>()
  const codeByKey = isExact ? codeByText : new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield
    const text = textOf(row)
    let code = codeByText.get(text)
    if (code === undefined) {
      const key = isExact ? text : valueKey(text)
      code = codeByKey.get(key)
      if (code === undefined) {
        code = keys.length
        keys.push(key)
        if (!isExact) labels.push(text)
        codeByKey.set(key, code)
      }
      codeByText.set(text, code)
    }
    codes[index] = code
  }
  return { codes, keys, labels }
}
