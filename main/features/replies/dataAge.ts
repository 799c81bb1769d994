import type { Instant } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/**
 * The age of the data is the time for which they have been in use, in milliseconds. Old data are deleted by it, since a clock may
 * be wrong: each upkeep adds the time since the last one, at most `longestStepMs`, and takes off as much when the clock went back.
 * A clock that was wrong for a while has added nothing once it is right again.
 */

const longestStepMs = 3 * 24 * 60 * 60_000

/** A removed stage can be restored, and every reply stays, for this long. */
export const keptMs = 30 * 24 * 60 * 60_000

type DataAge = { readonly ageMs: number; readonly atMs: number }

const lastAge = (database: Database): DataAge => {
  const row = database.get('SELECT age, at FROM data_ages ORDER BY id DESC LIMIT 1')
  return { ageMs: Number(row?.['age']), atMs: Date.parse(String(row?.['at'])) }
}

/** The age at which a stage is removed now; a clock that is behind does not lower it. */
export const removalAge = (database: Database, nowMs: number): number => {
  const { ageMs, atMs } = lastAge(database)
  return ageMs + Math.max(0, Math.min(longestStepMs, nowMs - atMs))
}

/** The instant from which on a stage removed at that age may be deleted, by the clock of the last upkeep. */
export const deletedFrom = (database: Database, removedMs: number): Instant => {
  const { ageMs, atMs } = lastAge(database)
  return instantOf(atMs + keptMs - (ageMs - removedMs))
}

/**
 * Adds to the age, and gives the one to delete by: that of the last upkeep where it is the lesser one, so that a leap of the clock
 * deletes nothing before a later upkeep agrees. Notes the newest reply of this age.
 */
export const growOlder = (database: Database, nowMs: number): number =>
  database.transaction(() => {
    const { ageMs, atMs } = lastAge(database)
    const grownMs = ageMs + Math.max(-longestStepMs, Math.min(longestStepMs, nowMs - atMs))
    database.run(
      'INSERT INTO data_ages (age, at, last_reply) SELECT ?, ?, coalesce(max(id), 0) FROM snapshots',
      grownMs,
      instantOf(nowMs),
    )
    const deletionMs = Math.min(ageMs, grownMs)
    database.run(
      'DELETE FROM data_ages WHERE id < (SELECT max(id) FROM data_ages WHERE age <= ?)',
      deletionMs - keptMs - longestStepMs,
    )
    return deletionMs
  })

/** The first reply that is younger than a month. */
export const firstYoung = (database: Database, ageMs: number): number => {
  const row = database.get(
    'SELECT coalesce(max(last_reply), 0) + 1 AS id FROM data_ages WHERE age <= ?',
    ageMs - keptMs,
  )
  return Number(row?.['id'])
}

const instantOf = (ms: number): Instant => new Date(ms).toISOString() as Instant
