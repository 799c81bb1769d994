import { EventEmitter } from 'node:events'

/**
 * Stands in for the few objects of Electron that main/desktop touches, so that the whole entry file can be run in plain
 * Node. It proves wiring (what is told to Electron, and in which order), not Electron. A member that the shell does not
 * use is not there: asking for one throws.
 */
export type ElectronDouble = {
  /** What `import … from 'electron'` gives. */
  readonly module: Record<string, unknown>
  /** Everything that was told, in order, such as `app.enableSandbox` or `window.loadURL app://racedesk/`. */
  readonly told: readonly string[]
  readonly app: EventEmitter
  readonly windows: readonly WindowDouble[]
  /** Makes the app ready, as Electron does once it has started. */
  readonly becomeReady: () => void
  /** Answers of the message boxes to come; the safe button without one. */
  readonly answers: number[]
  readonly questions: readonly { readonly message: string; readonly detail: string }[]
  readonly errors: readonly string[]
  /** Titles and texts of what the system showed. Of who made it, nobody hears a click once it has been collected as garbage. */
  readonly notices: readonly { readonly title: string; readonly body: string; readonly click: () => void }[]
  readonly opened: readonly string[]
  /** Calls as the page makes them, with the frame that they come from. */
  readonly invoke: (event: unknown, operation: unknown, input: unknown) => unknown
  readonly permissions: { request?: PermissionHandler; check?: PermissionCheck }
  /** Whether a request of a page would be cancelled. */
  readonly isCancelled: (url: string, resourceType: string) => boolean
  /** Paths of files that were dragged out. */
  readonly dragged: readonly string[]
  /** Paths of the pictures that they bore. */
  readonly dragIcons: readonly string[]
  /** What the system answers when it is asked for the picture of a file. */
  readonly fileIcon: { answer: 'picture' | 'empty' | 'none' }
  /** What comes of printing; with `open` the dialog stays, and `gone` takes the process of the page. */
  readonly printer: { answer: 'printed' | 'open' | 'gone' }
  /** What becomes of the next page that is loaded; those after it come to an end. */
  readonly loading: { answer: 'finished' | 'crashed' | 'failed' }
  /** What the system answers when it is asked for proxies. */
  readonly proxies: { answer: string }
  readonly powerMonitor: EventEmitter
  readonly screen: EventEmitter
  /** Resolves once the app has ended, with its exit code. */
  readonly ended: Promise<number>
}

type Asking = { readonly isMainFrame: boolean; readonly requestingUrl?: string }
type PermissionHandler = (
  contents: unknown,
  permission: string,
  answer: (isAllowed: boolean) => void,
  details: Asking,
) => void
type PermissionCheck = (contents: unknown, permission: string, origin: string, details: Asking) => boolean
type RequestHandler = (
  request: { readonly url: string; readonly resourceType: string },
  answer: (response: { readonly cancel: boolean }) => void,
) => void

export type WindowDouble = EventEmitter & {
  readonly options: Record<string, unknown>
  readonly webContents: EventEmitter & {
    readonly mainFrame: { url: string }
    readonly sent: { readonly channel: string; readonly message: unknown }[]
    openHandler: ((details: { url: string }) => { action: string }) | null
  }
  isShown: boolean
  isInTaskBar: boolean
  /** Where its upper left corner is. */
  place: { readonly x: number; readonly y: number }
  isFull: boolean
  isLargest: boolean
  focused: number
}

/** Throws on every member that was not put in. */
const strict = <T extends object>(name: string, members: T): T =>
  new Proxy(members, {
    get: (target, key, receiver): unknown => {
      // Promises and matchers ask every object for these.
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || Reflect.has(target, key)) {
        return Reflect.get(target, key, receiver)
      }
      throw new Error(`The double of Electron has no ${name}.${key}`)
    },
  })

export type DoubleOptions = {
  readonly appPath: string
  readonly documents: string
  /** What the user answers to a save dialog; absent: it is closed. */
  readonly savePath?: string
  /** Whether this process is the first one of its data folder. */
  readonly isFirst?: boolean
  /** What the program was started with as `--lang`. */
  readonly language?: string
}

