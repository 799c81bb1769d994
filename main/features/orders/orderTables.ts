import type { Guid, Instant, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import type { OrderChange, OrderLook, OrderLookup, OrderSortColumn } from '../../../preload/contract/orders.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { decodeBody, packBody, unpackBody } from '../../platform/sqlite/bodyCodec.ts'
import { number, parsed, text, textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { OrderStore, StoredOrder, StoredOrderState } from './orderStore.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'

/** Orders, every body that was seen of them, the dictionary of their states, and what became of look-ups. */
export const orderTables = (database: Database): OrderStore => ({
  ...reading(database),
  ...keeping(database),
  ...lookupTables(database),
})

const numberOrNull = (row: SqlRow, column: string): number | null => (row[column] === null ? null : number(row, column))
const instant = (row: SqlRow, column: string): Instant => text(row, column) as Instant

/** Total is a text of digits: reading it as REAL orders amounts, and shows none. */
const orderings: { readonly [C in OrderSortColumn]: string } = {
  firstSeen: 'o.first_seen_at',
  checked: 'o.checked_at',
  number: 'o.number COLLATE NOCASE',
  state: 'o.state_name COLLATE NOCASE',
  total: 'CAST(o.total AS REAL)',
  lines: 'o.lines',
  changed: 'c.fetched_at',
}

const summaries = `
  SELECT o.guid, o.number, o.state_id, o.state_name, o.total, o.currency, o.lines, o.profile_id, o.profile_name,
    o.first_seen_at, o.checked_at, o.asked_at, o.error, o.look, o.last_look, c.id, c.fetched_at, c.sha256, c.size_bytes,
    c.look_state_name, c.look_total, c.look_currency, c.changes, c.change_count
  FROM orders o LEFT JOIN order_looks c ON c.id = o.change_look`

const matching = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` WHERE ${words.map(() => 'instr(o.search_text, ?) > 0').join(' AND ')}`

const reading = (
  database: Database,
): Pick<OrderStore, 'orderPage' | 'orderGuids' | 'order' | 'orderBody' | 'orderHistory' | 'orderStates'> => ({
  orderPage: ({ words, sort, offset, limit }) => {
    const direction = sort.isDescending === true ? 'DESC' : 'ASC'
    const rows = database.all(
      `${summaries}${matching(words)} ORDER BY ${orderings[sort.column]} ${direction} NULLS LAST, o.guid LIMIT ? OFFSET ?`,
      ...words,
      limit,
      offset,
    )
    const found = database.get(`SELECT count(*) AS total FROM orders o${matching(words)}`, ...words)
    const kept = database.get('SELECT count(*) AS kept FROM orders')
    return {
      total: Number(found?.['total'] ?? 0),
      kept: Number(kept?.['kept'] ?? 0),
      orders: rows.map(orderFrom),
    }
  },
  orderGuids: (words) =>
    database
      .all(`SELECT o.guid FROM orders o${matching(words)} ORDER BY o.first_seen_at DESC, o.guid`, ...words)
      .map((row) => text(row, 'guid') as Guid),
  order: (guid) => {
    const row = database.get(
      `SELECT s.*, l.sha256 AS last_sha256 FROM (${summaries} WHERE o.guid = ?) s JOIN order_looks l ON l.id = s.last_look`,
      guid,
    )
    if (row === null) return null
    return {
      order: orderFrom(row),
      look: number(row, 'look'),
      lastLook: number(row, 'last_look'),
      lastSha256: text(row, 'last_sha256'),
    }
  },
  orderBody: (look) => bodyFrom(database.get('SELECT * FROM order_looks WHERE id = ?', look)),
  orderHistory: (guid) =>
    database
      .all(
        `SELECT id, fetched_at, sha256, size_bytes, look_state_name, look_total, look_currency, changes, change_count
           FROM order_looks WHERE guid = ? ORDER BY id DESC`,
        guid,
      )
      .map(lookFrom),
  orderStates: () =>
    database.all('SELECT * FROM order_states ORDER BY profile_id, first_seen_at, state_id, state_name').map(stateFrom),
})

type SeenState = {
  readonly profileId: ProfileId
  readonly stateId: string | null
  readonly stateName: string | null
}

const seenStateFrom = (row: SqlRow): SeenState => ({
  profileId: text(row, 'profile_id') as ProfileId,
  stateId: textOrNull(row, 'state_id'),
  stateName: textOrNull(row, 'state_name'),
})

const keeping = (database: Database): Pick<OrderStore, 'keepOrder' | 'confirmOrder' | 'failOrder' | 'removeOrders'> => {
  const sawState = (order: SeenState, at: Instant, job: JobId): void => {
    const { profileId, stateId, stateName } = order
    if (stateId === null && stateName === null) return
    database.run(
      `INSERT INTO order_states (profile_id, state_id, state_name, first_job, first_seen_at, last_seen_at, count)
       VALUES (?, ?, ?, ?, ?, ?, 1)
       ON CONFLICT (profile_id, state_id, state_name) DO UPDATE SET last_seen_at = excluded.last_seen_at, count = count + 1`,
      profileId,
      stateId ?? '',
      stateName ?? '',
      job,
      at,
      at,
    )
  }
  return {
    keepOrder: (kept) => {
      const { guid, facts } = kept
      const packed = packBody(kept.body)
      return database.transaction(() => {
        const look = database.run(
          `INSERT INTO order_looks (guid, url, fetched_at, status, content_type, sha256, size_bytes, body,
             look_state_name, look_total, look_currency, changes, change_count)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          guid,
          kept.url,
          kept.at,
          kept.status,
          kept.contentType,
          kept.sha256,
          kept.body.byteLength,
          packed,
          facts.stateName,
          facts.total,
          facts.currencyIsoCode,
          JSON.stringify(kept.changes),
          kept.changeCount,
        )
        if (!kept.isShown) {
          database.run(
            'UPDATE orders SET last_look = ?, asked_at = ?, error = NULL WHERE guid = ?',
            look,
            kept.at,
            guid,
          )
          return look
        }
        database.run(
          `INSERT INTO orders (guid, profile_id, profile_name, number, state_id, state_name, total, currency, lines,
             search_text, first_seen_at, checked_at, asked_at, error, look, last_look, change_look)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, NULL)
           ON CONFLICT (guid) DO UPDATE SET profile_id = excluded.profile_id, profile_name = excluded.profile_name,
             number = excluded.number, state_id = excluded.state_id, state_name = excluded.state_name,
             total = excluded.total, currency = excluded.currency, lines = excluded.lines,
             search_text = excluded.search_text, checked_at = excluded.checked_at, asked_at = excluded.asked_at,
             error = NULL, look = excluded.look, last_look = excluded.last_look`,
          guid,
          kept.profileId,
          kept.profileName,
          facts.number,
          facts.stateId,
          facts.stateName,
          facts.total,
          facts.currencyIsoCode,
          facts.items?.length ?? null,
          kept.searchText,
          kept.at,
          kept.at,
          kept.at,
          look,
          look,
        )
        if (kept.changeCount > 0) database.run('UPDATE orders SET change_look = ? WHERE guid = ?', look, guid)
        sawState({ ...facts, profileId: kept.profileId }, kept.at, kept.job)
        return look
      })
    },
    confirmOrder: (guid, at, job) => {
      database.transaction(() => {
        database.run(
          `UPDATE orders SET asked_at = ?, error = NULL, checked_at = CASE WHEN look = last_look THEN ? ELSE checked_at END
           WHERE guid = ?`,
          at,
          at,
          guid,
        )
        const row = database.get(
          'SELECT profile_id, state_id, state_name FROM orders WHERE guid = ? AND look = last_look',
          guid,
        )
        if (row !== null) sawState(seenStateFrom(row), at, job)
      })
    },
    failOrder: (guid, at, error) => {
      database.run('UPDATE orders SET asked_at = ?, error = ? WHERE guid = ?', at, JSON.stringify(error), guid)
    },
    removeOrders: (guids) => {
      database.transaction(() => {
        for (const guid of guids) {
          database.run('DELETE FROM order_looks WHERE guid = ?', guid)
          database.run('DELETE FROM orders WHERE guid = ?', guid)
        }
      })
    },
  }
}

const lookupTables = (database: Database): Pick<OrderStore, 'beginLookups' | 'endLookup' | 'lookups'> => ({
  beginLookups: (job, guids) => {
    database.transaction(() => {
      for (const [position, guid] of guids.entries()) {
        database.run('INSERT INTO order_lookups (job, position, guid) VALUES (?, ?, ?)', job, position, guid)
      }
    })
  },
  endLookup: (job, position, { state, error, look }) => {
    database.run(
      'UPDATE order_lookups SET state = ?, error = ?, look = ? WHERE job = ? AND position = ?',
      state,
      error === null ? null : JSON.stringify(error),
      look,
      job,
      position,
    )
  },
  lookups: (job: JobId) =>
    database
      .all(
        `SELECT l.*, o.number FROM order_lookups l LEFT JOIN orders o ON o.guid = l.guid
         WHERE l.job = ? ORDER BY l.position`,
        job,
      )
      .map((row): OrderLookup => ({
        guid: text(row, 'guid') as Guid,
        number: textOrNull(row, 'number'),
        state: text(row, 'state') as OrderLookup['state'],
        error: parsed<AppError>(row, 'error'),
        look: numberOrNull(row, 'look'),
      })),
})

const stateFrom = (row: SqlRow): StoredOrderState => ({
  profileId: text(row, 'profile_id') as ProfileId,
  stateId: text(row, 'state_id'),
  stateName: text(row, 'state_name'),
  firstSeenAt: instant(row, 'first_seen_at'),
  lastSeenAt: instant(row, 'last_seen_at'),
  looks: number(row, 'count'),
  firstJob: text(row, 'first_job') as JobId,
})

const orderFrom = (row: SqlRow): StoredOrder => {
  const error = parsed<AppError>(row, 'error')
  const change = row['id'] === null ? null : lookFrom(row)
  const checkedAt = instant(row, 'checked_at')
  const askedAt = instant(row, 'asked_at')
  return {
    guid: text(row, 'guid') as Guid,
    number: textOrNull(row, 'number'),
    stateId: textOrNull(row, 'state_id'),
    stateName: textOrNull(row, 'state_name'),
    total: textOrNull(row, 'total'),
    currencyIsoCode: textOrNull(row, 'currency'),
    lines: numberOrNull(row, 'lines'),
    profileId: text(row, 'profile_id') as ProfileId,
    profileName: text(row, 'profile_name'),
    firstSeenAt: instant(row, 'first_seen_at'),
    checkedAt,
    failure: error === null ? null : { at: askedAt, error },
    bareReplyAt: row['look'] === row['last_look'] || error !== null ? null : askedAt,
    change,
    isJustChanged: change !== null && change.id === row['last_look'] && change.fetchedAt === checkedAt,
  }
}

const lookFrom = (row: SqlRow): OrderLook => ({
  id: number(row, 'id'),
  fetchedAt: instant(row, 'fetched_at'),
  sha256: text(row, 'sha256'),
  sizeBytes: number(row, 'size_bytes'),
  stateName: textOrNull(row, 'look_state_name'),
  total: textOrNull(row, 'look_total'),
  currencyIsoCode: textOrNull(row, 'look_currency'),
  changes: JSON.parse(text(row, 'changes')) as readonly OrderChange[],
  changeCount: number(row, 'change_count'),
})

const bodyFrom = (row: SqlRow | null): StoredBody | null => {
  const packed = row?.['body']
  if (row === null || !(packed instanceof Uint8Array)) return null
  const body = unpackBody(packed)
  const decoded = decodeBody(body)
  return {
    text: decoded ?? body.toString('utf8'),
    isText: decoded !== null,
    sizeBytes: number(row, 'size_bytes'),
    sha256: text(row, 'sha256'),
    status: number(row, 'status'),
    contentType: text(row, 'content_type'),
    fetchedAt: instant(row, 'fetched_at'),
    url: text(row, 'url'),
  }
}
