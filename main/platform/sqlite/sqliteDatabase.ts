import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { StorageCause } from '../../../preload/contract/result.ts'
import { isOpenElsewhere, lastEndOf, type LastEnd } from './cleanEnd.ts'
import {
  contentStateOf,
  fileChange,
  hasAlteredFormat,
  identityOf,
  isStorageFailure,
  moveAside,
  makePrivateFile,
  makePrivateFolder,
  placeFault,
  refuseOtherThanFiles,
  removeFile,
  sqliteUrl,
  storageErrorOf,
  storageFailure,
  type FileIdentity,
} from './databaseFile.ts'
import { isMigrated, isNew, migrate } from './migrate.ts'

export type SqlRow = { readonly [column: string]: SQLOutputValue }

export type Database = {
  readonly all: (sql: string, ...values: readonly SQLInputValue[]) => readonly SqlRow[]
  readonly get: (sql: string, ...values: readonly SQLInputValue[]) => SqlRow | null
  /** Gives the id of the row it inserted, if it did. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number
  /** The same without waiting for the disk: safe from a killed process, and from a lost battery once anything else is written. */
  readonly runSoon: (sql: string, ...values: readonly SQLInputValue[]) => void
  /**
   * Why nothing can be written: the file is gone, or could be opened for reading only. Null when writing works; a
   * read-only database is reopened for writing once its disk allows it.
   */
  readonly writeFault: () => StorageCause | null
  /** Holds the write lock while `work` runs; rolls back when it throws. */
  readonly transaction: <T>(work: () => T) => T
  /** Brings what was written to the disk itself, as far as readers allow. */
  readonly checkpoint: () => void
  readonly close: () => void
}

/**
 * How a database is read where SQLite cannot write the two files beside it. `shared`: with the existing files, since others
 * may use them · `immutable`: the file alone, which must not be written meanwhile · `alone`: with its write-ahead log, whose index is made in
 * memory; no other process may have the database open · a URL: as a copy in memory, since its schema is older.
 */
type WayToFile = 'shared' | 'immutable' | 'alone'
type WayToRead = WayToFile | `file:${string}`

/** The opened file and the mode, so that a second connection opens the same file in the same way. */
export type DatabaseFile = {
  readonly path: string
  readonly identity: FileIdentity
  /** Null when opened for writing too. */
  readonly readOnly: {
    readonly cause: StorageCause
    readonly way: WayToRead
    /** Identity of the file when it was opened. */
    readonly state: string
  } | null
}

type OpenedDatabase = {
  readonly database: Database
  readonly file: DatabaseFile
  readonly movedAsideTo: string | null
  /** A process that had the database open was killed, and the whole file has not been checked since. */
  readonly wasUnclean: boolean
}

/** True for throws of node:sqlite and of this file; their messages may be shown, since they contain no data. */
export const isDatabaseError = (thrown: unknown): thrown is Error =>
  isStorageFailure(thrown) || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_SQLITE_ERROR')

/**
 * Opens or makes the database and migrates it to the newest schema. A database that another program wrote since its last use is checked
 * first. A damaged one is moved aside under a name with `stamp` (never deleted) and a new one is made. An existing one that
 * cannot be written, on a full or read-only disk, is opened for reading. Throws when the path is not a
 * file, no file can be made, or the schema is newer than this version.
 */
export const openDatabase = (path: string, stamp: string): OpenedDatabase => {
  refuseOtherThanFiles(path)
  return mayNeedCheck(path) ? oneAtATime(path, () => openOrMoveAside(path, stamp)) : openOrMoveAside(path, stamp)
}

const mayNeedCheck = (path: string): boolean => {
  try {
    return sizeOf(path) > 0 && checkAfter(lastEndOf(path)) !== null
  } catch {
    // Opening the file would fail with the same error.
    return false
  }
}

const openOrMoveAside = (path: string, stamp: string): OpenedDatabase => {
  try {
    makePrivateFolder(dirname(path))
    const end = lastEndOf(path)
    return { ...openChecked(path, checkAfter(end)), movedAsideTo: null, wasUnclean: end === 'unclean' }
  } catch (thrown) {
    const { cause } = storageErrorOf(thrown, path)
    if ((cause === 'no-space' || cause === 'read-only') && sizeOf(path) > 0) {
      return { ...openToRead(path, cause), movedAsideTo: null, wasUnclean: false }
    }
    if (!isDamage(thrown)) throw thrown
    if (isOpenElsewhere(path)) {
      throw new Error('The database is damaged and open in another Racedesk. Close that one, then start again', {
        cause: thrown,
      })
    }
    const aside = moveAside(path, stamp)
    return { ...openChecked(path, 'quick_check'), movedAsideTo: aside, wasUnclean: false }
  }
}

