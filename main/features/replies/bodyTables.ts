import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'
import { growSlowlyFor } from '../../platform/sqlite/heapGrowth.ts'
import { number, text } from '../../platform/sqlite/rowCells.ts'
import { giveBackMemory } from '../../platform/sqlite/bodyCodec.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import { whereWritable } from '../../platform/sqlite/whereWritable.ts'
import { readingOf, startOf, textOfBody } from '../columns/bodyReading.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import type { ResultsBody, StoredTable, TableStore } from '../columns/tableStore.ts'
import { isLeftOut, readReply } from './damagedReplies.ts'
import type { RulesOfReading } from './rulesOfReading.ts'

const tableColumns = `
  SELECT c.id, c.stage, c.distance_guid, c.distance_name, c.category_name, t.snapshot, t.rows, t.shape, t.readings, h.version,
    s.fetched_at, s.damaged, l.id AS start_list
  FROM category_tables t JOIN categories c ON c.id = t.category JOIN snapshots s ON s.id = t.snapshot
    JOIN stages g ON g.guid = c.stage AND g.removed_at IS NULL
    LEFT JOIN shapes h ON h.id = t.shape LEFT JOIN start_lists l ON l.stage = c.stage`

export const bodyTables = (
  database: Database,
  path: string,
  rules: RulesOfReading,
): Omit<TableStore, 'prepareToRead' | 'joinedOf'> => {
  const isOutdated = outdatedReader(database)
  return {
    tables: (guid) => {
      const read = (): readonly SqlRow[] =>
        database.all(`${tableColumns} WHERE c.stage = ? ORDER BY c.position, c.id`, guid)
      const rows = read()
      if (!rows.some(isOutdated)) return withoutDamaged(database, rows).map(tableFrom)
      whereWritable(path, () => rules.deriveStageAgain(database, guid))
      return withoutDamaged(database, read()).map(tableFrom)
    },
    damagedTables: (guid) =>
      database
        .all(`${tableColumns} WHERE c.stage = ? ORDER BY c.position, c.id`, guid)
        .filter((row) => isLeftOut(database, row))
        .map(tableFrom),
    tableOf: (category) => {
      const read = (): SqlRow | null => database.get(`${tableColumns} WHERE c.id = ?`, Number(category))
      let row = read()
      if (row !== null && isOutdated(row)) {
        whereWritable(path, () => rules.deriveCategoryAgain(database, Number(category)))
        row = read()
      }
      return row === null || isLeftOut(database, row)
        ? null
        : { ...tableFrom(row), fetchedAt: text(row, 'fetched_at') as Instant }
    },
    rowsBody: ({ snapshot }) => bodyFrom(database, database.get('SELECT * FROM snapshots WHERE id = ?', snapshot)),
    rowsSource: ({ snapshot }) => {
      const row = database.get('SELECT url, fetched_at, sha256, size_bytes FROM snapshots WHERE id = ?', snapshot)
      return row === null
        ? null
        : {
            url: text(row, 'url'),
            fetchedAt: text(row, 'fetched_at') as Instant,
            sha256: text(row, 'sha256'),
            sizeBytes: number(row, 'size_bytes'),
          }
    },
    lastBody: (category, most, reply, charset) => {
      const row = database.get(
        `SELECT s.* FROM categories c JOIN snapshots s ON s.id = coalesce(?, c.last_snapshot) AND s.category = c.id
         JOIN stages g ON g.guid = c.stage AND g.removed_at IS NULL
       WHERE c.id = ?`,
        reply === undefined ? null : Number(reply),
        Number(category),
      )
      const bytes = row === null ? null : (readReply(database, row)?.bytes ?? null)
      if (row === null || bytes === null) return null
      const reading = readingOf(database, Number(category))
      const chosen = charset === undefined ? reading.charset : charset
      return {
        ...describedBody(row),
        ...startOf(bytes, text(row, 'content_type'), most, chosen),
        hasHeader: reading.hasHeader,
      }
    },
  }
}

/** Above all numbers of roles, and of readings. */
const startListFactor = 2 ** 32

/** How often a table is told from itself read anew. */
const mostReadings = 1024

const tableFrom = (row: SqlRow): StoredTable => ({
  category: text(row, 'id') as CategoryId,
  stage: text(row, 'stage') as StageGuid,
  distanceGuid: text(row, 'distance_guid'),
  distanceName: text(row, 'distance_name'),
  categoryName: text(row, 'category_name'),
  snapshot: number(row, 'snapshot'),
  fetchedAt: text(row, 'fetched_at') as Instant,
  rows: number(row, 'rows'),
  shape: row['shape'] === null ? null : number(row, 'shape'),
  startList: row['start_list'] === null ? null : number(row, 'start_list'),
  reading: number(row, 'readings') + startListOf(row) * startListFactor,
  roles:
    (row['version'] === null ? 0 : number(row, 'version')) * mostReadings +
    (number(row, 'readings') % mostReadings) +
    startListOf(row) * startListFactor,
})

/** Another start list makes everything derived from the rows anew. */
const startListOf = (row: SqlRow): number => (row['start_list'] === null ? 0 : number(row, 'start_list'))

const withoutDamaged = (database: Database, rows: readonly SqlRow[]): readonly SqlRow[] =>
  rows.filter((row) => !isLeftOut(database, row))

/** Asks once of each table: `derivation` lies behind its long texts, which SQLite goes through on the way there. */
const outdatedReader = (database: Database): ((row: SqlRow) => boolean) => {
  const current = new Map<string, string>()
  return (row) => {
    const category = text(row, 'id')
    const reading = `${number(row, 'snapshot')} ${number(row, 'readings')}`
    if (current.get(category) === reading) return false
    const sql = 'SELECT 1 FROM category_tables WHERE category = ? AND derivation < ?'
    if (database.get(sql, Number(category), derivation) !== null) return true
    current.set(category, reading)
    return false
  }
}

const bodyFrom = (database: Database, row: SqlRow | null): ResultsBody | null => {
  const read = row === null ? null : readReply(database, row)
  if (row === null || read === null) return null
  const { bytes: body, whole: kept } = read
  growSlowlyFor(body.byteLength)
  const { charset, hasHeader } = readingOf(database, number(row, 'category'))
  const decoded = textOfBody(body, text(row, 'content_type'), charset)
  const whole = decoded?.text ?? body.toString('utf8')
  for (const bytes of [body, kept.bytes]) giveBackMemory(bytes)
  return {
    ...describedBody(row),
    text: whole,
    charset: decoded?.charset ?? null,
    hasHeader,
    isText: decoded !== null,
  }
}

const describedBody = (row: SqlRow): Omit<StoredBody, 'text' | 'isText'> => ({
  sizeBytes: number(row, 'size_bytes'),
  sha256: text(row, 'sha256'),
  status: number(row, 'status'),
  contentType: text(row, 'content_type'),
  fetchedAt: text(row, 'fetched_at') as Instant,
  url: text(row, 'url'),
})
