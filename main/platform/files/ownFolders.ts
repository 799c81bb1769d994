import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileReason } from './fileReason.ts'
import { writableFolder } from './folders.ts'
import type { ChooseFolder } from '../../kernel/face.ts'

/** Takes the wanted folder, else makes one in a folder of our own, for faces without a dialog. `nameOf` makes a name of a file system of a text. */
export const createOwnFolders =
  (folder: string, nameOf: (text: string) => string): ChooseFolder =>
  async (name, wanted) => {
    if (wanted !== undefined) return await writableFolder(wanted)
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
