import { compareTables, type TableComparison } from '../../domain/ledger/compareTables.ts'
import type { TableColumn } from '../../domain/shape/columns.ts'
import type { JsonObject } from '../../domain/shape/findRows.ts'
import { readBody } from '../../domain/shape/readBody.ts'
import { decodeBody } from './bodyCodec.ts'
import { soundBytes, type SnapshotBody } from './snapshotBodies.ts'
import type { Database } from './sqliteDatabase.ts'

/** The table that a category has now, with the body it was read from; null without one, or when that cannot be read any more. */
export type CurrentTable = {
  readonly snapshot: number
  readonly columns: readonly TableColumn[]
  readonly url: string
  readonly status: number
  readonly body: SnapshotBody
}

export const currentTable = (database: Database, category: number): CurrentTable | null => {
  const row = database.get(
    `SELECT s.id, s.body, s.base, s.url, s.status, t.columns
     FROM category_tables t JOIN snapshots s ON s.id = t.snapshot WHERE t.category = ?`,
    category,
  )
  if (row === null) return null
  const body = soundBytes(database, row)
  if (body === null) return null
  return {
    snapshot: Number(row['id']),
    columns: JSON.parse(String(row['columns'])) as readonly TableColumn[],
    url: String(row['url']),
    status: Number(row['status']),
    body,
  }
}

export const currentSnapshot = (database: Database, category: number): number | null => {
  const row = database.get('SELECT snapshot FROM category_tables WHERE category = ?', category)
  return row === null ? null : Number(row['snapshot'])
}

export const compareWith = (
  current: CurrentTable,
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
): TableComparison => {
  const read = readBody(decodeBody(current.body.bytes), current.url, current.status)
  if (read.kind !== 'rows') return { entries: [], headline: null }
  return compareTables({ rows: read.rows, columns: readAlike(current.columns, columns) }, { rows, columns })
}

/**
 * The columns of the older table with the roles that the newer one gives them: what was corrected or understood in between is
 * no change of the rows. A column that is gone keeps its role unless another one has it now.
 */
const readAlike = (older: readonly TableColumn[], newer: readonly TableColumn[]): readonly TableColumn[] => {
  const byName = new Map(newer.map((column) => [column.name, column]))
  const taken = new Set(newer.map(({ role }) => role))
  return older.map(({ role, unit, ...column }): TableColumn => {
    const same = byName.get(column.name)
    const reads = same ?? (taken.has(role) ? {} : { role, unit })
    return {
      ...column,
      ...(reads.role === undefined ? {} : { role: reads.role }),
      ...(reads.unit === undefined ? {} : { unit: reads.unit }),
    }
  })
}
