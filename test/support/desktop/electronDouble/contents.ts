import { cloneOverIpc } from './clones.ts'
import { createEvent, strict } from './members.ts'
import { createPage } from './pages.ts'
import type { SessionDouble } from './sessions.ts'
import type { ContentsDouble, World } from './world.ts'

type ContentsOptions = {
  readonly id: number
  readonly session: SessionDouble
  readonly preferences: Electron.WebPreferences
  readonly onReadyToShow: () => void
  readonly invoke: (event: unknown, channel: string, args: readonly unknown[]) => Promise<unknown>
  readonly onDrag: (files: readonly string[], icon: Electron.NativeImage) => void
  readonly isGone: () => boolean
}

type LoadFailure = { readonly errorCode: number; readonly error: string }
const loadFailed: LoadFailure = { errorCode: -2, error: 'ERR_FAILED' }

const never = (): Promise<never> => new Promise(() => undefined)

export const createContents = (world: World, options: ContentsOptions): Electron.WebContents & ContentsDouble => {
  const { tell, loading, printer } = world
  const { id, session, preferences, isGone } = options
  const sent: { channel: string; message: unknown }[] = []
  const lost: { channel: string; why: string }[] = []
  let isCrashed = false
  let openHandler: ContentsDouble['openHandler'] = null
  let page: ReturnType<typeof createPage> | null = null
  /** Counts loads: each load ends the one before it. */
  let current = 0
  let isLoading = false

  const frame = { url: '' }
  const mainFrame = strict<Electron.WebFrameMain>('webFrameMain', {}, { extra: frame })

  const emit = (name: string, ...args: readonly unknown[]): void => {
    if (!isGone()) contents.emit(name, createEvent(), ...args)
  }
  const crash = (reason: string): void => {
    isCrashed = true
    // E: electron_api_web_contents.cc posts a task of its own for it.
    setImmediate(() => emit('render-process-gone', { reason, exitCode: 1 }))
  }

  /** Resolves to the failure, or null; never when Chromium never ends the load. */
  const load = async (url: string, number: number): Promise<LoadFailure | null> => {
    const { answer } = loading
    loading.answer = 'finished'
    if (answer === 'stuck') return await never()
    if (answer !== 'finished') {
      await Promise.resolve()
      if (answer === 'crashed') crash('crashed')
      return loadFailed
    }
    const fetched = await session.fetch(url, 'mainFrame')
    if (number !== current) return { errorCode: -3, error: 'ERR_ABORTED' }
    // A reply of 404 is a page like any other; only a missing reply fails.
    if (!fetched.isOk) return fetched
    isCrashed = false
    ;(mainFrame as { url: string }).url = url
    page = createPage(preferences.preload, async (channel, args) => {
      const event = { type: 'frame', sender: contents, senderFrame: mainFrame, processId: id, frameId: 1 }
      return await options.invoke(event, channel, args)
    })
    world.options.onDocument?.(page.window)
    if (world.options.readyToShow !== 'never') options.onReadyToShow()
    await Promise.resolve()
    return null
  }

  const loadURL = async (url: string): Promise<void> => {
    tell(`window.loadURL ${url}`)
    current += 1
    const number = current
    isLoading = true
    isCrashed = false
    const failure = await load(url, number)
    if (number === current) isLoading = false
    if (isGone()) throw new Error(`ERR_FAILED (-2) loading '${url}'`)
    if (failure === null) return emit('did-finish-load')
    const { errorCode, error } = failure
    // An aborted load or a crashed page is not reported as failed.
    if (errorCode !== -3 && !isCrashed) emit('did-fail-load', errorCode, error, url, true, id, 1)
    throw Object.assign(new Error(`${error} (${errorCode}) loading '${url}'`), { errno: errorCode, code: error, url })
  }

  const contents: Electron.WebContents & ContentsDouble = strict<Electron.WebContents & ContentsDouble>(
    'webContents',
    {
      id,
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
      forcefullyCrashRenderer: () => crash('killed'),
      isDestroyed: isGone,
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
        if (printer.answer === 'gone') crash('oom')
      },
      printToPDF: async () => {
        tell('webContents.printToPDF')
        if (printer.answer === 'printed') return Buffer.from('%PDF-')
        if (printer.answer === 'gone') crash('oom')
        return await never()
      },
    },
    {
      emitter: true,
      isGone,
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
