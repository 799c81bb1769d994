import { basename, dirname, extname, join } from 'node:path'
import type { Delivery } from '../services/ports.ts'

export type SaveDialogOptions = {
  readonly defaultPath: string
  readonly filters: { readonly name: string; readonly extensions: string[] }[]
}

export type DialogDeliveryOptions = {
  /** Asks the user; null when the dialog was closed. */
  readonly ask: (options: SaveDialogOptions) => Promise<string | null>
  /** Where the first file goes unless the user says otherwise. */
  readonly firstFolder: string
}

/** Lets the user choose where a file goes. Only the name crosses from the page's side, never a path. */
export function createDialogDelivery({ ask, firstFolder }: DialogDeliveryOptions): Delivery {
  let lastFolder = firstFolder
  return {
    choose: async (suggestedName) => {
      const path = await ask(saveDialogOptions(lastFolder, suggestedName))
      if (path === null) return null
      lastFolder = dirname(path)
      return { ok: true, value: { path, finish: (written) => ({ path: written, download: null }), canBeRenamed: true } }
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
