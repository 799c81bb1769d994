import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../../preload/contract/ids.ts'
import { isStillRunning } from '../../platform/sqlite/processLife.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import { dropDeleted } from '../replies/bin.ts'

/**
 * A capsule while it is written part by part: under two hidden stages, one for new data and one for
 * the data it replaces. At the end `clearStaged` removes the rest; after a kill the next process does.
 */
export type Staged = {
  readonly id: string
  /** The stage that the capsule will become. */
  readonly guid: string
  readonly newStage: string
  readonly oldStage: string
}

const stagesOf = (id: string): Pick<Staged, 'newStage' | 'oldStage'> => ({
  newStage: `${id} new`,
  oldStage: `${id} old`,
})

export const beginStaging = (database: Database, guid: string, at: Instant): Staged => {
  const id = `intake:${randomUUID()}`
  const stages = stagesOf(id)
  database.transaction(() => {
    dropDeleted(database, guid)
    // Uses the system clock, like process start times; the app's clock may be injected.
    const startedAt = new Date().toISOString()
    database.run('INSERT INTO intakes (id, pid, started_at) VALUES (?, ?, ?)', id, process.pid, startedAt)
    for (const stage of [stages.newStage, stages.oldStage]) {
      database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, '', ?)", stage, at)
    }
  })
  return { id, guid, ...stages }
}

/** The category that the stage has already, or a new one. Within a transaction. */
export const stagedCategory = (
  database: Database,
  { guid, newStage }: Staged,
  { distanceGuid, categoryGuid }: { readonly distanceGuid: string; readonly categoryGuid: string },
  place: number,
): number => {
  const known = database.get(
    'SELECT id FROM categories WHERE stage = ? AND distance_guid = ? AND category_guid = ?',
    guid,
    distanceGuid,
    categoryGuid,
  )
  if (known !== null) return Number(known['id'])
  return database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES (?, ?, '', ?, '', '', ?, 0)`,
    newStage,
    distanceGuid,
    categoryGuid,
    place,
  )
}

export const hideSnapshot = (database: Database, { id }: Staged, snapshot: number): void => {
  database.run('INSERT INTO staged_snapshots (snapshot, intake) VALUES (?, ?)', snapshot, id)
}

/** Whether the stage still has the same categories as when these were chosen. Call it within a transaction. */
export const areCategoriesOf = (
  database: Database,
  { guid, newStage }: Staged,
  categories: readonly number[],
): boolean => {
  const ids = JSON.stringify(categories)
  const found = database.get(
    `SELECT count(*) AS n FROM categories c WHERE id IN (SELECT value FROM json_each(?)) AND (stage = ? OR (stage = ? AND NOT EXISTS (
       SELECT 1 FROM categories o WHERE o.stage = ? AND o.distance_guid = c.distance_guid AND o.category_guid = c.category_guid)))`,
    ids,
    guid,
    newStage,
    guid,
  )
  return Number(found?.['n']) === categories.length
}

/** Whether all parts still exist: another process whose clock was set may have removed them as abandoned. Call it within a transaction. */
export const isStillStaged = (database: Database, { id }: Staged, snapshots: readonly number[]): boolean => {
  const found = database.get(
    `SELECT count(*) AS n FROM staged_snapshots WHERE intake = ? AND snapshot IN (SELECT value FROM json_each(?))
       AND EXISTS (SELECT 1 FROM intakes WHERE id = ?)`,
    id,
    JSON.stringify(snapshots),
    id,
  )
  return Number(found?.['n']) === new Set(snapshots).size
}

/** Swaps the staged data with that of the stage. Call it within a transaction. */
export const exchange = (
  database: Database,
  { id, guid, newStage, oldStage }: Staged,
  categories: readonly number[],
): void => {
  const ofStage = 'category IN (SELECT id FROM categories WHERE stage = ?)'
  database.run('UPDATE ledger SET stage = ? WHERE stage = ?', oldStage, guid)
  database.run(
    `INSERT INTO staged_snapshots (snapshot, intake) SELECT id, '' FROM snapshots
     WHERE ${ofStage} AND id NOT IN (SELECT snapshot FROM staged_snapshots)`,
    guid,
  )
  database.run('DELETE FROM staged_snapshots WHERE intake = ?', id)
  database.run("UPDATE staged_snapshots SET intake = ? WHERE intake = ''", id)
  for (const table of ['drifts', 'category_tables']) database.run(`DELETE FROM ${table} WHERE ${ofStage}`, guid)
  const kept = JSON.stringify(categories)
  database.run(
    'UPDATE categories SET stage = ?, last_snapshot = NULL WHERE stage = ? AND id NOT IN (SELECT value FROM json_each(?))',
    oldStage,
    guid,
    kept,
  )
  database.run('UPDATE categories SET stage = ? WHERE stage = ?', guid, newStage)
  database.run('UPDATE ledger SET stage = ? WHERE stage = ?', guid, newStage)
}

/** Longest time that steps hold the write lock, so that other writes can run in between. */
const partMs = 20

/** Runs the steps of `work` in short transactions. */
export const inParts = async (database: Database, work: Iterator<unknown>): Promise<void> => {
  for (let isDone = false; !isDone;) {
    isDone = database.transaction(() => {
      const until = performance.now() + partMs
      for (;;) {
        if (work.next().done === true) return true
        if (performance.now() > until) return false
      }
    })
    await setImmediate()
  }
}

/** Removes all staged data under the id, part by part. */
export const clearStaged = async (database: Database, id: string): Promise<void> => {
  const { newStage, oldStage } = stagesOf(id)
  const remove = function* (): Generator<undefined> {
    const removeSome = (sql: string, ...values: readonly string[]): boolean => {
      const some = database.all(sql, ...values)
      for (const { table, row } of some) database.run(`DELETE FROM ${String(table)} WHERE id = ?`, row ?? null)
      return some.length > 0
    }
    while (
      removeSome('SELECT \'snapshots\' AS "table", snapshot AS row FROM staged_snapshots WHERE intake = ? LIMIT 1', id)
    )
      yield
    const ofLedger = 'SELECT \'ledger\' AS "table", id AS row FROM ledger WHERE stage = ? LIMIT 100'
    for (const stage of [newStage, oldStage]) while (removeSome(ofLedger, stage)) yield
    database.run('DELETE FROM stages WHERE guid IN (?, ?)', newStage, oldStage)
    database.run('DELETE FROM intakes WHERE id = ?', id)
  }
  await inParts(database, remove())
}

/** Staged capsules of processes that have ended; those of other threads of this process are in use. */
export const leftIntakes = (database: Database): readonly string[] => {
  const processStartedAt = Date.now() - process.uptime() * 1000
  const isOurs = (pid: number, startedAt: string): boolean =>
    pid === process.pid && Date.parse(startedAt) >= processStartedAt
  return database
    .all('SELECT id, pid, started_at FROM intakes')
    .filter((row) => {
      const [pid, startedAt] = [Number(row['pid']), String(row['started_at'])]
      return !isOurs(pid, startedAt) && !isStillRunning(pid, startedAt)
    })
    .map((row) => String(row['id']))
}
