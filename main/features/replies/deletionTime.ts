import type { Instant } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A clock may be wrong: one that runs ahead must not delete what is new, and one that runs behind must not date it back. */

const farMs = 3 * 24 * 60 * 60_000
/** Replies that are stored while the upkeep starts. */
const slackMs = 60_000

/** The latest instant that this computer's clock has left in the data; those of stage files are from other clocks. */
const newestInstant = (database: Database): Instant | null => {
  const row = database.get(`
    SELECT max(at) AS at FROM (
      SELECT max(c.checked_at) AS at FROM categories c JOIN stages s ON s.guid = c.stage WHERE s.capsule IS NULL
      UNION ALL SELECT max(added_at) FROM stages UNION ALL SELECT max(removed_at) FROM stages
      UNION ALL SELECT max(started_at) FROM jobs UNION ALL SELECT at FROM last_upkeep
    )`)
  return (row?.['at'] ?? null) as Instant | null
}

/** The later of now and the newest instant known, from which on a removed stage is kept. */
export const removalInstant = (database: Database, now: Instant): Instant => {
  const newest = newestInstant(database)
  return newest !== null && newest > now ? newest : now
}

/**
 * The time by which old data is deleted for good: now, or the epoch while the clock is in doubt, since nothing is older. A clock is
 * in doubt when it is far from that of the last session, or behind the newest instant known, until a later session agrees.
 */
export const deletionTime = (database: Database, session: string, nowMs: number): number => {
  const last = database.get('SELECT session, at, is_doubtful FROM last_upkeep')
  const newest = newestInstant(database) ?? ''
  const isNear = Math.abs(nowMs - Date.parse(String(last?.['at'] ?? newest))) <= farMs
  const isBehind = nowMs + slackMs < Date.parse(newest)
  const wasDoubtful = last?.['is_doubtful'] === 1
  const isDoubtful = !isNear || (last?.['session'] === session ? wasDoubtful || isBehind : isBehind && !wasDoubtful)
  const at = new Date(nowMs).toISOString()
  database.run(
    'INSERT OR REPLACE INTO last_upkeep (id, session, at, is_doubtful) VALUES (1, ?, ?, ?)',
    session,
    at,
    Number(isDoubtful),
  )
  return isDoubtful ? 0 : nowMs
}
