import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Diagnostics, Job, NetworkFacts, Result, StageTree } from '../../preload/contract.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { canMount, useDisks } from '../support/disks.ts'
import { sampleCertificate } from '../support/certificates.ts'
import {
  askAs,
  hearersOf,
  ourHearing,
  projectDir,
  signals,
  uncaughtNames,
  useDesktop,
  type Opened,
  type Started,
} from '../support/desktopRig.ts'
import type { WindowDouble } from '../support/electronDouble.ts'

/** The desktop face's whole entry file, run on a double of Electron: wiring, not Electron. */

const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

const mountDisk = useDisks()
const { start, open, folders } = useDesktop()

beforeAll(ensureBuilt, 120_000)

describe('the start', () => {
  it('puts every wall up before the first page is asked for, each before what it protects', async () => {
    const { told } = await open()
    const inOrder = [
      'app.setPath userData',
      'app.setPath sessionData',
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'session.fromPartition racedesk',
      'session.setPermissionRequestHandler',
      'session.setPermissionCheckHandler',
      'session.setDevicePermissionHandler',
      'webRequest.onBeforeRequest',
      'protocol.handle app',
      'window.create',
      'ipcMain.handle racedesk:call',
      'window.loadURL app://racedesk/',
    ]
    expect(told.filter((what) => inOrder.includes(what))).toEqual(inOrder)
  })

  it('listens for whatever the system may hand over before the app is ready, or it would be lost', async () => {
    const { app } = await start()
    const names = ['second-instance', 'open-url', 'open-file', 'web-contents-created', 'before-quit', 'will-quit']
    expect(names.filter((name) => app.listenerCount(name) === 0)).toEqual([])
  })

  it('enables the sandbox and names the scheme before the app is ready, since later is too late', async () => {
    const { told, windows } = await start()
    expect(told).toEqual(expect.arrayContaining(['app.enableSandbox', 'protocol.registerSchemesAsPrivileged']))
    expect(windows).toEqual([])
  })

  it('opens a window that cannot reach Node, painted before its page', async () => {
    const { window } = await open()
    expect(window.options).toMatchObject({ show: false, backgroundColor: '#f5f6f6' })
    expect(window.options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    })
  })

  it('builds the menu while the page loads, whether or not the window is ever shown', async () => {
    const { told, becomeReady, loading } = await start()
    loading.answer = 'stuck'
    becomeReady()
    await vi.waitUntil(() => told.includes('Menu.setApplicationMenu'), { timeout: 20_000 })
    expect(told).not.toContain('window.show')
    expect(told.indexOf('Menu.setApplicationMenu')).toBeGreaterThan(told.indexOf('window.loadURL app://racedesk/'))
  })

  it('leaves no key in the environment that the processes of its pages inherit', async () => {
    process.env['RACEDESK_ACCESS_KEY'] = 'a-key-of-the-environment'
    await open()
    expect(process.env['RACEDESK_ACCESS_KEY']).toBeUndefined()
  })

  it('speaks the language that it is started with, whatever the system prefers, as its windows do', async () => {
    const shell = await open([], { language: 'ru-RU' })
    expect(await askAs(shell, 'app:info', {})).toMatchObject({ ok: true, value: { systemLanguage: 'ru-RU' } })
  })

  it('has the system draw title bars and dialogs in the theme of the page, from before there is a window', async () => {
    const shell = await open()
    const themes = ({ told }: Started) => told.filter((what) => /themeSource|window.create/u.test(what))
    await askAs(shell, 'app:setSettings', { theme: 'sunlight' })
    await vi.waitUntil(() => themes(shell).length === 3, { timeout: 20_000 })
    await askAs(shell, 'app:setSettings', { theme: 'dark' })
    await vi.waitUntil(() => themes(shell).length === 4, { timeout: 20_000 })
    const [system, light, dark] = ['system', 'light', 'dark'].map((theme) => `nativeTheme.themeSource ${theme}`)
    expect(themes(shell)).toEqual([system, 'window.create', light, dark])
    await shell.quit()
    expect(themes(await open([`--data=${shell.dataDir}`]))).toEqual([dark, 'window.create'])
  })

  it('bears its own name, not that of its package, in menus, dialogs and notices', () => {
    const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8')
    const { productName } = JSON.parse(read('package.json')) as { readonly productName?: unknown }
    expect(productName).toBe(/^productName: (.+)$/mu.exec(read('electron-builder.yml'))?.[1])
  })

  it('bears the name of its menu entry on Windows, which shows the notices of no other', async () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    const { told } = await start().finally(() => platform.mockRestore())
    const appId = /^appId: (.+)$/mu.exec(readFileSync(join(projectDir, 'electron-builder.yml'), 'utf8'))?.[1]
    expect(told).toContain(`app.setAppUserModelId ${appId}`)
  })

  it('asks root whether to go on in an AppImage without a sandbox, and opens nothing before', async () => {
    vi.stubEnv('APPIMAGE', '/opt/Racedesk.AppImage')
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    const refused = await start(['--no-sandbox'], { isRoot: true })
    refused.becomeReady()
    expect(await refused.ended).toBe(0)
    expect(refused.questions).toMatchObject([{ buttons: ['Quit', 'Start anyway'] }])
    expect([refused.windows, existsSync(join(refused.dataDir, 'racedesk.db'))]).toEqual([[], false])

    const allowed = await start(['--no-sandbox'], { isRoot: true })
    allowed.answers.push(1)
    allowed.becomeReady()
    await vi.waitUntil(() => allowed.windows.some(({ isShown }) => isShown), { timeout: 20_000 })
  })

  it.skipIf(!canMount)(
    'keeps what its window writes elsewhere while the data disk is read-only, and opens',
    async () => {
      const disk = mountDisk(8_000_000)
      const first = await open([`--data=${disk.path}`])
      await first.quit()
      disk.makeReadOnly()
      const shell = await open([`--data=${disk.path}`])
      const userData = shell.told.find((what) => what.startsWith('app.setPath userData'))
      expect(userData).toBeDefined()
      expect(await askAs(shell, 'app:info', {})).toMatchObject({
        ok: true,
        value: { dataDir: disk.path, storageStop: { cause: 'read-only', folder: disk.path } },
      })
      await shell.quit()
    },
  )

  it('leaves the data to the process that has them already', async () => {
    const { told, ended } = await start([], { lock: 'held' })
    expect(await ended).toBe(0)
    expect(told).not.toContain('app.enableSandbox')
  })
})

