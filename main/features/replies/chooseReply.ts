import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { currentSnapshot } from './compareStored.ts'
import { deriveAndCompare } from './deriveAndCompare.ts'
import { writeTable } from './deriveTable.ts'
import { writeLedger } from '../changes/ledgerWriting.ts'
import { recordDrift } from './recordDrift.ts'
import { setAsideFrom, writeSetAside } from './setAside.ts'
import type { ShapeBook } from '../columns/shapeBook.ts'
import { announceShrinkage, forgetShrinkage } from './shrinks.ts'
import { soundBytes, typedBody } from './snapshotBodies.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** A user's choice of the stored reply that is the table of its category. `reply`: the snapshot's id. */
export type ReplyChoice = {
  readonly kind: 'choice'
  readonly category: CategoryId
  readonly reply: number
  readonly at: Instant
}

type Prepared = (database: Database) => AppError | null

/**
 * Makes a stored reply the table of its category: one that was set aside, or an earlier one. The changes go into the
 * ledger at the time of the choice. Later replies that it replaces are set aside as `left`: they are used again only when they are
 * chosen. A table that loses much by the choice is announced like any other, so that users can go back.
 * Errors: not-found, storage for a damaged reply, and those of a body without rows.
 */
export const prepareChoice = (database: Database, book: ShapeBook, choice: ReplyChoice): Prepared => {
  const { reply, at } = choice
  const category = Number(choice.category)
  const row = database.get('SELECT * FROM snapshots WHERE id = ? AND category = ?', reply, category)
  if (row === null) return () => ({ kind: 'not-found', what: 'reply' })
  const body = soundBytes(database, row)
  if (body === null) return () => ({ kind: 'storage', reason: 'The stored reply is damaged' })
  const fetched = { ...typedBody(database, row, body), category }
  const first = deriveAndCompare(database, book, fetched, true)
  return (db) => {
    // It may have been removed since.
    if (db.get('SELECT 1 FROM snapshots WHERE id = ?', reply) === null) return { kind: 'not-found', what: 'reply' }
    const isStale = currentSnapshot(db, category) !== (first.current?.snapshot ?? null)
    const { current, derived, comparison, replaced } = isStale ? deriveAndCompare(db, book, fetched, true) : first
    if (derived.kind !== 'rows') return derived.error ?? { kind: 'not-found', what: 'rows' }
    if (current?.snapshot === reply) return null
    leaveLater(db, category, reply)
    writeSetAside(db, reply, null)
    db.run('UPDATE snapshots SET rows = ? WHERE id = ?', derived.rows, reply)
    const place = { category, snapshot: reply, at }
    recordDrift(db, place, derived.shaped.evidence)
    writeTable(db, book, { ...place, at: String(row['fetched_at']) as Instant }, derived)
    if (comparison !== null) writeLedger(db, place, comparison)
    if (replaced === null) forgetShrinkage(db, category)
    else announceShrinkage(db, place, derived.rows, replaced)
    settleChoice(db, category, row)
    return null
  }
}

/** The replaced table and the last reply, if they are later than the chosen one. */
const leaveLater = (database: Database, category: number, reply: number): void => {
  const later = database.all(
    `SELECT id, rows FROM snapshots WHERE id > ? AND set_aside IS NULL AND rows > 0 AND id IN (
       SELECT snapshot FROM category_tables WHERE category = ? UNION SELECT last_snapshot FROM categories WHERE id = ?)`,
    reply,
    category,
    category,
  )
  for (const { id, rows } of later) {
    writeSetAside(database, Number(id), { reason: 'left', text: '', rows: Number(rows), error: null })
  }
}

/** The chosen reply counts as confirmed at its fetch time, and the last reply stays the last one. */
const settleChoice = (database: Database, category: number, chosen: SqlRow): void => {
  const last = database.get(
    'SELECT s.id, s.set_aside, c.checked_at FROM categories c JOIN snapshots s ON s.id = c.last_snapshot WHERE c.id = ?',
    category,
  )
  const isLast = last?.['id'] === chosen['id']
  const error = isLast ? null : (setAsideFrom(last?.['set_aside'])?.error ?? null)
  database.run(
    'UPDATE categories SET outcome = ?, error = ?, confirmed_at = ? WHERE id = ?',
    isLast ? 'done' : 'no-rows',
    error === null ? null : JSON.stringify(error),
    String((isLast ? last?.['checked_at'] : null) ?? chosen['fetched_at']),
    category,
  )
}
