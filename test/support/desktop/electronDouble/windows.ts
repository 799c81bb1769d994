import { createContents, type ContentsDouble, type Loading, type Printer } from './contents.ts'
import { createEvent, strict, type Stage } from './members.ts'
import type { PageWindow } from './pages.ts'
import type { Sessions } from './sessions.ts'

/** A window as tests drive it; the same object is what the app has as `BrowserWindow`. */
export type WindowDouble = NodeJS.EventEmitter & {
  readonly options: Record<string, unknown>
  readonly webContents: ContentsDouble
  isShown: boolean
  isInTaskBar: boolean
  /** Where its upper left corner is. */
  place: { readonly x: number; readonly y: number }
  isFull: boolean
  isLargest: boolean
  /** How often the app asked for the focus. */
  focused: number
}

type WindowsOptions = {
  /** Open windows, the oldest first. */
  readonly open: OpenWindow[]
  readonly stage: Stage
  readonly sessions: Sessions
  readonly loading: Loading
  readonly printer: Printer
  readonly isLaidOut: () => boolean
  readonly isWayland: boolean
  readonly onDocument: (window: PageWindow) => void
  readonly invoke: (event: unknown, channel: string, args: readonly unknown[]) => Promise<unknown>
  readonly onDrag: (files: readonly string[], icon: Electron.NativeImage) => void
  /** Called for each new page. */
  readonly onContents: (contents: Electron.WebContents & ContentsDouble) => void
  /** The last window is gone. */
  readonly onAllClosed: () => void
  /** A window refused to close, which ends a quit under way. */
  readonly onCloseRefused: () => void
}

export type OpenWindow = WindowDouble & Electron.BrowserWindow

export const createBrowserWindow = (deps: WindowsOptions): typeof Electron.BrowserWindow => {
  const { stage, sessions } = deps
  const { tell } = stage
  const { open } = deps
  let lastId = 0

  const create = (options: Electron.BrowserWindowConstructorOptions): OpenWindow => {
    if (!stage.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    lastId += 1
    const id = lastId
    let isGone = false
    const state = {
      options,
      isShown: options.show !== false,
      isInTaskBar: false,
      place: { x: options.x ?? 10, y: options.y ?? 20 },
      size: { width: options.width ?? 1000, height: options.height ?? 700 },
      isFull: false,
      isLargest: false,
      focused: 0,
    }
    const preferences = options.webPreferences ?? {}
    const webContents = createContents({
      id,
      stage,
      session: sessions.of(preferences.session),
      preferences,
      loading: deps.loading,
      printer: deps.printer,
      isLaidOut: deps.isLaidOut,
      onReadyToShow: () =>
        process.nextTick(() => {
          if (!isGone) window.emit('ready-to-show', createEvent())
        }),
      onDocument: deps.onDocument,
      invoke: deps.invoke,
      onDrag: deps.onDrag,
      isGone: () => isGone,
    })
    const goAway = (): void => {
      if (isGone) return
      isGone = true
      open.splice(open.indexOf(window), 1)
      webContents.emit('destroyed')
      window.emit('closed')
      if (open.length === 0) deps.onAllClosed()
    }
    const reveal = (): void => {
      if (window.isShown) return
      window.isShown = true
      window.emit('show', createEvent())
    }
    const window: OpenWindow = strict<OpenWindow>(
      'BrowserWindow',
      {
        id,
        webContents,
        loadURL: (url) => webContents.loadURL(url),
        show: () => {
          tell('window.show')
          reveal()
        },
        focus: () => {
          window.focused += 1
        },
        isFocused: () => window.isShown && !window.isInTaskBar,
        setFullScreen: (isFull) => {
          window.isFull = isFull
        },
        isFullScreen: () => window.isFull,
        setMenu: (menu) => tell(`window.setMenu ${menu === null ? 'none' : 'some'}`),
        close: () => {
          const event = createEvent()
          window.emit('close', event)
          if (event.defaultPrevented) return deps.onCloseRefused()
          // Chromium lets the page go first.
          setImmediate(goAway)
        },
        destroy: () => {
          tell('window.destroy')
          goAway()
        },
        restore: () => {
          tell('window.restore')
          window.isInTaskBar = false
        },
        // This also shows the window (d.ts).
        maximize: () => {
          tell('window.maximize')
          window.isLargest = true
          reveal()
        },
        // Wayland tells no window of it (docs/api/base-window.md, `minimize`).
        isMinimized: () => !deps.isWayland && window.isInTaskBar,
        isVisible: () => window.isShown,
        isMaximized: () => window.isLargest,
        isDestroyed: () => isGone,
        getNormalBounds: () => ({ ...window.place, ...state.size }),
        setSize: (width, height) => {
          tell(`window.setSize ${width} ${height}`)
          state.size = { width, height }
        },
        center: () => tell('window.center'),
        flashFrame: (isOn) => tell(`window.flashFrame ${isOn}`),
      } satisfies Partial<Electron.BrowserWindow>,
      { isEmitter: true, isGone: () => isGone, extra: state },
    )
    open.push(window)
    tell('window.create')
    deps.onContents(webContents)
    return window
  }

  function BrowserWindow(options: Electron.BrowserWindowConstructorOptions = {}): Electron.BrowserWindow {
    return create(options)
  }
  return BrowserWindow as unknown as typeof Electron.BrowserWindow
}
