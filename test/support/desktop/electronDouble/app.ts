import { existsSync, symlinkSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { cloneOverIpc } from './clones.ts'
import { createEvent, strict, type Stage } from './members.ts'
import type { OpenWindow } from './windows.ts'

/** Thrown where Electron's process would end at once, so that no line of the app's runs after it. */
export class AppEnded extends Error {
  override readonly name = 'AppEnded'
}

/** Exit code when Chromium ends the process by LOG(FATAL): SIGTRAP. */
export const abortCode = 128 + 5

/**
 * `held`: another process has the lock of its data folder. `impossible`: none can be made there, as on a file system without
 * links. Electron answers both alike (E: electron_api_app.cc, LOCK_ERROR), but leaves different things behind.
 */
export type Lock = 'free' | 'held' | 'impossible'

type AppOptions = {
  readonly appPath: string
  readonly documents: string | null
  readonly lock: Lock
  readonly isPackaged: boolean
  readonly isRoot: boolean
  readonly args: readonly string[]
  readonly fileIcon: { readonly answer: 'picture' | 'empty' | 'none' }
  readonly pictureOf: (path: string, isEmpty: boolean) => Electron.NativeImage
  readonly open: readonly OpenWindow[]
  readonly onEnd: (code: number, isAtOnce: boolean) => void
}

/** The switches among the arguments, with their values. */
const switchesOf = (args: readonly string[]): Map<string, string> =>
  new Map(
    args
      .filter((arg) => arg.startsWith('--'))
      .map((arg) => {
        const [name = '', ...value] = arg.slice(2).split('=')
        return [name, value.join('=')] as const
      }),
  )

type AppDouble = {
  readonly app: Electron.App
  readonly stage: Stage
  readonly told: readonly string[]
  readonly becomeReady: () => void
  readonly onAllClosed: () => void
  readonly onCloseRefused: () => void
}

/** `app`: its calls, when each is allowed, and its end (E: shell/browser/browser.cc, electron_api_app.cc). */
export const createApp = (options: AppOptions): AppDouble => {
  const told: string[] = []
  const ready = Promise.withResolvers<void>()
  const paths = new Map<string, string>()
  const switches = switchesOf(options.args)
  const commandLine = strict<Electron.CommandLine>('commandLine', {
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? '',
  })
  let isReady = false
  /** Electron's loop runs one turn after the app is ready. Before that there is nothing that could end in order. */
  let isLoopRunning = false
  let isQuitting = false
  let isExiting = false
  let isShutDown = false
  let isOver = false
  let exitCode = 0

  const tell = (what: string): void => {
    if (!isOver) told.push(what)
  }
  const onlyBefore = (name: string): void => {
    if (isReady) throw new Error(`${name} can only be called before app is ready`)
  }
  const end = (code: number, isAtOnce = false): void => {
    isOver = true
    options.onEnd(code, isAtOnce)
  }
  const shutDown = (): void => {
    if (isShutDown || isOver) return
    isQuitting = true
    app.emit('quit', createEvent(), exitCode)
    isShutDown = true
    // Without a loop there is nothing to stop: the app becomes ready all the same, with all that waited for it, and ends then
    // (E: electron_browser_main_parts.cc, SetMainMessageLoopQuitClosure).
    if (isLoopRunning) end(exitCode)
    else if (!isReady) setImmediate(becomeReady)
  }
  const notifyAndShutDown = (): void => {
    const leaving = createEvent()
    app.emit('will-quit', leaving)
    if (leaving.defaultPrevented) isQuitting = false
    else shutDown()
  }
  const isSandboxed = (): boolean => switches.has('enable-sandbox') || !switches.has('no-sandbox')

  const app: Electron.App = strict<Electron.App>(
    'app',
    {
      isPackaged: options.isPackaged,
      commandLine,
      getAppPath: () => options.appPath,
      getVersion: () => '0.0.0',
      // Empty until Chromium has read its texts (d.ts).
      getLocale: () => (isReady ? 'en-US' : ''),
      getPreferredSystemLanguages: () => ['en-US'],
      getPath: (name) => {
        const path = paths.get(name) ?? options.documents
        if (path === null) throw new Error(`Failed to get '${name}' path`)
        return path
      },
      setPath: (name, path) => {
        if (!isAbsolute(path)) throw new Error('Path must be absolute')
        // Promised by the documentation (d.ts).
        if (!existsSync(path)) throw new Error('Failed to set path')
        tell(`app.setPath ${name}`)
        paths.set(name, path)
      },
      getFileIcon: async (path) => {
        if (options.fileIcon.answer === 'none') throw new Error('Failed to get file icon.')
        return options.pictureOf(path, options.fileIcon.answer === 'empty')
      },
      requestSingleInstanceLock: (data) => {
        if (data !== undefined) cloneOverIpc(data)
        const userData = paths.get('userData')
        if (options.lock === 'held' && userData !== undefined) {
          symlinkSync('this-machine-1', join(userData, 'SingletonLock'))
        }
        return options.lock === 'free'
      },
      setAppUserModelId: (id) => tell(`app.setAppUserModelId ${id}`),
      setAsDefaultProtocolClient: (scheme) => {
        tell(`app.setAsDefaultProtocolClient ${scheme}`)
        return true
      },
      // It takes `--no-sandbox` back (RemoveNoSandboxSwitch).
      enableSandbox: () => {
        onlyBefore('app.enableSandbox()')
        tell('app.enableSandbox')
        switches.delete('no-sandbox')
        switches.set('enable-sandbox', '')
      },
      whenReady: () => ready.promise,
      isReady: () => isReady,
      quit: () => {
        if (isQuitting || isOver) return
        isQuitting = true
        const asking = createEvent()
        app.emit('before-quit', asking)
        if (asking.defaultPrevented) {
          isQuitting = false
          return
        }
        if (options.open.length === 0) return notifyAndShutDown()
        for (const window of options.open.slice()) window.close()
      },
      exit: (code = 0) => {
        if (isOver) return
        exitCode = code
        if (!isLoopRunning) {
          end(code, true)
          throw new AppEnded(`The process has ended with ${code}`)
        }
        isQuitting = true
        isExiting = true
        // No `before-quit`, no `will-quit`, no `close`.
        for (const window of options.open.slice()) window.destroy()
        if (options.open.length === 0) shutDown()
      },
    },
    { isEmitter: true },
  )
  const abort = (): void => {
    if (!isOver) end(abortCode, true)
  }

  const becomeReady = (): void => {
    if (isOver || isReady) return
    // Chromium's processes end themselves as root unless told `--no-sandbox`, and take the app with them (E:
    // electron_main_delegate.cc, "Running as root without --no-sandbox is not supported").
    if (options.isRoot && isSandboxed()) return abort()
    isReady = true
    ready.resolve()
    app.emit('ready', createEvent(), {})
    setImmediate(() => {
      isLoopRunning = true
      if (isShutDown) end(exitCode)
    })
  }

  return {
    app,
    told,
    stage: { isReady: () => isReady, isOver: () => isOver, tell },
    becomeReady,
    onAllClosed: () => {
      if (isExiting) shutDown()
      else if (isQuitting) notifyAndShutDown()
      else if (app.listenerCount('window-all-closed') === 0) app.quit()
      else app.emit('window-all-closed')
    },
    onCloseRefused: () => {
      isQuitting = false
    },
  }
}
