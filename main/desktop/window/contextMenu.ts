import { clipboard, Menu, type BrowserWindow, type ContextMenuParams } from 'electron'
import { offerToOpen } from '../openExternal.ts'
import type { ShellTexts } from '../shellTexts.ts'

/**
 * Opens the native context menu of the window's page. Electron has no menu of its own and emits `context-menu` only where the
 * page did not prevent its default, so rows and lists of the page show their own menus instead.
 */
export function showContextMenus(window: BrowserWindow, readTexts: () => Promise<ShellTexts>): void {
  const show = async (params: ContextMenuParams): Promise<void> => {
    // Not needed before the first click: the start loads less.
    const { contextEntries, contextMenuPlace } = await import('./contextEntries.ts')
    const texts = await readTexts()
    const entries = contextEntries(params, texts, {
      open: (href) => void offerToOpen(window, href, texts),
      copy: (href) => void clipboard.writeText(href),
    })
    if (entries.length === 0 || window.isDestroyed()) return
    const { frame } = params
    Menu.buildFromTemplate(entries).popup({
      window,
      // macOS adds its own items, such as Services, only where it knows the frame.
      ...(frame === null ? {} : { frame }),
      ...contextMenuPlace(params),
    })
  }
  window.webContents.on('context-menu', (_event, params) => void show(params))
}
