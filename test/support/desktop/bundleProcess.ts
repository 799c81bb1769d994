import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Bridge } from '../../../preload/bridge.ts'
import type { BundleOptions, Inside, Message } from './bundleRig.ts'
import { createElectronDouble } from './electronDouble.ts'
import { limitCrypto } from './electronRuntime.ts'

/** Run by bundleRig: the desktop face's bundle, whole, in a process of its own, where `electron` is the double. */
const { projectDir, args, ...options } = JSON.parse(process.argv[2] ?? '') as BundleOptions

const heard: AppEvent[] = []
const argumentCounts: number[] = []
const double = createElectronDouble({
  appPath: projectDir,
  args,
  ...options,
  // The page listens as soon as it can. One that is only laid out has no bridge.
  onDocument: ({ racedesk }) => {
    if (racedesk === undefined) return
    ;(racedesk as Bridge).listen((...given) => {
      argumentCounts.push(given.length)
      heard.push(given[0])
    })
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

const inside: Inside = {
  ...double,
  heard,
  argumentCounts,
  loaded,
  window: () => {
    const [window] = double.windows
    if (window === undefined) throw new Error('There is no window')
    return window
  },
  bridge: () => inside.window().webContents.page?.['racedesk'] as Bridge,
}

process.on('message', ({ id, act, given }: Message) => {
  const run = async (): Promise<unknown> =>
    await (runInThisContext(`(${act})`) as (here: Inside, given: unknown) => unknown)(inside, given)
  run().then(
    (value) => process.send?.({ id, value }),
    (thrown: unknown) => process.send?.({ id, error: String(thrown) }),
  )
})

process.argv = [process.execPath, projectDir, ...args]
await import(pathToFileURL(join(projectDir, 'out/main/desktop.js')).href)
process.send?.({ id: 0 })
