import type { Change, ChangeMark, ChangeType } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import { textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { LedgerFilter, LedgerStore, StoredChange } from './ledgerStore.ts'
import type { StoredMark } from '../results/recentChanges.ts'

const columns = `l.*, c.distance_name, c.category_name`
/** No correction: a first result, a new row, or somebody who has set off. */
const arrival = `(l.is_first = 1 OR l.type = 'new' OR (l.type = 'status' AND l.before IS 'unknown' AND l.after IS 'on course'))`
const finish = `(l.is_first = 1 OR (l.type = 'new' AND coalesce(l.after, '') <> ''))`
const source = `FROM ledger l JOIN categories c ON c.id = l.category`

/** The ledger as it is read. It is written by the thread that stores bodies: see `ledgerWriting.ts`. */
export const ledgerTables = (database: Database): Omit<LedgerStore, 'settleMoves'> => ({
  changes: (filter, { offset, limit, isOldestFirst }) => {
    const { where, values } = conditions(filter)
    const order = isOldestFirst ? 'ASC' : 'DESC'
    return database
      .all(
        `SELECT ${columns} ${source} WHERE ${where} ORDER BY l.id ${order} LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      .map(changeFrom)
  },
  changeCounts: (filter) => {
    const { where, values } = conditions({ ...filter, types: null })
    const rows = database.all(
      `SELECT l.type, count(*) AS count FROM ledger l WHERE ${where} GROUP BY l.type`,
      ...values,
    )
    return new Map(rows.map((row) => [String(row['type']) as ChangeType, Number(row['count'])]))
  },
  changedPeople: (filter) => {
    const { where, values } = conditions(filter)
    const row = database.get(
      `SELECT count(DISTINCT CASE WHEN l.person LIKE 'only-bib:%' THEN l.category || ' ' || l.person ELSE l.person END) AS count
       FROM ledger l WHERE ${where}`,
      ...values,
    )
    return Number(row?.['count'] ?? 0)
  },
  lastChange: (stage) => {
    const row = database.get('SELECT max(id) AS id FROM ledger WHERE stage = ?', stage)
    return Number(row?.['id'] ?? 0)
  },
  newestChange: () => Number(database.get('SELECT max(id) AS id FROM ledger')?.['id'] ?? 0),
  countChangesAfter: (stage, id) =>
    Number(database.get('SELECT count(*) AS n FROM ledger WHERE stage = ? AND id > ?', stage, id)?.['n'] ?? 0),
  recentChanges: (stage, from) =>
    database
      .all(
        `SELECT category, person, type, at FROM ledger
         WHERE stage = ? AND ${'since' in from ? 'at >= ?' : 'id > ?'} AND person IS NOT NULL AND type <> 'vanished'
         ORDER BY id`,
        stage,
        'since' in from ? from.since : from.afterId,
      )
      .map((row) => ({
        category: String(row['category']) as CategoryId,
        person: String(row['person']),
        type: String(row['type']) as ChangeType,
        at: String(row['at']) as Instant,
      })),
  earlierKeysOf: (stage, keys) => {
    const marks = keys.map(() => '?').join(', ')
    return database
      .all(
        `SELECT DISTINCT person_before AS earlier FROM ledger
         WHERE stage = ? AND person IN (${marks}) AND person_before IS NOT NULL`,
        stage,
        ...keys,
      )
      .map((row) => String(row['earlier']))
  },
  firstFinishes: (stage, persons) => {
    const keys = JSON.stringify(persons)
    return database
      .all(
        `WITH keys (person, known) AS (
           SELECT value, value FROM json_each(?)
           UNION
           SELECT person, person_before FROM ledger
           WHERE stage = ? AND person IN (SELECT value FROM json_each(?)) AND person_before IS NOT NULL
         )
         SELECT keys.person, l.category, min(l.at) AS at FROM keys JOIN ledger l ON l.person = keys.known
         WHERE l.stage = ? AND ${finish} GROUP BY keys.person, l.category`,
        keys,
        stage,
        keys,
        stage,
      )
      .map((row) => ({
        category: String(row['category']) as CategoryId,
        person: String(row['person']),
        at: String(row['at']) as Instant,
      }))
  },
  changeMarks: (stage) => {
    const rows = database.all('SELECT mark, at, last_id FROM ledger_marks WHERE stage = ?', stage)
    const of = (mark: ChangeMark): StoredMark | null => {
      const row = rows.find((candidate) => candidate['mark'] === mark)
      return row === undefined ? null : { at: String(row['at']) as Instant, lastId: Number(row['last_id']) }
    }
    return { looked: of('looked'), printed: of('printed'), exported: of('exported') }
  },
  markChanges: (stage, mark, { at, lastId }) => {
    database.run(
      `INSERT INTO ledger_marks (stage, mark, at, last_id) SELECT guid, ?, ?, ? FROM stages WHERE guid = ?
       ON CONFLICT (stage, mark) DO UPDATE SET at = excluded.at, last_id = excluded.last_id
       WHERE excluded.last_id >= last_id`,
      mark,
      at,
      lastId,
      stage,
    )
  },
  earliestAfter: (stage, id) => {
    const row = database.get('SELECT min(at) AS at FROM ledger WHERE stage = ? AND id > ?', stage, id)
    return row === null ? null : (textOrNull(row, 'at') as Instant | null)
  },
})

type Condition = { readonly where: string; readonly values: readonly (string | number)[] }

/** Lists go in as one JSON text each, so that the statement stays the same whatever their length. */
const conditions = (filter: LedgerFilter): Condition => {
  const parts: string[] = ['l.stage = ?']
  const values: (string | number)[] = [filter.stage]
  const add = (part: string, ...more: readonly (string | number)[]): void => {
    parts.push(part)
    values.push(...more)
  }
  const inList = 'IN (SELECT value FROM json_each(?))'
  if (filter.types !== null) add(`l.type ${inList}`, JSON.stringify(filter.types))
  if (filter.categories !== null) add(`l.category ${inList}`, JSON.stringify(filter.categories.map(Number)))
  if (filter.persons !== null) {
    const keys = JSON.stringify(filter.persons)
    add(`(l.person ${inList} OR l.person_before ${inList})`, keys, keys)
  }
  // Entries of earlier versions have their apostrophes.
  const searched = `replace(replace(l.search_text, '''', ''), '’', '')`
  for (const word of filter.words) add(`instr(${searched}, ?) > 0`, word)
  if (filter.since !== null) add('l.at >= ?', filter.since)
  if (filter.afterId !== null) add('l.id > ?', filter.afterId)
  if (filter.untilId !== null) add('l.id <= ?', filter.untilId)
  if (filter.headline === 'none') add('l.headline IS NULL')
  else if (filter.headline !== null) add('l.headline = ?', filter.headline)
  if (filter.areFinishes !== null) add(filter.areFinishes ? finish : `NOT ${arrival}`)
  return { where: parts.join(' AND '), values }
}

const numberOrNull = (row: SqlRow, column: string): number | null => (row[column] === null ? null : Number(row[column]))

const changeFrom = (row: SqlRow): StoredChange => {
  const count = numberOrNull(row, 'count')
  const of = numberOrNull(row, 'of_rows')
  const change: Change = {
    id: Number(row['id']),
    at: String(row['at']) as Instant,
    type: String(row['type']) as ChangeType,
    category: String(row['category']) as CategoryId,
    distanceName: String(row['distance_name']),
    categoryName: String(row['category_name']),
    bib: textOrNull(row, 'bib'),
    name: textOrNull(row, 'name'),
    before: textOrNull(row, 'before'),
    after: textOrNull(row, 'after'),
    index: numberOrNull(row, 'row_index'),
    headline: numberOrNull(row, 'headline'),
    ...(count === null ? {} : { count }),
    ...(of === null ? {} : { of }),
    ...(row['is_first'] === 1 ? { isFirstResult: true } : {}),
  }
  return { change, snapshot: Number(row['snapshot']), person: textOrNull(row, 'person') }
}
