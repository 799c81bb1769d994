import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { cloneOverIpc, passOverBridge } from './clones.ts'
import { strict } from './members.ts'
import type { PageWindow } from './world.ts'

type PreloadScript = (require: (name: string) => unknown, module: object, exports: object) => void

const freezeDeep = (value: unknown, frozen = new Set<unknown>()): unknown => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || frozen.has(value)) return value
  frozen.add(value)
  for (const key of Object.keys(value)) freezeDeep(Reflect.get(value, key), frozen)
  return Object.freeze(value)
}

/**
 * A document that was just loaded: its preload script runs as in a sandboxed process, with nothing but Electron's few modules.
 * Where the script throws, Electron shows the page without its bridge; here loading throws.
 */
export const createPage = (
  preload: string | undefined,
  invoke: (channel: string, args: unknown[]) => Promise<unknown>,
) => {
  const window: PageWindow = {}
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
  const require = (name: string): unknown => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return strict('electron', { contextBridge, ipcRenderer })
  }
  if (preload !== undefined) {
    const names = ['require', 'module', 'exports']
    const run = compileFunction(readFileSync(preload, 'utf8'), names, { filename: preload }) as PreloadScript
    run(require, { exports: {} }, {})
  }
  return {
    window,
    /** A message of main's, as it arrives. */
    hear: (channel: string, args: readonly unknown[]): void => void heard.emit(channel, {}, ...args),
  }
}
