import { finisherReader } from '../results/rules/finisher.ts'
import { isPersonKey, ledgerKeyOf } from '../results/rules/ledgerKey.ts'
import type { TableColumn } from '../columns/rules/table/columns.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** The keys of people in the ledger and among favourites, row by row; null for a row without a person. */
export type RowKeys = readonly (string | null)[]

export const keysOfRows = (columns: readonly TableColumn[], rows: readonly JsonObject[]): RowKeys => {
  const reader = finisherReader(columns)
  return rows.map((row) => ledgerKeyOf(reader, rows, row))
}

const named = `
  SELECT 1 FROM favourites WHERE stage = ?1
  UNION ALL SELECT 1 FROM ledger WHERE stage = ?1 AND (person IS NOT NULL OR person_before IS NOT NULL) LIMIT 1`

/** Whether anything is kept under the keys of people of the stage. */
export const hasNamedPeople = (database: Database, stage: string): boolean => database.get(named, stage) !== null

/**
 * The same people under the keys that their rows have now, after a body was read anew. Keys that several rows had tell nobody
 * apart and stay. Within a transaction.
 */
export const renamePeople = (
  database: Database,
  { stage, category }: { readonly stage: string; readonly category: number },
  before: RowKeys,
  after: RowKeys,
): void => {
  if (before.length !== after.length) return
  const renamed = new Map<string, string | null>()
  for (const [index, key] of before.entries()) {
    const now = after[index] ?? null
    if (key !== null) renamed.set(key, renamed.has(key) && renamed.get(key) !== now ? null : now)
  }
  for (const [key, now] of renamed) {
    if (now === null || now === key) continue
    for (const column of ['person', 'person_before']) {
      database.run(
        `UPDATE ledger SET ${column} = ? WHERE stage = ? AND ${column} = ? AND (? OR category = ?)`,
        now,
        stage,
        key,
        isPersonKey(key) ? 1 : 0,
        category,
      )
    }
    if (isPersonKey(now)) {
      database.run(
        'UPDATE OR REPLACE favourites SET person_key = ? WHERE stage = ? AND person_key = ?',
        now,
        stage,
        key,
      )
    }
  }
}
