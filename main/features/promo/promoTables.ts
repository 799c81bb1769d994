import type { Instant, PromoReceiptId, RaceGuid } from '../../../preload/contract/ids.ts'
import type { PromoCode, PromoReceipt, PromoState } from '../../../preload/contract/promo.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { packBody, unpackBody } from '../../platform/sqlite/bodyCodec.ts'
import { isStillRunning } from '../../platform/sqlite/processLife.ts'
import { text } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

export type StoredPromoReply = { readonly status: number; readonly contentType: string; readonly body: Uint8Array }

export type StoredPromoReceipt = {
  readonly receipt: PromoReceipt
  readonly codes: readonly PromoCode[]
  readonly body: Uint8Array
  readonly reply: StoredPromoReply | null
}

type PromoSetBegun = {
  readonly race: RaceGuid
  readonly profileName: string
  readonly url: string
  readonly sentAt: Instant
  readonly count: number
  readonly sha256: string
  readonly body: Uint8Array
  readonly codes: readonly PromoCode[]
}

type PromoSetEnded = {
  readonly state: Exclude<PromoState, 'sending'>
  readonly finishedAt: Instant
  readonly affected: number | null
  readonly error: AppError | null
  readonly reply: StoredPromoReply | null
}

const columns = `id, race, profile_name, url, sent_at, finished_at, state, count, affected, sha256, status, error, pid`

const newestFirst = 'ORDER BY id DESC'

/** Receipts of promo code sets, on the disk when a write returns. What another process was sending when it ended is read as `unknown`. */
export const promoTables = (database: Database) => ({
  /** Written before anything is sent, as `sending`. */
  beginPromoSet: ({ race, profileName, url, sentAt, count, sha256, body, codes }: PromoSetBegun): PromoReceiptId =>
    String(
      database.run(
        `INSERT INTO promo_receipts (race, profile_name, url, sent_at, state, count, sha256, body, codes, pid)
         VALUES (?, ?, ?, ?, 'sending', ?, ?, ?, ?, ?)`,
        race,
        profileName,
        url,
        sentAt,
        count,
        sha256,
        packBody(body),
        packBody(Buffer.from(JSON.stringify(codes))),
        process.pid,
      ),
    ) as PromoReceiptId,
  endPromoSet: (id: PromoReceiptId, { state, finishedAt, affected, error, reply }: PromoSetEnded): void => {
    database.run(
      `UPDATE promo_receipts SET state = ?, finished_at = ?, affected = ?, error = ?, status = ?, content_type = ?, reply = ?
       WHERE id = ?`,
      state,
      finishedAt,
      affected,
      error === null ? null : JSON.stringify(error),
      reply?.status ?? null,
      reply?.contentType ?? null,
      reply === null ? null : packBody(reply.body),
      Number(id),
    )
  },
  /** Newest first, of one race or all. */
  promoReceipts: (race: RaceGuid | null, limit: number): readonly PromoReceipt[] =>
    (race === null
      ? database.all(`SELECT ${columns} FROM promo_receipts ${newestFirst} LIMIT ?`, limit)
      : database.all(`SELECT ${columns} FROM promo_receipts WHERE race = ? ${newestFirst} LIMIT ?`, race, limit)
    ).map(receiptFrom),
  promoReceipt: (id: PromoReceiptId): StoredPromoReceipt | null => {
    const row = database.get('SELECT * FROM promo_receipts WHERE id = ?', Number(id))
    return row === null
      ? null
      : {
          receipt: receiptFrom(row),
          codes: JSON.parse(Buffer.from(unpacked(row, 'codes')).toString('utf8')) as readonly PromoCode[],
          body: unpacked(row, 'body'),
          reply: replyFrom(row),
        }
  },
})

/** When the store opens: marks records of a process that ended while sending. */
export const markLostPromoSets = (database: Database): void => {
  for (const row of database.all("SELECT id, pid, sent_at FROM promo_receipts WHERE state = 'sending'")) {
    if (isStillRunning(Number(row['pid']), String(row['sent_at']))) continue
    database.run("UPDATE promo_receipts SET state = 'unknown' WHERE id = ?", Number(row['id']))
  }
}

const numberOrNull = (row: SqlRow, column: string): number | null =>
  row[column] === null || row[column] === undefined ? null : Number(row[column])

const unpacked = (row: SqlRow, column: string): Uint8Array => {
  const value = row[column]
  return value instanceof Uint8Array ? unpackBody(value) : new Uint8Array()
}

const replyFrom = (row: SqlRow): StoredPromoReply | null =>
  row['reply'] instanceof Uint8Array
    ? { status: Number(row['status']), contentType: text(row, 'content_type'), body: unpacked(row, 'reply') }
    : null

const stateFrom = (row: SqlRow): PromoState => {
  const state = text(row, 'state') as PromoState
  const pid = Number(row['pid'])
  const isLost = state === 'sending' && pid !== process.pid && !isStillRunning(pid, text(row, 'sent_at'))
  return isLost ? 'unknown' : state
}

const receiptFrom = (row: SqlRow): PromoReceipt => {
  const state = stateFrom(row)
  const count = Number(row['count'])
  const affected = numberOrNull(row, 'affected')
  const error = row['error']
  return {
    id: text(row, 'id') as PromoReceiptId,
    race: text(row, 'race') as RaceGuid,
    profileName: text(row, 'profile_name'),
    url: text(row, 'url'),
    sentAt: text(row, 'sent_at') as Instant,
    finishedAt: row['finished_at'] === null ? null : (text(row, 'finished_at') as Instant),
    state,
    count,
    affected,
    isAffectedDifferent: state === 'accepted' && affected !== count,
    sha256: text(row, 'sha256'),
    status: numberOrNull(row, 'status'),
    error: typeof error === 'string' ? (JSON.parse(error) as AppError) : null,
  }
}

export type PromoStore = ReturnType<typeof promoTables>
