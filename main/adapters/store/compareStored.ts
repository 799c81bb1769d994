import { compareTables, type TableComparison } from '../../domain/ledger/compareTables.ts'
import type { TableColumn } from '../../domain/shape/columns.ts'
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
  readonly url: string
  readonly status: number
  readonly body: SnapshotBody
}

export const currentTable = (database: Database, category: number): CurrentTable | null => {
  const row = database.get(
    `SELECT s.id, s.body, s.base, s.url, s.status, t.columns, t.rows
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
    url: String(row['url']),
    status: Number(row['status']),
    body,
  }
}

export const currentSnapshot = (database: Database, category: number): number | null => {
  const row = database.get('SELECT snapshot FROM category_tables WHERE category = ?', category)
  return row === null ? null : Number(row['snapshot'])
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
  const read = readBody(decodeBody(current.body.bytes), current.url, current.status)
  if (read.kind !== 'rows') return { entries: [], headline: null }
  return compareTables({ rows: read.rows, columns: current.columns }, { rows, columns })
}
