import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../support/atEnd.ts'
import { createElectronDouble } from '../../support/desktop/electronDouble.ts'
import { cloneOverIpc, passOverBridge } from '../../support/desktop/electronDouble/clones.ts'

/** Values that cross between main, preload script and page on the double of Electron. E is the source of electron/electron. */

const folder = temporaryFolder()

const openWindow = (preloadText = '') => {
  const double = createElectronDouble({ appPath: folder, documents: folder })
  double.becomeReady()
  const session = double.module.session.fromPartition('shown')
  session.protocol.handle('app', () => new Response('<p>'))
  const preload = join(folder, 'preload.cjs')
  writeFileSync(preload, preloadText)
  const window = new double.module.BrowserWindow({ webPreferences: { preload, session } })
  return { ...double, window }
}

class Runner {
  readonly bib = 7
}

describe('IPC (E: shell/common/v8_util.cc, V8Serializer)', () => {
  it('keeps maps, sets, dates, cycles, errors and bytes; class instances become plain objects', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const map = new Map([[1, new Set(['a'])]])
    const copied = cloneOverIpc({
      map,
      date: new Date(5),
      cycle,
      error: new TypeError('wrong'),
      bytes: Buffer.from('ab'),
    })
    expect(copied).toMatchObject({ map, date: new Date(5), bytes: new Uint8Array([97, 98]) })
    expect([copied.cycle.self === copied.cycle, Buffer.isBuffer(copied.bytes)]).toEqual([true, false])
    expect([copied.error.name, copied.error.message]).toEqual(['TypeError', 'wrong'])
    const runner = cloneOverIpc(new Runner())
    expect([runner instanceof Runner, runner]).toEqual([false, { bib: 7 }])
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
    ['a proxy', new Proxy({}, {})],
  ])('refuses %s at any depth', (_name, value) => {
    expect(() => cloneOverIpc({ list: [value] })).toThrow('An object could not be cloned.')
  })

  it("turns a handler's error or uncloneable value into one sentence (E: lib/browser/ipc-dispatch.ts)", async () => {
    const double = openWindow()
    double.module.ipcMain.handle('racedesk:call', (_event, operation: string) => {
      if (operation === 'throws') throw new TypeError('not so')
      return () => 1
    })
    await expect(double.invoke({}, 'throws', {})).rejects.toThrow(
      "Error invoking remote method 'racedesk:call': TypeError: not so",
    )
    await expect(double.invoke({}, 'gives', {})).rejects.toThrow('Error: An object could not be cloned.')
  })

  it('drops a message that cannot be sent, without an error (E: lib/browser/api/web-frame-main.ts, send)', () => {
    const { window, pages } = openWindow()
    window.webContents.send('one', { map: new Map() })
    window.webContents.send('two', () => 1)
    pages[0]?.crash('crashed')
    window.webContents.send('three', 1)
    expect(pages[0]?.sent).toEqual([{ channel: 'one', message: { map: new Map() } }])
    expect(pages[0]?.lost.map(({ channel }) => channel)).toEqual(['two', 'three'])
  })
})

describe('the bridge (E: shell/renderer/api/electron_api_context_bridge.cc)', () => {
  it('proxies functions, copies their arguments and results, and passes only the message of an error', async () => {
    const given: unknown[] = []
    const passed = passOverBridge({
      take: (value: unknown) => void given.push(value),
      give: async () => new Map([[1, 2]]),
      fail: () => {
        throw new TypeError('secret stack')
      },
      runner: new Runner(),
      error: new TypeError('wrong'),
    }) as Record<'take' | 'give' | 'fail', (value?: unknown) => unknown> & {
      readonly runner: object
      readonly error: Error
    }
    const value = { list: [1] }
    passed.take(value)
    expect([given, given[0] === value]).toEqual([[{ list: [1] }], false])
    expect(await passed.give()).toEqual(new Map([[1, 2]]))
    expect(passed.fail).toThrow(new Error('secret stack'))
    expect(Object.keys(passed.runner)).toEqual(['bib'])
    expect([passed.error instanceof TypeError, passed.error.message]).toEqual([false, 'wrong'])
  })

  it('refuses what IPC refuses, but for functions, promises and symbols', () => {
    for (const value of [new WeakMap(), new Proxy({}, {})]) {
      expect(() => passOverBridge([value])).toThrow('An object could not be cloned.')
    }
    const symbol = Symbol('x')
    expect(passOverBridge({ symbol })).toEqual({ symbol })
  })

  it.each([
    ['objects', 499, (inner: unknown) => ({ inner })],
    ['arrays', 999, (inner: unknown) => [inner]],
  ])('accepts %s %i deep and no deeper, since it counts objects twice', (_what, depth, wrap) => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : wrap(nest(levels - 1)))
    expect(() => passOverBridge(nest(depth))).not.toThrow()
    expect(() => passOverBridge(nest(depth + 1))).toThrow('recursion depth exceeded')
  })

  it("gives the page an object that it can neither change nor replace, and delivers main's events through it", async () => {
    const { module, window, pages } = openWindow(
      `const { contextBridge, ipcRenderer } = require('electron')
       contextBridge.exposeInMainWorld('api', {
         ask: (value) => ipcRenderer.invoke('ask', value),
         listen: (hear) => { ipcRenderer.on('said', (_event, value) => hear(value)) },
       })`,
    )
    module.ipcMain.handle('ask', ({ senderFrame }, value: unknown) => ({ from: senderFrame?.url, value }))
    await window.loadURL('app://racedesk/')
    const page = pages[0]?.page
    const api = page?.['api'] as {
      ask: (value: unknown) => Promise<unknown>
      listen: (hear: (value: unknown) => void) => void
    }
    expect(await api.ask(new Map())).toEqual({ from: 'app://racedesk/', value: new Map() })
    expect(() => api.ask(new WeakMap())).toThrow('An object could not be cloned.')
    expect(Object.isFrozen(api)).toBe(true)
    expect(() => Object.defineProperty(page, 'api', { value: 1 })).toThrow(TypeError)
    const heard: unknown[] = []
    api.listen((value) => heard.push(value))
    window.webContents.send('said', { news: 1 })
    await vi.waitUntil(() => heard.length > 0)
    expect(heard).toEqual([{ news: 1 }])
  })

  it('gives the preload script only the modules of a sandboxed process (d.ts)', async () => {
    const { window } = openWindow(`require('node:fs')`)
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow('module not found: node:fs')
  })
})
