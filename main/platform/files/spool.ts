import { randomBytes } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '../../../preload/contract/result.ts'
import { fileReason } from './fileReason.ts'
import { openPartials, owner, removeLeftovers } from './leftovers.ts'
import { partialName, uniqueOf } from './partialName.ts'

/** A file of this process for what is made here and read soon after, piece by piece. */
export type Spool = {
  /** Absolute; written by somebody else. */
  readonly path: string
  readonly read: (at: number, sizeBytes: number) => Promise<Result<Uint8Array>>
  readonly remove: () => Promise<void>
}

/** Makes the folder, and removes what killed processes left in it. Errors: file. */
export const createSpool = async (folder: string, name: string): Promise<Result<Spool>> => {
  const own = partialName(name, uniqueOf(owner, process.pid, randomBytes(6).toString('hex')))
  const path = join(folder, own)
  const attempt = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
    try {
      return { ok: true, value: await work() }
    } catch (thrown) {
      const reason = fileReason(thrown)
      if (reason === null) throw thrown
      return { ok: false, error: { kind: 'file', reason, path } }
    }
  }
  const made = await attempt(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  if (!made.ok) return made
  await removeLeftovers(folder)
  openPartials.add(own)
  /** Once for all reads: a site has thousands of files. */
  let opened: Promise<FileHandle> | null = null
  const spool: Spool = {
    path,
    read: (at, sizeBytes) =>
      attempt(async () => {
        opened ??= open(path)
        const handle = await opened
        const bytes = new Uint8Array(sizeBytes)
        for (let from = 0; from < sizeBytes;) {
          const { bytesRead } = await handle.read(bytes, from, sizeBytes - from, at + from)
          if (bytesRead === 0) throw Object.assign(new Error('The spool ends too early'), { code: 'EIO' })
          from += bytesRead
        }
        return bytes
      }),
    remove: async () => {
      await opened?.then((handle) => handle.close()).catch(() => undefined)
      await rm(path, { force: true }).catch(() => undefined)
      openPartials.delete(own)
    },
  }
  return { ok: true, value: spool }
}
