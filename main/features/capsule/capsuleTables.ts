import type { ChangeType } from '../../../preload/contract/changes.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { CategoryOutcome } from '../../../preload/contract/stages.ts'
import type { CapsuleChange } from './rules/ledgerLines.ts'
import { isDamagedBody, unpackBody } from '../../platform/sqlite/bodyCodec.ts'
import { readingOf } from '../columns/bodyReading.ts'
import { isLeftOut, readReply } from '../replies/damagedReplies.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { CapsuleBodySource, CapsuleCategorySource, CapsuleStore } from './capsuleStore.ts'

/** Reads a stage for a capsule. The storing thread opens capsules: see `capsuleIntake.ts`. */
export const capsuleTables = (database: Database): Omit<CapsuleStore, 'takeInCapsule'> => ({
  capsuleCategories: (stage) =>
    database
      .all(
        `SELECT c.*, coalesce(t.rows, 0) AS row_count, t.snapshot AS rows_snapshot
         FROM categories c LEFT JOIN category_tables t ON t.category = c.id
         WHERE c.stage = ? ORDER BY c.position, c.id`,
        stage,
      )
      .map((row) => categoryFrom(database, row)),
  bodyBytes: (snapshot) => {
    const row = database.get('SELECT id, body, base FROM snapshots WHERE id = ?', snapshot)
    return row === null ? null : (readReply(database, row)?.bytes ?? null)
  },
  linksBody: (stage) => {
    const packed = database.get('SELECT links_body FROM stages WHERE guid = ?', stage)?.['links_body']
    return packed instanceof Uint8Array ? soundLinks(packed) : null
  },
  capsuleChanges: (stage, categories, { after, until, limit }) => {
    const places = new Map(categories.map((category, place) => [placeKey(stage, category), { place, category }]))
    const rows = database.all(
      `SELECT l.*, c.stage AS of_stage, c.distance_guid, c.category_guid FROM ledger l JOIN categories c ON c.id = l.category
       WHERE l.stage = ? AND l.id > ? AND l.id <= ? ORDER BY l.id LIMIT ?`,
      stage,
      after,
      until,
      limit,
    )
    const changes = rows.flatMap((row) => {
      const key = `${String(row['of_stage'])} ${String(row['distance_guid'])} ${String(row['category_guid'])}`
      const found = places.get(key)
      return found === undefined ? [] : [changeFrom(row, found.place, found.category.rowsBody?.snapshot ?? null)]
    })
    const last = rows.at(-1)
    return { changes, last: last === undefined ? null : Number(last['id']) }
  },
})

/** Lists that results do not need. */
const soundLinks = (packed: Uint8Array): Uint8Array | null => {
  try {
    return unpackBody(packed)
  } catch (thrown) {
    if (!isDamagedBody(thrown)) throw thrown
    return null
  }
}

const placeKey = (stage: StageGuid, { distanceGuid, categoryGuid }: CapsuleCategorySource): string =>
  `${stage} ${distanceGuid} ${categoryGuid}`

const categoryFrom = (database: Database, row: SqlRow): CapsuleCategorySource => {
  const last = row['last_snapshot']
  const rowsBody = bodySource(database, row['rows_snapshot'])
  const lastBody = last === row['rows_snapshot'] ? null : bodySource(database, last)
  const isWithout = rowsBody === null && lastBody === null && last !== null
  return {
    distanceGuid: String(row['distance_guid']),
    distanceName: String(row['distance_name']),
    categoryGuid: String(row['category_guid']),
    categoryName: String(row['category_name']),
    url: String(row['url']),
    isListed: row['is_listed'] === 1,
    // A category with a damaged reply is left out.
    outcome: isWithout ? 'never' : (String(row['outcome']) as CategoryOutcome),
    checkedAt: row['checked_at'] === null ? null : (String(row['checked_at']) as Instant),
    confirmedAt: row['confirmed_at'] === null ? null : (String(row['confirmed_at']) as Instant),
    rows: rowsBody === null ? 0 : Number(row['row_count']),
    rowsBody,
    lastBody,
    ...readingOfCategory(database, row),
  }
}

const readingOfCategory = (database: Database, row: SqlRow): Pick<CapsuleCategorySource, 'charset' | 'hasHeader'> => {
  const { charset, hasHeader } = readingOf(database, Number(row['id']))
  return { ...(charset === null ? {} : { charset }), ...(hasHeader === null ? {} : { hasHeader }) }
}

const bodySource = (database: Database, snapshot: SqlRow[string] | undefined): CapsuleBodySource | null => {
  if (snapshot === null || snapshot === undefined) return null
  const row = database.get(
    'SELECT id, id AS snapshot, damaged, url, fetched_at, status, content_type, sha256, size_bytes FROM snapshots WHERE id = ?',
    Number(snapshot),
  )
  return row === null || isLeftOut(database, row)
    ? null
    : {
        snapshot: Number(row['id']),
        url: String(row['url']),
        fetchedAt: String(row['fetched_at']) as Instant,
        status: Number(row['status']),
        contentType: String(row['content_type']),
        sha256: String(row['sha256']),
        sizeBytes: Number(row['size_bytes']),
      }
}

const changeFrom = (row: SqlRow, category: number, rowsSnapshot: number | null): CapsuleChange => ({
  id: Number(row['id']),
  at: String(row['at']) as Instant,
  type: String(row['type']) as ChangeType,
  category,
  ...textsOf(row),
  ...numbersOf(row),
  ...(row['snapshot'] === rowsSnapshot ? { isOfRows: true } : {}),
  ...(row['is_first'] === 1 ? { isFirst: true } : {}),
})

const texts = [
  ['bib', 'bib'],
  ['name', 'name'],
  ['before', 'before'],
  ['after', 'after'],
  ['person', 'person'],
  ['personBefore', 'person_before'],
] as const

const numbers = [
  ['index', 'row_index'],
  ['headline', 'headline'],
  ['count', 'count'],
  ['of', 'of_rows'],
] as const

const textsOf = (row: SqlRow): Partial<Record<(typeof texts)[number][0], string>> =>
  Object.fromEntries(texts.flatMap(([field, column]) => (row[column] === null ? [] : [[field, String(row[column])]])))

const numbersOf = (row: SqlRow): Partial<Record<(typeof numbers)[number][0], number>> =>
  Object.fromEntries(numbers.flatMap(([field, column]) => (row[column] === null ? [] : [[field, Number(row[column])]])))
