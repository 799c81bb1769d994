import type { Instant } from '../../../preload/contract.ts'
import { derivation, deriveTable, writeTable } from './deriveTable.ts'
import { ofCapsule, openShapeBook, type ShapeBook } from './shapeBook.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from './sqliteDatabase.ts'

const outdated = `
  SELECT t.category, t.snapshot, g.guid, g.capsule
  FROM category_tables t JOIN categories c ON c.id = t.category JOIN stages g ON g.guid = c.stage
  WHERE t.derivation < ? AND`

/** Tables of a stage that an older version derived are derived again from their bodies; nothing is fetched. */
export const deriveStageAgain = (database: Database, stage: string): void =>
  deriveAgain(database, () => database.all(`${outdated} c.stage = ?`, derivation, stage))

export const deriveCategoryAgain = (database: Database, category: number): void =>
  deriveAgain(database, () => database.all(`${outdated} c.id = ?`, derivation, category))

const deriveAgain = (database: Database, read: () => readonly SqlRow[]): void => {
  if (read().length === 0) return
  database.transaction(() => {
    const book = openShapeBook(database)
    // Read again under the lock: another process may just have stored newer bodies.
    for (const { category, snapshot, guid, capsule } of read()) {
      const own = capsule === null ? book : ofCapsule(book, String(guid))
      deriveOne(database, own, Number(category), Number(snapshot))
    }
  })
}

const deriveOne = (database: Database, book: ShapeBook, category: number, snapshot: number): void => {
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot)
  const body = row === null ? null : soundBytes(database, row)
  const derived = row === null || body === null ? null : deriveTable(book, typedBody(row, body))
  if (row !== null && derived?.kind === 'rows') {
    writeTable(database, book, { category, snapshot, at: String(row['fetched_at']) as Instant }, derived)
    return
  }
  // What can no longer be read stays as it was derived.
  database.run('UPDATE category_tables SET derivation = ? WHERE category = ?', derivation, category)
}
