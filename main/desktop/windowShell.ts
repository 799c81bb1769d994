import { stat } from 'node:fs/promises'
import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Shell } from '../services/ports.ts'

/** What the core may ask of the window that is open. */
export const createWindowShell = (current: () => BrowserWindow | null): Shell => ({
  fillScreen: (isFull) => current()?.setFullScreen(isFull),
  dragOut: async (path) => {
    const isThere = await stat(path).then(
      (entry) => entry.isFile(),
      () => false,
    )
    const window = current()
    if (!isThere || window === null) return false
    window.webContents.startDrag({ file: path, icon: await app.getFileIcon(path) })
    return true
  },
})
