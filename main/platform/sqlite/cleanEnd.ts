import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isStillRunning } from './processLife.ts'

/**
 * How the last use of a database ended, recorded in small files beside it: `-open-…` for each process that has it open, `-clean` with
 * the file's size and time when the last process closed it, `-damaged` once damage was found.
 */

/**
 * `clean`: unchanged since it was closed, or open in other processes · `unclean`: a process that had it open was killed · `altered`: another program
 * wrote the file · `damaged`: damage was found in it.
 */
export type LastEnd = 'clean' | 'unclean' | 'altered' | 'damaged'

/** Counts the uses in this process; a process id alone may be that of an earlier process. */
const ownUses = new Set<string>()
let lastUse = 0

const usesOf = (path: string): readonly string[] => {
  const prefix = `${basename(path)}-open-`
  return readdirSync(dirname(path)).filter((name) => name.startsWith(prefix))
}

const isLive = (path: string, use: string): boolean => {
  const file = join(dirname(path), use)
  if (ownUses.has(file)) return true
  const pid = Number(/-open-(\d+)-\d+$/u.exec(use)?.[1] ?? Number.NaN)
  return Number.isInteger(pid) && isStillRunning(pid, textOf(file) ?? '')
}

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Size and time of the last write; '' while the write-ahead log is not empty. */
const stateOf = (path: string): string => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  return file === undefined || (log !== undefined && log.size > 0) ? '' : `${file.size} ${file.mtimeNs}`
}

/** Call it before the database is opened. */
export const lastEndOf = (path: string): LastEnd => {
  if (textOf(`${path}-damaged`) !== null) return 'damaged'
  const uses = usesOf(path)
  if (uses.some((use) => !isLive(path, use))) return 'unclean'
  if (uses.length > 0) return 'clean'
  const state = stateOf(path)
  return state !== '' && textOf(`${path}-clean`) === state ? 'clean' : 'altered'
}

/** Another process, or another use in this process, has the database open. */
export const isOpenElsewhere = (path: string): boolean => usesOf(path).some((use) => isLive(path, use))

type DatabaseUse = {
  /** Call it when a check of the whole database after an unclean end found no damage. */
  readonly wasChecked: () => void
  /** Call it once the database is closed; a file that replaced the database is not recorded as clean. */
  readonly end: (isReplaced: boolean) => void
}

/** Records that this process has the database open. Without write access the next start checks the database anyway. */
export const beginUse = (path: string): DatabaseUse => {
  const before = usesOf(path).filter((use) => !isLive(path, use))
  lastUse += 1
  const file = `${path}-open-${process.pid}-${lastUse}`
  ownUses.add(file)
  whereWritable(() => {
    writeFileSync(file, new Date().toISOString(), { mode: 0o600 })
    rmSync(`${path}-damaged`, { force: true })
  })
  return {
    wasChecked: () => whereWritable(() => before.forEach((use) => rmSync(join(dirname(path), use), { force: true }))),
    end: (isReplaced) => {
      ownUses.delete(file)
      whereWritable(() => {
        rmSync(file, { force: true })
        if (!isReplaced) writeFileSync(`${path}-clean`, stateOf(path), { mode: 0o600 })
      })
    },
  }
}

/** Makes the next start check the database before it opens it. */
export const noteDamage = (path: string): void =>
  whereWritable(() => writeFileSync(`${path}-damaged`, '', { mode: 0o600 }))

const whereWritable = (write: () => void): void => {
  try {
    write()
  } catch {
    // A full or read-only disk takes no record.
  }
}
