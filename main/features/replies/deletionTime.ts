import { randomUUID } from 'node:crypto'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A clock may be wrong: one that runs ahead must not delete what is new, and one that runs behind must not date it back. */

const farMs = 3 * 24 * 60 * 60_000
/** A stage in the bin ages by no more than this while no session agrees on the time. */
const leapMs = 10 * 24 * 60 * 60_000
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

/** Names the doubt about the clock that is open; null without one. A session that saw it at its start may settle it. */
export const openDoubt = (database: Database): string | null => {
  const row = database.get('SELECT session FROM last_upkeep WHERE is_doubtful = 1')
  return row === null ? null : String(row['session'])
}

/**
 * The time by which old data is deleted for good: that on which this session and the last one agree, or the epoch without one,
 * since nothing is older. A clock is in doubt when it is far from that of the last session, or behind the newest instant known,
 * until a session that started after the doubt agrees. Dates of removed stages are set right by the way.
 */
export const deletionTime = (database: Database, seenDoubt: string | null, nowMs: number): number =>
  database.transaction(() => {
    const last = database.get('SELECT session, at, is_doubtful, agreed_at FROM last_upkeep')
    const newest = newestInstant(database)
    const lastMs = Date.parse(String(last?.['at'] ?? newest))
    const doubt = last?.['is_doubtful'] === 1 ? String(last['session']) : null
    const isAhead = !(nowMs <= lastMs + farMs)
    const isBehind = nowMs < lastMs - farMs || (doubt === null && nowMs + slackMs < Date.parse(String(newest)))
    const isSettled = (doubt === null || doubt === seenDoubt) && !isBehind && !Number.isNaN(lastMs)
    // A computer that is seldom on is always ahead: both agree at least on the earlier time.
    const agreedMs = isAhead ? lastMs : nowMs
    const isDoubtful = !isSettled || isAhead
    const isSame = !isSettled && !isAhead && doubt !== null && nowMs >= lastMs - farMs
    const before = last?.['agreed_at'] ?? null
    const agreedAt = isSettled ? instantOf(agreedMs) : before
    database.run(
      'INSERT OR REPLACE INTO last_upkeep (id, session, at, is_doubtful, agreed_at) VALUES (1, ?, ?, ?, ?)',
      isSame ? doubt : randomUUID(),
      instantOf(nowMs),
      Number(isDoubtful),
      agreedAt,
    )
    if (!isSettled) return 0
    const leaptMs = agreedMs - Date.parse(String(before)) - leapMs
    if (leaptMs > 0) redate(database, `strftime('%Y-%m-%dT%H:%M:%fZ', removed_at, '${leaptMs / 1_000} seconds')`)
    if (!isDoubtful) redate(database, `min(removed_at, '${instantOf(nowMs)}')`)
    return agreedMs
  })

const instantOf = (ms: number): string => new Date(ms).toISOString()

const redate = (database: Database, removedAt: string): void =>
  void database.run(`UPDATE stages SET removed_at = ${removedAt} WHERE removed_at > ''`)
