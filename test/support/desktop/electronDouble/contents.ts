import { cloneOverIpc } from './clones.ts'
import { createEvent, strict, type Stage } from './members.ts'
import { createPage, type PageDouble, type PageWindow } from './pages.ts'
import type { SessionDouble } from './sessions.ts'

export type Loading = { answer: 'finished' | 'crashed' | 'failed' | 'stuck' }
export type Printer = { answer: 'printed' | 'failed' | 'open' | 'gone' }

export type FrameDouble = { url: string }

/** A page as tests drive it; the same object is what the app has as `webContents`. */
export type ContentsDouble = NodeJS.EventEmitter & {
  readonly mainFrame: FrameDouble
  /** Messages to a living page, copied as IPC copies them. */
  readonly sent: { readonly channel: string; readonly message: unknown }[]
  /** Messages that never arrived; Electron only writes to the console then. */
  readonly lost: { readonly channel: string; readonly why: string }[]
  readonly openHandler: ((details: { url: string }) => { action: string }) | null
  readonly preferences: Electron.WebPreferences
  /** The global object of its document, with what the preload script has put there; null before the first document. */
  readonly page: PageWindow | null
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: Buffer } | null
  /** Whether the app lets the page go there. */
  readonly mayGo: (
    way: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    url: string,
    isMainFrame?: boolean,
  ) => boolean
  readonly mayAttachWebview: () => boolean
  /** The process of the page ends, as Electron tells it: one turn later. */
  readonly crash: (reason: string) => void
}

type ContentsOptions = {
  readonly id: number
  readonly stage: Stage
  readonly session: SessionDouble
  readonly preferences: Electron.WebPreferences
  readonly loading: Loading
  readonly printer: Printer
  /** Whether the page is ever laid out: without it `ready-to-show` never comes, as on Wayland (electron#48859). */
  readonly isLaidOut: () => boolean
  readonly onReadyToShow: () => void
  /** Stands for the scripts of a document, which run once its preload script has. */
  readonly onDocument: (window: PageWindow) => void
  readonly invoke: (event: unknown, channel: string, args: readonly unknown[]) => Promise<unknown>
  readonly onDrag: (files: readonly string[], icon: Electron.NativeImage) => void
  readonly isGone: () => boolean
}

const nextTurn = (act: () => void): void => void setImmediate(act)

