import type { MenuCommand } from '../../preload/contract/diagnostics.ts'

/** Actions that Electron does for items of the native menu. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'togglefullscreen'
  | 'toggleDevTools'

/** Menu items with an action of Racedesk. */
export type MenuChoice = MenuCommand | 'open'

/** Words of native menus and dialogs; the page has its own texts. */
export type ShellTexts = {
  readonly quitWhileRunning: string
  readonly quitEffect: string
  readonly keepRunning: string
  readonly quit: string
  readonly openLink: string
  readonly linkNotOpened: string
  readonly open: string
  readonly openLinkItem: string
  readonly copyLink: string
  readonly cancel: string
  readonly trustQuestion: string
  readonly trustEffect: string
  readonly signedBy: string
  readonly valid: string
  readonly notValid: string
  readonly trust: string
  readonly crashed: string
  readonly hangs: string
  readonly hangsEffect: string
  readonly wait: string
  readonly reload: string
  readonly screenUnreachable: string
  readonly noSandbox: string
  readonly noSandboxEffect: string
  readonly startAnyway: string
  readonly done: string
  readonly donePartly: string
  readonly notDone: string
  readonly file: string
  readonly edit: string
  readonly view: string
  readonly window: string
  readonly help: string
  readonly stageFile: string
  readonly choices: { readonly [C in MenuChoice]: string }
  readonly menu: { readonly [R in MenuRole]: string }
}

export const english: ShellTexts = {
  quitWhileRunning: 'Jobs are still running',
  quitEffect: 'Quitting stops them. Received rows are kept; the download continues next time.',
  keepRunning: 'Keep running',
  quit: 'Quit',
  openLink: 'Open this address in the browser?',
  linkNotOpened: 'No browser opened this address:',
  open: 'Open',
  openLinkItem: 'Open Link…',
  copyLink: 'Copy Link',
  cancel: 'Cancel',
  trustQuestion: 'Trust these certificates?',
  trustEffect:
    'Anyone with the key of one of them can read and change all traffic between Racedesk and services, access keys included. Add only certificates from people you trust.',
  signedBy: 'signed by',
  valid: 'valid',
  notValid: 'not valid now',
  trust: 'Trust',
  crashed: 'The window keeps crashing. Stored data is safe. Start Racedesk again.',
  hangs: 'The window does not respond',
  hangsEffect: 'Downloads, watches and screens keep running. Reloading loses unsaved input in the window.',
  wait: 'Wait',
  reload: 'Reload',
  screenUnreachable:
    'This screen does not answer: the showing has ended, or the network is gone. It comes back by itself.',
  noSandbox: 'Racedesk would run without its sandbox',
  noSandboxEffect:
    'Racedesk was started as root, and the sandbox does not work for root. Pages with data from services would have all rights of root. Nothing is open yet. Start Racedesk as an ordinary user to keep the sandbox.',
  startAnyway: 'Start anyway',
  done: 'Racedesk has finished',
  donePartly: 'Racedesk has finished in part',
  notDone: 'Racedesk could not finish',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  stageFile: 'Stage file',
  choices: {
    settings: 'Settings…',
    open: 'Open Stage File…',
    export: 'Export…',
    print: 'Print…',
    help: 'Racedesk Help',
  },
  menu: {
    about: 'About Racedesk',
    services: 'Services',
    hide: 'Hide Racedesk',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Racedesk',
    close: 'Close Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    togglefullscreen: 'Full Screen',
    toggleDevTools: 'Developer Tools',
  },
}

/** `language`: the setting; `system`: the tag of the operating system's language, which decides when the setting says so. */
export const loadShellTexts = async (language: 'system' | 'en' | 'ru', system: string): Promise<ShellTexts> =>
  (language === 'system' ? system.toLowerCase().startsWith('ru') : language === 'ru')
    ? (await import('./shellTextsRu.ts')).russian
    : english
