import { createContents } from './contents.ts'
import { createEvent, strict } from './members.ts'
import type { createSessions } from './sessions.ts'
import type { World } from './world.ts'

type Parts = {
  readonly sessions: ReturnType<typeof createSessions>
  readonly app: Electron.App
  readonly invoke: (event: unknown, channel: string, args: readonly unknown[]) => Promise<unknown>
  readonly onDrag: (files: readonly string[], icon: Electron.NativeImage) => void
  readonly onAllClosed: () => void
  /** A window refused to close, which ends a quit under way. */
  readonly onCloseRefused: () => void
}

export const createBrowserWindow = (world: World, parts: Parts): typeof Electron.BrowserWindow => {
  const { tell, windows } = world
  const isWayland = world.options.args.includes('--ozone-platform=wayland')

  function BrowserWindow(options: Electron.BrowserWindowConstructorOptions = {}): Electron.BrowserWindow {
    world.mustBeReady('Cannot create BrowserWindow before app is ready')
    const id = world.pages.length + 1
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
    const webContents = createContents(world, {
      id,
      session: parts.sessions.of(preferences.session),
      preferences,
      onReadyToShow: () =>
        process.nextTick(() => {
          if (!isGone) window.emit('ready-to-show', createEvent())
        }),
      invoke: parts.invoke,
      onDrag: parts.onDrag,
      isGone: () => isGone,
    })
    const goAway = (): void => {
      if (isGone) return
      isGone = true
      windows.splice(windows.indexOf(window), 1)
      webContents.emit('destroyed')
      window.emit('closed')
      if (windows.length === 0) parts.onAllClosed()
    }
    const reveal = (): void => {
      if (window.isShown) return
      window.isShown = true
      window.emit('show', createEvent())
    }
    type OpenWindow = World['windows'][number]
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
          if (event.defaultPrevented) return parts.onCloseRefused()
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
        isMinimized: () => !isWayland && window.isInTaskBar,
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
      { emitter: true, isGone: () => isGone, extra: state },
    )
    windows.push(window)
    tell('window.create')
    world.pages.push(webContents)
    parts.app.emit('web-contents-created', createEvent(), webContents)
    return window
  }
  return BrowserWindow as unknown as typeof Electron.BrowserWindow
}
