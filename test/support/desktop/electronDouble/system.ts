import { existsSync } from 'node:fs'
import { createEvent, strict } from './members.ts'
import type { Question, World } from './world.ts'

/** The dialogs of the system; all but the error box wait for the app to be ready (E: lib/browser/api/dialog.ts). */
export const createDialogs = (world: World): Electron.Dialog => {
  const { state, answers, questions, errors, suggested, mustBeReady } = world
  const { openPath, savePath } = world.options
  const check = (): void => mustBeReady('dialog module can only be used after app is ready')
  return strict<Electron.Dialog>('dialog', {
    // Before the app is ready Linux shows no box; the text goes to stderr only (d.ts).
    showErrorBox: (_title, text) => {
      if (!state.isOver && (state.isReady || process.platform !== 'linux')) errors.push(text)
    },
    showMessageBox: async (...asked: readonly unknown[]) => {
      check()
      const question = asked.at(-1) as Question
      questions.push(question)
      return { response: answers.shift() ?? question.cancelId ?? 0, checkboxChecked: false }
    },
    showOpenDialog: async () => {
      check()
      return { canceled: openPath === undefined, filePaths: openPath === undefined ? [] : [openPath] }
    },
    showSaveDialog: async (...asked: readonly unknown[]) => {
      check()
      suggested.push((asked.at(-1) as Electron.SaveDialogOptions).defaultPath ?? '')
      return { canceled: savePath === undefined, filePath: savePath ?? '' }
    },
  })
}

/** Pictures by the file that they were read from. */
export const createPictures = () => {
  const paths = new WeakMap<Electron.NativeImage, string>()
  const pictureOf = (path: string, isEmpty: boolean): Electron.NativeImage => {
    const picture = strict<Electron.NativeImage>('nativeImage', { isEmpty: () => isEmpty })
    paths.set(picture, path)
    return picture
  }
  return {
    pictureOf,
    pathOf: (picture: Electron.NativeImage): string => paths.get(picture) ?? '',
    module: strict<typeof Electron.NativeImage>('nativeImage', {
      // A file that is not there gives an empty picture and no error.
      createFromPath: (path) => pictureOf(path, !existsSync(path)),
    }),
  }
}

export const createNotification = ({ mustBeReady, notifier, notices }: World): typeof Electron.Notification => {
  function Notification(options: Electron.NotificationConstructorOptions): Electron.Notification {
    mustBeReady('Cannot create Notification before app is ready')
    const made = strict<Electron.Notification>(
      'Notification',
      {
        show: () => {
          const { failure } = notifier
          if (failure !== null) return void setImmediate(() => made.emit('failed', createEvent(), failure))
          const { title = '', body = '' } = options
          notices.push({ title, body, click: () => held.deref()?.emit('click', createEvent()) })
        },
      },
      { emitter: true },
    )
    const held = new WeakRef(made)
    return made
  }
  return Object.assign(Notification, {
    isSupported: () => notifier.isSupported,
  }) as unknown as typeof Electron.Notification
}

/** The monitors; not available before the app is ready (E: lib/browser/api/screen.ts). */
export const createScreen = ({ mustBeReady }: World) => {
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } } as Electron.Display
  const screen = strict<Electron.Screen>(
    'screen',
    { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
    { emitter: true },
  )
  const module = new Proxy(screen, {
    get: (target, key, receiver): unknown => {
      if (typeof key === 'string') mustBeReady("The 'screen' module can't be used before the app 'ready' event")
      return Reflect.get(target, key, receiver)
    },
  })
  return { module, screen }
}

export const createSurroundings = ({ state, tell, opener, opened, copied, schemes, powerMonitor }: World) => {
  let themeSource: Electron.NativeTheme['themeSource'] = 'system'
  const awake = new Set<number>()
  let blockers = 0
  return {
    crashReporter: strict<Electron.CrashReporter>('crashReporter', {
      // E: lib/browser/api/crash-reporter.ts
      start: ({ uploadToServer = true, submitURL }) => {
        if (uploadToServer && submitURL === undefined)
          throw new Error('submitURL must be specified when uploadToServer is true')
        tell(`crashReporter.start ${uploadToServer ? 'uploads' : 'keeps'}`)
      },
    }),
    powerMonitor: strict<Electron.PowerMonitor>('powerMonitor', {}, { emitter: powerMonitor }),
    // E: shell/browser/api/electron_api_power_save_blocker.cc
    powerSaveBlocker: strict<Electron.PowerSaveBlocker>('powerSaveBlocker', {
      start: (type) => {
        awake.add(blockers)
        tell(`powerSaveBlocker.start ${type}`)
        return blockers++
      },
      stop: (id) => {
        const isStopped = awake.delete(id)
        if (isStopped) tell('powerSaveBlocker.stop')
        return isStopped
      },
    }),
    clipboard: strict<Electron.Clipboard>('clipboard', { writeText: async (text) => void copied.push(text) }),
    shell: strict<Electron.Shell>('shell', {
      // E: shell/common/platform_util_linux.cc and its siblings.
      openExternal: async (url) => {
        if (!opener.isThere) throw new Error('Failed to open path')
        opened.push(url)
      },
      // On Linux the answer never comes (shell/common/platform_util_linux.cc: without a wait for the program's end the callback is dropped).
      openPath: (path) => {
        opened.push(path)
        return process.platform === 'linux' ? Promise.withResolvers<string>().promise : Promise.resolve('')
      },
      showItemInFolder: (path) => void opened.push(`folder of ${path}`),
    }),
    protocol: strict<Electron.Protocol>('protocol', {
      registerSchemesAsPrivileged: (given) => {
        if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        tell('protocol.registerSchemesAsPrivileged')
        schemes.push(...given)
      },
    }),
    nativeTheme: strict<Electron.NativeTheme>('nativeTheme', {
      shouldUseDarkColors: false,
      get themeSource() {
        return themeSource
      },
      set themeSource(theme) {
        tell(`nativeTheme.themeSource ${theme}`)
        themeSource = theme
      },
    }),
  }
}
