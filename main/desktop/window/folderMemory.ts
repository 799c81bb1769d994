import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** Where the user saved last, in a file of its own that no page can read. */
export type FolderMemory = {
  readonly recall: () => Promise<string | null>
  readonly keep: (folder: string) => Promise<void>
}

export function createFolderMemory(folder: string): FolderMemory {
  const path = join(folder, 'lastFolder.json')
  return {
    recall: async () => {
      try {
        const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
        // The folder's drive may have been removed.
        return typeof kept === 'string' && isAbsolute(kept) && (await stat(kept)).isDirectory() ? kept : null
      } catch {
        return null
      }
    },
    keep: async (last) => {
      try {
        await writeFile(`${path}.partial`, JSON.stringify(last))
        await rename(`${path}.partial`, path)
      } catch {
        // On a full disk only the remembered folder is lost.
      }
    },
  }
}
