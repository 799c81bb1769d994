import { derivation } from '../columns/rules/table/derivation.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** Last replies of categories without a table in which an older version found no rows. */
export const rowless = `
  SELECT s.id AS snapshot, c.id AS category, g.guid, g.capsule
  FROM categories c JOIN snapshots s ON s.id = c.last_snapshot JOIN stages g ON g.guid = c.stage
    LEFT JOIN category_tables t ON t.category = c.id
  WHERE t.category IS NULL AND s.rows = 0 AND s.set_aside IS NULL AND s.damaged IS NULL AND s.derivation < ? AND`

export const hasUnreadReplies = (database: Database, stage: string): boolean =>
  database.get(`${rowless} c.stage = ? LIMIT 1`, derivation, stage) !== null
