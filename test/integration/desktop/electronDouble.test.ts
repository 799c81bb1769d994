import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createElectronDouble, type DoubleOptions, type ElectronDouble } from '../../support/desktop/electronDouble.ts'
import { abortCode, AppEnded } from '../../support/desktop/electronDouble/app.ts'
import type { ContentsDouble } from '../../support/desktop/electronDouble/contents.ts'
import type { Disk } from '../../support/desktop/electronDouble/sessions.ts'

/**
 * Rules of the double of Electron, on which other tests rely. Each names its source in Electron: `d.ts` is
 * electron.d.ts of 45.4.1, E is the source of electron/electron.
 */

const folder = mkdtempSync(join(tmpdir(), 'racedesk-double-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
  const openPage = (
    answer: (request: Request) => Response | Promise<Response>,
    options: Partial<DoubleOptions> = {},
  ) => {
    const double = createReady(options)
    const session = double.module.session.fromPartition('shown')
    session.protocol.handle('app', answer)
    const window = new double.module.BrowserWindow({ show: false, webPreferences: { session } })
    const heard: string[] = []
    const names = ['did-start-loading', 'did-fail-load', 'did-finish-load', 'did-stop-loading'] as const
    const page = window.webContents as unknown as ContentsDouble
    for (const name of names) page.on(name, () => heard.push(name))
    window.on('ready-to-show', () => heard.push('ready-to-show'))
    return { ...double, session, window, page, heard }
  }

  it('comes from the handler of its scheme, by a request and a response of the web', async () => {
    const asked: string[] = []
    const { window, page, heard } = openPage(async ({ method, url }) => {
      asked.push(`${method} ${url}`)
      return new Response('<p>', { headers: { 'content-type': 'text/html' } })
    })
    const loaded = window.loadURL('app://racedesk/')
    expect(window.webContents.isLoadingMainFrame()).toBe(true)
    await loaded
    await turn()
    expect(asked).toEqual(['GET app://racedesk/'])
    expect(heard.toSorted()).toEqual(['did-finish-load', 'did-start-loading', 'did-stop-loading', 'ready-to-show'])
    expect([page.mainFrame.url, page.response?.body.toString()]).toEqual(['app://racedesk/', '<p>'])
    expect(window.webContents.isLoadingMainFrame()).toBe(false)
  })

  it('is a page also with status 404 (electron#37470: no failure to load)', async () => {
    const { window, page, heard } = openPage(() => new Response('none', { status: 404 }))
    await window.loadURL('app://racedesk/none')
    expect(page.response?.status).toBe(404)
    expect(heard).toContain('did-finish-load')
  })

  it.each([
    ['throws', () => JSON.parse('{') as Response, 'ERR_UNEXPECTED (-9)'],
    ['gives no response', () => ({ status: 200 }) as Response, 'ERR_UNEXPECTED (-9)'],
    ['gives an error of the network', () => Response.error(), 'ERR_FAILED (-2)'],
  ])('fails when the handler %s (E: lib/browser/api/protocol.ts)', async (_what, answer, message) => {
    const { window, heard } = openPage(answer)
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow(`${message} loading 'app://racedesk/'`)
    expect(heard).toEqual(['did-start-loading', 'did-fail-load', 'did-stop-loading'])
  })

  it('fails when no one handles its scheme, or webRequest cancels it', async () => {
    const { window, session } = openPage(() => new Response('<p>'))
    await expect(window.loadURL('other://racedesk/')).rejects.toThrow('ERR_FAILED (-2)')
    session.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow('ERR_BLOCKED_BY_CLIENT (-20)')
  })

  it('may never become ready to show (electron#48859)', async () => {
    const { window, heard } = openPage(() => new Response('<p>'), { readyToShow: 'never' })
    await window.loadURL('app://racedesk/')
    await turn()
    expect([heard.includes('did-finish-load'), heard.includes('ready-to-show')]).toEqual([true, false])
    expect(window.isVisible()).toBe(false)
  })

  it('that crashes stops loading first, and is reported as gone a turn later (E: electron_api_web_contents.cc)', async () => {
    const { window, page, loading } = openPage(() => new Response('<p>'))
    const reasons: string[] = []
    window.webContents.on('render-process-gone', (_event, { reason }) => reasons.push(reason))
    loading.answer = 'crashed'
    await expect(window.loadURL('app://racedesk/')).rejects.toThrow('ERR_FAILED (-2)')
    expect([page.listenerCount('render-process-gone') > 0, window.webContents.isCrashed(), reasons]).toEqual([
      true,
      true,
      [],
    ])
    await turn()
    expect(reasons).toEqual(['crashed'])
    await window.loadURL('app://racedesk/')
    expect(window.webContents.isCrashed()).toBe(false)
  })

  it('is aborted by the next load (E: web-contents.ts, ERR_ABORTED)', async () => {
    const { window } = openPage(() => new Response('<p>'))
    const first = window.loadURL('app://racedesk/first')
    const second = window.loadURL('app://racedesk/second')
    await expect(first).rejects.toThrow('ERR_ABORTED (-3)')
    await second
  })
})