export const createElectronDouble = ({
  appPath,
  documents,
  savePath,
  isFirst = true,
  language = '',
}: DoubleOptions): ElectronDouble => {
  const told: string[] = []
  const tell = (what: string): void => {
    told.push(what)
  }
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<number>()
  const windows: WindowDouble[] = []
  const answers: number[] = []
  const questions: { message: string; detail: string }[] = []
  const errors: string[] = []
  const notices: { title: string; body: string; click: () => void }[] = []
  const opened: string[] = []
  const permissions: ElectronDouble['permissions'] = {}
  const requests: RequestHandler[] = []
  const dragged: string[] = []
  const dragIcons: string[] = []
  const proxies = { answer: 'DIRECT' }
  const fileIcon: ElectronDouble['fileIcon'] = { answer: 'picture' }
  const printer: ElectronDouble['printer'] = { answer: 'printed' }
  const loading: ElectronDouble['loading'] = { answer: 'finished' }
  const powerMonitor = new EventEmitter()
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } }
  const screen = Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => display,
    getAllDisplays: () => [display],
  })
  const handlers = new Map<string, (...args: unknown[]) => unknown>()

  const preventable = () => {
    let isPrevented = false
    return {
      preventDefault: () => {
        isPrevented = true
      },
      isPrevented: () => isPrevented,
    }
  }

  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    getAppPath: () => appPath,
    commandLine: strict('commandLine', { getSwitchValue: (name: string) => (name === 'lang' ? language : '') }),
    getLocale: () => 'en-US',
    getPreferredSystemLanguages: () => ['en-US'],
    getVersion: () => '0.0.0',
    getPath: () => documents,
    getFileIcon: async (path: string) => {
      if (fileIcon.answer === 'none') throw new Error('The system has no picture of it')
      return { path, isEmpty: () => fileIcon.answer === 'empty' }
    },
    setPath: (name: string) => tell(`app.setPath ${name}`),
    requestSingleInstanceLock: () => isFirst,
    setAppUserModelId: (id: string) => tell(`app.setAppUserModelId ${id}`),
    enableSandbox: () => tell('app.enableSandbox'),
    whenReady: () => ready.promise,
    exit: (code: number) => ended.resolve(code),
    quit: () => {
      const asking = preventable()
      app.emit('before-quit', asking)
      if (asking.isPrevented()) return
      for (const window of windows.splice(0)) {
        const closing = preventable()
        window.emit('close', closing)
        if (closing.isPrevented()) throw new Error('A window refused to close while the app quits')
        window.emit('closed')
      }
      const leaving = preventable()
      app.emit('will-quit', leaving)
      if (!leaving.isPrevented()) ended.resolve(0)
    },
  })

  const own = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: PermissionHandler) => {
      tell('session.setPermissionRequestHandler')
      permissions.request = handler
    },
    setPermissionCheckHandler: (handler: PermissionCheck) => {
      tell('session.setPermissionCheckHandler')
      permissions.check = handler
    },
    setDevicePermissionHandler: () => tell('session.setDevicePermissionHandler'),
    webRequest: strict('webRequest', {
      onBeforeRequest: (handler: RequestHandler) => {
        tell('webRequest.onBeforeRequest')
        requests.push(handler)
      },
    }),
    resolveProxy: async () => proxies.answer,
    protocol: strict('session.protocol', { handle: (scheme: string) => tell(`protocol.handle ${scheme}`) }),
  })

  const createWindow = (options: Record<string, unknown>): WindowDouble => {
    const sent: { channel: string; message: unknown }[] = []
    let isCrashed = false
    const webContents = Object.assign(new EventEmitter(), {
      mainFrame: { url: 'app://racedesk/' },
      sent,
      openHandler: null as WindowDouble['webContents']['openHandler'],
      setWindowOpenHandler: (handler: WindowDouble['webContents']['openHandler']) => {
        webContents.openHandler = handler
      },
      isCrashed: () => isCrashed,
      send: (channel: string, message: unknown) => {
        if (isCrashed) throw new Error('Render frame was disposed')
        sent.push({ channel, message })
      },
      isLoadingMainFrame: () => false,
      startDrag: ({ file, icon }: { file: string; icon: { path: string } }) => {
        dragged.push(file)
        dragIcons.push(icon.path)
      },
      print: (options: object, done: (isPrinted: boolean, reason: string) => void) => {
        tell(`webContents.print ${JSON.stringify(options)}`)
        if (printer.answer === 'printed') done(true, '')
        if (printer.answer === 'gone') webContents.emit('render-process-gone', {}, { reason: 'oom' })
      },
      printToPDF: async () => {
        tell('webContents.printToPDF')
        if (printer.answer === 'printed') return Buffer.from('%PDF-')
        if (printer.answer === 'gone') webContents.emit('render-process-gone', {}, { reason: 'oom' })
        return await new Promise<never>(() => undefined)
      },
    })
    const window = Object.assign(new EventEmitter(), {
      options,
      webContents,
      isShown: false,
      isInTaskBar: false,
      place: { x: 10, y: 20 },
      isFull: false,
      isLargest: false,
      focused: 0,
      loadURL: (url: string) => {
        tell(`window.loadURL ${url}`)
        isCrashed = false
        const { answer } = loading
        loading.answer = 'finished'
        if (answer === 'crashed') webContents.emit('render-process-gone', {}, { reason: 'crashed' })
        if (answer !== 'finished') return Promise.reject(new Error('ERR_FAILED (-2) loading a page'))
        queueMicrotask(() => {
          webContents.emit('did-finish-load')
          window.emit('ready-to-show')
        })
        return Promise.resolve()
      },
      show: () => {
        window.isShown = true
        window.emit('show')
      },
      focus: () => {
        window.focused += 1
      },
      setFullScreen: (isFull: boolean) => {
        window.isFull = isFull
      },
      isFullScreen: () => window.isFull,
      destroy: () => {
        tell('window.destroy')
        windows.splice(windows.indexOf(double), 1)
      },
      restore: () => tell('window.restore'),
      maximize: () => tell('window.maximize'),
      isMinimized: () => window.isInTaskBar,
      isVisible: () => window.isShown,
      isMaximized: () => window.isLargest,
      isDestroyed: () => false,
      getNormalBounds: () => ({ ...window.place, width: 1000, height: 700 }),
      setSize: (width: number, height: number) => tell(`window.setSize ${width} ${height}`),
      center: () => tell('window.center'),
    })
    webContents.on('render-process-gone', () => {
      isCrashed = true
    })
    const double: WindowDouble = window
    windows.push(double)
    tell('window.create')
    app.emit('web-contents-created', {}, strict('webContents', webContents))
    return strict('BrowserWindow', window)
  }

  const module = {
    app: strict('app', app),
    BrowserWindow: function BrowserWindow(options: Record<string, unknown>) {
      return createWindow(options)
    },
    dialog: strict('dialog', {
      showErrorBox: (_title: string, text: string) => {
        errors.push(text)
      },
      showMessageBox: async (...asked: readonly unknown[]) => {
        questions.push(asked.at(-1) as { message: string; detail: string })
        return { response: answers.shift() ?? 0 }
      },
      showSaveDialog: async () => ({ canceled: savePath === undefined, filePath: savePath ?? '' }),
    }),
    ipcMain: strict('ipcMain', {
      handle: (channel: string, handler: (...args: unknown[]) => unknown) => {
        tell(`ipcMain.handle ${channel}`)
        handlers.set(channel, handler)
      },
      removeHandler: (channel: string) => handlers.delete(channel),
    }),
    Menu: strict('Menu', {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: () => tell('Menu.setApplicationMenu'),
    }),
    powerMonitor: strict('powerMonitor', powerMonitor),
    Notification: Object.assign(
      function Notification(notice: { title: string; body: string }) {
        const made = Object.assign(new EventEmitter(), { show: () => undefined })
        const held = new WeakRef(made)
        made.show = () => {
          notices.push({ ...notice, click: () => held.deref()?.emit('click') })
        }
        return strict('Notification', made)
      },
      { isSupported: () => true },
    ),
    nativeImage: strict('nativeImage', { createFromPath: (path: string) => ({ path }) }),
    nativeTheme: strict('nativeTheme', {
      shouldUseDarkColors: false,
      set themeSource(theme: string) {
        tell(`nativeTheme.themeSource ${theme}`)
      },
    }),
    protocol: strict('protocol', {
      registerSchemesAsPrivileged: () => tell('protocol.registerSchemesAsPrivileged'),
    }),
    screen: strict('screen', screen),
    session: strict('session', {
      fromPartition: (name: string) => {
        tell(`session.fromPartition ${name}`)
        return strict('session', own)
      },
    }),
    shell: strict('shell', {
      openExternal: async (url: string) => {
        opened.push(url)
      },
    }),
  }

  return {
    module,
    told,
    app,
    windows,
    becomeReady: ready.resolve,
    answers,
    questions,
    errors,
    notices,
    opened,
    invoke: (event, operation, input) => handlers.get('racedesk:call')?.(event, operation, input),
    permissions,
    isCancelled: (url, resourceType) =>
      requests.some((handler) => {
        let isCancelled = false
        handler({ url, resourceType }, ({ cancel }) => {
          isCancelled = cancel
        })
        return isCancelled
      }),
    dragged,
    dragIcons,
    fileIcon,
    printer,
    loading,
    proxies,
    powerMonitor,
    screen,
    ended: ended.promise,
  }
}