/** Timeout of the lock: longer than a check of a large database takes. */
const longestCheckMs = 120_000

/**
 * One process at a time checks a database and moves a damaged one aside; otherwise a second process would move the new one. The lock ends with
 * its process. If the lock cannot be taken, `work` runs without it.
 */
const oneAtATime = <T>(path: string, work: () => T): T => {
  const lockFile = `${path}-checking`
  const lock = lockOf(lockFile)
  try {
    return work()
  } finally {
    if (lock !== null) removeFile(lockFile)
    lock?.close()
  }
}

const lockOf = (lockFile: string): DatabaseSync | null => {
  for (;;) {
    let lock: DatabaseSync | null = null
    try {
      makePrivateFile(lockFile)
      const made = identityOf(lockFile)
      lock = new DatabaseSync(lockFile, { timeout: longestCheckMs })
      lock.exec('BEGIN EXCLUSIVE')
      // The process that had the lock before removed its file.
      if (identityOf(lockFile) === made) return lock
      lock.close()
    } catch {
      lock?.close()
      return null
    }
  }
}

/** A second connection to a database that `openDatabase` has checked. */
export const openAgain = (path: string): Database => wrap(connect(path), fileAt(path))

/**
 * A connection for many writes in a row. Each is safe from a killed process at once; from a lost battery only after `checkpoint`,
 * before which the database would open as it was some writes earlier. Throws when another file stands there now, or none.
 */
export const openForBulk = (file: DatabaseFile): Database => {
  refuseChanged(file)
  const { path, readOnly } = file
  if (readOnly !== null && placeFault(path) !== undefined) return wrap(connectToRead(path, readOnly.way), file)
  const connection = connectMigrated(path)
  connection.exec('PRAGMA synchronous = NORMAL')
  return wrap(connection, { ...file, readOnly: null })
}

const refuseChanged = ({ path, identity }: DatabaseFile): void => {
  const change = fileChange(path, identity)
  if (change !== null) throw refusal(change)
}

const refusals: { readonly [C in StorageCause]?: string } = {
  gone: 'The database was moved or deleted',
  replaced: 'Another file has replaced the database',
}

const refusal = (cause: StorageCause): Error =>
  storageFailure(cause, refusals[cause] ?? 'The database was opened for reading only')

const fileAt = (path: string, readOnly: DatabaseFile['readOnly'] = null): DatabaseFile => {
  const identity = identityOf(path)
  if (identity === null) throw refusal('gone')
  return { path, identity, readOnly }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, and what our own check found. */
const damageCodes = new Set([11, 26])

/** The database is damaged: its pages are not as SQLite wrote them. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number'
    ? damageCodes.has(thrown.errcode & 0xff)
    : false

/** With fewer pages since the last checkpoint, the next writer makes none: the gate would wait for what a download wrote. */
const checkpointPages = 16_000

const connect = (path: string): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true })
  try {
    // A new database gives free pages back in steps. Setting the mode again would write to the file at every opening.
    if (connection.prepare('PRAGMA page_count').get()?.['page_count'] === 0) {
      connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
    }
    // FULL: what a person typed also survives a laptop whose battery dies.
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;')
    connection.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  } catch (thrown) {
    connection.close()
    throw thrown
  }
  return connection
}