describe('sessions', () => {
  it('exist once per name, and only persistent ones outlive the app (d.ts, session.fromPartition)', () => {
    const disk: Disk = new Map()
    const first = createReady({ disk })
    const { fromPartition } = first.module.session
    expect(fromPartition('a')).toBe(fromPartition('a'))
    expect(fromPartition('a')).not.toBe(fromPartition('persist:a'))
    expect([fromPartition('a').isPersistent(), fromPartition('persist:a').isPersistent()]).toEqual([false, true])
    expect([fromPartition('a').storagePath, fromPartition('persist:a').storagePath]).toEqual([
      null,
      join(folder, 'Partitions', 'a'),
    ])
    for (const { storage } of first.sessions) storage.set('width', '90')
    const second = createReady({ disk })
    for (const name of ['a', 'persist:a']) second.module.session.fromPartition(name)
    expect(second.sessions.map(({ storage }) => storage.get('width'))).toEqual([undefined, '90'])
  })

  it('take one handler per scheme (E: lib/browser/api/protocol.ts)', () => {
    const { protocol } = createReady().module.session.fromPartition('a')
    protocol.handle('app', () => new Response())
    expect(() => protocol.handle('app', () => new Response())).toThrow('Failed to register protocol: app')
  })
})

describe('what may be done when', () => {
  const before = [
    ['app.enableSandbox()', ({ app }: ElectronDouble['module']) => app.enableSandbox()],
    ['protocol.registerSchemesAsPrivileged', ({ protocol }) => protocol.registerSchemesAsPrivileged([])],
  ] as const satisfies readonly (readonly [string, (module: ElectronDouble['module']) => void])[]

  it.each(before)('%s only before the app is ready (E: electron_api_app.cc, electron_api_protocol.cc)', (name, act) => {
    act(create().module)
    expect(() => act(createReady().module)).toThrow(name)
  })

  const after = [
    ['Cannot create BrowserWindow before app is ready', ({ BrowserWindow }) => new BrowserWindow()],
    ['Cannot create Notification before app is ready', ({ Notification }) => new Notification()],
    ['Session can only be received when app is ready', ({ session }) => session.fromPartition('a')],
    ["The 'screen' module can't be used before the app 'ready' event", ({ screen }) => screen.getAllDisplays()],
  ] as const satisfies readonly (readonly [string, (module: ElectronDouble['module']) => unknown])[]

  it.each(after)('only after it is ready, or else: %s (E: shell/browser/api)', (message, act) => {
    expect(() => act(create().module)).toThrow(message)
    expect(() => act(createReady().module)).not.toThrow()
  })

  it('may follow the theme and the power at any time (E: electron_api_native_theme.cc, power-monitor.ts)', () => {
    const { nativeTheme, powerMonitor } = create().module
    nativeTheme.themeSource = 'dark'
    powerMonitor.on('suspend', () => undefined)
    expect(nativeTheme.themeSource).toBe('dark')
  })

  it('asks no questions before it is ready, but shows an error box, except on Linux (d.ts)', async () => {
    const { module, errors } = create()
    const asked = async () => await module.dialog.showMessageBox({ message: 'May I?' })
    await expect(asked()).rejects.toThrow('dialog module can only be used after app is ready')
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    module.dialog.showErrorBox('Racedesk', 'It does not start')
    expect(errors).toEqual([])
    platform.mockReturnValue('darwin')
    module.dialog.showErrorBox('Racedesk', 'It does not start')
    platform.mockRestore()
    expect(errors).toEqual(['It does not start'])
  })

  it('refuses a relative or missing path (d.ts, app.setPath)', () => {
    const { app } = create().module
    expect(() => app.setPath('userData', 'window')).toThrow('Path must be absolute')
    expect(() => app.setPath('userData', join(folder, 'none'))).toThrow('Failed to set path')
    app.setPath('userData', folder)
    expect(app.getPath('userData')).toBe(folder)
  })

  it('throws for missing members, and for every member of a destroyed window', () => {
    const { module } = createReady()
    expect(() => module.app.setLoginItemSettings({})).toThrow('The double of Electron has no app.setLoginItemSettings')
    const window = new module.BrowserWindow()
    const { webContents } = window
    window.destroy()
    expect([window.isDestroyed(), webContents.isDestroyed()]).toEqual([true, true])
    expect(() => window.isVisible()).toThrow('Object has been destroyed')
    expect(() => webContents.send('said', 1)).toThrow('Object has been destroyed')
  })
})

