import type { EventEmitter } from 'node:events'
import { createApp } from './electronDouble/app.ts'
import { cloneOverIpc } from './electronDouble/clones.ts'
import { strict } from './electronDouble/members.ts'
import { createMenus } from './electronDouble/menus.ts'
import { createSessions } from './electronDouble/sessions.ts'
import {
  createDialogs,
  createNotification,
  createPictures,
  createScreen,
  createSurroundings,
} from './electronDouble/system.ts'
import { createBrowserWindow } from './electronDouble/windows.ts'
import { createWorld, type DoubleOptions, type WindowDouble } from './electronDouble/world.ts'

export type ElectronDouble = ReturnType<typeof createElectronDouble>

/**
 * Stands in for the few objects of Electron that main/desktop touches, so that the whole entry file can be run in plain
 * Node. It behaves as Electron's source says it does. Accessing a member that the
 * shell does not use throws.
 */
export const createElectronDouble = (options: DoubleOptions) => {
  const world = createWorld(options)
  const { tell, dragged, dragIcons } = world
  const handlers = new Map<string, (...args: unknown[]) => unknown>()
  const pictures = createPictures()
  const { app, becomeReady, ended, onAllClosed, onCloseRefused } = createApp(world, pictures.pictureOf)
  const sessions = createSessions(world)
  /** E: lib/browser/ipc-dispatch.ts and ipc-renderer.ts: anything thrown arrives as a sentence, without a cause. */
  const invoke = async (event: unknown, channel: string, given: readonly unknown[]): Promise<unknown> => {
    try {
      const handler = handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return cloneOverIpc(await handler(event, ...given))
    } catch (thrown) {
      const sentence = String(thrown)
      throw remoteError(channel, sentence)
    }
  }
  const BrowserWindow = createBrowserWindow(world, {
    sessions,
    app,
    invoke,
    onDrag: (files, icon) => {
      dragged.push(...files)
      dragIcons.push(pictures.pathOf(icon))
    },
    onAllClosed,
    onCloseRefused,
  })
  const menus = createMenus(world)
  const { module, screen } = createScreen(world)
  const ipcMain = strict<Electron.IpcMain>('ipcMain', {
    handle: (channel, handler) => {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      tell(`ipcMain.handle ${channel}`)
      handlers.set(channel, handler as (...args: unknown[]) => unknown)
    },
    removeHandler: (channel) => void handlers.delete(channel),
  })
  return {
    ...world,
    module: {
      app,
      BrowserWindow,
      dialog: createDialogs(world),
      ipcMain,
      Menu: menus.module,
      Notification: createNotification(world),
      nativeImage: pictures.module,
      screen: module,
      session: sessions.module,
      ...createSurroundings(world),
    },
    app: app as EventEmitter,
    screen: screen as EventEmitter,
    windows: world.windows as readonly WindowDouble[],
    sessions: sessions.made,
    applicationMenu: menus.application,
    becomeReady,
    /** Calls as the page makes them, copied as IPC copies them, with the frame that they come from. */
    invoke: (event: unknown, operation: unknown, input: unknown): Promise<unknown> =>
      invoke(event, 'racedesk:call', cloneOverIpc([operation, input])),
    /** Resolves once the app has ended, with its exit code: 133 when Chromium ended it by itself. */
    ended,
  }
}

const remoteError = (channel: string, thrown: string): Error =>
  new Error(`Error invoking remote method '${channel}': ${thrown}`)