describe('the page', () => {
  it('is answered from its own main frame, and nobody else is', async () => {
    const shell = await open()
    expect(await askAs(shell, 'profile:list', {})).toEqual({ ok: true, value: [] })
    const untrusted = { ok: false, error: { kind: 'untrusted-caller' } }
    expect(await askAs(shell, 'profile:list', {}, { url: 'app://racedesk/' })).toEqual(untrusted)
    expect(await askAs(shell, 'profile:list', {}, null)).toEqual(untrusted)
    shell.window.webContents.mainFrame.url = 'https://evil.example/'
    expect(await askAs(shell, 'profile:list', {})).toEqual(untrusted)
  })

  it('hears that updates are off as long as the build knows no place for them', async () => {
    const shell = await open()
    expect(await askAs(shell, 'app:updates', { action: 'check' })).toMatchObject({
      ok: true,
      value: { way: 'no-address', phase: 'idle' },
    })
  })

  it('may copy text from its main frame, and nothing else from anywhere', async () => {
    const { permissions } = await open()
    const asked = (permission: string, isMainFrame = true, requestingUrl = 'app://racedesk/'): boolean => {
      const details = { isMainFrame, requestingUrl }
      let isAllowed = false
      permissions.request?.(
        {},
        permission,
        (answer) => {
          isAllowed = answer
        },
        details,
      )
      expect(permissions.check?.({}, permission, requestingUrl, details)).toBe(isAllowed)
      return isAllowed
    }
    const copying = 'clipboard-sanitized-write'
    expect(asked(copying)).toBe(true)
    expect(asked(copying, false)).toBe(false)
    expect(asked(copying, true, 'https://evil.example/')).toBe(false)
    expect(permissions.check?.(null, copying, 'app://racedesk/', { isMainFrame: true })).toBe(false)
    const others = [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'pointerLock',
      'fullscreen',
      'openExternal',
    ]
    expect(others.filter((permission) => asked(permission))).toEqual([])
  })

  it('reaches nothing but its own files, whatever asks', async () => {
    const { isCancelled } = await open()
    expect(isCancelled('app://racedesk/assets/main.js', 'script')).toBe(false)
    for (const type of ['mainFrame', 'subFrame', 'xhr', 'image', 'script', 'webSocket', 'ping', 'other']) {
      for (const url of ['https://evil.example/', 'http://127.0.0.1/', 'wss://evil.example/', 'file:///etc/passwd']) {
        expect(isCancelled(url, type)).toBe(true)
      }
    }
  })

  it('fills the screen when it asks to, since the permission for it is denied', async () => {
    const shell = await open()
    expect(await askAs(shell, 'app:fillScreen', { isFull: true })).toEqual({ ok: true, value: true })
    expect(shell.window.isFull).toBe(true)
    await askAs(shell, 'app:fillScreen', { isFull: false })
    expect(shell.window.isFull).toBe(false)
  })

  it('is printed and made a PDF in a window of its own that nobody sees, and that is gone afterwards', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'racedesk-shell-')), 'out.pdf')
    folders.push(join(path, '..'))
    const shell = await open([], { savePath: path })
    const profile = await askAs<{ readonly id: string }>(shell, 'profile:save', {
      profile: { name: 'Organizer', baseUrl: 'http://127.0.0.1:1', resultsUrl: null },
    })
    await askAs(shell, 'stage:add', { profileId: profile.ok ? profile.value.id : '', text: stage })
    const ended = async (started: Result<{ readonly jobId: string }>): Promise<Job> => {
      expect(started).toMatchObject({ ok: true })
      const id = started.ok ? started.value.jobId : ''
      return await vi.waitUntil(async () => {
        const listed = await askAs<readonly Job[]>(shell, 'job:list', {})
        return listed.ok ? listed.value.find((job) => job.id === id && job.state !== 'running') : undefined
      })
    }
    const windows = shell.windows.length
    expect(await ended(await askAs(shell, 'results:print', { stage }))).toMatchObject({
      state: 'done',
      file: { path: null, download: null },
    })
    expect(await ended(await askAs(shell, 'results:export', { stage, format: 'pdf' }))).toMatchObject({
      state: 'done',
      file: { path },
    })
    expect(readFileSync(path, 'utf8')).toBe('%PDF-')
    const steps = shell.told
      .filter((what) => /print|destroy/iu.test(what))
      .map((what) => what.replace(/page[/].*/u, 'page/'))
    expect(steps).toEqual([
      'session.fromPartition racedesk-print',
      'protocol.handle print',
      'window.loadURL print://page/',
      // Any option, also one that says what is so anyway, has Electron look for printers before it shows the dialog.
      'webContents.print {}',
      'window.destroy',
      'window.loadURL print://page/',
      'webContents.printToPDF',
      'window.destroy',
    ])
    expect(shell.windows).toHaveLength(windows)
    // Electron answers none of the two when the process of their page dies, and no dialog that stays open.
    shell.printer.answer = 'gone'
    expect(await ended(await askAs(shell, 'results:print', { stage }))).toMatchObject({
      state: 'failed',
      error: { kind: 'not-printed', reason: 'failed' },
    })
    expect(await ended(await askAs(shell, 'results:export', { stage, format: 'pdf' }))).toMatchObject({
      state: 'failed',
      error: { kind: 'not-printed', reason: 'layout' },
    })
    shell.printer.answer = 'open'
    const left = await askAs<{ readonly jobId: string }>(shell, 'results:print', { stage })
    await vi.waitUntil(() => shell.told.at(-1) === 'webContents.print {}')
    // Else the dialog could lie behind the window that is seen.
    expect(shell.windows.at(-1)?.options).toMatchObject({ show: false, parent: { options: shell.window.options } })
    await askAs(shell, 'job:cancel', { id: left.ok ? left.value.jobId : '' })
    expect(await ended(left)).toMatchObject({ state: 'cancelled' })
    expect(shell.windows).toHaveLength(windows)
  })

  it('drags out what a job wrote, by the job alone, and nothing that is gone', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'racedesk-shell-')), 'out.zip')
    folders.push(join(path, '..'))
    const shell = await open([], { savePath: path })
    const jobs = () => askAs<readonly Job[]>(shell, 'job:list', {})
    const gathered = await askAs<Diagnostics>(shell, 'app:diagnostics', {})
    const saved = await askAs<Diagnostics>(shell, 'app:diagnostics', { save: gathered.ok ? gathered.value.id : '' })
    const id = saved.ok ? saved.value.jobId : null
    await vi.waitUntil(async () => {
      const listed = await jobs()
      return listed.ok && listed.value.some((job) => job.id === id && job.state === 'done')
    })
    expect(await askAs(shell, 'job:drag', { id })).toEqual({ ok: true, value: true })
    expect(shell.dragged).toEqual([path])
    // A system that has no picture of the file, or an empty one, takes the app's own.
    for (const answer of ['none', 'empty'] as const) {
      shell.fileIcon.answer = answer
      expect(await askAs(shell, 'job:drag', { id })).toEqual({ ok: true, value: true })
      const icon = shell.dragIcons.at(-1) ?? ''
      // The one picture that is packed: `test/packaging.test.ts`.
      expect(icon).toBe(join(projectDir, 'main/desktop/resources/icons/64x64.png'))
      expect(existsSync(icon)).toBe(true)
    }
    expect(shell.dragged).toEqual([path, path, path])
    await rm(path)
    expect(await askAs(shell, 'job:drag', { id })).toEqual({ ok: true, value: false })
    expect(await askAs(shell, 'job:drag', { id: 'no-such-job' })).toMatchObject({ ok: false })
    expect(await askAs(shell, 'job:drag', { path: '/etc/passwd' })).toMatchObject({ ok: false })
    expect(shell.dragged).toHaveLength(3)
  })

  it('opens no window; a link that leads out is opened outside, once the user has agreed', async () => {
    const shell = await open()
    const follow = (url: string) => shell.window.webContents.openHandler?.({ url })
    expect(follow('https://racedesk.example/help')).toEqual({ action: 'deny' })
    await vi.waitUntil(() => shell.questions.length === 1)
    expect(shell.opened).toEqual([])
    shell.answers.push(1)
    follow('https://racedesk.example/help')
    await vi.waitUntil(() => shell.opened.length === 1)
    follow('file:///etc/passwd')
    follow('javascript:alert(1)')
    expect(shell.questions).toHaveLength(2)
    expect(shell.opened).toEqual(['https://racedesk.example/help'])
  })

  it('has a native context menu in the language of the app, for fields, text and links that lead out only', async () => {
    const shell = await open([], { language: 'ru' })
    const { webContents } = shell.window
    const editFlags = {
      canUndo: false,
      canRedo: false,
      canCut: false,
      canCopy: false,
      canPaste: true,
      canSelectAll: true,
    }
    const click = (facts: object): boolean =>
      webContents.emit(
        'context-menu',
        {},
        {
          x: 40,
          y: 60,
          frame: webContents.mainFrame,
          menuSourceType: 'mouse',
          linkURL: '',
          selectionText: '',
          isEditable: false,
          formControlType: 'none',
          editFlags,
          ...facts,
        },
      )
    const shown = async (count: number) => {
      await vi.waitUntil(() => shell.popups.length === count)
      return shell.popups[count - 1]
    }

    // The key's field, by the mouse: Electron finds the pointer by itself.
    click({ isEditable: true, formControlType: 'input-password' })
    const field = await shown(1)
    expect(field?.window).toBe(shell.window)
    expect(field?.at).toBeNull()
    const enabled = field?.items.filter(({ isEnabled, role }) => isEnabled && role !== undefined)
    expect(enabled?.map(({ label }) => label)).toEqual(['Вставить', 'Выделить всё'])

    // The Menu key: the menu opens at the field, wherever the pointer is.
    click({ isEditable: true, menuSourceType: 'keyboard' })
    expect((await shown(2))?.at).toEqual({ x: 40, y: 60 })

    const link = 'https://racedesk.example/help'
    // Nothing is offered on the background and on the app's own links; the next menu is that of the link.
    click({})
    click({ linkURL: 'app://racedesk/#/orders' })
    click({ linkURL: link, frame: null })
    const [openItem, copyItem] = (await shown(3))?.items ?? []
    expect([openItem?.label, copyItem?.label]).toEqual(['Открыть ссылку…', 'Копировать ссылку'])
    copyItem?.click()
    expect(shell.copied).toEqual([link])
    shell.answers.push(1)
    openItem?.click()
    await vi.waitUntil(() => shell.opened.length === 1)
    expect(shell.opened).toEqual([link])
    expect(shell.questions).toHaveLength(1)
    expect(shell.popups).toHaveLength(3)
  })

  it('is loaded again after a crash, while the core goes on, but not for ever', async () => {
    const shell = await open()
    const loads = () => shell.told.filter((what) => what.startsWith('window.loadURL')).length
    const crash = () => shell.window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    for (let count = 0; count < 3; count += 1) crash()
    expect(loads()).toBe(4)
    const told = () =>
      shell.window.webContents.sent.filter(({ message }) => /app:reloaded/u.test(JSON.stringify(message)))
    await vi.waitUntil(() => told().length > 0)
    expect(told()[0]?.message).toMatchObject({ name: 'app:reloaded', data: { at: expect.any(String) as unknown } })
    expect(await askAs(shell, 'profile:list', {})).toMatchObject({ ok: true })
    crash()
    await vi.waitUntil(() => shell.errors.length === 1)
    expect(loads()).toBe(4)
    // Nobody hears the events of a core that goes on, and that is no bug.
    expect(await askAs(shell, 'app:setSettings', { scale: 110 })).toMatchObject({ ok: true })
    expect(existsSync(join(shell.dataDir, 'logs', 'racedesk.log'))).toBe(false)
  })
})

