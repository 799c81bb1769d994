import type { ShellTexts } from './shellTexts.ts'

/** The page gets no Node, no other world's objects and no way to weaken either. */
export function webPreferences(preloadPath: string, isDevelopment: boolean) {
  return Object.freeze({
    preload: preloadPath,
    // Electron security 4: process sandboxing.
    sandbox: true,
    // Electron security 3: context isolation.
    contextIsolation: true,
    // Electron security 2: no Node.js integration.
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    // Electron security 6: web security stays on.
    webSecurity: true,
    // Electron security 8: no insecure content.
    allowRunningInsecureContent: false,
    // Electron security 9: no experimental features.
    // Electron security 10: `enableBlinkFeatures` is not here.
    experimentalFeatures: false,
    // Electron security 11: no webview, hence none with popups.
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    safeDialogs: true,
    devTools: isDevelopment,
  })
}

export type Theme = 'system' | 'light' | 'dark' | 'sunlight'

/** Colour of the window before its page paints: the page's own `--color-bg`, so that nothing flashes. */
export function backgroundColor(theme: Theme, isSystemDark: boolean): string {
  switch (theme) {
    case 'light':
      return '#f5f6f6'
    case 'dark':
      return '#14181a'
    case 'sunlight':
      return '#ffffff'
    case 'system':
      return backgroundColor(isSystemDark ? 'dark' : 'light', isSystemDark)
  }
}

type Role =
  | 'appMenu'
  | 'windowMenu'
  | 'close'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'togglefullscreen'
  | 'toggleDevTools'
export type MenuEntry =
  | { readonly role: Role; readonly submenu?: never }
  | { readonly type: 'separator'; readonly role?: never; readonly submenu?: never }
  | { readonly label: string; readonly submenu: MenuEntry[]; readonly role?: never }

/**
 * The native menu: macOS has its own order and takes copy, paste and quit from here only. The size of the text is the
 * app's own setting, so that there are no zoom roles to fight with it.
 */
export function menuTemplate(platform: string, texts: ShellTexts, isDevelopment: boolean): MenuEntry[] {
  const separator: MenuEntry = { type: 'separator' }
  const roles = (...names: Role[]): MenuEntry[] => names.map((role) => ({ role }))
  const edit = {
    label: texts.edit,
    submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'selectAll')],
  }
  const view = {
    label: texts.view,
    submenu: roles('togglefullscreen', ...(isDevelopment ? (['toggleDevTools'] as const) : [])),
  }
  if (platform === 'darwin') {
    const file = { label: texts.file, submenu: roles('close') }
    return [...roles('appMenu'), file, edit, view, ...roles('windowMenu')]
  }
  return [{ label: texts.file, submenu: roles('quit') }, edit, view]
}
