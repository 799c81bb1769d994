import type { Instant } from '../../../preload/contract.ts'
import { derivation } from '../../domain/shape/derivation.ts'
import { deriveTable, writeTable } from './deriveTable.ts'
import { ofCapsule, openShapeBook } from './shapeBook.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from './sqliteDatabase.ts'

const outdated = `
  SELECT t.category, t.snapshot, g.guid, g.capsule
  FROM category_tables t JOIN categories c ON c.id = t.category JOIN stages g ON g.guid = c.stage
  WHERE t.derivation < ? AND`

/** Tables of a stage that an older version derived are derived again from their bodies; nothing is fetched. */
export const deriveStageAgain = (database: Database, stage: string): void =>
  deriveAll(database, database.all(`${outdated} c.stage = ?`, derivation, stage))

export const deriveCategoryAgain = (database: Database, category: number): void =>
  deriveAll(database, database.all(`${outdated} c.id = ?`, derivation, category))

/** Derives the tables of all stages again, one by one. */
export function* deriveEverythingAgain(database: Database): Generator<undefined> {
  for (const row of database.all(`${outdated} TRUE`, derivation)) {
    deriveOne(database, row)
    yield
  }
}

const deriveAll = (database: Database, rows: readonly SqlRow[]): void => rows.forEach((row) => deriveOne(database, row))

/** The body is read before the write lock is taken and dropped after this table. */
const deriveOne = (database: Database, { category, snapshot, guid, capsule }: SqlRow): void => {
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot ?? null)
  const body = row === null ? null : soundBytes(database, row)
  const all = openShapeBook(database)
  const book = capsule === null ? all : ofCapsule(all, String(guid))
  const derived = row === null || body === null ? null : deriveTable(book, typedBody(row, body))
  database.transaction(() => {
    // Another process may just have stored a newer body.
    const now = database.get(
      'SELECT snapshot FROM category_tables WHERE category = ? AND derivation < ?',
      category ?? null,
      derivation,
    )
    if (now === null || now['snapshot'] !== snapshot) return
    if (row !== null && derived?.kind === 'rows') {
      const at = String(row['fetched_at']) as Instant
      writeTable(database, book, { category: Number(category), snapshot: Number(snapshot), at }, derived)
      return
    }
    // A table whose body can no longer be read stays as it is.
    database.run('UPDATE category_tables SET derivation = ? WHERE category = ?', derivation, category ?? null)
  })
}
