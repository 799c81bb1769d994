import type { RemovablePart } from '../../../preload/contract/storage.ts'
import { surplusLists, surplusReplies, type Retention, type StoredList } from './rules/retention.ts'
import { setAsideFrom } from '../replies/setAside.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Removes data beyond the retention rules in short writes, so that other writes can run in between. */
export function* tidy(database: Database, retention: Retention): Generator<undefined> {
  yield* tidyReplies(database, retention)
  yield* tidyJobs(database)
  yield* tidyLooks(database, retention)
  yield* tidyLists(database, retention)
}

function* tidyReplies(database: Database, retention: Retention): Generator<undefined> {
  const many = database.all(
    'SELECT category FROM snapshots GROUP BY category HAVING count(*) > ?',
    Math.min(retention.replies, retention.mostReplies),
  )
  if (many.length === 0) return
  const exported = new Set<string>()
  yield* readExported(database, exported)
  for (const { category } of many) {
    for (const id of surplusReplies(storedReplies(database, Number(category), exported), retention)) {
      removeReply(database, id)
      yield
    }
  }
}

const storedReplies = (database: Database, category: number, exported: ReadonlySet<string>) =>
  database
    .all(
      `SELECT s.id, s.rows, s.set_aside, s.base, s.sha256,
         s.id IN (t.snapshot, c.last_snapshot, h.reply_before) OR s.id IN (SELECT snapshot FROM staged_snapshots) AS needed
       FROM snapshots s JOIN categories c ON c.id = s.category LEFT JOIN category_tables t ON t.category = c.id
         LEFT JOIN shrinks h ON h.category = c.id
       WHERE s.category = ? ORDER BY s.id DESC`,
      category,
    )
    .map((row) => {
      const setAside = setAsideFrom(row['set_aside'])
      return {
        id: Number(row['id']),
        hasRows: Number(row['rows']) > 0 && setAside === null,
        base: row['base'] === null ? null : Number(row['base']),
        // If a rejected reply were removed, the next download would use it again.
        isNeeded: row['needed'] === 1 || setAside?.reason === 'left' || exported.has(String(row['sha256'])),
      }
    })

/** Checked again at removal: another process may just have made it the table, or stored a reply that builds on it. */
const removeReply = (database: Database, id: number): void => {
  database.run(
    `DELETE FROM snapshots WHERE id = ? AND NOT EXISTS (SELECT 1 FROM snapshots WHERE base = ?)
       AND NOT EXISTS (SELECT 1 FROM category_tables WHERE category = snapshots.category AND snapshot = snapshots.id)
       AND NOT EXISTS (SELECT 1 FROM categories WHERE id = snapshots.category AND last_snapshot = snapshots.id)`,
    id,
    id,
  )
}

const receiptsAtOnce = 50

/** Hashes of the bodies that exported files were made from. */
function* readExported(database: Database, exported: Set<string>): Generator<undefined> {
  for (let after = 0; ;) {
    const rows = database.all(
      'SELECT id, receipt FROM exported_files WHERE id > ? ORDER BY id LIMIT ?',
      after,
      receiptsAtOnce,
    )
    for (const row of rows) for (const sha256 of sourcesIn(row)) exported.add(sha256)
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last['id'])
    yield
  }
}

/** Written by this app. */
const sourcesIn = (row: SqlRow): readonly string[] => {
  const { sources = [] } = JSON.parse(String(row['receipt'])) as {
    readonly sources?: readonly { readonly sha256: string }[]
  }
  return sources.map(({ sha256 }) => sha256)
}

const keptJobs = 500

/** The last download of each stage stays: the next one reads from it which categories it can skip. */
function* tidyJobs(database: Database): Generator<undefined> {
  const lastTakes = "SELECT max(rowid) FROM jobs WHERE kind = 'take' GROUP BY stage"
  const newest = 'SELECT rowid FROM jobs ORDER BY started_at DESC LIMIT ?'
  const over = `state <> 'running' AND rowid NOT IN (${lastTakes})`
  for (const row of database.all(`SELECT id FROM jobs WHERE ${over} AND rowid NOT IN (${newest})`, keptJobs)) {
    database.run('DELETE FROM jobs WHERE id = ?', row['id'] ?? null)
    database.run('DELETE FROM order_lookups WHERE job = ?', row['id'] ?? null)
    yield
  }
  const told = `SELECT DISTINCT job AS id FROM job_outcomes WHERE job IN (SELECT id FROM jobs WHERE ${over})`
  for (const row of database.all(told)) {
    database.run('DELETE FROM job_outcomes WHERE job = ?', row['id'] ?? null)
    yield
  }
}

