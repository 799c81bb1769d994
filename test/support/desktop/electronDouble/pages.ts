import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { cloneOverIpc, passOverBridge } from './clones.ts'
import { strict } from './members.ts'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** The global object of a document's scripts, which the preload script adds to. */
export type PageWindow = Record<string, unknown> & { readonly localStorage: Storage }

export type PageDouble = {
  readonly window: PageWindow
  /** A message of main's, as it arrives. */
  readonly hear: (channel: string, args: readonly unknown[]) => void
}

type PreloadScript = (require: (name: string) => unknown, module: object, exports: object) => void

type PageOptions = {
  readonly preload: string | undefined
  readonly storage: Map<string, string>
  readonly invoke: (channel: string, args: unknown[]) => Promise<unknown>
  /** The preload script could not be read, or threw. */
  readonly onPreloadError: (path: string, error: Error) => void
}

const storageOver = (kept: Map<string, string>): Storage => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  clear: () => kept.clear(),
})

const freezeDeep = (value: unknown, frozen = new Set<unknown>()): unknown => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || frozen.has(value)) return value
  frozen.add(value)
  for (const key of Object.keys(value)) freezeDeep(Reflect.get(value, key), frozen)
  return Object.freeze(value)
}

/** A document that was just loaded: its preload script runs as in a sandboxed process, with nothing but Electron's few modules. */
export const createPage = ({ preload, storage, invoke, onPreloadError }: PageOptions): PageDouble => {
  const window: PageWindow = { localStorage: storageOver(storage) }
  const heard = new EventEmitter()
  const contextBridge = strict<Electron.ContextBridge>('contextBridge', {
    exposeInMainWorld: (key, api) => {
      if (key in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
      const value = freezeDeep(passOverBridge(api))
      Object.defineProperty(window, key, { value, enumerable: true })
    },
  })
  const ipcRenderer: Electron.IpcRenderer = strict<Electron.IpcRenderer>('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) => await invoke(channel, cloneOverIpc(args)),
    on: (channel, listener) => {
      heard.on(channel, listener)
      return ipcRenderer
    },
    off: (channel, listener) => {
      heard.off(channel, listener)
      return ipcRenderer
    },
  })
  const modules: Record<string, unknown> = { electron: strict('electron', { contextBridge, ipcRenderer }) }
  const require = (name: string): unknown => {
    if (Object.hasOwn(modules, name)) return modules[name]
    throw new Error(`module not found: ${name}`)
  }
  if (preload !== undefined) {
    try {
      const names = ['require', 'module', 'exports']
      const run = compileFunction(readFileSync(preload, 'utf8'), names, { filename: preload }) as PreloadScript
      run(require, { exports: {} }, {})
    } catch (thrown) {
      onPreloadError(preload, thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  return { window, hear: (channel, args) => void heard.emit(channel, {}, ...args) }
}
