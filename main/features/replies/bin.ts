import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import { keptMs } from './dataAge.ts'

/**
 * Removed stages. `removed_at` says since when a stage is in the bin; '' that it is being deleted for good, which takes many
 * short writes: nothing can bring it back, and the next process goes on where this one ended.
 */

/** Gives up one stage of the bin, or all. */
export const giveUp = (database: Database, guid: StageGuid | null): void => {
  database.run("UPDATE stages SET removed_at = '' WHERE removed_at > '' AND guid = coalesce(?, guid)", guid)
}

/** Gives up the stages that were removed a month or more before this age of the data (`dataAge`). */
export const giveUpOld = (database: Database, ageMs: number): void => {
  database.run("UPDATE stages SET removed_at = '' WHERE removed_at > '' AND removed_age < ?", ageMs - keptMs)
}

/** Deletes at once the rest of a stage that was given up, since its GUID comes in again. Within a transaction. */
export const dropDeleted = (database: Database, guid: string): void => {
  database.run("DELETE FROM stages WHERE guid = ? AND removed_at = ''", guid)
}

const atOnce = 20

/** Deletes the stages that were given up, some rows a step. */
export function* deleteGivenUp(database: Database): Generator<undefined> {
  for (const { guid } of database.all("SELECT guid FROM stages WHERE removed_at = ''")) {
    const stage = String(guid)
    const deleteSome = (table: 'snapshots' | 'ledger', rows: string): boolean => {
      // The GUID may have come in again since the last step.
      const given = "SELECT guid FROM stages WHERE guid = ? AND removed_at = ''"
      const some = database.all(rows.replace('$stage', `(${given})`), stage)
      for (const { id } of some) database.run(`DELETE FROM ${table} WHERE id = ?`, id ?? null)
      return some.length > 0
    }
    // Replies are stored as differences from older ones.
    const replies = `SELECT id FROM snapshots WHERE category IN (SELECT id FROM categories WHERE stage IN $stage)
      ORDER BY id DESC LIMIT ${atOnce}`
    while (deleteSome('snapshots', replies)) yield
    while (deleteSome('ledger', `SELECT id FROM ledger WHERE stage IN $stage LIMIT ${atOnce * 10}`)) yield
    dropDeleted(database, stage)
    yield
  }
}