it('comes back when the monitor it was on is unplugged, and stays where it is otherwise', async () => {
  const shell = await open()
  shell.screen.emit('display-removed')
  expect(shell.told).not.toContain('window.center')
  shell.window.place = { x: 4000, y: 100 }
  // The system brings those itself; where they were before says nothing.
  for (const fills of ['isFull', 'isLargest'] as const) {
    shell.window[fills] = true
    shell.screen.emit('display-removed')
    shell.window[fills] = false
  }
  expect(shell.told).not.toContain('window.center')
  shell.screen.emit('display-removed')
  expect(shell.told.slice(-2)).toEqual(['window.setSize 1280 800', 'window.center'])
})

describe('a page that does not load', () => {
  const loads = ({ told }: Started) => told.filter((what) => what.startsWith('window.loadURL')).length

  it('because it crashed on its first way is loaded again, and not told as data that cannot be opened', async () => {
    const shell = await start()
    shell.loading.answer = 'crashed'
    shell.becomeReady()
    await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    expect(loads(shell)).toBe(2)
    expect(shell.errors).toEqual([])
  })

  it('after a crash is told by a box, and is no unhandled rejection in the process that has the data', async () => {
    const shell = await open()
    shell.loading.answer = 'failed'
    shell.window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    await vi.waitUntil(() => shell.errors.length === 1)
    expect(await askAs(shell, 'profile:list', {})).toMatchObject({ ok: true })
  })

  it('at a start that cannot show anything ends the app with a box', async () => {
    const shell = await start()
    shell.loading.answer = 'failed'
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors).toHaveLength(1)
  })
})

