import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type {
  CallReply,
  CallRequest,
  CallSummary,
  CallVerdict,
  QueryPair,
  SavedCall,
} from '../../../preload/contract/calls.ts'
import type { CallId, Instant, ProfileId, SavedCallId } from '../../../preload/contract/ids.ts'
import { text, textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** A generic call on its way into the history; `body` is the reply's, null when none came. */
export type CallDraft = Omit<CallSummary, 'id' | 'sizeBytes'> &
  Pick<CallReply, 'requestBody' | 'headers' | 'sha256'> & {
    readonly body: Uint8Array | null
    /** Folded. */
    readonly searchText: string
  }

export type StoredCall = CallSummary & Pick<CallReply, 'requestBody' | 'headers' | 'sha256'>

const keptCalls = 1_000
/** Limit of packed replies in bytes; the newest stays whatever its size. */
const keptBytes = 1024 * 1024 * 1024

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

const summaryColumns =
  'id, profile_id, profile_name, method, path, query, sent_at, took_ms, status, verdict, size_bytes'

/** Generic calls: their history, what the user saved of them, and paths to which a POST was confirmed. */
export const callTables = (database: Database) => ({
  /** Packs the body apart from the caller's thread; the oldest calls beyond what is kept go. */
  saveCall: async ({ body, ...call }: CallDraft): Promise<CallId> => {
    const packed = body === null ? null : await pack(body, packing)
    return database.transaction(() => {
      const id = database.run(
        `INSERT INTO calls (profile_id, profile_name, method, path, query, request_body, sent_at, took_ms, status, headers,
           verdict, size_bytes, sha256, search_text, body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        call.profileId,
        call.profileName,
        call.method,
        call.path,
        JSON.stringify(call.query),
        call.requestBody,
        call.sentAt,
        call.tookMs,
        call.status,
        JSON.stringify(call.headers),
        JSON.stringify(call.verdict),
        body?.length ?? 0,
        call.sha256,
        call.searchText,
        packed,
      )
      forgetOldest(database)
      return String(id) as CallId
    })
  },
  /** Newest first; those that hold every one of the folded words. */
  calls: (words: readonly string[], offset: number, limit: number) => {
    const where = words.length === 0 ? '' : `WHERE ${words.map(() => 'instr(search_text, ?) > 0').join(' AND ')}`
    const total = database.get(`SELECT count(*) AS total FROM calls ${where}`, ...words)
    const rows = database.all(
      `SELECT ${summaryColumns} FROM calls ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...words,
      limit,
      offset,
    )
    return { total: Number(total?.['total'] ?? 0), calls: rows.map(summaryFrom) }
  },
  callById: (id: CallId): StoredCall | null => {
    const row = database.get(
      `SELECT ${summaryColumns}, request_body, headers, sha256 FROM calls WHERE id = ?`,
      Number(id),
    )
    return row === null ? null : storedFrom(row)
  },
  /** Null when there is no such call or it got no reply. */
  callBody: async (id: CallId): Promise<Buffer | null> => {
    const packed = database.get('SELECT body FROM calls WHERE id = ?', Number(id))?.['body']
    return packed instanceof Uint8Array ? await unpack(packed) : null
  },
  /** Null: all. Gives how many there were. */
  removeCalls: (id: CallId | null): number =>
    database.transaction(() => {
      const where = id === null ? '' : 'WHERE id = ?'
      const values = id === null ? [] : [Number(id)]
      const found = database.get(`SELECT count(*) AS total FROM calls ${where}`, ...values)
      database.run(`DELETE FROM calls ${where}`, ...values)
      return Number(found?.['total'] ?? 0)
    }),

  /** By name. */
  savedCalls: (): readonly SavedCall[] =>
    database
      .all('SELECT id, name, method, path, query, body FROM saved_calls ORDER BY name COLLATE NOCASE, id')
      .map(savedFrom),
  /** Null: a new one. */
  keepCall: (
    id: SavedCallId | null,
    { name, method, path, query, body }: CallRequest & { readonly name: string },
  ): SavedCallId => {
    const values = [name, method, path, JSON.stringify(query), body]
    if (id === null) {
      const made = database.run(
        'INSERT INTO saved_calls (name, method, path, query, body) VALUES (?, ?, ?, ?, ?)',
        ...values,
      )
      return String(made) as SavedCallId
    }
    database.run(
      'UPDATE saved_calls SET name = ?, method = ?, path = ?, query = ?, body = ? WHERE id = ?',
      ...values,
      Number(id),
    )
    return id
  },
  removeSavedCall: (id: SavedCallId): boolean =>
    database.transaction(() => {
      const isThere = database.get('SELECT 1 FROM saved_calls WHERE id = ?', Number(id)) !== null
      database.run('DELETE FROM saved_calls WHERE id = ?', Number(id))
      return isThere
    }),

  isPostConfirmed: (profile: ProfileId, path: string): boolean =>
    database.get('SELECT 1 FROM confirmed_posts WHERE profile_id = ? AND path = ?', profile, path) !== null,
  confirmPost: (profile: ProfileId, path: string): void => {
    database.run('INSERT OR IGNORE INTO confirmed_posts (profile_id, path) VALUES (?, ?)', profile, path)
  },
})

const forgetOldest = (database: Database): void => {
  database.run('DELETE FROM calls WHERE id <= (SELECT id FROM calls ORDER BY id DESC LIMIT 1 OFFSET ?)', keptCalls)
  database.run(
    `DELETE FROM calls WHERE id IN (
       SELECT id FROM (SELECT id, sum(length(body)) OVER (ORDER BY id DESC) AS packed FROM calls)
       WHERE packed > ? AND id < (SELECT max(id) FROM calls))`,
    keptBytes,
  )
}

const requestFrom = (row: SqlRow): Omit<CallRequest, 'body'> => ({
  method: text(row, 'method') as CallRequest['method'],
  path: text(row, 'path'),
  query: JSON.parse(text(row, 'query')) as readonly QueryPair[],
})

const summaryFrom = (row: SqlRow): CallSummary => ({
  ...requestFrom(row),
  id: text(row, 'id') as CallId,
  sentAt: text(row, 'sent_at') as Instant,
  profileId: textOrNull(row, 'profile_id') as ProfileId | null,
  profileName: text(row, 'profile_name'),
  status: row['status'] === null ? null : Number(row['status']),
  tookMs: Number(row['took_ms']),
  sizeBytes: Number(row['size_bytes']),
  verdict: JSON.parse(text(row, 'verdict')) as CallVerdict,
})

const storedFrom = (row: SqlRow): StoredCall => ({
  ...summaryFrom(row),
  requestBody: textOrNull(row, 'request_body'),
  headers: JSON.parse(text(row, 'headers')) as StoredCall['headers'],
  sha256: text(row, 'sha256'),
})

const savedFrom = (row: SqlRow): SavedCall => ({
  ...requestFrom(row),
  id: text(row, 'id') as SavedCallId,
  name: text(row, 'name'),
  body: textOrNull(row, 'body'),
})

export type CallStore = ReturnType<typeof callTables>
