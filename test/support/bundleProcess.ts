import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppEvent, Bridge } from '../../preload/contract.ts'
import type { Asked, BundleOptions, Report } from './bundleRig.ts'
import { createElectronDouble, type WindowDouble } from './electronDouble.ts'
import { createEvent } from './electronDouble/members.ts'

/** Run by bundleRig: the desktop face's bundle, whole, in a process of its own, where `electron` is the double. */
const { projectDir, args, ...options } = JSON.parse(process.argv[2] ?? '') as BundleOptions

const double = createElectronDouble({
  appPath: projectDir,
  args,
  ...options,
  onEnd: (code, isAtOnce) => {
    if (isAtOnce) process.exit(code)
    else setImmediate(() => process.exit(code))
  },
})

// The names that a bundle imports are looked up when it is linked: one that the double lacks is an error at once.
Reflect.set(globalThis, '__electron', double.module)
const source = Object.keys(double.module)
  .map((name) => `export const ${name} = globalThis.__electron[${JSON.stringify(name)}]`)
  .join('\n')
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'double:electron', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'double:electron' ? { format: 'module', source, shortCircuit: true } : next(url, context),
})

const heard: AppEvent[] = []
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

const report = (): Report => ({
  windows: double.windows.map(({ isShown, focused, webContents }) => ({
    isShown,
    focused,
    url: webContents.mainFrame.url,
    globals: Object.keys(webContents.page ?? {}),
    preferences: { ...webContents.preferences, session: undefined },
    lost: webContents.lost,
    isCrashed: (webContents as unknown as Electron.WebContents).isCrashed(),
  })),
  heard,
  told: double.told,
  questions: double.questions.map(({ message, detail }) => ({ message, detail })),
  errors: double.errors,
  opened: double.opened,
  menu: double.applicationMenu()?.items.map(({ label }) => label) ?? [],
})

/** What a user, the system or the page does. */
const acts: { [Name in Asked['act']]: (asked: Extract<Asked, { act: Name }>) => unknown } = {
  becomeReady: () => double.becomeReady(),
  report,
  call: async ({ operation, input }) => await bridge().call(operation, input),
  listen: () => void bridge().listen((event) => heard.push(event)),
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
  fetch: async ({ url }) => {
    const fetched = await double.sessions[0]?.fetch(url)
    return fetched?.isOk === true
      ? { status: fetched.status, headers: Object.fromEntries(fetched.headers), body: fetched.body.toString() }
      : { status: 0, headers: {}, body: fetched?.error ?? '' }
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