describe('what nobody caught', () => {
  it('is written down, also while the app closes, instead of being shown to a crew on a race day', async () => {
    const shell = await open()
    expect(ourHearing().map(({ name }) => name)).toEqual(uncaughtNames)
    for (const { name, hear } of ourHearing()) hear(new Error(`while it runs: ${name}`))
    expect(shell.errors).toEqual([])
    expect(await askAs(shell, 'profile:list', {})).toMatchObject({ ok: true })
    shell.app.once('will-quit', () => {
      for (const { name, hear } of ourHearing()) hear(new Error(`while it closes: ${name}`))
    })
    await shell.quit()
    const log = readFileSync(join(shell.dataDir, 'logs', 'racedesk.log'), 'utf8')
    for (const name of uncaughtNames) {
      expect(log).toContain(`while it runs: ${name}`)
      expect(log).toContain(`while it closes: ${name}`)
    }
  })

  it('leaves an app that has not begun waiting without a window and without a word', async () => {
    const shell = await start()
    ourHearing()[0]?.hear(new Error('before there is anything'))
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors).toHaveLength(1)
  })
})

describe('a finished job', () => {
  const save = async (shell: Opened): Promise<void> => {
    const gathered = await askAs<Diagnostics>(shell, 'app:diagnostics', {})
    await askAs(shell, 'app:diagnostics', { save: gathered.ok ? gathered.value.id : '' })
    const finished = ({ message }: { readonly message: unknown }): boolean =>
      /job:finished/u.test(JSON.stringify(message))
    await vi.waitUntil(() => shell.window.webContents.sent.some(finished), { timeout: 20_000 })
  }

  it('is told by the system only while nobody sees the window', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'racedesk-shell-'))
    folders.push(folder)
    const hidden = await open([], { savePath: join(folder, 'hidden.zip') })
    hidden.window.isInTaskBar = true
    await save(hidden)
    await vi.waitUntil(() => hidden.notices.length === 1, { timeout: 20_000 })
    expect(hidden.notices).toMatchObject([{ title: 'Racedesk has finished', body: 'hidden.zip' }])
    // Electron keeps none alive: the click on one that was collected meanwhile would be lost.
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    hidden.notices[0]?.click()
    expect(hidden.told).toContain('window.restore')
    await hidden.quit()
    const seen = await open([], { savePath: join(folder, 'seen.zip') })
    await save(seen)
    await askAs(seen, 'app:setSettings', { language: 'ru' })
    await vi.waitUntil(() => seen.told.filter((what) => what === 'Menu.setApplicationMenu').length === 2, {
      timeout: 20_000,
    })
    expect(seen.notices).toEqual([])
  })

  it('is told on Wayland, where a window never learns that it is minimised', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'racedesk-shell-'))
    folders.push(folder)
    const shell = await open(['--ozone-platform=wayland'], { savePath: join(folder, 'out.zip') })
    shell.window.isInTaskBar = true
    await save(shell)
    await vi.waitUntil(() => shell.notices.length === 1, { timeout: 20_000 })
    expect(shell.notices).toMatchObject([{ body: 'out.zip' }])
  })
})

