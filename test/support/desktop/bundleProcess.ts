import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Bridge } from '../../../preload/bridge.ts'
import type { Asked, BundleOptions, CallingFrame, Report } from './bundleRig.ts'
import { createElectronDouble, type WindowDouble } from './electronDouble.ts'
import { createEvent } from './electronDouble/members.ts'
import type { SessionDouble } from './electronDouble/sessions.ts'
import { limitCrypto } from './electronRuntime.ts'

/** Run by bundleRig: the desktop face's bundle, whole, in a process of its own, where `electron` is the double. */
const { projectDir, args, ...options } = JSON.parse(process.argv[2] ?? '') as BundleOptions

const heard: AppEvent[] = []
const argumentCounts: number[] = []
const hear = (...args: readonly [AppEvent, ...unknown[]]): void => {
  argumentCounts.push(args.length)
  heard.push(args[0])
}

const double = createElectronDouble({
  appPath: projectDir,
  args,
  ...options,
  // The page listens as soon as it can. One that is only laid out has no bridge.
  onDocument: ({ racedesk }) => {
    if (racedesk !== undefined) (racedesk as Bridge).listen(hear)
  },
  onEnd: (code, isAtOnce) => {
    if (isAtOnce) process.exit(code)
    else setImmediate(() => process.exit(code))
  },
})

limitCrypto()
// The names that a bundle imports are looked up when it is linked: one that the double lacks is an error at once.
Reflect.set(globalThis, '__electron', double.module)
const source = Object.keys(double.module)
  .map((name) => `export const ${name} = globalThis.__electron[${JSON.stringify(name)}]`)
  .join('\n')
const loaded: string[] = []
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'double:electron', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (url === 'double:electron') return { format: 'module', source, shortCircuit: true }
    if (double.windows.length === 0 && url.startsWith('file:')) loaded.push(fileURLToPath(url))
    return next(url, context)
  },
})

const bare = (preferences: Electron.WebPreferences) => ({ ...preferences, session: undefined })
const sessionOf = (partition?: string): SessionDouble => {
  const found = double.sessions.find((one) => partition === undefined || one.partition === partition)
  if (found === undefined) throw new Error('There is no such session')
  return found
}
const shown = (): WindowDouble => {
  const [window] = double.windows
  if (window === undefined) throw new Error('There is no window')
  return window
}
const bridge = (): Bridge => {
  const found = shown().webContents.page?.['racedesk']
  if (found === undefined) throw new Error('The preload script has put nothing into the page')
  return found as Bridge
}

const describeBridge = (): Report['bridge'] => {
  const found = double.windows[0]?.webContents.page?.['racedesk'] ?? null
  if (found === null) return null
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, typeof value]))
}

const frameOf = (frame: CallingFrame): unknown => {
  const { webContents } = shown()
  if (frame === 'gone') return { sender: webContents, senderFrame: null }
  if (frame === 'inner') return { sender: webContents, senderFrame: { url: 'app://racedesk/' } }
  if (frame === 'of no window') return { sender: {}, senderFrame: webContents.mainFrame }
  return { sender: webContents, senderFrame: webContents.mainFrame }
}

const report = (): Report => ({
  windows: double.windows.map(({ isShown, focused, webContents }) => ({
    isShown,
    focused,
    url: webContents.mainFrame.url,
    globals: Object.keys(webContents.page ?? {}),
    preferences: bare(webContents.preferences),
    lost: webContents.lost,
    isCrashed: (webContents as unknown as Electron.WebContents).isCrashed(),
  })),
  heard,
  told: double.told,
  questions: double.questions.map(({ message, detail }) => ({ message, detail })),
  errors: double.errors,
  opened: double.opened,
  menu: double.applicationMenu()?.items.map(({ label }) => label) ?? [],
  pages: double.pages.map(({ preferences }) => bare(preferences)),
  sessions: double.sessions.map(({ partition, handledSchemes }) => ({ partition, schemes: handledSchemes() })),
  schemes: double.schemes,
  listensFor: double.app.eventNames().map(String),
  switches: {
    hasNoSandbox: double.module.app.commandLine.hasSwitch('no-sandbox'),
    hasSandbox: double.module.app.commandLine.hasSwitch('enable-sandbox'),
  },
  bridge: describeBridge(),
  argumentCounts,
  loaded,
})

/** Acts of a user, the system or the page. */
const acts: { [Name in Asked['act']]: (asked: Extract<Asked, { act: Name }>) => unknown } = {
  becomeReady: () => double.becomeReady(),
  report,
  call: async ({ operation, input }) => await bridge().call(operation, input),
  answer: ({ button }) => void double.answers.push(button),
  crash: () => shown().webContents.crash('crashed'),
  startAgain: ({ argv, folder }) => void double.app.emit('second-instance', createEvent(), argv, folder, null),
  follow: ({ url }) => shown().webContents.openHandler?.({ url }),
  shutDown: () => {
    const event = createEvent()
    double.powerMonitor.emit('shutdown', event)
    return event.defaultPrevented
  },
  logOut: () => void shown().emit('session-end', createEvent()),
  quit: () => double.module.app.quit(),
  closeWindow: () => (shown() as unknown as Electron.BrowserWindow).close(),
  fetch: async ({ url, partition }) => {
    const fetched = await sessionOf(partition).fetch(url, { resourceType: 'subFrame' })
    return fetched.isOk
      ? { status: fetched.status, headers: Object.fromEntries(fetched.headers), body: fetched.body.toString() }
      : { status: 0, headers: {}, body: fetched.error }
  },
  permission: ({ permission, isMainFrame, url }) => {
    const { request, check } = double.permissions
    const details = { isMainFrame, requestingUrl: url }
    let isGranted = false
    request?.({}, permission, (isAllowed) => void (isGranted = isAllowed), details)
    return { isGranted, isAllowed: check?.({}, permission, url, details) }
  },
  takeDevice: () => double.sessions.map(({ permissions }) => permissions.device?.({ deviceType: 'usb' }) ?? true),
  go: ({ way, url, isMainFrame }) => shown().webContents.mayGo(way, url, isMainFrame),
  request: ({ url, resourceType, partition }) => !sessionOf(partition).isCancelled(url, resourceType),
  attachWebview: () => shown().webContents.mayAttachWebview(),
  download: () => double.sessions.map((session) => !session.isDownloadStopped()),
  callFrom: async ({ frame, operation, input }) => {
    const { mainFrame } = shown().webContents
    const { url } = mainFrame
    if (frame === 'led elsewhere') mainFrame.url = 'https://evil.example/'
    try {
      return await double.invoke(frameOf(frame), operation, input)
    } finally {
      mainFrame.url = url
    }
  },
}

process.on('message', (message: { readonly id: number; readonly asked: Asked }) => {
  const { id, asked } = message
  const act = acts[asked.act] as (asked: Asked) => unknown
  const answer = async (): Promise<unknown> => await act(asked)
  answer().then(
    (value) => process.send?.({ id, value: value ?? null }),
    (thrown: unknown) => process.send?.({ id, error: String(thrown) }),
  )
})

process.argv = [process.execPath, projectDir, ...args]
await import(pathToFileURL(join(projectDir, 'out/main/desktop.js')).href)
process.send?.({ id: 0, value: null })
