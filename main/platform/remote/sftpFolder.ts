import { createHash, randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import type { AppError, PlaceAct, PlaceFault, Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { isLeftover, openPartials, owner } from '../files/leftovers.ts'
import { partialName, uniqueOf } from '../files/partialName.ts'
import {
  crowded,
  largestReplaced,
  mostListed,
  type RemoteFile,
  type RemoteFolder,
  type Written,
} from './remoteFolder.ts'
import { isSafePath } from './safePath.ts'
import { connectSsh, type SshLine, type SshPlace } from './sshLine.ts'

export type SftpPlace = SshPlace & {
  /** Without a slash at its end; one that does not begin with a slash is within the user's folder. */
  readonly path: string
}

/** Of the protocol; those of later versions are sent by some hosts that speak an early one. */
const status = { end: 1, missing: 2, denied: 3, failed: 4, unsupported: 8, noSpace: 14, overQuota: 15 }

const faults: { readonly [code: number]: PlaceFault } = {
  [status.missing]: 'no-folder',
  [status.denied]: 'denied',
  [status.unsupported]: 'unsuitable',
  [status.noSpace]: 'full',
  [status.overQuota]: 'full',
}
/** As much as one message may carry everywhere. */
const chunkBytes = 32_768
const shownCharacters = 300
const longestCallMs = 120_000
const removedAtOnce = 6
const readable = { file: 0o644, folder: 0o755 }

const versionOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined

/** Some hosts say no more than that it failed. */
const isMissing = (thrown: unknown): boolean => {
  const code = codeOf(thrown)
  return code === status.missing || code === status.failed
}

/** ssh2 throws at once what a host has not offered. */
const isUnsupported = (thrown: unknown): boolean =>
  codeOf(thrown) === status.unsupported || (thrown instanceof Error && /does not support/.test(thrown.message))

/** Free blocks and their size. */
type Room = { readonly f_bavail: number | bigint; readonly f_frsize: number | bigint }

/** Reports what a call of ssh2 calls back, or throws at once. */
const call = <T>(start: (done: (error: Error | null | undefined, value: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value))))

const run = (start: (done: (error: Error | null | undefined) => void) => void): Promise<void> =>
  call<undefined>((done) => start((error) => done(error, undefined)))

/** A folder on a host that is reached by SSH. `keepHostKey` is told the fingerprint of a host that was not known. */
export const createSftpFolder = (
  { path: root, ...place }: SftpPlace,
  keepHostKey: (fingerprint: string) => void,
): RemoteFolder => {
  let { hostKey } = place
  let line: Promise<Result<SshLine>> | null = null
  /** Partial files that a killed process of ours left. */
  let leftovers: readonly string[] = []
  const at = (path: string): string => posix.join(root, path)

  const connect = (): Promise<Result<SshLine>> => {
    if (line !== null) return line
    const opened = connectSsh({ ...place, hostKey }, (shown) => {
      hostKey = shown
      keepHostKey(shown)
    })
    line = opened
    const forget = (): void => {
      if (line === opened) line = null
    }
    void opened.then((result) => (result.ok ? result.value.lost.then(forget) : forget()))
    return opened
  }

  const attempt = async <T>(
    act: PlaceAct,
    signal: AbortSignal,
    work: (sftp: SFTPWrapper) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
    let opened: SshLine | null = null
    const offline: AppError = { kind: 'offline', host: place.host, detail: 'ECONNRESET' }
    const ended = new AbortController()
    const stopped = new Promise<Result<never>>((resolve) => {
      const stop = (error: AppError): void => resolve({ ok: false, error })
      const timer = setTimeout(() => {
        opened?.end()
        stop({ kind: 'timed-out', afterMs: longestCallMs })
      }, longestCallMs)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
      signal.addEventListener('abort', () => stop({ kind: 'cancelled' }), { signal: ended.signal })
    })
    const worked = async (): Promise<Result<T>> => {
      const connected = await connect()
      if (!connected.ok) return connected
      opened = connected.value
      const broken = opened.lost.then((): Result<T> => ({ ok: false, error: offline }))
      return await Promise.race([
        work(opened.sftp).catch((thrown: unknown): Result<T> => ({ ok: false, error: faultOf(thrown, act, offline) })),
        broken,
      ])
    }
    const done = await Promise.race([worked(), stopped])
    ended.abort()
    return done
  }

  const faultOf = (thrown: unknown, act: PlaceAct, offline: AppError): AppError => {
    const code = codeOf(thrown)
    if (typeof code !== 'number') return offline
    const message = thrown instanceof Error ? thrown.message.slice(0, shownCharacters) : ''
    const isFull = code === status.failed && /space|quota/i.test(message)
    const reason = isFull ? 'full' : (faults[code] ?? 'unknown')
    return { kind: 'place-refused', reason, act, host: place.host, code: `SFTP ${code}`, message }
  }

  const isThere = async (sftp: SFTPWrapper, path: string): Promise<boolean> => {
    try {
      await call<Stats>((done) => sftp.stat(path, done))
      return true
    } catch (thrown) {
      if (isMissing(thrown)) return false
      throw thrown
    }
  }

  /** Makes a folder and those that it is in. */
  const makeFolder = async (sftp: SFTPWrapper, folder: string): Promise<void> => {
    const make = () => run((done) => sftp.mkdir(folder, { mode: readable.folder }, done))
    try {
      await make()
    } catch (thrown) {
      if (await isThere(sftp, folder)) return
      const parent = posix.dirname(folder)
      if (parent === folder) throw thrown
      if (!(await isThere(sftp, parent))) await makeFolder(sftp, parent)
      // Several files are sent at once, and another may have made it.
      await make().catch(async (again: unknown) => {
        if (!(await isThere(sftp, folder))) throw again
      })
    }
  }

  const readBody = async (
    sftp: SFTPWrapper,
    path: string,
    limitBytes: number,
  ): Promise<Buffer | 'too-large' | null> => {
    let handle: Buffer
    try {
      handle = await call<Buffer>((done) => sftp.open(path, 'r', done))
    } catch (thrown) {
      if (isMissing(thrown) && !(await isThere(sftp, path))) return null
      throw thrown
    }
    try {
      const chunks: Buffer[] = []
      const chunk = Buffer.alloc(chunkBytes)
      let sizeBytes = 0
      for (;;) {
        const readBytes = await call<number>((done) => sftp.read(handle, chunk, 0, chunkBytes, sizeBytes, done))
        if (readBytes === 0) return Buffer.concat(chunks)
        // Copied: a host may send a few bytes at a time.
        chunks.push(Buffer.from(chunk.subarray(0, readBytes)))
        sizeBytes += readBytes
        if (sizeBytes > limitBytes) return 'too-large'
      }
    } finally {
      await run((done) => sftp.close(handle, done))
    }
  }

  const openNew = async (sftp: SFTPWrapper, path: string): Promise<Buffer> => {
    const open = () => call<Buffer>((done) => sftp.open(path, 'wx', { mode: readable.file }, done))
    try {
      return await open()
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown
      await makeFolder(sftp, posix.dirname(path))
      return await open()
    }
  }

  const writeNew = async (sftp: SFTPWrapper, path: string, body: Uint8Array): Promise<void> => {
    try {
      await writeWhole(sftp, path, body)
    } catch (thrown) {
      const isFull = codeOf(thrown) === status.failed && !(await hasRoom(sftp, posix.dirname(path), body.byteLength))
      throw isFull ? Object.assign(new Error('No space left'), { code: status.noSpace }) : thrown
    }
  }

  /** True where a host does not tell. */
  const hasRoom = async (sftp: SFTPWrapper, folder: string, bytes: number): Promise<boolean> => {
    const told = call<Room>((done) => sftp.ext_openssh_statvfs(folder, done))
    const room = await told.catch(() => null)
    return room === null || Number(room.f_bavail) * Number(room.f_frsize) >= bytes
  }

  const writeWhole = async (sftp: SFTPWrapper, path: string, body: Uint8Array): Promise<void> => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    const handle = await openNew(sftp, path)
    try {
      for (let from = 0; from < bytes.byteLength; from += chunkBytes) {
        const length = Math.min(chunkBytes, bytes.byteLength - from)
        await run((done) => sftp.write(handle, bytes, from, length, from, done))
      }
    } finally {
      await run((done) => sftp.close(handle, done))
    }
  }

  /** False: something has that name, and stays. Some hosts would replace it, so it is looked for just before. */
  const renameNew = async (sftp: SFTPWrapper, from: string, to: string): Promise<boolean> => {
    if (await isThere(sftp, to)) return false
    try {
      await run((done) => sftp.rename(from, to, done))
      return true
    } catch (thrown) {
      if (!(await isThere(sftp, to))) throw thrown
      return false
    }
  }

  /** Hosts without OpenSSH's way to replace a file have none of that name for a moment. */
  const replace = async (sftp: SFTPWrapper, from: string, to: string): Promise<void> => {
    try {
      return await run((done) => sftp.ext_openssh_rename(from, to, done))
    } catch (thrown) {
      if (!isUnsupported(thrown)) throw thrown
    }
    const rename = () => run((done) => sftp.rename(from, to, done))
    try {
      await rename()
    } catch (thrown) {
      if (!(await isThere(sftp, to))) throw thrown
      await removeFile(sftp, to)
      await rename()
    }
  }

  const removeFile = async (sftp: SFTPWrapper, path: string): Promise<void> => {
    await run((done) => sftp.unlink(path, done)).catch(async (thrown: unknown) => {
      if (!isMissing(thrown) || (await isThere(sftp, path))) throw thrown
    })
  }

  const removeLeft = async (sftp: SFTPWrapper): Promise<void> => {
    const left = leftovers
    leftovers = []
    for (const path of left) await removeFile(sftp, path).catch(() => undefined)
  }

  /** False when it holds too many. */
  const visit = async (sftp: SFTPWrapper, folder: string, files: RemoteFile[], left: string[]): Promise<boolean> => {
    const handle = await call<Buffer>((done) => sftp.opendir(at(folder), done)).catch(async (thrown: unknown) => {
      if (isMissing(thrown) && !(await isThere(sftp, at(folder)))) return null
      throw thrown
    })
    if (handle === null) return true
    try {
      let listed = 0
      for (;;) {
        const entries = await nextEntries(sftp, handle)
        if (entries === null) return true
        listed += entries.length
        if (listed > mostListed) return false
        for (const { filename, attrs } of entries) {
          const path = folder === '' ? filename : `${folder}/${filename}`
          if (isLeftover(filename)) left.push(at(path))
          else if (isSafePath(path) && attrs.isFile()) files.push({ path, sizeBytes: attrs.size })
        }
      }
    } finally {
      await run((done) => sftp.close(handle, done))
    }
  }

  /** Null at the end of the folder. */
  const nextEntries = (sftp: SFTPWrapper, handle: Buffer): Promise<readonly FileEntryWithStats[] | null> =>
    call<FileEntryWithStats[]>((done) => sftp.readdir(handle, done)).catch((thrown: unknown) => {
      if (codeOf(thrown) === status.end) return null
      throw thrown
    })

  return {
    list: (folders, signal) =>
      attempt('list', signal, async (sftp) => {
        const files: RemoteFile[] = []
        const left: string[] = []
        const areRead = await Promise.all(folders.map((folder) => visit(sftp, folder, files, left)))
        leftovers = left
        return areRead.includes(false) ? crowded(place.host, 'SFTP') : { ok: true, value: files }
      }),
    read: (path, limitBytes, signal) =>
      attempt('read', signal, async (sftp) => {
        const body = await readBody(sftp, at(path), limitBytes)
        if (body === 'too-large') return { ok: false, error: tooManyBytes(limitBytes) }
        return { ok: true, value: body === null ? null : { body, version: versionOf(body) } }
      }),
    write: (path, body, { expects }, signal) =>
      attempt('write', signal, async (sftp): Promise<Result<Written>> => {
        await removeLeft(sftp)
        const target = at(path)
        const name = partialName(posix.basename(path), uniqueOf(owner, process.pid, randomBytes(6).toString('hex')))
        const partial = posix.join(posix.dirname(target), name)
        openPartials.add(name)
        let isPartial = true
        try {
          await writeNew(sftp, partial, body)
          if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
          if (typeof expects === 'string') {
            const now = await readBody(sftp, target, largestReplaced)
            if (!Buffer.isBuffer(now) || versionOf(now) !== expects) return { ok: true, value: { written: false } }
          }
          if (expects !== null) await replace(sftp, partial, target)
          else if (!(await renameNew(sftp, partial, target))) return { ok: true, value: { written: false } }
          isPartial = false
          return { ok: true, value: { written: true, version: versionOf(body) } }
        } finally {
          openPartials.delete(name)
          if (isPartial) await removeFile(sftp, partial).catch(() => undefined)
        }
      }),
    remove: async (paths, signal) => {
      let next = 0
      let failure: Result<null> | null = null
      const folders = new Set<string>()
      const go = async (): Promise<void> => {
        for (let index = next++; index < paths.length && failure === null; index = next++) {
          const path = paths[index] ?? ''
          const removed = await attempt<null>('remove', signal, async (sftp) => {
            await removeFile(sftp, at(path))
            return { ok: true, value: null }
          })
          if (!removed.ok) failure ??= removed
          else if (path.includes('/')) folders.add(posix.dirname(path))
        }
      }
      await Promise.all(Array.from({ length: removedAtOnce }, go))
      if (failure !== null || paths.length === 0) return failure ?? { ok: true, value: null }
      return await attempt<null>('remove', signal, async (sftp) => {
        await removeLeft(sftp)
        // One that holds something stays.
        for (const folder of folders) await run((done) => sftp.rmdir(at(folder), done)).catch(() => undefined)
        return { ok: true, value: null }
      })
    },
    close: () => {
      // Not waited for: it may still be trying to connect.
      void line?.then((opened) => opened.ok && opened.value.end())
      return Promise.resolve()
    },
  }
}