describe('a link from outside', () => {
  const linked = ({ window }: { readonly window: WindowDouble }) =>
    window.webContents.sent.map(({ message }) => message).filter((one) => JSON.stringify(one).includes('app:linked'))
  const told = { name: 'app:linked', data: { kind: 'stage', stage } }

  it('that started the app is told once the page listens', async () => {
    const shell = await open([`racedesk://stage/${stage}`])
    await vi.waitUntil(() => linked(shell).length === 1)
    expect(linked(shell)).toEqual([told])
  })

  it('of a second start comes to the window that is open, which comes before the user', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', `racedesk://stage/${stage}`])
    expect(linked(shell)).toEqual([told])
    expect(shell.window.focused).toBe(1)
  })

  it('that is none only brings the window before the user', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', 'racedesk://stage/../../etc'])
    expect(linked(shell)).toEqual([])
    expect(shell.window.focused).toBe(1)
  })
})

describe('a stage file from the system', () => {
  const given = ({ window }: { readonly window: WindowDouble }) =>
    window.webContents.sent.map(({ message }) => message).filter((one) => JSON.stringify(one).includes('app:fileGiven'))
  const told = {
    name: 'app:fileGiven',
    data: { name: 'Spring.racestage', ticket: expect.stringMatching(/^[\w-]{43}$/u) },
  }

  it('that started the app is told by name and ticket once the page listens, never by its path', async () => {
    const shell = await open(['/home/somebody/Spring.racestage'])
    await vi.waitUntil(() => given(shell).length === 1)
    expect(given(shell)).toEqual([told])
    expect(JSON.stringify(shell.window.webContents.sent)).not.toContain('somebody')
  })

  it('of a second start is looked for where that start was', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', 'Spring.racestage'], '/home/somebody')
    expect(given(shell)).toEqual([told])
    expect(shell.window.focused).toBe(1)
  })

  it('comes in the way of macOS too, and any other file does not', async () => {
    const shell = await start()
    const event = { preventDefault: () => undefined }
    shell.app.emit('open-file', event, '/home/somebody/Spring.racestage')
    shell.app.emit('open-file', event, '/home/somebody/Spring.csv')
    shell.becomeReady()
    const window = await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    await vi.waitUntil(() => given({ window }).length === 1)
    expect(given({ window })).toEqual([told])
  })
})

