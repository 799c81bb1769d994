import { dialog, shell, type BrowserWindow } from 'electron'
import { externalAddress } from './guards.ts'
import type { ShellTexts } from './shellTexts.ts'

/** Electron security 15: openExternal only for addresses that passed, and only once the user has seen the host. */
export async function offerToOpen(window: BrowserWindow, url: string, texts: ShellTexts): Promise<void> {
  const address = externalAddress(url)
  if (address === null) return
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: texts.openLink,
    detail: `${address.host}\n\n${address.href}`,
    buttons: [texts.cancel, texts.open],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (response !== 1) return
  // Rejects where the system has no program for it.
  await shell
    .openExternal(address.href)
    .catch(() => dialog.showErrorBox('Racedesk', `${texts.linkNotOpened}\n\n${address.href}`))
}

/** Opens an address that the app itself serves on this computer; no page can name one. The page shows it, too. */
export const openOwnSite = (url: string): Promise<void> => shell.openExternal(url).catch(() => undefined)

/** Kinds of exported files. Whatever else a user calls one, it could be a program to the system, and none is started. */
const openable = /\.(?:csv|tsv|txt|xlsx|html|pdf|json|ndjson|xml|zip)$/i

/**
 * Opens the file in the system's program for it; where there is none, or for `folder`, the folder around it. On Linux the program
 * is not waited for: Electron never says there whether one opened (shell/common/platform_util_linux.cc, `OpenPath`).
 */
export async function openFile(path: string, as: 'file' | 'folder'): Promise<void> {
  if (as === 'file' && openable.test(path)) {
    const fault = shell.openPath(path)
    if (process.platform === 'linux' || (await fault) === '') return
  }
  shell.showItemInFolder(path)
}
