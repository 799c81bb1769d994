import type { Instant } from '../../../preload/contract/ids.ts'
import { compareTables, rowsLost } from '../changes/rules/compareTables.ts'
import { isShrunk } from './rules/shrinkage.ts'
import { tableRows } from './compareStored.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

type Place = { readonly category: number; readonly snapshot: number; readonly at: Instant }

/** The replaced table, and the number of its rows whose people are missing in the new one. */
export type Replaced = { readonly snapshot: number; readonly rows: number; readonly lost: number }

/**
 * Announces a table that shrank, until it has its rows again or the user dismisses the announcement. Call it within the transaction that writes the
 * table, after the write. If the table shrinks again, the announcement keeps naming the same reply before.
 */
export const announceShrinkage = (database: Database, place: Place, rows: number, before: Replaced): void => {
  const { category, snapshot, at } = place
  const known = database.get('SELECT reply_before, rows_before FROM shrinks WHERE category = ?', category)
  if (known === null) {
    if (!isShrunk({ before: before.rows, after: rows, lost: before.lost })) return
    database.run(
      `INSERT INTO shrinks (category, at, rows, lost, reply_before, rows_before, before_at)
       SELECT ?, ?, ?, ?, id, ?, fetched_at FROM snapshots WHERE id = ?`,
      category,
      at,
      rows,
      before.lost,
      before.rows,
      before.snapshot,
    )
    return
  }
  const rowsBefore = Number(known['rows_before'])
  // Both tables are read only if the new one has enough rows again.
  const lost = isShrunk({ before: rowsBefore, after: rows, lost: 0 })
    ? rowsBefore
    : rowsLostSince(database, Number(known['reply_before']), category, snapshot)
  if (isShrunk({ before: rowsBefore, after: rows, lost })) {
    database.run('UPDATE shrinks SET rows = ?, lost = max(lost, ?) WHERE category = ?', rows, before.lost, category)
  } else forgetShrinkage(database, category)
}

export const forgetShrinkage = (database: Database, category: number): void => {
  database.run('DELETE FROM shrinks WHERE category = ?', category)
}

const rowsLostSince = (database: Database, before: number, category: number, snapshot: number): number => {
  const columns = database.get('SELECT columns FROM category_tables WHERE category = ?', category)?.['columns']
  const [was, is] = [tableRows(database, before), tableRows(database, snapshot)]
  if (columns === undefined || was === null || is === null) return 0
  return rowsLost(compareTables(was, { ...is, columns: JSON.parse(String(columns)) as typeof is.columns }))
}
