import type { Instant } from '../../../preload/contract/ids.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import { deriveTable, writeTable } from './deriveTable.ts'
import { hasNamedPeople, keysOfRows, renamePeople, type RowKeys } from './personKeys.ts'
import { ofCapsule, openShapeBook, type ShapeBook } from '../columns/shapeBook.ts'
import { createRolesReader } from '../columns/shapeRows.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Derives tables again that an older version derived from stored bodies. Sends no requests; differences are not changes of the service. */

const outdated = `
  SELECT t.category, t.snapshot, t.columns, t.shape, h.version, g.guid, g.capsule
  FROM category_tables t JOIN categories c ON c.id = t.category JOIN stages g ON g.guid = c.stage
    LEFT JOIN shapes h ON h.id = t.shape
  WHERE t.derivation < ? AND`

/** Guesses come from the table that tells most, so that one goes first. */
const largestFirst = 'ORDER BY t.rows DESC, t.category'

export const deriveStageAgain = (database: Database, stage: string): void =>
  runAll(steps(database, 'c.stage = ?', [stage]))

export const deriveCategoryAgain = (database: Database, category: number): void =>
  runAll(steps(database, 'c.id = ?', [category]))

/** All stages, body by body. */
export const deriveEverythingAgain = (database: Database): Generator<undefined> => steps(database, 'TRUE', [])

function* steps(database: Database, where: string, values: readonly (string | number)[]): Generator<undefined> {
  for (const row of database.all(`${outdated} ${where} ${largestFirst}`, derivation, ...values)) {
    deriveOne(database, row)
    yield
  }
}

const runAll = (work: Iterator<undefined>): void => {
  while (work.next().done !== true);
}

/** The book for tables of the stage: its own when it came from a capsule. */
export const bookFor = (database: Database, { guid, capsule }: SqlRow): ShapeBook => {
  const all = openShapeBook(database)
  return capsule === null ? all : ofCapsule(all, String(guid))
}

/** The body is read before the write lock is taken and dropped after this table. */
const deriveOne = (database: Database, outdatedRow: SqlRow): void => {
  const { category, snapshot, guid } = outdatedRow
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot ?? null)
  const body = row === null ? null : soundBytes(database, row)
  const book = bookFor(database, outdatedRow)
  const columnsBefore = hasNamedPeople(database, String(guid)) ? createRolesReader(database)(outdatedRow) : null
  const keys: { readonly before: RowKeys; readonly after: RowKeys }[] = []
  const derived =
    row === null || body === null
      ? null
      : deriveTable(book, typedBody(database, row, body), (columns, rows) => {
          if (columnsBefore === null) return
          keys.push({ before: keysOfRows(columnsBefore, rows), after: keysOfRows(columns, rows) })
        })
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
      const place = { stage: String(guid), category: Number(category) }
      for (const { before, after } of keys) renamePeople(database, place, before, after)
      return
    }
    // A table with an unreadable body stays as it is; its drift baseline is dropped.
    database.run(
      'UPDATE category_tables SET derivation = ?, evidence = NULL WHERE category = ?',
      derivation,
      category ?? null,
    )
  })
}
