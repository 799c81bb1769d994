import type { Instant } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/**
 * How long the data have been in use, in milliseconds: what is deleted by its age goes by this, since a clock may be wrong. An
 * upkeep adds the time since the last one, at most `longestStepMs`, and takes off as much where the clock went back: a clock that
 * was wrong for a while has added nothing once it is right again.
 */
const longestStepMs = 3 * 24 * 60 * 60_000

/** For so long a removed stage can be restored, and every reply stays. */
export const keptMs = 30 * 24 * 60 * 60_000

type DataAge = { readonly ageMs: number; readonly atMs: number }

const lastAge = (database: Database): DataAge => {
  const row = database.get('SELECT age, at FROM data_ages ORDER BY id DESC LIMIT 1')
  return { ageMs: Number(row?.['age']), atMs: Date.parse(String(row?.['at'])) }
}

/** The age from which on a stage that is removed now stays in the bin. */
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
 * The age by which this upkeep deletes: the lesser of that of the last upkeep and its own, so that a leap of the clock deletes nothing
 * before a later upkeep agrees. Notes the newest reply of this age.
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
