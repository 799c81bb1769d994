import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../support/atEnd.ts'
import { createElectronDouble, type ElectronDouble } from '../../support/desktop/electronDouble.ts'
import { abortCode, AppEnded } from '../../support/desktop/electronDouble/app.ts'
import type { DoubleOptions } from '../../support/desktop/electronDouble/world.ts'

/**
 * Rules of the double of Electron without which the tests of the entry file would pass for nothing. Each names its source in
 * Electron: `d.ts` is electron.d.ts of 45.4.1, E is the source of electron/electron.
 */

const folder = temporaryFolder()

const create = (options: Partial<DoubleOptions> = {}): ElectronDouble =>
  createElectronDouble({ appPath: folder, documents: folder, ...options })

const createReady = (options: Partial<DoubleOptions> = {}): ElectronDouble => {
  const double = create(options)
  double.becomeReady()
  return double
}

/** A turn of the loop, after which Electron's own loop runs and what it put off has happened. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('a page that is loaded', () => {
  const openPage = (answer: () => Response, options: Partial<DoubleOptions> = {}) => {
    const double = createReady(options)
    const session = double.module.session.fromPartition('shown')
    session.protocol.handle('app', answer)
    const window = new double.module.BrowserWindow({ show: false, webPreferences: { session } })
    const heard: string[] = []
    const names = ['did-fail-load', 'did-finish-load', 'render-process-gone']
    for (const name of names) double.pages[0]?.on(name, () => heard.push(name))
    window.on('ready-to-show', () => heard.push('ready-to-show'))
    return { ...double, session, window, heard }
  }
  const page = () => new Response('<p>')

  it.each([
    ['throws', () => JSON.parse('{') as Response, 'ERR_UNEXPECTED (-9)'],
    ['gives no response', () => ({ status: 200 }) as Response, 'ERR_UNEXPECTED (-9)'],
    ['gives an error of the network', () => Response.error(), 'ERR_FAILED (-2)'],
  ])('fails when the handler %s (E: lib/browser/api/protocol.ts)', async (_what, answer, message) => {
    const { window, heard } = openPage(answer)
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow(`${message} loading 'app://racedesk/'`)
    expect(heard).toEqual(['did-fail-load'])
  })

  it('fails when no one handles its scheme, webRequest cancels it, or the next load aborts it', async () => {
    const { window, session } = openPage(page)
    await expect(window.loadURL('other://racedesk/')).rejects.toThrow('ERR_FAILED (-2)')
    const first = window.loadURL('app://racedesk/first')
    await window.loadURL('app://racedesk/second')
    await expect(first).rejects.toThrow('ERR_ABORTED (-3)')
    session.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow('ERR_BLOCKED_BY_CLIENT (-20)')
  })

  it('becomes ready to show, or never (electron#48859)', async () => {
    for (const readyToShow of ['comes', 'never'] as const) {
      const { window, heard } = openPage(page, { readyToShow })
      await window.loadURL('app://racedesk/')
      await turn()
      expect(heard.toSorted()).toEqual(['did-finish-load', ...(readyToShow === 'comes' ? ['ready-to-show'] : [])])
    }
  })

  it('that crashes stops loading first, and is reported as gone a turn later (E: electron_api_web_contents.cc)', async () => {
    const { window, heard, loading } = openPage(page)
    loading.answer = 'crashed'
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow('ERR_FAILED (-2)')
    expect([heard, window.webContents.isCrashed()]).toEqual([[], true])
    await turn()
    expect(heard).toEqual(['render-process-gone'])
    await window.loadURL('app://racedesk/')
    expect(window.webContents.isCrashed()).toBe(false)
  })
})

describe('what may be done when', () => {
  type Acts = readonly (readonly [string, (module: ElectronDouble['module']) => unknown])[]
  const before: Acts = [
    ['app.enableSandbox()', ({ app }) => app.enableSandbox()],
    ['protocol.registerSchemesAsPrivileged', ({ protocol }) => protocol.registerSchemesAsPrivileged([])],
  ]

  it.each(before)('%s only before the app is ready (E: electron_api_app.cc, electron_api_protocol.cc)', (name, act) => {
    act(create().module)
    expect(() => act(createReady().module)).toThrow(name)
  })

  const after: Acts = [
    ['Cannot create BrowserWindow before app is ready', ({ BrowserWindow }) => new BrowserWindow()],
    ['Cannot create Notification before app is ready', ({ Notification }) => new Notification()],
    ['Session can only be received when app is ready', ({ session }) => session.fromPartition('a')],
    ["The 'screen' module can't be used before the app 'ready' event", ({ screen }) => screen.getAllDisplays()],
  ]

  it.each(after)('only after it is ready, or else: %s (E: shell/browser/api)', (message, act) => {
    expect(() => act(create().module)).toThrow(message)
    expect(() => act(createReady().module)).not.toThrow()
  })

  it('asks no questions before it is ready, but shows an error box, except on Linux (d.ts)', async () => {
    const { module, errors } = create()
    const asked = async () => await module.dialog.showMessageBox({ message: 'May I?' })
    await expect(asked()).rejects.toThrow('dialog module can only be used after app is ready')
    const platform = vi.spyOn(process, 'platform', 'get')
    for (const name of ['linux', 'darwin'] as const) {
      platform.mockReturnValue(name)
      module.dialog.showErrorBox('Racedesk', `no start on ${name}`)
    }
    platform.mockRestore()
    expect(errors).toEqual(['no start on darwin'])
  })

  const refused: Acts = [
    ['Path must be absolute', ({ app }) => app.setPath('userData', 'window')],
    ['Failed to set path', ({ app }) => app.setPath('userData', join(folder, 'none'))],
    ['The double of Electron has no app.setLoginItemSettings', ({ app }) => app.setLoginItemSettings({})],
    ['must have at least one of label, role or type', ({ Menu }) => Menu.buildFromTemplate([{ accelerator: 'F5' }])],
    ['without a BaseWindow present', ({ Menu }) => Menu.buildFromTemplate([]).popup()],
    [
      'Failed to register protocol: app',
      ({ session }) => {
        for (const _ of [1, 2]) session.fromPartition('a').protocol.handle('app', () => new Response())
      },
    ],
    [
      "Attempted to register a second handler for 'once'",
      ({ ipcMain }) => {
        for (const _ of [1, 2]) ipcMain.handle('once', () => 1)
      },
    ],
  ]

  it.each(refused)('refuses with: %s', (message, act) => {
    expect(() => act(createReady().module)).toThrow(message)
  })

  it('throws for every member of a destroyed window', () => {
    const window = new (createReady().module.BrowserWindow)()
    const { webContents } = window
    window.destroy()
    expect([window.isDestroyed(), webContents.isDestroyed()]).toEqual([true, true])
    expect(() => window.isVisible()).toThrow('Object has been destroyed')
    expect(() => webContents.send('said', 1)).toThrow('Object has been destroyed')
  })
})

describe('the end (E: shell/browser/browser.cc)', () => {
  /** Prevents the first of each event in `minding`. */
  const hearEnd = ({ app }: ElectronDouble, minding = new Set<string>()) => {
    const heard: string[] = []
    const hear = (name: string) => (event: { preventDefault: () => void }) => {
      heard.push(name)
      if (minding.delete(name)) event.preventDefault()
    }
    for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, hear(name))
    return { heard, hear }
  }

  it('by exit is immediate before the loop runs', () => {
    const codes: number[] = []
    const { module } = createReady({ onEnd: (code) => codes.push(code) })
    expect(() => module.app.exit(5)).toThrow(AppEnded)
    expect(codes).toEqual([5])
  })

  it('by exit while the loop runs skips all quit events, and nothing is told afterwards', async () => {
    const double = createReady()
    await turn()
    const { heard } = hearEnd(double)
    new double.module.BrowserWindow().on('close', (event) => event.preventDefault())
    double.module.app.exit(3)
    expect(await double.ended).toBe(3)
    expect([heard, double.windows]).toEqual([['quit'], []])
    const count = double.told.length
    double.module.app.setAppUserModelId('org.racedesk.app')
    expect(double.told).toHaveLength(count)
  })

  it('by quit happens only when neither the app nor a window prevents it', async () => {
    const double = createReady()
    await turn()
    const { heard, hear } = hearEnd(double, new Set(['before-quit', 'close', 'will-quit']))
    new double.module.BrowserWindow().on('close', hear('close'))
    for (let count = 0; count < 4; count += 1) {
      double.module.app.quit()
      await turn()
    }
    expect(await double.ended).toBe(0)
    const tries = ['before-quit', 'before-quit close', 'before-quit close will-quit', 'before-quit will-quit quit']
    expect(heard.join(' ')).toBe(tries.join(' '))
  })

  it('by quit before the app is ready waits until it is ready and its listeners ran', async () => {
    const { module, ended } = create()
    const waited = module.app.whenReady().then(() => module.app.isReady())
    module.app.quit()
    expect(module.app.isReady()).toBe(false)
    expect([await waited, await ended]).toEqual([true, 0])
  })

  it("follows the last window's close, unless the app listens for it", async () => {
    const { module, ended } = createReady()
    await turn()
    new module.BrowserWindow().close()
    expect(await ended).toBe(0)
  })

  it('comes from Chromium itself for root, unless the sandbox is off (E: electron_main_delegate.cc)', async () => {
    const options = { isRoot: true, args: ['--no-sandbox'] }
    const confined = create(options)
    // E: electron_api_app.cc, RemoveNoSandboxSwitch
    confined.module.app.enableSandbox()
    confined.becomeReady()
    expect([await confined.ended, confined.module.app.isReady()]).toEqual([abortCode, false])
    expect(createReady(options).module.app.isReady()).toBe(true)
  })
})
