import { compareTables, type TableComparison } from '../../domain/ledger/compareTables.ts'
import type { TableColumn } from '../../domain/shape/columns.ts'
import { parseExactly } from '../../domain/shape/exactNumbers.ts'
import type { JsonObject } from '../../domain/shape/findRows.ts'
import { readBody } from '../../domain/shape/readBody.ts'
import { decodeBody } from './bodyCodec.ts'
import { changedRows } from './changedRows.ts'
import { soundBytes, type SnapshotBody } from './snapshotBodies.ts'
import type { Database } from './sqliteDatabase.ts'

/** The table that a category has now, with the body it was read from; null without one, or when that cannot be read any more. */
export type CurrentTable = {
  readonly snapshot: number
  readonly columns: readonly TableColumn[]
  readonly rows: number
  /** The service said that it has more rows than it gave. */
  readonly isIncomplete: boolean
  readonly url: string
  readonly status: number
  readonly body: SnapshotBody
}

export const currentTable = (database: Database, category: number): CurrentTable | null => {
  const row = database.get(
    `SELECT s.id, s.body, s.base, s.url, s.status, t.columns, t.rows, t.total
     FROM category_tables t JOIN snapshots s ON s.id = t.snapshot WHERE t.category = ?`,
    category,
  )
  if (row === null) return null
  const body = soundBytes(database, row)
  if (body === null) return null
  return {
    snapshot: Number(row['id']),
    columns: JSON.parse(String(row['columns'])) as readonly TableColumn[],
    rows: Number(row['rows']),
    isIncomplete: row['total'] !== null,
    url: String(row['url']),
    status: Number(row['status']),
    body,
  }
}

export const currentSnapshot = (database: Database, category: number): number | null => {
  const row = database.get('SELECT snapshot FROM category_tables WHERE category = ?', category)
  return row === null ? null : Number(row['snapshot'])
}

/** The category has no table, and the last reply was a recognised one that had no rows yet. */
export const isAwaitingRows = (database: Database, category: number): boolean => {
  if (currentSnapshot(database, category) !== null) return false
  const row = database.get(
    'SELECT s.id, s.body, s.base, s.url, s.status FROM categories c JOIN snapshots s ON s.id = c.last_snapshot WHERE c.id = ?',
    category,
  )
  const body = row === null ? null : soundBytes(database, row)
  if (row === null || body === null) return false
  const read = readBody(decodeBody(body.bytes), String(row['url']), Number(row['status']))
  return read.kind === 'no-rows' && read.error === null
}

/** The first rows of a category are news where they have a result: a list of those who will start is none. */
export const compareWithNone = (columns: readonly TableColumn[], rows: readonly JsonObject[]): TableComparison => {
  const { entries } = compareTables({ rows: [], columns }, { rows, columns })
  return { entries: entries.filter(({ after }) => after !== null), headline: null }
}

/** Rows that one of the two replies left out neither went away nor came. */
export const withoutLeftOut = (
  { entries, headline }: TableComparison,
  isIncomplete: { readonly before: boolean; readonly after: boolean },
): TableComparison => {
  if (!isIncomplete.before && !isIncomplete.after) return { entries, headline }
  const untold = isIncomplete.after ? 'vanished' : 'new'
  const told = entries.filter(({ type }) => type !== untold)
  const hidden = entries.filter(({ type, isDetail }) => isDetail && type === untold).length
  const hasDetails = told.some(({ isDetail }) => isDetail)
  return {
    entries: told,
    headline: headline !== null && hasDetails ? { ...headline, count: headline.count - hidden } : null,
  }
}

/** `bytes` are those that `rows` were read from. */
export const compareWith = (
  current: CurrentTable,
  bytes: Uint8Array,
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
): TableComparison => {
  const after = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows }
  const changed = changedRows({ bytes: current.body.bytes, rows: current.rows }, after)
  if (changed !== null) {
    return compareTables(
      { ...changed.before, columns: current.columns, part: { places: changed.before.places, of: current.rows } },
      { ...changed.after, columns, part: { places: changed.after.places, of: rows.length } },
    )
  }
  const read = readBody(decodeBody(current.body.bytes), current.url, current.status, parseExactly)
  if (read.kind !== 'rows') return { entries: [], headline: null }
  return compareTables({ rows: read.rows, columns: current.columns }, { rows, columns })
}