/** For a database that could only be read before. */
const connectMigrated = (path: string): DatabaseSync => {
  const connection = connect(path)
  try {
    migrate(connection)
    return connection
  } catch (thrown) {
    connection.close()
    throw thrown
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** The modes to try, the safest first. */
const waysToRead = (path: string): readonly WayToFile[] => {
  const isAlone = !existsSync(`${path}-shm`)
  // Without a write-ahead log the file contains all writes.
  const last: WayToFile = sizeOf(`${path}-wal`) === 0 ? 'immutable' : 'alone'
  return isAlone ? [last] : ['shared', last]
}

const connectToRead = (path: string, way: WayToRead): DatabaseSync => {
  if (way.startsWith('file:')) return readable(new DatabaseSync(way, { readOnly: true }))
  const url = sqliteUrl(path)
  if (way === 'immutable') url.searchParams.set('immutable', '1')
  if (way === 'alone') url.searchParams.set('vfs', process.platform === 'win32' ? 'win32-none' : 'unix-none')
  const connection = new DatabaseSync(url, { readOnly: true, timeout: 10_000 })
  return readable(connection, way === 'alone' ? 'PRAGMA locking_mode = EXCLUSIVE' : '')
}

const connectAnyWay = (path: string): { readonly connection: DatabaseSync; readonly way: WayToRead } => {
  let failure: unknown
  for (const way of waysToRead(path)) {
    try {
      return { connection: connectToRead(path, way), way }
    } catch (thrown) {
      failure = thrown
    }
  }
  throw failure
}

const readable = (connection: DatabaseSync, pragma = ''): DatabaseSync => {
  try {
    connection.exec(`${pragma}; PRAGMA temp_store = MEMORY`)
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    return connection
  } catch (thrown) {
    connection.close()
    throw thrown
  }
}

/** A copy with the newest schema, of at most 1 GB (SQLite's limit). Every thread can open it until its last connection closes. */
const copyToRead = (
  source: DatabaseSync,
  cause: StorageCause,
): { readonly connection: DatabaseSync; readonly way: WayToRead } => {
  const way = `file:/racedesk-${randomUUID()}?vfs=memdb` as const
  const connection = new DatabaseSync(way)
  try {
    if (isNew(source)) throw storageFailure(cause, 'The new database could not be written')
    source.exec(`VACUUM INTO '${way}'`)
    migrate(connection)
    return { connection: readable(connection), way }
  } catch (thrown) {
    connection.close()
    throw thrown
  } finally {
    source.close()
  }
}

type OpenedFile = Pick<OpenedDatabase, 'database' | 'file'>

const openToRead = (path: string, cause: StorageCause): OpenedFile => {
  const found = connectAnyWay(path)
  const state = contentStateOf(path)
  const { connection, way } = isMigrated(found.connection) ? found : copyToRead(found.connection, cause)
  const file = fileAt(path, { cause, way, state })
  return { database: wrap(connection, file), file }
}

/** The quick check does not compare indexes with their tables, so it may miss damage that was already found. */
type Check = 'quick_check' | 'integrity_check'

const checkAfter = (end: LastEnd): Check | null =>
  end === 'damaged' ? 'integrity_check' : end === 'altered' ? 'quick_check' : null

const passesCheck = (connection: DatabaseSync, check: Check = 'quick_check'): boolean =>
  connection.prepare(`PRAGMA ${check}(1)`).get()?.[check] === 'ok'

/** Reads the whole database, which takes seconds for a large one. Throws when the file was replaced or is gone; makes no new one. */
export const isWhole = (file: DatabaseFile): boolean => {
  refuseChanged(file)
  const connection = connect(file.path)
  try {
    return passesCheck(connection)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return false
  } finally {
    connection.close()
  }
}

const damaged = (): Error => Object.assign(new Error('The database is damaged'), { errcode: 11 })

const openChecked = (path: string, check: Check | null): OpenedFile => {
  makePrivateFile(path)
  if (hasAlteredFormat(path)) throw damaged()
  const connection = connect(path)
  try {
    if (check !== null && !passesCheck(connection, check)) throw damaged()
    migrate(connection)
    const file = fileAt(path)
    return { database: wrap(connection, file), file }
  } catch (thrown) {
    connection.close()
    throw thrown
  }
}

const largeLength = 1_000_000

const isLarge = (value: SQLInputValue): boolean =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > largeLength

const wrap = (opened: DatabaseSync, file: DatabaseFile): Database => {
  let connection = opened
  let left: DatabaseSync | null = null
  let { readOnly } = file
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  /** Tries to write again, since the disk may have space or be writable again. */
  const tryToWrite = (): void => {
    if (readOnly === null || placeFault(file.path) !== undefined) return
    try {
      const writable = connectMigrated(file.path)
      // Closing a connection without locks would release those of the new one (POSIX).
      if (readOnly.way === 'alone') left = connection
      else connection.close()
      statements.clear()
      connection = writable
      readOnly = null
    } catch {
      // The database stays open for reading.
    }
  }
  const writeFault = (): StorageCause | null => {
    const change = fileChange(file.path, file.identity)
    if (change !== null) return change
    tryToWrite()
    if (readOnly === null) return null
    // Another process can write the file, so reads here may mix two states of it.
    return readOnly.way === 'immutable' && contentStateOf(file.path) !== readOnly.state ? 'replaced' : readOnly.cause
  }
  const refuseUnwritable = (): void => {
    const fault = connection.isTransaction ? null : writeFault()
    if (fault !== null) throw refusal(fault)
  }
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values) ?? null,
    run: (sql, ...values) => {
      refuseUnwritable()
      // A statement keeps its last parameters in memory until it is bound again.
      const statement = values.some(isLarge) ? connection.prepare(sql) : prepared(sql)
      return Number(statement.run(...values).lastInsertRowid)
    },
    runSoon: (sql, ...values) => {
      refuseUnwritable()
      connection.exec('PRAGMA synchronous = NORMAL')
      try {
        prepared(sql).run(...values)
      } finally {
        connection.exec('PRAGMA synchronous = FULL')
      }
    },
    writeFault,
    transaction: (work) => {
      refuseUnwritable()
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
    checkpoint: () => {
      if (readOnly === null) connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
    },
    close: () => {
      connection.close()
      left?.close()
    },
  }
}
