import { createHash, randomBytes } from 'node:crypto'
import { lstat, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileReason, Result } from '../../../preload/contract/result.ts'
import { fileReason, replaceReason } from './fileReason.ts'
import { createFileReader } from './fileReader.ts'
import { openPartials, owner, removeLeftovers } from './leftovers.ts'
import { partialName, uniqueOf } from './partialName.ts'
import type { FileWriter, Files, WrittenFile } from './files.ts'

type Refused = {
  readonly ok: false
  readonly error: { readonly kind: 'file'; readonly reason: FileReason; readonly path: string }
}

const newFileMode = 0o666
/** Longest file name: UTF-16 units on Windows, UTF-8 bytes elsewhere. */
const longestName = 255
const permissionBits = 0o777

const refused = (path: string, reason: FileReason): Refused => ({ ok: false, error: { kind: 'file', reason, path } })

const attempt = async <T>(path: string, work: () => Promise<T>, reasonOf = fileReason): Promise<Result<T>> => {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    const reason = reasonOf(thrown)
    if (reason === null) throw thrown
    return refused(path, reason)
  }
}

const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (thrown) {
    if (fileReason(thrown) === 'missing') return null
    throw thrown
  }
}

/** Where the finished file goes (a symbolic link stays one: the file behind it is replaced) and with which permissions. */
const findTarget = async (path: string): Promise<{ readonly path: string; readonly mode: number } | null> => {
  const absolute = resolve(path)
  const here = await unlessMissing(lstat(absolute))
  if (here === null) return { path: absolute, mode: newFileMode }
  const behind = here.isSymbolicLink() ? await unlessMissing(stat(absolute)) : here
  if (behind === null) return { path: absolute, mode: newFileMode }
  // Renaming over a folder fails late, and over a device or pipe destroys it.
  if (!behind.isFile()) return null
  return { path: await realpath(absolute), mode: behind.mode & permissionBits }
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset)
    offset += bytesWritten
  }
}

/** Makes the rename itself durable where folders can be opened (not on Windows); the file is in place either way. */
const syncFolder = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // A failed clean-up does not affect the caller.
  }
}

/** The partial file was there a moment ago: without it, its folder is gone. */
const replacing = (thrown: unknown): FileReason | null => {
  const reason = replaceReason(thrown, process.platform)
  return reason === 'missing' ? 'gone' : reason
}

const otherNames = 99

/** Gives the path that the file has now. */
const giveName = async (
  partial: string,
  target: string,
  elsewhere: ((attempt: number) => string) | undefined,
): Promise<string> => {
  try {
    await rename(partial, target)
    return target
  } catch (thrown) {
    if (elsewhere === undefined || replacing(thrown) !== 'locked') throw thrown
    for (let attempt = 2; attempt <= otherNames; attempt += 1) {
      const path = elsewhere(attempt)
      if ((await unlessMissing(lstat(path))) !== null) continue
      await rename(partial, path)
      return path
    }
    throw thrown
  }
}

const createWriter = (asked: string, target: string, partial: string, handle: FileHandle): FileWriter => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let turn: Promise<unknown> = Promise.resolve()
  let failed: Refused | null = null
  let isOpen = true

  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await handle.close()
  }

  const discard = async (): Promise<void> => {
    failed ??= refused(asked, 'gone')
    await close().catch(() => null)
    await rm(partial, { force: true }).catch(() => null)
    openPartials.delete(basename(partial))
  }

  /** One step at a time, in the order asked; the first failure removes the partial file and answers all that follows. */
  const step = <T>(work: () => Promise<T>, reasonOf = fileReason): Promise<Result<T>> => {
    const done = turn.then(async (): Promise<Result<T>> => {
      if (failed !== null) return failed
      const result = await attempt(asked, work, reasonOf)
      if (!result.ok && result.error.kind === 'file') {
        failed = refused(asked, result.error.reason)
        await discard()
      }
      return result
    })
    turn = done.catch(discard)
    return done
  }

  const finish: FileWriter['finish'] = async (elsewhere): Promise<Result<WrittenFile>> => {
    const synced = await step(async () => {
      await handle.sync()
      await close()
    })
    if (!synced.ok) return synced
    const named = await step(() => giveName(partial, target, elsewhere), replacing)
    if (!named.ok) return named
    failed = refused(asked, 'gone')
    openPartials.delete(basename(partial))
    await syncFolder(dirname(target))
    const path = named.value === target ? resolve(asked) : named.value
    return { ok: true, value: { path, sha256: hash.digest('hex'), sizeBytes } }
  }

  return {
    write: (chunk) =>
      step(async () => {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        // Hashed while the system writes.
        const writing = writeAll(handle, bytes)
        hash.update(bytes)
        await writing
        sizeBytes += bytes.length
        return null
      }),
    sha256: () => hash.copy().digest('hex'),
    finish,
    discard: async () => {
      await turn.catch(() => null)
      if (failed === null) await discard()
    },
  }
}

/**
 * Files that appear whole or not at all: written beside their name, synced, then renamed over it. Text is written as UTF-8.
 * Folders and whatever is no regular file are refused as `exists`; a file that a program holds open (Windows) is `locked`.
 */
export const createAtomicFiles = (): Files => ({
  create: async (path) => {
    // Windows would report a missing file, and only after writing everything.
    if (basename(path).length > longestName) return refused(path, 'name-too-long')
    const found = await attempt(path, () => findTarget(path))
    if (!found.ok) return found
    const target = found.value
    if (target === null) return refused(path, 'exists')
    const folder = dirname(target.path)
    const unique = uniqueOf(owner, process.pid, randomBytes(6).toString('hex'))
    const partial = join(folder, partialName(basename(target.path), unique))
    openPartials.add(basename(partial))
    const [opened] = await Promise.all([attempt(path, () => open(partial, 'wx', target.mode)), removeLeftovers(folder)])
    if (!opened.ok) {
      openPartials.delete(basename(partial))
      return opened
    }
    return { ok: true, value: createWriter(path, target.path, partial, opened.value) }
  },
  sizeOf: async (path) => {
    const here = await stat(path).catch(() => null)
    return here?.isFile() === true ? here.size : null
  },
  removeWritten: async (path, { sizeBytes, sha256 }, butNot) => {
    const here = await lstat(path, { bigint: true }).catch(() => null)
    if (here === null) return 'gone'
    const other = await stat(butNot, { bigint: true }).catch(() => null)
    if (here.dev === other?.dev && here.ino === other.ino) return 'gone'
    if (!here.isFile() || here.size !== BigInt(sizeBytes)) return 'left'
    const read = await createFileReader().hash(path)
    if (!read.ok || read.value.sha256 !== sha256) return 'left'
    const removed = await attempt(path, () => rm(path))
    return removed.ok ? 'removed' : 'left'
  },
})