describe('the network', () => {
  it('is reached as the system says, for services that are not on this machine', async () => {
    const shell = await open()
    shell.proxies.answer = 'SOCKS5 old.test:1080; PROXY proxy.test:3128; DIRECT'
    const urls = { baseUrl: 'https://api.race.test', resultsUrl: 'https://127.0.0.1:8443' }
    expect(await askAs(shell, 'profile:save', { profile: { name: 'Crew', ...urls } })).toMatchObject({ ok: true })
    expect(await askAs<NetworkFacts>(shell, 'app:network', {})).toMatchObject({
      value: {
        routes: [
          { origin: urls.baseUrl, proxy: 'proxy.test:3128' },
          { origin: urls.resultsUrl, proxy: null },
        ],
      },
    })
  })

  it('gets an authority from a page only after the system has asked the user', async () => {
    const shell = await open()
    const pem = sampleCertificate
    expect(await askAs(shell, 'app:addCertificates', { pem })).toMatchObject({ error: { kind: 'cancelled' } })
    expect(await askAs(shell, 'app:network', {})).toMatchObject({ value: { certificates: [] } })
    // A name is what a certificate says of itself: who vouches for it, until when, and its fingerprint are to be seen too.
    const { fingerprint256 } = new X509Certificate(pem)
    const name = 'Sample authority, Racedesk tests'
    expect(shell.questions[0]?.detail).toContain(`${name} (signed by ${name})`)
    expect(shell.questions[0]?.detail).toContain('valid: 2026-11-21 – 2081-08-24')
    expect(shell.questions[0]?.detail).toContain(`SHA-256: ${fingerprint256.slice(0, 47)}…`)
    shell.answers.push(1)
    expect(await askAs(shell, 'app:addCertificates', { pem })).toMatchObject({ value: { certificates: [{}] } })
    expect(await askAs(shell, 'app:addCertificates', { pem: 'junk' })).toMatchObject({
      error: { kind: 'invalid-input' },
    })
    expect(shell.questions).toHaveLength(2)
  })

  it('is left alone while the machine sleeps', async () => {
    const shell = await open()
    expect(await askAs(shell, 'profile:save', { demo: true })).toMatchObject({ ok: true })
    const stages = await askAs<readonly { readonly guid: string }[]>(shell, 'stage:list', {})
    const guid = stages.ok ? stages.value[0]?.guid : undefined
    expect(await askAs(shell, 'stage:watch', { stage: guid })).toMatchObject({ ok: true })
    const phase = async (): Promise<string | undefined> => {
      const tree = await askAs<StageTree>(shell, 'stage:tree', { stage: guid })
      return tree.ok ? tree.value.watch?.phase : undefined
    }
    shell.powerMonitor.emit('suspend')
    await vi.waitUntil(async () => (await phase()) === 'paused')
    shell.powerMonitor.emit('resume')
    await vi.waitUntil(async () => (await phase()) === 'waiting', { timeout: 20_000 })
  })
})

