import type { AppError } from '../../../preload/contract/result.ts'
import type { ReplyTable } from './rules/tableSigns.ts'
import { bodyStartOf } from '../organizations/rules/envelope.ts'
import { replyText } from './rules/replyText.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Why a stored reply with rows is not the table of its category; JSON in `snapshots.set_aside`. */
export type SetAsideReply = {
  /** `left`: a user went back to an earlier reply. */
  readonly reason: 'no-results' | 'left'
  readonly text: string
  readonly rows: number
  readonly error: AppError | null
}

/** A reply with a message or blank rows. */
export const withoutResults = (table: ReplyTable, where: string, body: string): SetAsideReply => {
  const text = replyText(table, body)
  const error: AppError = { kind: 'unexpected-reply', where, bodyStart: bodyStartOf(body), message: text }
  return { reason: 'no-results', text, rows: table.rows.length, error }
}

/** Parses the column, which only this store writes; null for a reply that is not set aside. */
export const setAsideFrom = (value: SqlRow[string] | undefined): SetAsideReply | null =>
  typeof value === 'string' ? (JSON.parse(value) as SetAsideReply) : null

export const writeSetAside = (database: Database, snapshot: number, reply: SetAsideReply | null): void => {
  database.run(
    'UPDATE snapshots SET set_aside = ? WHERE id = ?',
    reply === null ? null : JSON.stringify(reply),
    snapshot,
  )
}

/** The reply with this hash that a user went back from: it stays set aside whenever the service sends it again. */
export const leftReply = (database: Database, category: number, sha256: string): number | null => {
  const row = database.get(
    `SELECT max(id) AS id FROM snapshots WHERE category = ? AND sha256 = ? AND set_aside ->> '$.reason' = 'left'`,
    category,
    sha256,
  )
  return row === null || row['id'] === null ? null : Number(row['id'])
}
