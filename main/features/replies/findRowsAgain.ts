import type { Instant } from '../../../preload/contract/ids.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import { bookFor } from './deriveAgain.ts'
import { deriveAndCompare } from './deriveAndCompare.ts'
import { writeTable } from './deriveTable.ts'
import { rowless } from './rowless.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Looks again for rows in stored bodies in which an older version found none. It loads what judges replies, so only threads do it. */

export const findRowsInStage = (database: Database, stage: string): void => {
  for (const row of database.all(`${rowless} c.stage = ?`, derivation, stage)) findRowsOf(database, row)
}

export const findRowsInCategory = (database: Database, category: number): void => {
  for (const row of database.all(`${rowless} c.id = ?`, derivation, category)) findRowsOf(database, row)
}

/** In all stages, body by body. */
export function* findRowsEverywhere(database: Database): Generator<undefined> {
  for (const row of database.all(`${rowless} TRUE`, derivation)) {
    findRowsOf(database, row)
    yield
  }
}

const findRowsOf = (database: Database, { category, snapshot, guid, capsule }: SqlRow): void => {
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot ?? null)
  const body = row === null ? null : soundBytes(database, row)
  const book = bookFor(database, { guid: guid ?? null, capsule: capsule ?? null })
  const derived =
    row === null || body === null
      ? null
      : deriveAndCompare(database, book, { ...typedBody(database, row, body), category: Number(category) }).derived
  database.transaction(() => {
    database.run('UPDATE snapshots SET derivation = ? WHERE id = ?', derivation, snapshot ?? null)
    const last = database.get('SELECT last_snapshot FROM categories WHERE id = ?', category ?? null)
    if (row === null || derived?.kind !== 'rows' || last?.['last_snapshot'] !== snapshot) return
    database.run('UPDATE snapshots SET rows = ? WHERE id = ?', derived.rows, snapshot ?? null)
    const at = String(row['fetched_at']) as Instant
    writeTable(database, book, { category: Number(category), snapshot: Number(snapshot), at }, derived)
    database.run(
      `UPDATE categories SET outcome = 'done', error = NULL, confirmed_at = coalesce(checked_at, ?)
       WHERE id = ? AND outcome IN ('no-rows', 'done', 'unchanged')`,
      at,
      category ?? null,
    )
  })
}
