import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { FileReason, Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { fileReason, replaceReason } from '../files/fileReason.ts'
import { openPartials, owner, removeLeftovers } from '../files/leftovers.ts'
import { partialName, uniqueOf } from '../files/partialName.ts'
import { largestReplaced, type RemoteFile, type RemoteFolder, type Written } from './remoteFolder.ts'
import { isSafePath } from './safePath.ts'

const versionOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

const reasonOfReplaced = (thrown: unknown): FileReason | null => replaceReason(thrown, process.platform)

const nothing = async (done: Promise<void>): Promise<Result<null>> => {
  await done
  return { ok: true, value: null }
}

/** A folder of this computer, or of a disk that it has mounted. `path` is absolute. */
export const createLocalFolder = (path: string): RemoteFolder => {
  const attempt = async <T>(at: string, work: () => Promise<Result<T>>, reasonOf = fileReason): Promise<Result<T>> => {
    try {
      return await work()
    } catch (thrown) {
      const reason = reasonOf(thrown)
      if (reason === null) throw thrown
      return { ok: false, error: { kind: 'file', reason, path: join(path, at) } }
    }
  }
  /** `none` where something is missing. */
  const unlessMissing = async <T>(none: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      if (fileReason(thrown) === 'missing') return none
      throw thrown
    }
  }
  const made = new Set<string>()
  /** False when it is missing or a link leads out of ours. */
  const isInside = (folder: string): Promise<boolean> =>
    unlessMissing(false, async () => {
      const [root, real] = await Promise.all([realpath(path), realpath(folder)])
      return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)
    })
  /** Makes the folder of a file. */
  const hasFolder = async (folder: string): Promise<boolean> => {
    if (made.has(folder)) return true
    await mkdir(folder, { recursive: true })
    if (!(await isInside(folder))) return false
    await removeLeftovers(folder)
    made.add(folder)
    return true
  }
  /** Limits are checked before reading: a name may stand for a pipe that nobody writes, or a device without end. */
  const readPlain = (target: string, limitBytes: number): ReturnType<RemoteFolder['read']> =>
    unlessMissing<Awaited<ReturnType<RemoteFolder['read']>>>({ ok: true, value: null }, async () => {
      // A socket cannot be opened: the error would tell of a disk that is gone.
      if (!(await stat(target)).isFile()) return { ok: false, error: { kind: 'file', reason: 'exists', path: target } }
      // Windows has no such pipes, and no flag for them.
      const handle = await open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
      try {
        const found = await handle.stat()
        if (!found.isFile() || !(await isInside(target))) {
          return { ok: false, error: { kind: 'file', reason: 'denied', path: target } }
        }
        if (found.size > limitBytes) return { ok: false, error: tooManyBytes(limitBytes) }
        const body = await handle.readFile()
        return { ok: true, value: { body, version: versionOf(body) } }
      } finally {
        await handle.close()
      }
    })

  return {
    list: (folders, signal) =>
      attempt('', async () => {
        const files: RemoteFile[] = []
        for (const folder of folders) {
          const within = join(path, folder)
          if (!(await isInside(within))) continue
          await removeLeftovers(within)
          for (const entry of await readdir(within, { withFileTypes: true })) {
            if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
            const inner = folder === '' ? entry.name : `${folder}/${entry.name}`
            if (!isSafePath(inner) || !entry.isFile()) continue
            const known = await unlessMissing(null, () => stat(join(path, inner)))
            if (known !== null) files.push({ path: inner, sizeBytes: known.size })
          }
        }
        return signal.aborted ? { ok: false, error: { kind: 'cancelled' } } : { ok: true, value: files }
      }),
    read: (file, limitBytes) =>
      attempt(file, async () => {
        if (!isSafePath(file)) return { ok: false, error: { kind: 'file', reason: 'denied', path: file } }
        return await readPlain(join(path, file), limitBytes)
      }),
    write: (file, body, { expects }, signal) =>
      attempt(file, async (): Promise<Result<Written>> => {
        const target = join(path, file)
        if (!isSafePath(file) || !(await hasFolder(dirname(target)))) {
          return { ok: false, error: { kind: 'file', reason: 'denied', path: target } }
        }
        const unique = uniqueOf(owner, process.pid, randomBytes(6).toString('hex'))
        const name = partialName(basename(file), unique)
        const partial = join(dirname(target), name)
        openPartials.add(name)
        let isMoved = false
        try {
          const handle = await open(partial, 'wx')
          try {
            await handle.writeFile(body)
            // Other files are named by their hash, and a listing shows which a power cut left empty.
            if (expects !== undefined) await handle.sync()
          } finally {
            await handle.close()
          }
          if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
          if (expects !== undefined) {
            const now = await readPlain(target, largestReplaced)
            if (!now.ok || (now.value?.version ?? null) !== expects) return { ok: true, value: { written: false } }
          }
          const moved = await attempt(file, () => nothing(rename(partial, target)), reasonOfReplaced)
          isMoved = moved.ok
          return moved.ok ? { ok: true, value: { written: true, version: versionOf(body) } } : moved
        } finally {
          openPartials.delete(name)
          if (!isMoved) await rm(partial, { force: true })
        }
      }),
    remove: (files, signal) =>
      attempt('', async () => {
        const folders = new Set<string>()
        for (const file of files) {
          if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
          if (!isSafePath(file) || !(await isInside(dirname(join(path, file))))) continue
          const removed = await attempt(file, () => nothing(rm(join(path, file), { force: true })), reasonOfReplaced)
          if (!removed.ok) return removed
          if (file.includes('/')) folders.add(dirname(join(path, file)))
        }
        for (const folder of folders) await rmdir(folder).catch(() => undefined)
        made.clear()
        return { ok: true, value: null }
      }),
    close: () => Promise.resolve(),
  }
}
