import type { Instant } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { parseExactly } from '../../kernel/text/exactNumbers.ts'
import { readBody } from '../columns/rules/body/readBody.ts'
import { noReading, readingFrom, textOfBody, type BodyReading } from '../columns/bodyReading.ts'
import { deriveTable, writeTable, type DerivedTable, type TypedBody } from './deriveTable.ts'
import { hasNamedPeople, keysOfRows, renamePeople, type RowKeys } from './personKeys.ts'
import { ofCapsule, openShapeBook, type ShapeBook } from '../columns/shapeBook.ts'
import { createRolesReader } from '../columns/shapeRows.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { ReadingChange, Reread } from '../columns/tableStore.ts'
import { notFound } from '../../kernel/result.ts'

const readable = `
  SELECT c.id AS category, t.snapshot AS shown, coalesce(t.snapshot, c.last_snapshot) AS snapshot, t.columns, t.shape, h.version,
    c.charset AS own_charset, c.has_header AS own_header, g.charset AS stage_charset, g.has_header AS stage_header
  FROM categories c JOIN stages g ON g.guid = c.stage LEFT JOIN category_tables t ON t.category = c.id
    LEFT JOIN shapes h ON h.id = t.shape LEFT JOIN snapshots s ON s.id = c.last_snapshot
  WHERE c.stage = ? AND (t.category IS NOT NULL OR (s.id IS NOT NULL AND s.set_aside IS NULL))`

type Reading = {
  readonly row: SqlRow
  readonly fetchedAt: Instant
  readonly derived: DerivedTable
  readonly keys: { readonly before: RowKeys; readonly after: RowKeys } | null
}

/**
 * Keeps how the bodies of a stage, or of some of its categories, are to be read, and reads all that is stored of them anew at once:
 * all or nothing. Errors: not-found, invalid-input with the message `no-rows` when a table would lose all its rows.
 */
export const readOtherwise = (database: Database, change: ReadingChange): Result<Reread> => {
  const { stage, categories } = change
  const known = database.get('SELECT capsule FROM stages WHERE guid = ?', stage)
  if (known === null) return notFound('stage')
  const wanted = categories === undefined ? null : new Set(categories.map(Number))
  const all = openShapeBook(database, [], true)
  const book = known['capsule'] === null ? all : ofCapsule(all, stage)
  const rows = database
    .all(`${readable} ORDER BY t.rows DESC, c.id`, stage)
    .filter((row) => wanted?.has(Number(row['category'])) ?? true)
  const read: Reading[] = []
  for (const row of rows) {
    const reading = readOne(database, book, row, change)
    if (reading !== null) read.push(reading)
    else if (row['shown'] !== null && isSoundTable(database, row)) return { ok: false, error: withoutRows(change) }
  }
  return database.transaction(() => {
    keepReading(database, change)
    for (const { row, fetchedAt, derived, keys } of read) {
      const place = { category: Number(row['category']), snapshot: Number(row['snapshot']), at: fetchedAt }
      const now = database.get('SELECT snapshot FROM category_tables WHERE category = ?', place.category)
      // Another process may just have stored a newer body: that one is read anew when it is next asked for.
      if ((now?.['snapshot'] ?? null) !== row['shown']) {
        database.run(
          'UPDATE category_tables SET derivation = 0, readings = readings + 1 WHERE category = ?',
          place.category,
        )
        continue
      }
      writeTable(database, book, place, derived)
      if (keys !== null) renamePeople(database, { stage, category: place.category }, keys.before, keys.after)
      if (row['shown'] === null) showRows(database, place, derived.rows)
    }
    return {
      ok: true,
      value: { rows: read.reduce((sum, { derived }) => sum + derived.rows, 0), categories: read.length },
    }
  })
}

const withoutRows = ({ charset }: ReadingChange): AppError => ({
  kind: 'invalid-input',
  issues: [{ path: charset === undefined ? 'hasHeader' : 'charset', message: 'no-rows' }],
})

const isSoundTable = (database: Database, row: SqlRow): boolean => {
  const stored = database.get('SELECT * FROM snapshots WHERE id = ?', row['snapshot'] ?? null)
  return stored !== null && soundBytes(database, stored) !== null
}

/** The choices in force after the change. */
const readingAfter = (row: SqlRow, { categories, charset, hasHeader }: ReadingChange): BodyReading => {
  const header = hasHeader === undefined || hasHeader === null ? null : hasHeader ? 1 : 0
  const after = <T>(said: T | undefined, own: T, ofStage: T): T => {
    if (said === undefined) return own ?? ofStage
    return categories === undefined ? said : (said ?? ofStage)
  }
  return readingFrom({
    charset: after(charset, row['own_charset'] ?? null, row['stage_charset'] ?? null),
    has_header: after(
      hasHeader === undefined ? undefined : header,
      row['own_header'] ?? null,
      row['stage_header'] ?? null,
    ),
  })
}

const readOne = (database: Database, book: ShapeBook, row: SqlRow, change: ReadingChange): Reading | null => {
  const stored = database.get('SELECT * FROM snapshots WHERE id = ?', row['snapshot'] ?? null)
  const body = stored === null ? null : soundBytes(database, stored)
  if (stored === null || body === null) return null
  const before = typedBody(database, stored, body)
  const keysBefore =
    row['shown'] === null || !hasNamedPeople(database, change.stage) ? null : keysNow(database, row, before)
  const keys: { readonly before: RowKeys; readonly after: RowKeys }[] = []
  const derived = deriveTable(book, { ...before, reading: readingAfter(row, change) }, (columns, rows) => {
    if (keysBefore !== null) keys.push({ before: keysBefore, after: keysOfRows(columns, rows) })
  })
  if (derived.kind !== 'rows') return null
  return { row, fetchedAt: String(stored['fetched_at']) as Instant, derived, keys: keys[0] ?? null }
}

const keysNow = (
  database: Database,
  row: SqlRow,
  { body, contentType, url, status, reading = noReading }: TypedBody,
): RowKeys => {
  const columns = createRolesReader(database)(row)
  const text = textOfBody(body, contentType, reading.charset)?.text ?? null
  const read = readBody(text, url, status, parseExactly, reading.hasHeader)
  return columns === null || read.kind !== 'rows' ? [] : keysOfRows(columns, read.rows)
}

/** Within a transaction. */
const keepReading = (database: Database, { stage, categories, charset, hasHeader }: ReadingChange): void => {
  const said = [
    ['charset', charset] as const,
    ['has_header', hasHeader === undefined || hasHeader === null ? hasHeader : hasHeader ? 1 : 0] as const,
  ]
  for (const [column, value] of said) {
    if (value === undefined) continue
    if (categories === undefined) {
      database.run(`UPDATE stages SET ${column} = ? WHERE guid = ?`, value, stage)
      database.run(`UPDATE categories SET ${column} = NULL WHERE stage = ?`, stage)
    } else {
      database.run(
        `UPDATE categories SET ${column} = ? WHERE stage = ? AND id IN (SELECT value FROM json_each(?))`,
        value,
        stage,
        JSON.stringify(categories.map(Number)),
      )
    }
  }
}

/** The last reply has rows, read in this way. */
const showRows = (
  database: Database,
  { category, snapshot, at }: { readonly category: number; readonly snapshot: number; readonly at: Instant },
  rows: number,
): void => {
  database.run('UPDATE snapshots SET rows = ? WHERE id = ?', rows, snapshot)
  database.run(
    "UPDATE categories SET outcome = 'done', error = NULL, confirmed_at = coalesce(checked_at, ?) WHERE id = ?",
    at,
    category,
  )
}
