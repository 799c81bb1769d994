import type { EventEmitter } from 'node:events'
import { createApp, type Lock } from './electronDouble/app.ts'
import { cloneOverIpc } from './electronDouble/clones.ts'
import type { ContentsDouble, Loading, Printer } from './electronDouble/contents.ts'
import { createEvent, strict } from './electronDouble/members.ts'
import type { PageWindow } from './electronDouble/pages.ts'
import { createMenus, type MenuDouble, type Popup } from './electronDouble/menus.ts'
import { createSessions, type Disk, type Permissions, type SessionDouble } from './electronDouble/sessions.ts'
import {
  createDialogs,
  createNotices,
  createPictures,
  createScreen,
  createSurroundings,
  type Notice,
  type Question,
} from './electronDouble/system.ts'
import { createBrowserWindow, type OpenWindow, type WindowDouble } from './electronDouble/windows.ts'

export type { WindowDouble }

/**
 * Stands in for the few objects of Electron that main/desktop touches, so that the whole entry file can be run in plain
 * Node. It behaves as Electron's source says it does; `test/integration/desktop/electronDouble.test.ts` and `electronCrossing.test.ts` hold these rules. A
 * member that the shell does not use is not there: asking for one throws.
 */
export type ElectronDouble = {
  /** What `import … from 'electron'` gives. */
  readonly module: Pick<
    typeof Electron.CrossProcessExports,
    | 'app'
    | 'BrowserWindow'
    | 'clipboard'
    | 'dialog'
    | 'ipcMain'
    | 'Menu'
    | 'nativeImage'
    | 'nativeTheme'
    | 'Notification'
    | 'powerMonitor'
    | 'powerSaveBlocker'
    | 'protocol'
    | 'screen'
    | 'session'
    | 'shell'
  >
  /** Everything that was told, in order, such as `app.enableSandbox` or `window.loadURL app://racedesk/`. */
  readonly told: readonly string[]
  readonly app: EventEmitter
  readonly windows: readonly WindowDouble[]
  /** All pages so far, those of closed windows included. */
  readonly pages: readonly ContentsDouble[]
  /** Makes the app ready, as Electron does once it has started. */
  readonly becomeReady: () => void
  /** Answers of the message boxes to come; the safe button without one. */
  readonly answers: number[]
  readonly questions: readonly Question[]
  readonly errors: readonly string[]
  readonly notices: readonly Notice[]
  /** How the system shows notices from now on. */
  readonly notifier: { isSupported: boolean; failure: string | null }
  readonly opened: readonly string[]
  /** Texts that main put on the clipboard. */
  readonly copied: readonly string[]
  /** Calls as the page makes them, copied as IPC copies them, with the frame that they come from. */
  readonly invoke: (event: unknown, operation: unknown, input: unknown) => Promise<unknown>
  /** Handlers of the visible window's session. */
  readonly permissions: Pick<Permissions, 'request' | 'check'>
  readonly isCancelled: (url: string, resourceType: string) => boolean
  /** All sessions, in the order in which they were first asked for. */
  readonly sessions: readonly SessionDouble[]
  readonly schemes: readonly Electron.CustomScheme[]
  /** The menu bar, as last set. */
  readonly applicationMenu: () => MenuDouble | null
  /** Menus that came up at the pointer. */
  readonly popups: readonly Popup[]
  /** Paths that save dialogs came up with. */
  readonly suggested: readonly string[]
  /** Paths of files that were dragged out. */
  readonly dragged: readonly string[]
  /** Paths of the pictures that they bore. */
  readonly dragIcons: readonly string[]
  /** What the system answers when it is asked for the picture of a file. */
  readonly fileIcon: { answer: 'picture' | 'empty' | 'none' }
  /** What comes of printing; with `open` the dialog stays, and `gone` takes the process of the page. */
  readonly printer: Printer
  /** What becomes of the next page that is loaded; those after it come to an end. */
  readonly loading: Loading
  /** What the system answers when it is asked for proxies. */
  readonly proxies: { answer: string }
  /** Whether the system has a program for addresses. */
  readonly opener: { isThere: boolean }
  readonly powerMonitor: EventEmitter
  readonly screen: EventEmitter
  /** Resolves once the app has ended, with its exit code: 133 when Chromium ended it by itself. */
  readonly ended: Promise<number>
}

export type DoubleOptions = {
  readonly appPath: string
  /** Null: the system names none that is there, as Windows does not after OneDrive has gone (electron#21142). */
  readonly documents: string | null
  /** The user's answer to a save dialog; absent: it is closed. */
  readonly savePath?: string
  /** The user's answer to an open dialog; absent: it is closed. */
  readonly openPath?: string
  /** Whether this process gets the lock of its data folder; absent: it does. */
  readonly lock?: Lock
  /** What the program was started with as `--lang`. */
  readonly language?: string
  /** Other arguments that Chromium reads or adds, such as `--no-sandbox` and `--ozone-platform=wayland`. */
  readonly args?: readonly string[]
  readonly isPackaged?: boolean
  readonly isRoot?: boolean
  /** `never`: as for hidden windows on Wayland since Electron 38 (electron#48859). */
  readonly readyToShow?: 'comes' | 'never'
  /** Persistent partitions that an earlier start left. */
  readonly disk?: Disk
  /** The scripts of each document that is loaded: none, unless the test brings some. */
  readonly onDocument?: (window: PageWindow) => void
  /** Told once, when the process would end: at once, or with the task that is under way. */
  readonly onEnd?: (code: number, isAtOnce: boolean) => void
}

