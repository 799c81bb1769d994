import { stat } from 'node:fs/promises'
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Shell } from '../services/ports.ts'
import type { ShellTexts } from './shellTexts.ts'
import { trustQuestion } from './trustQuestion.ts'

/** What the core may ask of the window that is open. */
export const createWindowShell = (
  current: () => BrowserWindow | null,
  readTexts: () => Promise<ShellTexts>,
): Shell => ({
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
  confirmTrust: async (subjects) => {
    const question = trustQuestion(subjects, await readTexts())
    const window = current()
    return window !== null && (await dialog.showMessageBox(window, question)).response === 1
  },
})
