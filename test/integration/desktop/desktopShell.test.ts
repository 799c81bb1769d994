import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { NetworkFacts } from '../../../preload/contract/network.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { sampleCertificate } from '../../support/services/certificates.ts'
import {
  askAs,
  ourHearing,
  projectDir,
  uncaughtNames,
  useDesktop,
  type Started,
} from '../../support/desktop/desktopRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'

/** The desktop face's whole entry file, run on a double of Electron: its start, its network and uncaught errors. */

const mountDisk = useDisks()
const { start, open } = useDesktop()

beforeAll(ensureBuilt, 120_000)

describe('the start', () => {
  it('installs every guard before the first page request', async () => {
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

  it('listens for links and files from the system before the app is ready', async () => {
    const { app } = await start()
    const names = ['second-instance', 'open-url', 'open-file', 'web-contents-created', 'before-quit', 'will-quit']
    expect(names.filter((name) => app.listenerCount(name) === 0)).toEqual([])
  })

  it('enables the sandbox and registers the scheme before the app is ready', async () => {
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

  it('removes keys from the environment that page processes inherit', async () => {
    process.env['RACEDESK_ACCESS_KEY'] = 'a-key-of-the-environment'
    await open()
    expect(process.env['RACEDESK_ACCESS_KEY']).toBeUndefined()
  })

  it("uses the language it is started with, not the system's", async () => {
    const shell = await open([], { language: 'ru-RU' })
    expect(await askAs(shell, 'app:info', {})).toMatchObject({ ok: true, value: { systemLanguage: 'ru-RU' } })
  })

  it("sets the page's theme for system title bars and dialogs before a window opens", async () => {
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

  it('shows its product name, not the package name, in menus, dialogs and notifications', () => {
    const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8')
    const { productName } = JSON.parse(read('package.json')) as { readonly productName?: unknown }
    expect(productName).toBe(/^productName: (.+)$/mu.exec(read('electron-builder.yml'))?.[1])
  })

  it('has the ID of its start menu entry on Windows, which notifications require', async () => {
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

  it('does not open data that another process has locked', async () => {
    const { told, ended } = await start([], { lock: 'held' })
    expect(await ended).toBe(0)
    expect(told).not.toContain('app.enableSandbox')
  })
})

describe('an uncaught error', () => {
  it('is logged, also while the app closes, and not shown', async () => {
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

  it('before the start ends the app instead of leaving it without a window', async () => {
    const shell = await start()
    ourHearing()[0]?.hear(new Error('before there is anything'))
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors).toHaveLength(1)
  })
})

describe('the network', () => {
  it('is reached through the system proxy, except for services on this computer', async () => {
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

  it('accepts a certificate authority only after a native question to the user', async () => {
    const shell = await open()
    const pem = sampleCertificate
    expect(await askAs(shell, 'app:addCertificates', { pem })).toMatchObject({ error: { kind: 'cancelled' } })
    expect(await askAs(shell, 'app:network', {})).toMatchObject({ value: { certificates: [] } })
    // A certificate chooses its own name, so issuer, expiry and fingerprint are shown too.
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

  it('is not polled while the computer sleeps', async () => {
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
