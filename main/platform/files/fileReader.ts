import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { Result } from '../../../preload/contract/result.ts'
import { fileReason } from './fileReason.ts'
import type { FileReader } from './files.ts'

const reading = async <T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<Result<T>> => {
  try {
    const handle = await open(path)
    try {
      return { ok: true, value: await work(handle) }
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    const reason = fileReason(thrown)
    if (reason === null) throw thrown
    return { ok: false, error: { kind: 'file', reason, path } }
  }
}

const piecesOf = (handle: FileHandle): AsyncIterable<Uint8Array> =>
  handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })

export const createFileReader = (): FileReader => ({
  hash: (path) =>
    reading(path, async (handle) => {
      const hash = createHash('sha256')
      let sizeBytes = 0
      for await (const piece of piecesOf(handle)) {
        hash.update(piece)
        sizeBytes += piece.length
      }
      return { sizeBytes, sha256: hash.digest('hex') }
    }),
  text: (path, limitBytes) =>
    reading(path, async (handle) => {
      const { size } = await handle.stat()
      return size > limitBytes ? '' : await handle.readFile('utf8')
    }),
  bytes: (path, limitBytes) =>
    reading(path, async (handle) => {
      const { size } = await handle.stat()
      return size > limitBytes ? null : await handle.readFile()
    }),
})
