import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileReason } from './fileReason.ts'
import type { ChooseFolder } from '../../kernel/face.ts'

/** Makes folders in one of our own, for faces where the user cannot choose any. `nameOf` makes a name of a file system of a text. */
export const createOwnFolders =
  (folder: string, nameOf: (text: string) => string): ChooseFolder =>
  async (name) => {
    const path = join(folder, nameOf(name))
    try {
      await mkdir(path, { recursive: true, mode: 0o700 })
      return { ok: true, value: path }
    } catch (thrown) {
      const reason = fileReason(thrown)
      if (reason === null) throw thrown
      return { ok: false, error: { kind: 'file', reason, path } }
    }
  }