export const createContents = (options: ContentsOptions): Electron.WebContents & ContentsDouble => {
  const { id, stage, session, preferences, loading, printer } = options
  const { tell } = stage
  const sent: { channel: string; message: unknown }[] = []
  const lost: { channel: string; why: string }[] = []
  let isCrashed = false
  let openHandler: ContentsDouble['openHandler'] = null
  let page: PageDouble | null = null
  let response: ContentsDouble['response'] = null
  /** Counts loads: each load ends the one before it. */
  let current = 0
  let isLoading = false

  const mainFrame = strict<Electron.WebFrameMain>(
    'webFrameMain',
    { processId: id, routingId: 1, parent: null, isDestroyed: () => options.isGone(), detached: false },
    { extra: { url: '' } },
  )

  type LoadFailure = { readonly errorCode: number; readonly error: string }
  const emit = (name: string, ...args: readonly unknown[]): void => {
    if (!options.isGone()) contents.emit(name, ...args)
  }
  const commit = (url: string): void => {
    isCrashed = false
    ;(mainFrame as unknown as FrameDouble).url = url
    const opened = createPage({
      preload: preferences.preload,
      storage: session.storage,
      invoke: async (channel, args) => {
        const event = { type: 'frame', sender: contents, senderFrame: mainFrame, processId: id, frameId: 1 }
        return await options.invoke(event, channel, args)
      },
      onPreloadError: (path, error) => emit('preload-error', createEvent(), path, error),
    })
    page = opened
    options.onDocument(opened.window)
    emit('did-navigate', createEvent(), url, response?.status ?? -1, '')
    emit('dom-ready', createEvent())
  }

  /** Resolves to the failure, or null; never when Chromium never ends the load. */
  const load = async (url: string, number: number): Promise<LoadFailure | null> => {
    const { answer } = loading
    loading.answer = 'finished'
    if (answer === 'stuck') return await new Promise<never>(() => undefined)
    if (answer === 'failed') {
      await Promise.resolve()
      return { errorCode: -2, error: 'ERR_FAILED' }
    }
    if (answer === 'crashed') {
      await Promise.resolve()
      crash('crashed')
      return { errorCode: -2, error: 'ERR_FAILED' }
    }
    const fetched = await session.fetch(url, { resourceType: 'mainFrame' })
    if (number !== current) return { errorCode: -3, error: 'ERR_ABORTED' }
    if (!fetched.isOk) return { errorCode: fetched.errorCode, error: fetched.error }
    response = fetched
    // A reply of 404 is a page like any other; only a missing reply fails.
    commit(url)
    if (options.isLaidOut()) {
      emit('ready-to-show', createEvent())
      options.onReadyToShow()
    }
    await Promise.resolve()
    return null
  }

  const crash = (reason: string): void => {
    isCrashed = true
    // E: electron_api_web_contents.cc posts a task of its own for it.
    nextTurn(() => emit('render-process-gone', createEvent(), { reason, exitCode: 1 }))
  }

  const loadURL = async (url: string): Promise<void> => {
    tell(`window.loadURL ${url}`)
    current += 1
    const number = current
    isLoading = true
    isCrashed = false
    emit('did-start-loading', createEvent())
    const failure = await load(url, number)
    if (number === current) isLoading = false
    if (options.isGone()) throw new Error(`ERR_FAILED (-2) loading '${url}'`)
    if (failure === null) {
      emit('did-finish-load', createEvent())
      emit('did-stop-loading', createEvent())
      return
    }
    const { errorCode, error } = failure
    // An aborted load or a crashed page is not reported as failed.
    if (errorCode !== -3 && !isCrashed) emit('did-fail-load', createEvent(), errorCode, error, url, true, id, 1)
    emit('did-stop-loading', createEvent())
    throw Object.assign(new Error(`${error} (${errorCode}) loading '${url}'`), { errno: errorCode, code: error, url })
  }

  const contents: Electron.WebContents & ContentsDouble = strict<Electron.WebContents & ContentsDouble>(
    'webContents',
    {
      id,
      session: session.session,
      mainFrame,
      setWindowOpenHandler: (handler) => {
        openHandler = (details) => handler(details as Electron.HandlerDetails)
      },
      loadURL: (url) => {
        const loaded = loadURL(url)
        // As in Electron, an ignored promise causes no unhandled rejection.
        loaded.catch(() => undefined)
        return loaded
      },
      isCrashed: () => isCrashed,
      isDestroyed: () => options.isGone(),
      isLoadingMainFrame: () => isLoading,
      // E: WebFrameMain.prototype.send (lib/browser/api/web-frame-main.ts) writes errors to the console and throws none.
      send: (channel, ...args) => {
        let copy: unknown[]
        try {
          copy = cloneOverIpc(args) as unknown[]
        } catch {
          return void lost.push({ channel, why: 'Failed to serialize arguments' })
        }
        if (isCrashed) return void lost.push({ channel, why: 'Render frame was disposed' })
        sent.push({ channel, message: copy[0] })
        const receiver = page
        queueMicrotask(() => receiver?.hear(channel, copy))
      },
      // With an empty icon there is silently no drag.
      startDrag: ({ file, files, icon }) => {
        const picture = icon as Electron.NativeImage
        if (!picture.isEmpty()) options.onDrag(files ?? [file], picture)
      },
      print: (settings, done) => {
        tell(`webContents.print ${JSON.stringify(settings ?? {})}`)
        if (printer.answer === 'printed') done?.(true, '')
        if (printer.answer === 'failed') done?.(false, 'Print job failed')
        if (printer.answer === 'gone') crash('oom')
      },
      printToPDF: async () => {
        tell('webContents.printToPDF')
        if (printer.answer === 'printed') return Buffer.from('%PDF-')
        if (printer.answer === 'failed') throw new Error('Failed to generate PDF')
        if (printer.answer === 'gone') crash('oom')
        return await new Promise<never>(() => undefined)
      },
    },
    {
      isEmitter: true,
      isGone: options.isGone,
      extra: {
        sent,
        lost,
        preferences,
        crash,
        get openHandler() {
          return openHandler
        },
        get page() {
          return page?.window ?? null
        },
        get response() {
          return response
        },
        mayGo: (way, url, isMainFrame = true) => {
          const event = createEvent({ url, isMainFrame, isSameDocument: false })
          contents.emit(way, event, url, false, isMainFrame, id, 1)
          return !event.defaultPrevented
        },
        mayAttachWebview: () => {
          const event = createEvent()
          contents.emit('will-attach-webview', event, {}, {})
          return !event.defaultPrevented
        },
      } satisfies Partial<ContentsDouble>,
    },
  )
  // A test may emit this event itself.
  contents.on('render-process-gone', () => {
    isCrashed = true
  })
  return contents
}
