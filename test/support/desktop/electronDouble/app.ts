import { existsSync, symlinkSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { cloneOverIpc } from './clones.ts'
import { createEvent, strict } from './members.ts'
import type { World } from './world.ts'

/** Thrown where Electron's process would end at once, so that no line of the app's runs after it. */
export class AppEnded extends Error {
  override readonly name = 'AppEnded'
}

/** Exit code when Chromium ends the process by LOG(FATAL): SIGTRAP. */
export const abortCode = 128 + 5

const switchesOf = (args: readonly string[]): Map<string, string> =>
  new Map(
    args.flatMap((arg) =>
      Array.from(arg.matchAll(/^--([^=]*)=?(.*)$/gsu), ([, name = '', value = '']) => [name, value] as const),
    ),
  )

/** `app`: its calls, when each is allowed, and its end (E: shell/browser/browser.cc, electron_api_app.cc). */
export const createApp = (world: World, pictureOf: (path: string, isEmpty: boolean) => Electron.NativeImage) => {
  const { options, state, tell, windows, fileIcon } = world
  const { lock = 'free', isPackaged = true } = options
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<number>()
  const paths = new Map<string, string>()
  const switches = switchesOf(options.args)
  const commandLine = strict<Electron.CommandLine>('commandLine', {
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? '',
  })
  /** Electron's loop runs one turn after the app is ready. Before that there is nothing that could end in order. */
  let isLoopRunning = false
  let isQuitting = false
  let isExiting = false
  let isShutDown = false
  let exitCode = 0

  const end = (code: number, isAtOnce = false): void => {
    state.isOver = true
    options.onEnd?.(code, isAtOnce)
    ended.resolve(code)
  }
  const shutDown = (): void => {
    if (isShutDown || state.isOver) return
    isQuitting = true
    app.emit('quit', createEvent(), exitCode)
    isShutDown = true
    // Without a loop there is nothing to stop: the app becomes ready all the same, with all that waited for it, and ends then
    // (E: electron_browser_main_parts.cc, SetMainMessageLoopQuitClosure).
    if (isLoopRunning) end(exitCode)
    else if (!state.isReady) setImmediate(becomeReady)
  }
  const notifyAndShutDown = (): void => {
    const leaving = createEvent()
    app.emit('will-quit', leaving)
    if (leaving.defaultPrevented) isQuitting = false
    else shutDown()
  }

  const app: Electron.App = strict<Electron.App>(
    'app',
    {
      isPackaged,
      commandLine,
      getAppPath: () => options.appPath,
      getVersion: () => '0.0.0',
      // Empty until Chromium has read its texts (d.ts).
      getLocale: () => (state.isReady ? 'en-US' : ''),
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
        if (fileIcon.answer === 'none') throw new Error('Failed to get file icon.')
        return pictureOf(path, fileIcon.answer === 'empty')
      },
      requestSingleInstanceLock: (data) => {
        if (data !== undefined) cloneOverIpc(data)
        const userData = paths.get('userData')
        if (lock === 'held' && userData !== undefined) symlinkSync('this-machine-1', join(userData, 'SingletonLock'))
        return lock === 'free'
      },
      setAppUserModelId: (id) => tell(`app.setAppUserModelId ${id}`),
      setAsDefaultProtocolClient: (scheme) => {
        tell(`app.setAsDefaultProtocolClient ${scheme}`)
        return true
      },
      // It takes `--no-sandbox` back (RemoveNoSandboxSwitch).
      enableSandbox: () => {
        if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
        tell('app.enableSandbox')
        switches.delete('no-sandbox')
        switches.set('enable-sandbox', '')
      },
      whenReady: () => ready.promise,
      isReady: () => state.isReady,
      quit: () => {
        if (isQuitting || state.isOver) return
        isQuitting = true
        const asking = createEvent()
        app.emit('before-quit', asking)
        if (asking.defaultPrevented) {
          isQuitting = false
          return
        }
        if (windows.length === 0) return notifyAndShutDown()
        for (const window of windows.slice()) window.close()
      },
      exit: (code = 0) => {
        if (state.isOver) return
        exitCode = code
        if (!isLoopRunning) {
          end(code, true)
          throw new AppEnded(`The process has ended with ${code}`)
        }
        isQuitting = true
        isExiting = true
        // No `before-quit`, no `will-quit`, no `close`.
        for (const window of windows.slice()) window.destroy()
        if (windows.length === 0) shutDown()
      },
    },
    { emitter: true },
  )

  const becomeReady = (): void => {
    if (state.isOver || state.isReady) return
    // Chromium's processes end themselves as root unless told `--no-sandbox`, and take the app with them (E:
    // electron_main_delegate.cc, "Running as root without --no-sandbox is not supported").
    if (options.isRoot === true && !switches.has('no-sandbox')) return end(abortCode, true)
    state.isReady = true
    ready.resolve()
    app.emit('ready', createEvent(), {})
    setImmediate(() => {
      isLoopRunning = true
      if (isShutDown) end(exitCode)
    })
  }

  return {
    app,
    becomeReady,
    ended: ended.promise,
    onAllClosed: (): void => {
      if (isExiting) shutDown()
      else if (isQuitting) notifyAndShutDown()
      else if (app.listenerCount('window-all-closed') === 0) app.quit()
      else app.emit('window-all-closed')
    },
    onCloseRefused: (): void => {
      isQuitting = false
    },
  }
}
