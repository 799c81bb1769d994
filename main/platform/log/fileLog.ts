import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../../preload/contract/ids.ts'
import type { Log } from '../../kernel/log.ts'

type FileLogOptions = {
  readonly folder: string
  /** Takes a whole line and returns it without secrets. */
  readonly redact: (text: string) => string
  readonly maxBytes?: number
  /** Full files that are kept beside the current one. */
  readonly keep?: number
}

type Level = 'info' | 'warn' | 'bug'
type Details = { readonly [key: string]: Json }
type OpenFile = { readonly descriptor: number; sizeBytes: number }

const ownerOnly = 0o600
const longestLine = 32_768
const deepestCause = 5

/** Name of the current file in the log folder. */
export const logFileName = 'racedesk.log'

const fileName = (age: number): string => (age === 0 ? logFileName : `racedesk.${age}.log`)

const describe = (thrown: unknown, depth = 0): Json => {
  if (!(thrown instanceof Error)) return { thrown: String(thrown) }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  const own = { name: thrown.name, ...code, message: thrown.message, stack: thrown.stack ?? null }
  if (thrown.cause === undefined || depth === deepestCause) return own
  return { ...own, cause: describe(thrown.cause, depth + 1) }
}

/**
 * A log of JSON lines `{at, level, message, details?}` in `<folder>/racedesk.log`; a full file becomes racedesk.1.log.
 * Every line is redacted before it is cut or written. A line that cannot be written is lost without an error.
 */
export const createFileLog = (options: FileLogOptions): Log => {
  const { folder, redact, maxBytes = 2_000_000, keep = 3 } = options
  let file: OpenFile | null = null
  let isClosed = false

  const open = (): OpenFile => {
    mkdirSync(folder, { recursive: true })
    const descriptor = openSync(join(folder, fileName(0)), 'a', ownerOnly)
    return { descriptor, sizeBytes: fstatSync(descriptor).size }
  }

  const release = (): void => {
    const released = file
    file = null
    if (released !== null) closeSync(released.descriptor)
  }

  const rotate = (): void => {
    release()
    rmSync(join(folder, fileName(keep)), { force: true })
    for (let age = keep - 1; age >= 0; age -= 1) {
      try {
        renameSync(join(folder, fileName(age)), join(folder, fileName(age + 1)))
      } catch {
        // Not that many files yet.
      }
    }
    if (keep === 0) rmSync(join(folder, fileName(0)), { force: true })
  }

  const append = (line: string): void => {
    const bytes = Buffer.from(line)
    file ??= open()
    if (file.sizeBytes > 0 && file.sizeBytes + bytes.length > maxBytes) {
      rotate()
      file = open()
    }
    writeSync(file.descriptor, bytes)
    file.sizeBytes += bytes.length
  }

  const write = (level: Level, message: string, details?: Json): void => {
    if (isClosed) return
    try {
      const line = JSON.stringify({ at: new Date().toISOString(), level, message, details })
      append(`${cut(redact(line))}\n`)
    } catch {
      // The next line tries with a newly opened file.
      closeQuietly(release)
    }
  }

  return {
    info: (message, details?: Details) => write('info', message, details),
    warn: (message, details?: Details) => write('warn', message, details),
    bug: (thrown) => {
      const reference = randomBytes(4).toString('hex')
      write('bug', reference, tellApart(thrown))
      return reference
    },
    recent: (limitChars) => {
      let lines: readonly string[] = []
      let length = 0
      for (let age = 0; age <= keep && length < limitChars; age += 1) {
        const older = readLines(join(folder, fileName(age)))
        lines = [...older, ...lines]
        length += older.reduce((sum, line) => sum + line.length, 0)
      }
      while (length > limitChars) {
        length -= lines[0]?.length ?? length
        lines = lines.slice(1)
      }
      return lines
    },
    close: () => {
      isClosed = true
      closeQuietly(release)
    },
  }
}

/** None for a file that is not there. */
const readLines = (path: string): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Still one JSON value a line: what is too long becomes the text of its beginning. */
const cut = (line: string): string =>
  line.length <= longestLine ? line : JSON.stringify({ cut: line.slice(0, longestLine) })

/** Even a thrown value whose texts throw when they are read must not break the log. */
const tellApart = (thrown: unknown): Json => {
  try {
    return describe(thrown)
  } catch {
    return { thrown: typeof thrown }
  }
}

const closeQuietly = (close: () => void): void => {
  try {
    close()
  } catch {
    // Closed already.
  }
}
