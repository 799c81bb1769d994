import { compareTables, type TableComparison } from '../../domain/ledger/compareTables.ts'
import type { TableColumn } from '../../domain/shape/columns.ts'
import type { JsonObject } from '../../domain/shape/findRows.ts'
import { readBody } from '../../domain/shape/readBody.ts'
import { decodeBody, isDamagedBody } from './bodyCodec.ts'
import { snapshotBytes, type SnapshotBody } from './snapshotBodies.ts'
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
  const body = readable(() => snapshotBytes(database, row))
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

/** Good rows are stored whatever has become of those before them: a damaged body is compared with nothing. */
const readable = (read: () => SnapshotBody | null): SnapshotBody | null => {
  try {
    return read()
  } catch (thrown) {
    if (!isDamagedBody(thrown)) throw thrown
    return null
  }
}

export const compareWith = (
  current: CurrentTable,
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
): TableComparison => {
  const read = readBody(decodeBody(current.body.bytes), current.url, current.status)
  if (read.kind !== 'rows') return { entries: [], headline: null }
  return compareTables({ rows: read.rows, columns: current.columns }, { rows, columns })
}
