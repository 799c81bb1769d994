import { basename, dirname, extname, join } from 'node:path'
import type { FolderMemory } from './window/folderMemory.ts'
import type { ChooseFolder, Delivery } from '../kernel/face.ts'

export type SaveDialogOptions = {
  readonly defaultPath: string
  readonly filters: { readonly name: string; readonly extensions: string[] }[]
}

type DialogDeliveryOptions = {
  /** Asks the user; null when the dialog was closed. */
  readonly ask: (options: SaveDialogOptions) => Promise<string | null>
  readonly askFolder: (options: Pick<SaveDialogOptions, 'defaultPath'>) => Promise<string | null>
  readonly memory: FolderMemory
  /** Where the first file goes unless the user says otherwise. */
  readonly firstFolder: string
}

type DialogDelivery = Delivery & { readonly chooseFolder: ChooseFolder }

/** Lets the user choose where files go. Only names cross from the page's side, never a path. */
export function createDialogDelivery({ ask, askFolder, memory, firstFolder }: DialogDeliveryOptions): DialogDelivery {
  const lastFolder = async (): Promise<string> => (await memory.recall()) ?? firstFolder
  return {
    choose: async (suggestedName) => {
      const path = await ask(saveDialogOptions(await lastFolder(), suggestedName))
      if (path === null) return null
      await memory.keep(dirname(path))
      return { ok: true, value: { path, finish: (written) => ({ path: written, download: null }), canBeRenamed: true } }
    },
    chooseFolder: async () => {
      const folder = await askFolder({ defaultPath: await lastFolder() })
      return folder === null ? null : { ok: true, value: folder }
    },
  }
}

/** `suggestedName` may hold text of the service; whatever folder it names is dropped. */
export function saveDialogOptions(folder: string, suggestedName: string): SaveDialogOptions {
  const name = basename(suggestedName.replaceAll('\\', '/')).replace(/^\.+/u, '') || 'Racedesk'
  const extension = extname(name).slice(1)
  const filters = extension === '' ? [] : [{ name: extension.toUpperCase(), extensions: [extension] }]
  return { defaultPath: join(folder, name), filters }
}
