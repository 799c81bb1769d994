import { accessSync, constants, statfsSync, statSync, type BigIntStats } from 'node:fs'
import { dirname } from 'node:path'
import type { AppError, StorageCause } from '../../../preload/contract.ts'

/** The database as a file among others: what it is, whether it still is the one that was opened, and why it cannot be written. */

export type StorageError = Extract<AppError, { kind: 'storage' }>

/** Beside the database itself; SQLite makes and reads the others. */
export const databaseSuffixes = ['', '-wal', '-shm'] as const

/** Thrown by the store itself; `storageErrorOf` reads the cause. */
export const storageFailure = (storageCause: StorageCause, message: string): Error =>
  Object.assign(new Error(message), { storageCause })

export const isStorageFailure = (thrown: unknown): thrown is Error & { readonly storageCause: StorageCause } =>
  thrown instanceof Error && 'storageCause' in thrown

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

/** Opening a FIFO or a device would wait for ever. Throws `not-a-file`. */
export const refuseOtherThanFiles = (path: string): void => {
  for (const suffix of databaseSuffixes) {
    const stats = statOf(path + suffix)
    if (stats !== null && !stats.isFile()) {
      throw storageFailure('not-a-file', `${path}${suffix} is not a regular file`)
    }
  }
}

/** Which file stands at a path, and where nobody may change it, since when. */
export type FileIdentity = string

/** Null where there is no file. */
export const identityOf = (path: string, isImmutable = false): FileIdentity | null => {
  const stats = statOf(path)
  if (stats === null) return null
  return isImmutable ? `${stats.dev} ${stats.ino} ${stats.mtimeNs}` : `${stats.dev} ${stats.ino}`
}

/** Whether the path still leads to that file. Windows keeps an open file from being replaced. */
export const fileChange = (path: string, opened: FileIdentity, isImmutable: boolean): 'gone' | 'replaced' | null => {
  if (process.platform === 'win32') return null
  try {
    const found = identityOf(path, isImmutable)
    if (found === null) return 'gone'
    return found === opened ? null : 'replaced'
  } catch {
    // A folder that may not be looked into says nothing of the file.
    return null
  }
}

/** SQLITE_FULL, SQLITE_READONLY; SQLITE_IOERR and SQLITE_CANTOPEN have many reasons. */
const fullCode = 13
const readOnlyCode = 8
const unclearCodes: ReadonlySet<number> = new Set([10, 14])

/** With less than this free, SQLite cannot make what it needs to open a database. */
const leastFreeBytes = 256 * 1024

/** Why the folder cannot be written, as far as it can be seen. */
const folderFault = (folder: string): StorageCause | undefined => {
  try {
    accessSync(folder, constants.W_OK)
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

/** The file of another user is not read-only but closed. */
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
  const folder = dirname(path)
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') {
    return causeByCode[codeOf(thrown)]
  }
  const code = thrown.errcode & 0xff
  if (code === fullCode) return 'no-space'
  if (code === readOnlyCode) return folderFault(folder) ?? 'read-only'
  return unclearCodes.has(code) ? folderFault(folder) : undefined
}

/** What a throw of the store at `path` is for a person: in its own words, with its cause and the folder where it is known. */
export const storageErrorOf = (thrown: unknown, path: string): StorageError => {
  const cause = causeOf(thrown, path)
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return { kind: 'storage', reason, ...(cause === undefined ? {} : { cause, folder: dirname(path) }) }
}
