import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { StoreCondition } from '../../services/ports.ts'
import { migrations } from './migrations.ts'

/** The only file that touches node:sqlite. */

export type SqlRow = { readonly [column: string]: SQLOutputValue }

export type Database = {
  readonly all: (sql: string, ...values: readonly SQLInputValue[]) => readonly SqlRow[]
  readonly get: (sql: string, ...values: readonly SQLInputValue[]) => SqlRow | null
  /** Gives the id of the row it inserted, if it did. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number
  /** The same without waiting for the disk: safe from a killed process, and from a lost battery once anything else is written. */
  readonly runSoon: (sql: string, ...values: readonly SQLInputValue[]) => void
  /** Holds the write lock while `work` runs; rolls back when it throws. */
  readonly transaction: <T>(work: () => T) => T
  /** Brings what was written to the disk itself, as far as readers allow. */
  readonly checkpoint: () => void
  readonly close: () => void
}

export type OpenedDatabase = { readonly database: Database; readonly movedAsideTo: string | null }

/** True for what node:sqlite throws, whose message is fit for a person: it names no data. */
export const isDatabaseError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_SQLITE_ERROR'

/**
 * Opens or makes the database, checks it and brings it to the newest schema. A damaged one is moved aside under a name with
 * `stamp` (never deleted) and a new one is made. Throws when the folder cannot be written or the schema is from the future.
 */
export const openDatabase = (path: string, stamp: string): OpenedDatabase => {
  makePrivateFolder(dirname(path))
  try {
    return { database: openChecked(path), movedAsideTo: null }
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    const aside = `${path}.damaged-${stamp.replaceAll(/[^0-9A-Za-z]/g, '')}`
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
    }
    return { database: openChecked(path), movedAsideTo: aside }
  }
}

/** A second connection to a database that `openDatabase` has checked. */
export const openAgain = (path: string): Database => wrap(connect(path))

/**
 * A connection for many writes in a row. Each is safe from a killed process at once; from a lost battery only after `checkpoint`,
 * before which the database would open as it was some writes earlier.
 */
export const openForBulk = (path: string): Database => {
  const connection = connect(path)
  connection.exec('PRAGMA synchronous = NORMAL')
  return wrap(connection)
}

/** Reads the whole database. */
export const examine = (database: Database): StoreCondition => {
  const tables = database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite#_%' ESCAPE '#' ORDER BY name",
  )
  const rows = tables.map(({ name }) => {
    const count = database.get(`SELECT count(*) AS count FROM "${String(name)}"`)
    return [String(name), Number(count?.['count'])] as const
  })
  const found = database.all('PRAGMA quick_check(100)')
  const isFine = found.length === 1 && found[0]?.['quick_check'] === 'ok'
  return { rows: Object.fromEntries(rows), problems: isFine ? 0 : found.length }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, and what our own check found. */
const damageCodes = new Set([11, 26])

const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number'
    ? damageCodes.has(thrown.errcode & 0xff)
    : false

/** With fewer pages written since the last checkpoint, none is made by whoever writes next: the gate would pay for what a take wrote. */
const checkpointPages = 16_000

const connect = (path: string): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true })
  try {
    // FULL: what a person typed also survives a laptop whose battery dies.
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;')
    connection.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  } catch (thrown) {
    connection.close()
    throw thrown
  }
  return connection
}

/** Only the user reads what is kept about people. A folder that held other things before is left as the user has it. */
const makePrivateFolder = (folder: string): void => {
  if (makeFolder(folder) || readdirSync(folder).length === 0) changeMode(folder, 0o700)
}

/**
 * True where it was not there before. Folders are made one by one: Node's own `recursive` never ends where nothing can be made
 * in a folder that is there, as in /proc.
 */
const makeFolder = (folder: string): boolean => {
  if (existsSync(folder)) return false
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, 0o700)
    return true
  } catch (thrown) {
    // Another process may just have made it.
    if (existsSync(folder)) return false
    throw thrown
  }
}

/** SQLite gives its files beside the database the database's own mode. */
const makePrivateFile = (path: string): void => {
  closeSync(openSync(path, 'a', 0o600))
  changeMode(path, 0o600)
}

const changeMode = (path: string, mode: number): void => {
  try {
    chmodSync(path, mode)
  } catch {
    // Some file systems know no modes, and a file of another user keeps its own.
  }
}

const openChecked = (path: string): Database => {
  makePrivateFile(path)
  const connection = connect(path)
  try {
    const verdict = connection.prepare('PRAGMA quick_check(1)').get()
    if (verdict?.['quick_check'] !== 'ok') throw Object.assign(new Error('The database is damaged'), { errcode: 11 })
    migrate(connection)
  } catch (thrown) {
    connection.close()
    throw thrown
  }
  return wrap(connection)
}

const migrate = (connection: DatabaseSync): void => {
  const applied = readApplied(connection)
  if (applied.length === migrations.length && applied.every((hash, index) => hash === hashOf(migrations[index] ?? '')))
    return
  connection.exec('BEGIN IMMEDIATE')
  try {
    connection.exec('CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
    // Read again under the lock: another process may just have migrated.
    const present = readApplied(connection)
    if (present.length > migrations.length) throw new Error('The data folder was written by a newer Racedesk')
    for (const [index, sql] of migrations.entries()) {
      const hash = present[index]
      if (hash === undefined) {
        connection.exec(sql)
        connection.prepare('INSERT INTO migrations (step, hash) VALUES (?, ?)').run(index + 1, hashOf(sql))
      } else if (hash !== hashOf(sql)) {
        throw new Error(`Step ${index + 1} of the database's schema is not the one this Racedesk knows`)
      }
    }
    connection.exec('COMMIT')
  } catch (thrown) {
    connection.exec('ROLLBACK')
    throw thrown
  }
}

const readApplied = (connection: DatabaseSync): readonly string[] => {
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined
  if (!isThere) return []
  return connection
    .prepare('SELECT hash FROM migrations ORDER BY step')
    .all()
    .map((row) => String(row['hash']))
}

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

const wrap = (connection: DatabaseSync): Database => {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values) ?? null,
    run: (sql, ...values) => Number(prepared(sql).run(...values).lastInsertRowid),
    runSoon: (sql, ...values) => {
      connection.exec('PRAGMA synchronous = NORMAL')
      try {
        prepared(sql).run(...values)
      } finally {
        connection.exec('PRAGMA synchronous = FULL')
      }
    },
    transaction: (work) => {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        connection.exec('COMMIT')
        return result
      } catch (thrown) {
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw thrown
      }
    },
    checkpoint: () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'),
    close: () => connection.close(),
  }
}
