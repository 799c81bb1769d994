import { EventEmitter } from 'node:events'
import type { MenuDouble } from './menus.ts'

/** The global object of a document's scripts, which the preload script adds to. */
export type PageWindow = Record<string, unknown>

/**
 * `held`: another process has the lock of its data folder. `impossible`: none can be made there, as on a file system without
 * links. Electron answers both alike (E: electron_api_app.cc, LOCK_ERROR), but leaves different things behind.
 */
type Lock = 'free' | 'held' | 'impossible'

export type DoubleOptions = {
  readonly appPath: string
  /** Null: the system names none that is there, as Windows does not after OneDrive has gone (electron#21142). */
  readonly documents: string | null
  /** The file that the user opens in a dialog; absent: it is closed. */
  readonly openPath?: string
  /** The user's answer to a save dialog; absent: it is closed. */
  readonly savePath?: string
  readonly lock?: Lock
  /** The language that the program was started with, as `--lang`. */
  readonly language?: string
  /** Other arguments that Chromium reads or adds, such as `--no-sandbox` and `--ozone-platform=wayland`. */
  readonly args?: readonly string[]
  readonly isPackaged?: boolean
  readonly isRoot?: boolean
  /** `never`: as for hidden windows on Wayland since Electron 38 (electron#48859). */
  readonly readyToShow?: 'comes' | 'never'
  /** The scripts of each document that is loaded: none, unless the test brings some. */
  readonly onDocument?: (window: PageWindow) => void
  /** Told once, when the process would end: at once, or with the task that is under way. */
  readonly onEnd?: (code: number, isAtOnce: boolean) => void
}

/** A page as tests drive it; the same object is what the app has as `webContents`. */
export type ContentsDouble = EventEmitter & {
  readonly mainFrame: { url: string }
  /** Messages to a living page, copied as IPC copies them. */
  readonly sent: { readonly channel: string; readonly message: unknown }[]
  /** Messages that never arrived; Electron only writes to the console then. */
  readonly lost: { readonly channel: string; readonly why: string }[]
  readonly openHandler: ((details: { url: string }) => { action: string }) | null
  readonly preferences: Electron.WebPreferences
  readonly page: PageWindow | null
  readonly mayGo: (way: string, url: string, isMainFrame?: boolean) => boolean
  readonly mayAttachWebview: () => boolean
  /** The process of the page ends, as Electron tells it: one turn later. */
  readonly crash: (reason: string) => void
}

/** A window as tests drive it; the same object is what the app has as `BrowserWindow`. */
export type WindowDouble = EventEmitter & {
  readonly options: Record<string, unknown>
  readonly webContents: ContentsDouble
  isShown: boolean
  isInTaskBar: boolean
  place: { readonly x: number; readonly y: number }
  isFull: boolean
  isLargest: boolean
  focused: number
}

type OpenWindow = WindowDouble & Electron.BrowserWindow

export type Question = Electron.MessageBoxOptions & { readonly detail: string }
/** A notification that the system showed. Once its object is collected as garbage, a click on it is lost. */
type Notice = { readonly title: string; readonly body: string; readonly click: () => void }
type Popup = MenuDouble & { readonly window: unknown; readonly at: { readonly x: number; readonly y: number } | null }

/** All that the parts of one double share: what tests choose, and what they read. */
export const createWorld = (options: DoubleOptions) => {
  const state = { isReady: false, isOver: false }
  /** Everything that was told, in order, such as `app.enableSandbox` or `window.loadURL app://racedesk/`. */
  const told: string[] = []
  const { args = [], language = '' } = options
  return {
    options: { ...options, args: language === '' ? args : [...args, `--lang=${language}`] },
    state,
    told,
    /** Notes what Electron was told, unless the app has ended. */
    tell: (what: string): void => {
      if (!state.isOver) told.push(what)
    },
    mustBeReady: (message: string): void => {
      if (!state.isReady) throw new Error(message)
    },

    /** Answers of the message boxes to come; the safe button without one. */
    answers: [] as number[],
    /** How the system shows notices from now on; `failure` as on macOS for unsigned apps (since Electron 42). */
    notifier: { isSupported: true, failure: null as string | null },
    fileIcon: { answer: 'picture' as 'picture' | 'empty' | 'none' },
    /** The outcome of printing; with `open` the dialog stays, and `gone` takes the process of the page. */
    printer: { answer: 'printed' as 'printed' | 'open' | 'gone' },
    /** The fate of the next page that is loaded; those after it come to an end. */
    loading: { answer: 'finished' as 'finished' | 'crashed' | 'failed' | 'stuck' },
    proxies: { answer: 'DIRECT' },
    opener: { isThere: true },
    powerMonitor: new EventEmitter(),

    windows: [] as OpenWindow[],
    /** All pages so far, those of closed windows included. */
    pages: [] as ContentsDouble[],
    questions: [] as Question[],
    errors: [] as string[],
    notices: [] as Notice[],
    opened: [] as string[],
    copied: [] as string[],
    schemes: [] as Electron.CustomScheme[],
    popups: [] as Popup[],
    suggested: [] as string[],
    dragged: [] as string[],
    dragIcons: [] as string[],
  }
}

export type World = ReturnType<typeof createWorld>