function* tidyLooks(database: Database, { looks }: Retention): Generator<undefined> {
  const surplus = database.all(
    `SELECT id FROM (SELECT id, guid, row_number() OVER (PARTITION BY guid ORDER BY id DESC) AS nth FROM order_looks) l
     WHERE nth > ? AND NOT EXISTS (
       SELECT 1 FROM orders o WHERE o.guid = l.guid AND l.id IN (o.look, o.last_look, o.change_look))`,
    looks,
  )
  for (const row of surplus) {
    database.run('DELETE FROM order_looks WHERE id = ?', row['id'] ?? null)
    yield
  }
}

function* tidyLists(database: Database, retention: Retention): Generator<undefined> {
  const stored = database.all(
    'SELECT id, profile_id, depth, types, total FROM block_snapshots ORDER BY checked_at DESC, id DESC',
  )
  const blocks = [...Map.groupBy(stored, (row) => row['profile_id']).values()].flatMap((rows) =>
    surplusLists(rows.map(listFrom), retention),
  )
  for (const id of blocks) {
    database.run('DELETE FROM block_snapshots WHERE id = ?', id)
    yield
  }
  if (blocks.length > 0) {
    database.run('DELETE FROM block_contents WHERE sha256 NOT IN (SELECT hash FROM block_types)')
    yield
  }
  const years = database.all(
    `SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY profile_id, is_empty ORDER BY checked_at DESC, id DESC) AS nth
       FROM years_replies)
     WHERE nth > ?`,
    retention.lists,
  )
  for (const row of years) {
    database.run('DELETE FROM years_replies WHERE id = ?', row['id'] ?? null)
    yield
  }
}

const listFrom = (row: SqlRow): StoredList => ({
  id: Number(row['id']),
  depth: String(row['depth']),
  types: Number(row['types']),
  total: Number(row['total']),
})

/** Removes the earlier entries of the parts that the user chose. */
export function* removePart(database: Database, part: RemovablePart, retention: Retention): Generator<undefined> {
  if (part === 'earlier-replies') yield* tidyReplies(database, retention)
  else if (part === 'orders') yield* tidyLooks(database, retention)
  else if (part === 'lists') yield* tidyLists(database, retention)
  else {
    for (const row of database.all('SELECT id FROM calls')) {
      database.run('DELETE FROM calls WHERE id = ?', row['id'] ?? null)
      yield
    }
  }
}

const pagesAtOnce = 256
/** Free pages kept for the next writes: 4 MB. */
const sparePages = 1_000

const pragma = (database: Database, name: string): number => Number(database.get(`PRAGMA ${name}`)?.[name] ?? 0)

/** Gives free pages back to the disk, a megabyte a step. A database of an older version keeps them until it is rewritten. */
export function* giveBack(database: Database, spare = sparePages): Generator<undefined> {
  if (isOld(database)) return
  for (let free = pragma(database, 'freelist_count'); free > spare;) {
    database.all(`PRAGMA incremental_vacuum(${Math.min(pagesAtOnce, free - spare)})`)
    yield
    const left = pragma(database, 'freelist_count')
    // A reader still uses the pages.
    if (left >= free) return
    free = left
  }
}

/** Up to this size in bytes a database of an older version is rewritten automatically, which takes a moment. */
const smallBytes = 32 * 1024 * 1024

/** Rewrites the whole database, so that it returns free pages from then on. No one else may write meanwhile. */
export const rewrite = (database: Database): void => {
  database.run('PRAGMA auto_vacuum = INCREMENTAL')
  // Otherwise SQLite would hold the whole copy in memory.
  database.run('PRAGMA temp_store = FILE')
  database.run('VACUUM')
  shortenLog(database)
}

/** Truncates the write-ahead log. Does nothing while a reader still uses it. */
export const shortenLog = (database: Database): void => {
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Whether an older version made the database, so that it keeps its free pages. */
export const isOld = (database: Database): boolean => pragma(database, 'auto_vacuum') === 0

export const isSmallAndOld = (database: Database): boolean =>
  isOld(database) && pragma(database, 'page_count') * pragma(database, 'page_size') <= smallBytes
