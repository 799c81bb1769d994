import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createElectronDouble, type ElectronDouble } from '../../support/desktop/electronDouble.ts'
import { cloneOverIpc, passOverBridge } from '../../support/desktop/electronDouble/clones.ts'

/** Values that cross between main, preload script and page on the double of Electron. E is the source of electron/electron. */

const folder = mkdtempSync(join(tmpdir(), 'racedesk-double-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const createReady = (): ElectronDouble => {
  const double = createElectronDouble({ appPath: folder, documents: folder })
  double.becomeReady()
  return double
}

class Runner {
  readonly bib = 7
  greet(): string {
    return 'hello'
  }
}

describe('IPC (E: shell/common/v8_util.cc, V8Serializer)', () => {
  it('keeps maps, sets, dates, cycles, errors and bytes', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const copied = cloneOverIpc({
      map: new Map([[1, new Set(['a'])]]),
      date: new Date(5),
      cycle,
      error: new TypeError('wrong'),
      missing: undefined,
      bytes: new Uint8Array([1, 2]),
    })
    expect(copied).toMatchObject({ map: new Map([[1, new Set(['a'])]]), date: new Date(5), missing: undefined })
    expect(copied.cycle.self).toBe(copied.cycle)
    expect([copied.error.name, copied.error.message]).toEqual(['TypeError', 'wrong'])
    expect(copied.bytes).toEqual(new Uint8Array([1, 2]))
  })

  it('turns class instances into plain objects and Buffers into bytes', () => {
    const copied = cloneOverIpc(new Runner())
    expect([copied instanceof Runner, Object.entries(copied)]).toEqual([false, [['bib', 7]]])
    expect(copied).not.toHaveProperty('greet')
    const bytes: unknown = cloneOverIpc(Buffer.from('ab'))
    expect([Buffer.isBuffer(bytes), bytes]).toEqual([false, new Uint8Array([97, 98])])
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
    ['a proxy', new Proxy({}, {})],
    [
      'a getter that throws',
      Object.defineProperty({}, 'x', { enumerable: true, get: () => JSON.parse('{') as unknown }),
    ],
  ])('refuses %s at any depth', (_name, value) => {
    expect(() => cloneOverIpc({ list: [value] })).toThrow('An object could not be cloned.')
  })

  it("turns a handler's error or uncloneable value into one sentence (E: lib/browser/ipc-dispatch.ts)", async () => {
    const double = createReady()
    double.module.ipcMain.handle('racedesk:call', (_event, operation: string) => {
      if (operation === 'throws') throw new TypeError('not so')
      return () => 1
    })
    await expect(double.invoke({}, 'throws', {})).rejects.toThrow(
      "Error invoking remote method 'racedesk:call': TypeError: not so",
    )
    await expect(double.invoke({}, 'gives', {})).rejects.toThrow('Error: An object could not be cloned.')
  })

  it('has one handler per channel (E: lib/browser/ipc-main-impl.ts)', () => {
    const { ipcMain } = createReady().module
    ipcMain.handle('once', () => 1)
    expect(() => ipcMain.handle('once', () => 2)).toThrow("Attempted to register a second handler for 'once'")
    ipcMain.removeHandler('once')
    ipcMain.handle('once', () => 2)
  })

  it('drops a message that cannot be sent, without an error (E: lib/browser/api/web-frame-main.ts, send)', () => {
    const { windows, module } = createReady()
    const { webContents } = new module.BrowserWindow()
    webContents.send('one', { map: new Map() })
    webContents.send('two', () => 1)
    windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    webContents.send('three', 1)
    expect(windows[0]?.webContents.sent).toEqual([{ channel: 'one', message: { map: new Map() } }])
    expect(windows[0]?.webContents.lost.map(({ channel }) => channel)).toEqual(['two', 'three'])
  })
})

describe('the bridge (E: shell/renderer/api/electron_api_context_bridge.cc)', () => {
  it('proxies functions, and copies their arguments and results', async () => {
    const given: unknown[] = []
    const passed = passOverBridge({
      take: (value: unknown) => void given.push(value),
      give: async () => new Map([[1, 2]]),
    }) as { take: (value: unknown) => void; give: () => Promise<unknown> }
    const value = { list: [1] }
    passed.take(value)
    expect(given).toEqual([{ list: [1] }])
    expect(given[0]).not.toBe(value)
    expect(await passed.give()).toEqual(new Map([[1, 2]]))
  })

  it('drops prototypes, and everything of an error but its message', () => {
    const passed = passOverBridge({ runner: new Runner(), error: new TypeError('wrong') }) as Record<string, object>
    expect(Object.keys(passed['runner'] ?? {})).toEqual(['bib'])
    expect([passed['error'] instanceof TypeError, passed['error']]).toEqual([false, new Error('wrong')])
  })

  it('refuses what IPC refuses, but for functions, promises and symbols', () => {
    expect(() => passOverBridge({ weak: new WeakMap() })).toThrow('An object could not be cloned.')
    expect(() => passOverBridge([new Proxy({}, {})])).toThrow('An object could not be cloned.')
    const symbol = Symbol('x')
    expect(passOverBridge({ symbol })).toEqual({ symbol })
  })

  it('accepts objects 500 deep and arrays 1000 deep, since it counts objects twice', () => {
    const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
      let value: unknown = 1
      for (let count = 0; count < depth; count += 1) value = wrap(value)
      return value
    }
    const inObject = (inner: unknown) => ({ inner })
    const inArray = (inner: unknown) => [inner]
    for (const [depth, wrap] of [
      [499, inObject],
      [999, inArray],
    ] as const) {
      expect(() => passOverBridge(nest(depth, wrap))).not.toThrow()
      expect(() => passOverBridge(nest(depth + 1, wrap))).toThrow('recursion depth exceeded')
    }
  })

  it('passes only the message of a thrown error to the page', () => {
    const passed = passOverBridge({
      fail: () => {
        throw new TypeError('secret stack')
      },
    }) as { fail: () => void }
    expect(passed.fail).toThrow(new Error('secret stack'))
  })

  it("gives the page an object that it can neither change nor replace, and delivers main's events through it", async () => {
    const preload = join(folder, 'preload.cjs')
    writeFileSync(
      preload,
      `const { contextBridge, ipcRenderer } = require('electron')
       contextBridge.exposeInMainWorld('api', {
         ask: (value) => ipcRenderer.invoke('ask', value),
         listen: (hear) => { ipcRenderer.on('said', (_event, value) => hear(value)) },
       })`,
    )
    const { module, windows } = createReady()
    const session = module.session.fromPartition('shown')
    session.protocol.handle('app', () => new Response('<p>'))
    module.ipcMain.handle('ask', ({ senderFrame }, value: unknown) => ({ from: senderFrame?.url, value }))
    const window = new module.BrowserWindow({ webPreferences: { preload, session } })
    await window.loadURL('app://racedesk/')
    const page = windows[0]?.webContents.page
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
    const preload = join(folder, 'reaching.cjs')
    writeFileSync(preload, `require('node:fs')`)
    const { module } = createReady()
    const session = module.session.fromPartition('shown')
    session.protocol.handle('app', () => new Response('<p>'))
    const window = new module.BrowserWindow({ webPreferences: { preload, session } })
    const errors: string[] = []
    window.webContents.on('preload-error', (_event, _path, error) => errors.push(error.message))
    await window.loadURL('app://racedesk/')
    expect(errors).toEqual(['module not found: node:fs'])
  })
})
