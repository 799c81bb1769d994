import type { Cell, ColumnRole, Status } from '../../preload/contract.ts'
import { statusOfWord } from './statusWords.ts'
import { cellReader, type TableColumn } from './shape/columns.ts'
import type { JsonObject } from './shape/findRows.ts'
import { cellTimeMs } from './times.ts'

export type Split = {
  /** As the service calls the point, else its number in the row. */
  readonly label: string
  /** From the start to the point; null when not passed or unreadable. */
  readonly totalMs: number | null
  /** From the point before. */
  readonly lapMs: number | null
  /** Place at the point, in whatever the service counts it in. */
  readonly place: number | null
}

export type PlaceRole = 'place' | 'placeOverall' | 'placeSex' | 'placeCategory'
export type TimeRole = 'result' | 'gunTime' | 'chipTime' | 'gap'

/**
 * What the roles of a table's columns make of a row. Every function answers '' or null when the table has no such column or
 * the cell holds nothing readable; nothing is guessed here.
 */
export type FinisherReader = {
  /** The cell of the first column with the role, as received. */
  readonly cell: (row: JsonObject, role: ColumnRole) => Cell
  /** The same as trimmed text. */
  readonly text: (row: JsonObject, role: ColumnRole) => string
  /** The name as received, else last, first and middle name with spaces between. */
  readonly name: (row: JsonObject) => string
  /** A whole number from 1; sentinels for "no place" (0, negative, from 1,000,000 on) are none. */
  readonly place: (row: JsonObject, role?: PlaceRole) => number | null
  readonly timeMs: (row: JsonObject, role?: TimeRole) => number | null
  /** The result if it has one, else chip time, else gun time. */
  readonly finishMs: (row: JsonObject) => number | null
  readonly status: (row: JsonObject) => Status
  readonly splits: (row: JsonObject) => readonly Split[]
  readonly has: (role: ColumnRole) => boolean
}

/** From here on a place is a service's way to say that there is none. */
const placeLimit = 1_000_000

export const finisherReader = (columns: readonly TableColumn[]): FinisherReader => {
  const byRole = new Map<ColumnRole, { readonly column: TableColumn; readonly read: (row: JsonObject) => Cell }>()
  for (const column of columns) {
    if (column.role === undefined || byRole.has(column.role)) continue
    const read = cellReader(column)
    byRole.set(column.role, { column, read: (row) => read(row) ?? null })
  }
  const cell = (row: JsonObject, role: ColumnRole): Cell => byRole.get(role)?.read(row) ?? null
  const text = (row: JsonObject, role: ColumnRole): string => textOf(cell(row, role))
  const timeMs = (row: JsonObject, role: TimeRole = 'result'): number | null => {
    const found = byRole.get(role)
    return found === undefined ? null : cellTimeMs(found.read(row), found.column.unit)
  }
  const finishMs = (row: JsonObject): number | null => {
    const ms = timeMs(row, 'result') ?? timeMs(row, 'chipTime') ?? timeMs(row, 'gunTime')
    return ms !== null && ms > 0 ? ms : null
  }
  return {
    cell,
    text,
    name: (row) =>
      text(row, 'name') ||
      [text(row, 'lastName'), text(row, 'firstName'), text(row, 'middleName')].filter((part) => part !== '').join(' '),
    place: (row, role = 'place') => placeOf(cell(row, role)),
    timeMs,
    finishMs,
    status: (row) => {
      const said = statusOfWord(text(row, 'status'))
      if (said !== null) return said
      return finishMs(row) === null ? 'unknown' : 'OK'
    },
    splits: () => [],
    has: (role) => byRole.has(role),
  }
}

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell).trim()
}

const placeOf = (cell: Cell): number | null => {
  const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell).trim().replace(/\.$/, '') : ''
  if (!/^\d{1,9}$/.test(text)) return null
  const place = Number(text)
  return place >= 1 && place < placeLimit ? place : null
}
