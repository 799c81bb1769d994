import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { snapshotBytes } from '../../main/features/replies/snapshotBodies.ts'
import { openAgain, type Database } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { examine } from '../../main/platform/sqlite/condition.ts'
import { sha256 } from '../support/capsuleRig.ts'
import type { Fall } from './campaign.ts'
import type { ChangingService, Version } from './changingService.ts'
import { reckonChanges } from './naiveLedger.ts'

const logFiles = (dataDir: string): readonly string[] => {
  const logs = join(dataDir, 'logs')
  return existsSync(logs) ? readdirSync(logs).map((name) => join(logs, name)) : []
}

export const loggedBugs = (dataDir: string): readonly string[] =>
  logFiles(dataDir)
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => line.includes('"level":"bug"'))

/** Bugs and keys that the log notes since the last call. */
export const takeLogFaults = (dataDir: string, hasKey: (text: string) => boolean = () => false): readonly Fall[] => {
  const texts = logFiles(dataDir).map((path) => readFileSync(path, 'utf8'))
  const bugs = loggedBugs(dataDir)
  // The core goes on writing into the file that it has open.
  for (const path of logFiles(dataDir)) truncateSync(path)
  return [
    ...texts.filter(hasKey).map(() => ({ what: 'the log holds a key', detail: '' })),
    ...bugs.map((line) => ({ what: `the log notes a bug: ${bugOf(line)}`, detail: line.slice(0, 3_000) })),
  ]
}

/** The message without its numbers, so that the same bug is kept once. */
const bugOf = (line: string): string => {
  const [, message = 'no message'] = /"details":\{.*?"message":"((?:[^"\\]|\\.)*)/u.exec(line) ?? []
  return message.replaceAll(/\d+/g, 'N').slice(0, 100)
}

const orNull = (value: unknown): string | null => (value == null ? null : String(value))

/** The database read by SQL, beside the app. `read` is closed when it returns. */
export const withDatabase = <T>(dataDir: string, read: (database: Database) => T): T => {
  const database = openAgain(join(dataDir, 'racedesk.db'))
  try {
    return read(database)
  } finally {
    database.close()
  }
}

export const storedCategories = (dataDir: string, stage: string) =>
  withDatabase(dataDir, (database) =>
    database
      .all(
        `SELECT c.category_name, c.checked_at, t.snapshot, s.sha256, s.fetched_at FROM categories c
         LEFT JOIN category_tables t ON t.category = c.id LEFT JOIN snapshots s ON s.id = t.snapshot WHERE c.stage = ?`,
        stage,
      )
      .map((row) => ({
        name: String(row['category_name']),
        /** The snapshot of the shown table; null without one. */
        snapshot: row['snapshot'] === null ? null : Number(row['snapshot']),
        sha256: orNull(row['sha256']),
        fetchedAt: orNull(row['fetched_at']),
        checkedAt: orNull(row['checked_at']),
      })),
  )

export type StoredCategory = ReturnType<typeof storedCategories>[number]

const comparedTypes = new Set(['new', 'result', 'place', 'status', 'name', 'club', 'vanished'])

/** Checks the database after a kill: every stored pair of replies is compared with a naive reckoning. */
export const findStoredFaults = (dataDir: string, service: ChangingService): readonly Fall[] =>
  withDatabase(dataDir, (database) => {
    const { problems } = examine(database)
    if (problems > 0) return [{ what: 'quick_check finds the database damaged', detail: `${problems} problems` }]
    return service.categories.flatMap((name) => findCategoryFaults(database, service, name))
  })

const findCategoryFaults = (database: Database, service: ChangingService, name: string): readonly Fall[] => {
  const category = database.get(
    'SELECT id FROM categories WHERE stage = ? AND category_name = ?',
    service.stage,
    name,
  )?.['id']
  if (category === undefined) return []
  const falls: Fall[] = []
  const fell = (what: string, detail: string): unknown => falls.push({ what, detail })
  const known = new Map(service.versions(name).map((version) => [version.sha256, version]))
  const snapshots = database.all('SELECT * FROM snapshots WHERE category = ? ORDER BY id', Number(category))
  let before: Version | null = null
  for (const row of snapshots) {
    const place = `${name}, snapshot ${String(row['id'])}`
    const hash = String(row['sha256'])
    const version = known.get(hash)
    const bytes = snapshotBytes(database, row)?.bytes
    if (version === undefined || bytes === undefined) {
      fell('a stored reply is none that the service gave', place)
      continue
    }
    if (sha256(bytes) !== hash) fell('the bytes of a stored reply are not those of its hash', place)
    if (before?.sha256 === hash) fell('a stored reply equals the one before it', place)
    if (before !== null) falls.push(...compareLedger(database, Number(row['id']), place, before, version))
    before = version
  }
  const shown = database.get(
    'SELECT s.sha256, t.rows FROM category_tables t LEFT JOIN snapshots s ON s.id = t.snapshot WHERE t.category = ?',
    Number(category),
  )
  if (shown === null) return falls
  if (shown['sha256'] !== before?.sha256) fell('the table that is shown is not the newest stored one', name)
  if (Number(shown['rows']) !== before?.rows.length) {
    fell('the table that is shown has another number of rows than its reply', name)
  }
  return falls
}

const compareLedger = (
  database: Database,
  snapshot: number,
  place: string,
  before: Version,
  after: Version,
): readonly Fall[] => {
  const told = database
    .all('SELECT type, bib, name, before, after FROM ledger WHERE snapshot = ?', snapshot)
    .filter(({ type }) => comparedTypes.has(String(type)))
    .map(({ type, ...more }) => JSON.stringify([type, ...Object.values(more).map(orNull)]))
    .sort()
  const reckoned = reckonChanges(before.rows, after.rows).toSorted()
  if (JSON.stringify(told) === JSON.stringify(reckoned)) return []
  const missing = reckoned.filter((line) => !told.includes(line))
  const extra = told.filter((line) => !reckoned.includes(line))
  const detail = `${place}: missing ${missing.slice(0, 5).join(' ')} · too much ${extra.slice(0, 5).join(' ')}`
  return [{ what: 'the changes are not those of a naive comparison', detail }]
}