/** Anything thrown arrives as a sentence, without a cause. */
const remoteError = (channel: string, thrown: unknown): Error =>
  new Error(`Error invoking remote method '${channel}': ${String(thrown)}`)

export const createElectronDouble = (options: DoubleOptions): ElectronDouble => {
  const { appPath, documents, language = '', args = [], lock = 'free', isPackaged = true, isRoot = false } = options
  const ended = Promise.withResolvers<number>()
  const dragged: string[] = []
  const dragIcons: string[] = []
  const proxies = { answer: 'DIRECT' }
  const opener = { isThere: true }
  const fileIcon: ElectronDouble['fileIcon'] = { answer: 'picture' }
  const printer: Printer = { answer: 'printed' }
  const loading: Loading = { answer: 'finished' }
  const notifier: ElectronDouble['notifier'] = { isSupported: true, failure: null }
  const handlers = new Map<string, (...args: unknown[]) => unknown>()
  const pictures = createPictures()
  const open: OpenWindow[] = []
  const pages: ContentsDouble[] = []

  const { app, told, stage, becomeReady, onAllClosed, onCloseRefused } = createApp({
    appPath,
    documents,
    lock,
    isPackaged,
    isRoot,
    args: language === '' ? args : [...args, `--lang=${language}`],
    fileIcon,
    pictureOf: pictures.pictureOf,
    open,
    onEnd: (code, isAtOnce) => {
      options.onEnd?.(code, isAtOnce)
      ended.resolve(code)
    },
  })
  const sessions = createSessions({
    stage,
    proxies,
    disk: options.disk ?? new Map(),
    folder: () => app.getPath('sessionData'),
  })
  /** E: lib/browser/ipc-dispatch.ts and ipc-renderer.ts: anything thrown arrives as a sentence. */
  const invoke = async (event: unknown, channel: string, given: readonly unknown[]): Promise<unknown> => {
    try {
      const handler = handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return cloneOverIpc(await handler(event, ...given))
    } catch (thrown) {
      throw remoteError(channel, thrown)
    }
  }
  const BrowserWindow = createBrowserWindow({
    stage,
    sessions,
    loading,
    printer,
    open,
    invoke,
    isLaidOut: () => options.readyToShow !== 'never',
    isWayland: args.includes('--ozone-platform=wayland'),
    onDocument: (window) => options.onDocument?.(window),
    onDrag: (files, icon) => {
      dragged.push(...files)
      dragIcons.push(pictures.pathOf(icon))
    },
    onContents: (contents) => {
      pages.push(contents)
      app.emit('web-contents-created', createEvent(), contents)
    },
    onAllClosed,
    onCloseRefused,
  })
  const dialogs = createDialogs({ stage, savePath: options.savePath, openPath: options.openPath })
  const menus = createMenus(stage, () => open)
  const notified = createNotices(stage, notifier)
  const screens = createScreen(stage)
  const around = createSurroundings(stage, opener)
  const ipcMain = strict<Electron.IpcMain>('ipcMain', {
    handle: (channel, handler) => {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      stage.tell(`ipcMain.handle ${channel}`)
      handlers.set(channel, handler as (...args: unknown[]) => unknown)
    },
    removeHandler: (channel) => void handlers.delete(channel),
  })
  const shown = (): SessionDouble | undefined => sessions.made[0]

  return {
    module: {
      app,
      BrowserWindow,
      dialog: dialogs.module,
      ipcMain,
      Menu: menus.module,
      Notification: notified.Notification as unknown as typeof Electron.Notification,
      nativeImage: pictures.module,
      powerMonitor: strict<Electron.PowerMonitor>('powerMonitor', {}, { emitter: around.powerMonitor }),
      screen: screens.module,
      session: sessions.module as typeof Electron.Session,
      ...around.modules,
    },
    told,
    app,
    windows: open,
    pages,
    becomeReady,
    answers: dialogs.answers,
    questions: dialogs.questions,
    errors: dialogs.errors,
    suggested: dialogs.suggested,
    notices: notified.notices,
    notifier,
    opened: around.opened,
    copied: around.copied,
    invoke: (event, operation, input) => invoke(event, 'racedesk:call', cloneOverIpc([operation, input])),
    permissions: {
      get request() {
        return shown()?.permissions.request ?? null
      },
      get check() {
        return shown()?.permissions.check ?? null
      },
    },
    isCancelled: (url, resourceType) => shown()?.isCancelled(url, resourceType) ?? false,
    sessions: sessions.made,
    schemes: around.schemes,
    applicationMenu: menus.application,
    popups: menus.popups,
    dragged,
    dragIcons,
    fileIcon,
    printer,
    loading,
    proxies,
    opener,
    powerMonitor: around.powerMonitor,
    screen: screens.screen,
    ended: ended.promise,
  }
}