describe('quitting', () => {
  const take = async (shell: Opened): Promise<void> => {
    expect(await askAs(shell, 'profile:save', { demo: true })).toMatchObject({ ok: true })
    const stages = await askAs<readonly { readonly guid: string }[]>(shell, 'stage:list', {})
    const guid = stages.ok ? stages.value[0]?.guid : undefined
    expect(await askAs(shell, 'stage:take', { stage: guid })).toMatchObject({ ok: true })
  }

  it('hears signals once the app is ready, since Electron puts its own handlers in place of all that came before', async () => {
    const shell = await start()
    expect(signals.flatMap(hearersOf)).toEqual([])
    shell.becomeReady()
    await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    expect(signals.map((signal) => hearersOf(signal).length)).toEqual([1, 1, 1])
  })

  it('at a signal asks nobody, though a take runs, and closes the store', async () => {
    const shell = await open()
    await take(shell)
    for (const hear of hearersOf('SIGHUP')) hear()
    expect(await shell.ended).toBe(0)
    expect(shell.questions).toEqual([])
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('as the machine shuts down asks nobody, though a take runs, and has it wait for the store', async () => {
    const shell = await open()
    await take(shell)
    let isHeld = false
    const preventDefault = (): void => {
      isHeld = true
    }
    shell.powerMonitor.emit('shutdown', { preventDefault })
    expect(isHeld).toBe(true)
    expect(await shell.ended).toBe(0)
    expect(shell.questions).toEqual([])
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('closes the store and remembers where the window was', async () => {
    const shell = await open()
    expect(await shell.quit()).toBe(0)
    expect(shell.questions).toEqual([])
    expect(JSON.parse(readFileSync(join(shell.dataDir, 'window', 'place.json'), 'utf8'))).toMatchObject({
      x: 10,
      y: 20,
    })
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('closes the store to its end, however often it is told to quit meanwhile', async () => {
    const shell = await open()
    shell.app.once('will-quit', () => queueMicrotask(() => shell.module.app.quit()))
    expect(await shell.quit()).toBe(0)
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('asks once while a take runs, however often it is told to quit, and goes on unless told otherwise', async () => {
    const shell = await open()
    await take(shell)
    shell.module.app.quit()
    shell.module.app.quit()
    await vi.waitUntil(() => shell.questions.length > 0)
    // What else was asked meanwhile has been answered by then.
    for (let count = 0; count < 3; count += 1) await askAs(shell, 'job:list', {})
    expect(shell.questions).toHaveLength(1)
    const jobs = await askAs<readonly Job[]>(shell, 'job:list', {})
    expect(jobs.ok && jobs.value.map(({ state }) => state)).not.toContain('cancelled')
    expect(shell.windows).toHaveLength(1)
  })

  it('ends with an error box when the data folder cannot be used', async () => {
    const blocked = await mkdtemp(join(tmpdir(), 'racedesk-shell-'))
    folders.push(blocked)
    writeFileSync(join(blocked, 'file'), '')
    const shell = await start([`--data=${join(blocked, 'file', 'x')}`])
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors).toHaveLength(1)
  })
})