describe('the end (E: shell/browser/browser.cc)', () => {
  it('by exit before the loop runs is immediate', () => {
    const codes: number[] = []
    const { module } = createReady({ onEnd: (code) => codes.push(code) })
    expect(() => module.app.exit(5)).toThrow(AppEnded)
    expect(codes).toEqual([5])
  })

  it('by exit while the loop runs skips all quit events', async () => {
    const { module, ended, app, told, windows } = createReady()
    await turn()
    const heard: string[] = []
    for (const name of ['before-quit', 'will-quit', 'window-all-closed', 'quit']) app.on(name, () => heard.push(name))
    const window = new module.BrowserWindow()
    window.on('close', (event) => event.preventDefault())
    module.app.exit(3)
    expect(await ended).toBe(3)
    expect([heard, windows]).toEqual([['quit'], []])
    const count = told.length
    module.app.setAppUserModelId('org.racedesk.app')
    expect(told).toHaveLength(count)
  })

  it('by quit happens only when neither the app nor a window prevents it', async () => {
    const { module, ended, app } = createReady()
    await turn()
    const heard: string[] = []
    const minding = new Set(['before-quit', 'close', 'will-quit'])
    const hear = (name: string) => (event: { preventDefault: () => void }) => {
      heard.push(name)
      if (minding.delete(name)) event.preventDefault()
    }
    for (const name of ['before-quit', 'will-quit']) app.on(name, hear(name))
    const window = new module.BrowserWindow()
    window.on('close', hear('close'))
    for (let count = 0; count < 4; count += 1) {
      module.app.quit()
      await turn()
    }
    expect(await ended).toBe(0)
    expect(heard).toEqual([
      'before-quit',
      'before-quit',
      'close',
      'before-quit',
      'close',
      'will-quit',
      'before-quit',
      'will-quit',
    ])
  })

  it('by quit before the app is ready waits until it is ready and its listeners ran', async () => {
    const { module, ended } = create({ lock: 'held' })
    expect(module.app.requestSingleInstanceLock()).toBe(false)
    const waited = module.app.whenReady().then(() => module.app.isReady())
    module.app.quit()
    expect(module.app.isReady()).toBe(false)
    expect(await waited).toBe(true)
    expect(await ended).toBe(0)
  })

  it("follows the last window's close, unless the app listens for it", async () => {
    const { module, ended } = createReady()
    await turn()
    new module.BrowserWindow().close()
    expect(await ended).toBe(0)
  })
})

describe('the sandbox (E: electron_api_app.cc, RemoveNoSandboxSwitch; electron_main_delegate.cc)', () => {
  it('removes --no-sandbox once it is enabled', () => {
    const { commandLine, enableSandbox } = create({ args: ['--no-sandbox', '--lang=ru'] }).module.app
    expect([commandLine.hasSwitch('no-sandbox'), commandLine.getSwitchValue('lang')]).toEqual([true, 'ru'])
    enableSandbox()
    expect([commandLine.hasSwitch('no-sandbox'), commandLine.hasSwitch('enable-sandbox')]).toEqual([false, true])
  })

  it('ends the app of root by Chromium itself, unless it is off', async () => {
    const confined = create({ isRoot: true, args: ['--no-sandbox'] })
    confined.module.app.enableSandbox()
    confined.becomeReady()
    expect(await confined.ended).toBe(abortCode)
    expect(confined.module.app.isReady()).toBe(false)
    const free = createReady({ isRoot: true, args: ['--no-sandbox'] })
    expect(free.module.app.isReady()).toBe(true)
  })
})

describe('the system', () => {
  it('may fail to show a notification and give the reason (E: cocoa_notification.mm, since 42 for unsigned apps)', async () => {
    const { module, notices, notifier } = createReady()
    notifier.failure = 'Notifications are not allowed for this application'
    const notice = new module.Notification({ title: 'Done' })
    const heard: string[] = []
    notice.on('failed', (_event, error) => heard.push(error))
    notice.show()
    await turn()
    expect([heard, notices]).toEqual([[notifier.failure], []])
  })

  it('may never report whether it printed', async () => {
    const { module, printer } = createReady()
    printer.answer = 'open'
    const answers: boolean[] = []
    new module.BrowserWindow().webContents.print({}, (isPrinted) => answers.push(isPrinted))
    await turn()
    expect(answers).toEqual([])
  })

  it('silently drags nothing with an empty icon (E: electron_api_web_contents.cc, StartDrag)', () => {
    const { module, dragged } = createReady()
    const { webContents } = new module.BrowserWindow()
    webContents.startDrag({ file: 'a.zip', icon: module.nativeImage.createFromPath(join(folder, 'none.png')) })
    expect(dragged).toEqual([])
  })

  it('accepts built menus only, whose items have a label or role or are separators (E: lib/browser/api/menu.ts)', () => {
    const { module, applicationMenu, popups } = createReady()
    const { Menu } = module
    expect(() => Menu.buildFromTemplate([{ accelerator: 'F5' }])).toThrow(
      'must have at least one of label, role or type',
    )
    const menu = Menu.buildFromTemplate([{ label: 'Paste', role: 'paste' }, { type: 'separator' }])
    expect(() => menu.popup()).toThrow('Cannot open Menu without a BaseWindow present')
    const window = new module.BrowserWindow()
    menu.popup({ window })
    Menu.setApplicationMenu(menu)
    expect(popups.map(({ items }) => items.map(({ label }) => label))).toEqual([['Paste', '']])
    expect(applicationMenu()?.items).toHaveLength(2)
  })
})
