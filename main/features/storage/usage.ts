import type { StoragePart, StorageUsage } from '../../../preload/contract/storage.ts'
import { sizeOfDatabase } from '../../platform/sqlite/databaseFile.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** How much space each part takes. Bodies count with their packed size and are not read. */
export const usageOf = (database: Database, path: string): StorageUsage => {
  const fileBytes = sizeOfDatabase(path)
  const freeBytes = number(database, 'PRAGMA freelist_count') * number(database, 'PRAGMA page_size')
  const parts = partsOf(database)
  const known = parts.reduce((sum, { bytes }) => sum + bytes, freeBytes)
  const other = { part: 'other' as const, bytes: Math.max(0, fileBytes - known), items: 0, removable: 0 }
  return { fileBytes, freeBytes, parts: [...parts, other] }
}

const number = (database: Database, sql: string): number => Number(Object.values(database.get(sql) ?? {})[0] ?? 0)

type Part = StorageUsage['parts'][number]

const part = (name: StoragePart, row: SqlRow | null): Part => ({
  part: name,
  bytes: Number(row?.['bytes'] ?? 0),
  items: Number(row?.['items'] ?? 0),
  removable: Number(row?.['removable'] ?? 0),
})

const shown = `s.id IN (SELECT snapshot FROM category_tables UNION ALL SELECT last_snapshot FROM categories
  WHERE last_snapshot IS NOT NULL)`

const inBin = `s.category IN (SELECT c.id FROM categories c JOIN stages g ON g.guid = c.stage WHERE g.removed_at IS NOT NULL)`

const partsOf = (database: Database): readonly Part[] => {
  const bodies = `SELECT count(*) AS items, coalesce(sum(length(body)), 0) AS bytes FROM snapshots s WHERE NOT ${inBin} AND`
  const bin = part(
    'bin',
    database.get(
      `SELECT (SELECT count(*) FROM stages WHERE removed_at IS NOT NULL) AS items, coalesce(sum(length(body)), 0)
       + (SELECT coalesce(sum(octet_length(columns) + length(people)), 0) FROM start_lists
         WHERE stage IN (SELECT guid FROM stages WHERE removed_at IS NOT NULL)) AS bytes
     FROM snapshots s WHERE ${inBin}`,
    ),
  )
  const shownBodies = part('results', database.get(`${bodies} ${shown}`))
  const tables = database.get(
    `SELECT coalesce(sum(bytes) FILTER (WHERE NOT removed), 0) AS bytes, coalesce(sum(bytes) FILTER (WHERE removed), 0) AS removed
     FROM (SELECT length(columns) + octet_length(search_text) AS bytes, ${inBin} AS removed FROM category_tables s)`,
  )
  // One earlier reply of each category stays.
  const earlier = database.get(
    `SELECT count(*) AS items, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(bytes) FILTER (WHERE nth > 1), 0) AS removable
     FROM (SELECT length(body) AS bytes, row_number() OVER (PARTITION BY category ORDER BY id DESC) AS nth
       FROM snapshots s WHERE NOT ${shown} AND NOT ${inBin})`,
  )
  const changes = database.get(
    `SELECT (SELECT count(*) FROM ledger) AS items, coalesce(sum(pgsize), 0) AS bytes FROM dbstat
     WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = 'ledger') AND aggregate = TRUE`,
  )
  const orders = database.get(
    `SELECT count(*) AS items, coalesce(sum(length(body)), 0) AS bytes,
       coalesce(sum(length(body)) FILTER (WHERE NOT EXISTS (
         SELECT 1 FROM orders o WHERE o.guid = l.guid AND l.id IN (o.look, o.last_look, o.change_look))), 0) AS removable
     FROM order_looks l`,
  )
  const lists = database.get(
    `SELECT (SELECT count(*) FROM block_snapshots) + (SELECT count(*) FROM years_replies) AS items,
       (SELECT coalesce(sum(length(body)), 0) FROM block_snapshots) + (SELECT coalesce(sum(length(body)), 0) FROM block_contents)
       + (SELECT coalesce(sum(length(body) + length(data)), 0) FROM years_replies) AS bytes,
       (SELECT coalesce(sum(length(body)), 0) FROM (
         SELECT body, row_number() OVER (PARTITION BY profile_id, depth ORDER BY checked_at DESC, id DESC) AS nth
         FROM block_snapshots) WHERE nth > 2) AS removable`,
  )
  const calls = part(
    'calls',
    database.get('SELECT count(*) AS items, coalesce(sum(length(body)), 0) AS bytes FROM calls'),
  )
  const files = database.get(
    'SELECT count(*) AS items, coalesce(sum(octet_length(receipt)), 0) AS bytes FROM exported_files',
  )
  return [
    { ...shownBodies, bytes: shownBodies.bytes + Number(tables?.['bytes'] ?? 0) },
    part('earlier-replies', earlier),
    part('changes', changes),
    { ...bin, bytes: bin.bytes + Number(tables?.['removed'] ?? 0) },
    part('orders', orders),
    part('lists', lists),
    { ...calls, removable: calls.bytes },
    part('files', files),
  ]
}
