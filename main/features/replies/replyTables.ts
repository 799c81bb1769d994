import type { CategoryId, Instant, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Reply } from '../../../preload/contract/replies.ts'
import { setAsideFrom } from './setAside.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { StoredOutcome } from '../stages/stageStore.ts'
import type { Result } from '../../../preload/contract/result.ts'

/** Reads the stored replies of a category. The ingest thread writes which one is the table. */
export const replyTables = (database: Database) => ({
  /** The newest first. */
  replies: (category: CategoryId, limit: number): readonly Reply[] =>
    database
      .all(
        `SELECT s.id, s.fetched_at, s.rows, s.size_bytes, s.set_aside, t.snapshot AS shown
         FROM snapshots s LEFT JOIN category_tables t ON t.category = s.category
         WHERE s.category = ? AND s.id NOT IN (SELECT snapshot FROM staged_snapshots) ORDER BY s.id DESC LIMIT ?`,
        Number(category),
        limit,
      )
      .map(replyFrom),
  /** Ends the announcement that these tables have shrunk. */
  noteShrunk: (stage: StageGuid, categories: readonly CategoryId[]): void => {
    database.run(
      `DELETE FROM shrinks WHERE category IN (
         SELECT id FROM categories WHERE stage = ? AND id IN (SELECT value FROM json_each(?)))`,
      stage,
      JSON.stringify(categories.map(Number)),
    )
  },
})

const replyFrom = (row: SqlRow): Reply => {
  const setAside = setAsideFrom(row['set_aside'])
  const rows = setAside?.rows ?? Number(row['rows'])
  return {
    id: String(row['id']) as ReplyId,
    fetchedAt: String(row['fetched_at']) as Instant,
    rows,
    sizeBytes: Number(row['size_bytes']),
    standing: row['shown'] === row['id'] ? 'shown' : (setAside?.reason ?? (rows > 0 ? 'earlier' : 'no-rows')),
    text: setAside?.text ?? '',
  }
}

/** Stored replies of results links, as users see and choose them. */
export type ReplyStore = ReturnType<typeof replyTables> & {
  /** `outcome` is `failed` when the reply cannot become the table; nothing was changed then. */
  readonly chooseReply: (category: CategoryId, reply: ReplyId, at: Instant) => Promise<Result<StoredOutcome>>
}
