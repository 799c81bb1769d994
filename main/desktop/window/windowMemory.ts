import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWindowState, type WindowState } from './windowState.ts'

/** Where the window was, in a file of its own: it must be known before the store is open. */
export type WindowMemory = { readonly recall: () => WindowState | null; readonly keep: (state: WindowState) => void }

export function createWindowMemory(folder: string): WindowMemory {
  const path = join(folder, 'place.json')
  return {
    recall: () => {
      try {
        return readWindowState(readFileSync(path, 'utf8'))
      } catch {
        return null
      }
    },
    keep: (state) => {
      try {
        writeFileSync(`${path}.partial`, JSON.stringify(state))
        renameSync(`${path}.partial`, path)
      } catch {
        // On a full disk only the remembered position is lost.
      }
    },
  }
}
