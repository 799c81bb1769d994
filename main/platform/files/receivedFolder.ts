import { randomBytes } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReason, Result } from '../../../preload/contract/result.ts'
import { fileReason } from './fileReason.ts'
import type { ReceivedFolder } from './files.ts'
import { removeLeftFolders, removeTree } from './runFolders.ts'

/** `folder` is one of our own under the data folder; each run makes a private one in it, at the first piece. */
export const createReceivedFolder = (folder: string): ReceivedFolder => {
  const runFolder = join(folder, `run-${process.pid}-${randomBytes(6).toString('hex')}`)
  const cleaned = removeLeftFolders(folder, 'run-')
  const pathOf = (name: string): string => join(runFolder, name)

  return {
    pathOf,
    append: async (name, offset, bytes): Promise<Result<null>> => {
      try {
        if (offset === 0) await mkdir(runFolder, { recursive: true, mode: 0o700 })
        const handle = await open(pathOf(name), offset === 0 ? 'w' : 'r+', 0o600)
        try {
          for (let written = 0; written < bytes.length;) {
            written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
          }
        } finally {
          await handle.close()
        }
        return { ok: true, value: null }
      } catch (thrown) {
        const reason: FileReason | null = fileReason(thrown)
        if (reason === null) throw thrown
        return { ok: false, error: { kind: 'file', reason, path: folder } }
      }
    },
    remove: (name) => removeTree(pathOf(name)),
    close: async () => {
      await cleaned
      await removeTree(runFolder)
    },
  }
}
