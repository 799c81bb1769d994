import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createEvent, strict, type Stage } from './members.ts'

export type Question = Electron.MessageBoxOptions & { readonly detail: string }
/** A notification that the system showed. Once its object is collected as garbage, a click on it is lost. */
export type Notice = { readonly title: string; readonly body: string; readonly click: () => void }

type DialogsOptions = {
  readonly stage: Stage
  readonly savePath: string | undefined
  readonly openPath: string | undefined
}

/** The dialogs of the system; all but the error box wait for the app to be ready (E: lib/browser/api/dialog.ts). */
export const createDialogs = ({ stage, savePath, openPath }: DialogsOptions) => {
  const answers: number[] = []
  const questions: Question[] = []
  const errors: string[] = []
  const suggested: string[] = []
  const check = (): void => {
    if (!stage.isReady()) throw new Error('dialog module can only be used after app is ready')
  }
  const module = strict<Electron.Dialog>('dialog', {
    // Before the app is ready Linux shows no box; the text goes to stderr only (d.ts).
    showErrorBox: (_title, text) => {
      if (!stage.isOver() && (stage.isReady() || process.platform !== 'linux')) errors.push(text)
    },
    showMessageBox: async (...asked: readonly unknown[]) => {
      check()
      const question = asked.at(-1) as Question
      questions.push(question)
      return { response: answers.shift() ?? question.cancelId ?? 0, checkboxChecked: false }
    },
    showSaveDialog: async (...asked: readonly unknown[]) => {
      check()
      suggested.push((asked.at(-1) as Electron.SaveDialogOptions).defaultPath ?? '')
      return { canceled: savePath === undefined, filePath: savePath ?? '' }
    },
    showOpenDialog: async () => {
      check()
      return { canceled: openPath === undefined, filePaths: openPath === undefined ? [] : [openPath] }
    },
  })
  return { module, answers, questions, errors, suggested }
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

/** `failure`: the system's reason for not showing it, as on macOS for unsigned apps (since Electron 42). */
export const createNotices = (stage: Stage, notifier: { isSupported: boolean; failure: string | null }) => {
  const notices: Notice[] = []
  function Notification(options: Electron.NotificationConstructorOptions): Electron.Notification {
    if (!stage.isReady()) throw new Error('Cannot create Notification before app is ready')
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
      { isEmitter: true },
    )
    const held = new WeakRef(made)
    return made
  }
  const isSupported: (typeof Electron.Notification)['isSupported'] = () => notifier.isSupported
  return { notices, Notification: Object.assign(Notification, { isSupported }) }
}

/** The monitors; not available before the app is ready (E: lib/browser/api/screen.ts). */
export const createScreen = (stage: Stage) => {
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } } as Electron.Display
  const members = strict<Electron.Screen>(
    'screen',
    { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
    { isEmitter: true },
  )
  const module = new Proxy(members, {
    get: (target, key, receiver): unknown => {
      if (!stage.isReady() && typeof key === 'string') {
        throw new Error("The 'screen' module can't be used before the app 'ready' event")
      }
      return Reflect.get(target, key, receiver)
    },
  })
  return { module, screen: members }
}

/** `opener`: the system's program for addresses. */
export const createSurroundings = (stage: Stage, opener: { readonly isThere: boolean }) => {
  const opened: string[] = []
  const copied: string[] = []
  const schemes: Electron.CustomScheme[] = []
  let themeSource: Electron.NativeTheme['themeSource'] = 'system'
  const powerMonitor = new EventEmitter()
  const awake = new Set<number>()
  let blockers = 0
  return {
    opened,
    copied,
    schemes,
    powerMonitor,
    modules: {
      // E: shell/browser/api/electron_api_power_save_blocker.cc
      powerSaveBlocker: strict<Electron.PowerSaveBlocker>('powerSaveBlocker', {
        start: (type) => {
          awake.add(blockers)
          stage.tell(`powerSaveBlocker.start ${type}`)
          return blockers++
        },
        stop: (id) => {
          const isStopped = awake.delete(id)
          if (isStopped) stage.tell('powerSaveBlocker.stop')
          return isStopped
        },
      }),
      clipboard: strict<Electron.Clipboard>('clipboard', {
        writeText: async (text) => void copied.push(text),
      }),
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
          if (stage.isReady()) {
            throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
          }
          stage.tell('protocol.registerSchemesAsPrivileged')
          schemes.push(...given)
        },
      }),
      nativeTheme: strict<Electron.NativeTheme>('nativeTheme', {
        shouldUseDarkColors: false,
        get themeSource() {
          return themeSource
        },
        set themeSource(theme) {
          stage.tell(`nativeTheme.themeSource ${theme}`)
          themeSource = theme
        },
      }),
    },
  }
}
