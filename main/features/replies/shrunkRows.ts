import type { Instant, ReplyId } from '../../../preload/contract/ids.ts'
import type { Shrunk } from '../../../preload/contract/stages.ts'
import type { SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Reads a row with `shrunk_at`, `shrunk_rows`, `shrunk_lost`, `reply_before`, `rows_before` and `before_at`. */
export const shrunkFrom = (row: SqlRow): { readonly shrunk?: Shrunk } =>
  row['shrunk_at'] === null
    ? {}
    : {
        shrunk: {
          at: String(row['shrunk_at']) as Instant,
          rowsBefore: Number(row['rows_before']),
          rows: Number(row['shrunk_rows']),
          lost: Number(row['shrunk_lost']),
          before: { reply: String(row['reply_before']) as ReplyId, fetchedAt: String(row['before_at']) as Instant },
        },
      }
