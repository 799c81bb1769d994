import type { MenuChoice, MenuRole, ShellTexts } from '../shellTexts.ts'

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
    // Electron security 10: `enableBlinkFeatures` is not set.
    experimentalFeatures: false,
    // Electron security 11: no webview, hence none with popups.
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    safeDialogs: true,
    devTools: isDevelopment,
  })
}

type Theme = 'system' | 'light' | 'dark' | 'sunlight'

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

/** Theme of title bars, menus and dialogs; the system has no sunlight theme. */
export const themeSource = (theme: Theme): 'system' | 'light' | 'dark' => (theme === 'sunlight' ? 'light' : theme)

export type MenuEntry =
  | { readonly role: MenuRole; readonly label: string; readonly submenu?: never }
  | { readonly type: 'separator'; readonly role?: never; readonly submenu?: never }
  | { readonly label: string; readonly accelerator: string; readonly click: () => void; readonly submenu?: never }
  | { readonly label: string; readonly submenu: MenuEntry[]; readonly role?: 'windowMenu' | 'help' }

/** The page knows most of these keys too and has them first. */
const accelerators: { readonly [C in MenuChoice]: string } = {
  settings: 'CmdOrCtrl+,',
  open: 'CmdOrCtrl+O',
  export: 'CmdOrCtrl+E',
  print: 'CmdOrCtrl+P',
  help: 'F1',
}

/**
 * The native menu: macOS has its own order and takes copy, paste and quit from here only. The size of the text is the
 * app's own setting, so that there are no zoom roles to fight with it.
 */
export function menuTemplate(
  platform: string,
  texts: ShellTexts,
  isDevelopment: boolean,
  choose: (choice: MenuChoice) => void,
): MenuEntry[] {
  const separator: MenuEntry = { type: 'separator' }
  // Electron's default labels for roles are always English.
  const roles = (...names: MenuRole[]): MenuEntry[] => names.map((role) => ({ role, label: texts.menu[role] }))
  const items = (...choices: MenuChoice[]): MenuEntry[] =>
    choices.map((choice) => ({
      label: texts.choices[choice],
      accelerator: accelerators[choice],
      click: () => choose(choice),
    }))
  const files = [...items('open'), separator, ...items('export', 'print'), separator]
  const help: MenuEntry = { role: 'help', label: texts.help, submenu: items('help') }
  const edit = {
    label: texts.edit,
    submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'selectAll')],
  }
  const view = {
    label: texts.view,
    submenu: roles('togglefullscreen', ...(isDevelopment ? (['toggleDevTools'] as const) : [])),
  }
  if (platform === 'darwin') {
    const hiding = [...roles('hide', 'hideOthers', 'unhide'), separator]
    const first = [...roles('about'), separator, ...items('settings'), separator]
    const own = [...first, ...roles('services'), separator, ...hiding, ...roles('quit')]
    return [
      { label: 'Racedesk', submenu: own },
      { label: texts.file, submenu: [...files, ...roles('close')] },
      edit,
      view,
      {
        role: 'windowMenu',
        label: texts.window,
        submenu: [...roles('minimize', 'zoom'), separator, ...roles('front')],
      },
      help,
    ]
  }
  return [
    { label: texts.file, submenu: [...files, ...items('settings'), separator, ...roles('quit')] },
    edit,
    view,
    help,
  ]
}

/**
 * File name of the window's icon in resources/icons; null where the program file has it. On Linux it has none, and the menu
 * entry, whose icon would be used, exists only for installed packages.
 */
export const windowIcon = (platform: string): string | null => (platform === 'linux' ? '256x256.png' : null)
