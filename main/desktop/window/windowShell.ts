import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, nativeImage, powerSaveBlocker, type BrowserWindow, type NativeImage } from 'electron'
import { openFile, openOwnSite } from '../openExternal.ts'
import type { ShellTexts } from '../shellTexts.ts'
import type { Shell } from '../../kernel/face.ts'

/** The shell of the core: actions on the open window. */
export const createWindowShell = (
  current: () => BrowserWindow | null,
  readTexts: () => Promise<ShellTexts>,
  tell: (text: string) => void,
  showScreen: Shell['showScreen'],
  crashes: Shell['crashes'],
): Shell => ({
  fillScreen: (isFull) => current()?.setFullScreen(isFull),
  dragOut: async (path) => {
    if (!(await isThere(path))) return false
    const icon = await dragIcon(path)
    const window = current()
    if (window === null) return false
    window.webContents.startDrag({ file: path, icon })
    return true
  },
  tell,
  showScreen,
  showSite: openOwnSite,
  crashes,
  stayAwake: createBlocker(),
  showFile: async (path, as) => {
    if (!(await isThere(path))) return false
    await openFile(path, as)
    return true
  },
  confirmTrust: async (certificates) => {
    const { trustQuestion } = await import('../trustQuestion.ts')
    const question = trustQuestion(certificates, Date.now(), await readTexts())
    const window = current()
    return window !== null && (await dialog.showMessageBox(window, question)).response === 1
  },
})

/** The display may still go dark. */
function createBlocker(): Shell['stayAwake'] {
  let blocker: number | null = null
  return (isNeeded) => {
    if (isNeeded) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

/** Some systems cannot drag without an icon, and not every system has one for a file. */
async function dragIcon(path: string): Promise<NativeImage> {
  const icon = await app.getFileIcon(path).catch(() => null)
  if (icon !== null && !icon.isEmpty()) return icon
  return nativeImage.createFromPath(join(app.getAppPath(), 'main/desktop/resources/icons/64x64.png'))
}
