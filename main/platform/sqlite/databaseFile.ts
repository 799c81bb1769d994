import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  renameSync,
  rmSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  statfsSync,
  statSync,
  type BigIntStats,
} from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppError, StorageCause } from '../../../preload/contract/result.ts'

/** The database as a file: its kind, whether it is still the opened one, and why it cannot be written. */

export type StorageError = Extract<AppError, { kind: 'storage' }>

/** Suffixes of the database file and of the files that SQLite keeps beside it. */
const databaseSuffixes = ['', '-wal', '-shm'] as const

/** Thrown by the store itself; `storageErrorOf` reads the cause. */
export const storageFailure = (storageCause: StorageCause | undefined, message: string): Error =>
  Object.assign(new Error(message), { storageCause })

export const isStorageFailure = (
  thrown: unknown,
): thrown is Error & { readonly storageCause: StorageCause | undefined } =>
  thrown instanceof Error && 'storageCause' in thrown

/** Bytes of the database and of what is not yet written into it. */
export const sizeOfDatabase = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, file) => sum + Number(statOf(file)?.size ?? 0), 0)

const statOf = (path: string): BigIntStats | null => {
  try {
    return statSync(path, { bigint: true })
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return null
    throw thrown
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Throws `not-a-file`; opening a FIFO or a device would block for ever. */
export const refuseOtherThanFiles = (path: string): void => {
  for (const suffix of databaseSuffixes) {
    const stats = statOf(path + suffix)
    if (stats !== null && !stats.isFile()) {
      throw storageFailure('not-a-file', `${path}${suffix} is not a regular file`)
    }
  }
}

const formatVersionsAt = 18
const newestFormatVersion = 2

/**
 * The header names a file format that no SQLite has written: with one altered byte there SQLite would take the database for
 * read-only (https://www.sqlite.org/fileformat.html, 1.3.3).
 */
export const hasAlteredFormat = (path: string): boolean => {
  const file = openSync(path, 'r')
  try {
    const versions = Buffer.alloc(2)
    return readSync(file, versions, 0, 2, formatVersionsAt) === 2 && versions.some((byte) => byte > newestFormatVersion)
  } finally {
    closeSync(file)
  }
}

/** Makes the folder private to the user. A folder with other files keeps its mode. */
export const makePrivateFolder = (folder: string): void => {
  if (makeFolder(folder) || readdirSync(folder).length === 0) changeMode(folder, 0o700)
}

/**
 * True if the folder did not exist. Folders are made one by one: Node's own `recursive` never ends where nothing can be made
 * in an existing folder, as in /proc.
 */
const makeFolder = (folder: string): boolean => {
  if (existsSync(folder)) return false
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, 0o700)
    return true
  } catch (thrown) {
    // Another process may just have made the folder.
    if (existsSync(folder)) return false
    throw thrown
  }
}

/** SQLite gives the files beside the database the same mode. */
export const makePrivateFile = (path: string): void => {
  closeSync(openSync(path, 'a', 0o600))
  changeMode(path, 0o600)
}

const changeMode = (path: string, mode: number): void => {
  try {
    chmodSync(path, mode)
  } catch {
    // chmod is not supported on some file systems or for files of other users.
  }
}

/** The file for SQLite, which refuses a URL with a host: that of a Windows share goes into the path (sqlite.org/uri.html). */
export const sqliteUrl = (path: string, isWindows = process.platform === 'win32'): URL => {
  const { host, href, pathname } = pathToFileURL(path, { windows: isWindows })
  return new URL(host === '' ? href : `file:////${host}${pathname}`)
}

/** Identity of the file at a path. */
export type FileIdentity = string

/** Null where there is no file. */
export const identityOf = (path: string): FileIdentity | null => {
  const stats = statOf(path)
  return stats === null ? null : `${stats.dev} ${stats.ino}`
}

/** Changes with every write to the file. */
export const contentStateOf = (path: string): string => {
  const stats = statOf(path)
  return stats === null ? '' : `${stats.size} ${stats.mtimeNs}`
}

/** Whether the path still leads to that file. Windows does not let an open file be replaced. */
export const fileChange = (path: string, opened: FileIdentity): 'gone' | 'replaced' | null => {
  if (process.platform === 'win32') return null
  try {
    const found = identityOf(path)
    if (found === null) return 'gone'
    return found === opened ? null : 'replaced'
  } catch {
    // An unreadable folder is no evidence that the file is gone.
    return null
  }
}

/** SQLITE_FULL, SQLITE_READONLY; SQLITE_IOERR and SQLITE_CANTOPEN have many reasons. */
const fullCode = 13
const readOnlyCode = 8
const unclearCodes: ReadonlySet<number> = new Set([10, 14])

/** With less free space than this, SQLite cannot make the files it needs to open a database. */
const leastFreeBytes = 256 * 1024

/** Why the database cannot be written, as far as its file and folder show. */
export const placeFault = (path: string): StorageCause | undefined => {
  const folder = dirname(path)
  try {
    accessSync(folder, constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastFreeBytes ? 'no-space' : undefined
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' ? 'gone' : 'read-only'
  }
}

const causeByCode: { readonly [code: string]: StorageCause } = {
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

/** A file of another user is not read-only but inaccessible. */
const isClosedToUs = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (thrown) {
    return codeOf(thrown) === 'EACCES'
  }
}

const causeOf = (thrown: unknown, path: string): StorageCause | undefined => {
  if (isStorageFailure(thrown)) return thrown.storageCause
  if (isClosedToUs(path)) return undefined
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') {
    return causeByCode[codeOf(thrown)]
  }
  const code = thrown.errcode & 0xff
  if (code === fullCode) return 'no-space'
  if (code === readOnlyCode) return placeFault(path) ?? 'read-only'
  return unclearCodes.has(code) ? placeFault(path) : undefined
}

/** The storage error for a throw of the store at `path`: its message, with the cause and the folder if known. */
export const storageErrorOf = (thrown: unknown, path: string): StorageError => {
  const cause = causeOf(thrown, path)
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return { kind: 'storage', reason, ...(cause === undefined ? {} : { cause, folder: dirname(path) }) }
}

/** Returns the new name of the damaged database; never overwrites a file. */
export const moveAside = (path: string, stamp: string): string => {
  const name = `${path}.damaged-${stamp.replaceAll(/[^0-9A-Za-z]/g, '')}`
  let aside = name
  for (let count = 2; existsSync(aside); count += 1) aside = `${name}-${count}`
  for (const suffix of databaseSuffixes) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  return aside
}

/** Leaves a file that cannot be removed. */
export const removeFile = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch {
    // Windows refuses while another process has the file open.
  }
}
