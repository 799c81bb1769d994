import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { NetworkFacts } from '../../../preload/contract/network.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { closing } from '../../support/atEnd.ts'
import { addStageWithKeys } from '../../support/openCore.ts'
import { startRaceService } from '../../support/services/raceService.ts'
import { sampleCertificate } from '../../support/services/certificates.ts'
import {
  askAs,
  callAs,
  hearersOf,
  projectDir,
  shownWindow,
  toldOf,
  uncaughtNames,
  useDesktop,
} from '../../support/desktop/desktopRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'

const mountDisk = useDisks()
const { start, open } = useDesktop()

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
    const { app, windows } = await start()
    const names = ['second-instance', 'open-url', 'open-file', 'web-contents-created', 'before-quit', 'will-quit']
    expect(names.filter((name) => app.listenerCount(name) === 0)).toEqual([])
    expect(windows).toEqual([])
  })

  it('builds the menu while the page loads, whether or not the window is ever shown', async () => {
    const { told, becomeReady, loading } = await start()
    loading.answer = 'stuck'
    becomeReady()
    await vi.waitUntil(() => told.includes('Menu.setApplicationMenu'), { timeout: 20_000 })
    expect(told).not.toContain('window.show')
    expect(told.indexOf('Menu.setApplicationMenu')).toBeGreaterThan(told.indexOf('window.loadURL app://racedesk/'))
  })

  it("sets the page's theme for system title bars and dialogs before a window opens", async () => {
    const shell = await open()
    const themes = (of = shell) => toldOf(of, /themeSource|window.create/u)
    await callAs(shell, 'app:setSettings', { theme: 'sunlight' })
    await vi.waitUntil(() => themes().length === 3, { timeout: 20_000 })
    await callAs(shell, 'app:setSettings', { theme: 'dark' })
    await vi.waitUntil(() => themes().length === 4, { timeout: 20_000 })
    const [system, light, dark] = ['system', 'light', 'dark'].map((theme) => `nativeTheme.themeSource ${theme}`)
    expect(themes()).toEqual([system, 'window.create', light, dark])
    await shell.quit()
    expect(themes(await open([`--data=${shell.dataDir}`]))).toEqual([dark, 'window.create'])
  })

  const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8')

  it('shows its product name, not the package name, in menus, dialogs and notifications', () => {
    const { productName } = JSON.parse(read('package.json')) as { readonly productName?: unknown }
    expect(productName).toBe(/^productName: (.+)$/mu.exec(read('electron-builder.yml'))?.[1])
  })

  it('has the ID of its start menu entry on Windows, which notifications require', async () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    const { told } = await start().finally(() => platform.mockRestore())
    expect(told).toContain(`app.setAppUserModelId ${/^appId: (.+)$/mu.exec(read('electron-builder.yml'))?.[1]}`)
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
    await shownWindow(allowed)
  })

  it.skipIf(!canMount)(
    'keeps what its window writes elsewhere while the data disk is read-only, and opens',
    async () => {
      const disk = mountDisk(8_000_000)
      const first = await open([`--data=${disk.path}`])
      await first.quit()
      disk.makeReadOnly()
      const shell = await open([`--data=${disk.path}`])
      expect(toldOf(shell, /^app\.setPath userData/u)).toHaveLength(1)
      expect(await callAs(shell, 'app:info')).toMatchObject({
        dataDir: disk.path,
        storageStop: { cause: 'read-only', folder: disk.path },
      })
      await shell.quit()
    },
  )
})

it('an uncaught error is logged, also while the app closes, and not shown', async () => {
  const shell = await open()
  const throwAll = (when: string): void => {
    for (const name of uncaughtNames) {
      expect(hearersOf(name)).toHaveLength(1)
      hearersOf(name)[0]?.(new Error(`${when}: ${name}`))
    }
  }
  throwAll('while it runs')
  expect(shell.errors).toEqual([])
  await callAs(shell, 'profile:list')
  shell.app.once('will-quit', () => throwAll('while it closes'))
  await shell.quit()
  const log = readFileSync(join(shell.dataDir, 'logs', 'racedesk.log'), 'utf8')
  for (const name of uncaughtNames) {
    expect(log).toContain(`while it runs: ${name}`)
    expect(log).toContain(`while it closes: ${name}`)
  }
})

describe('the network', () => {
  it('is reached through the system proxy, except for services on this computer', async () => {
    const shell = await open()
    shell.proxies.answer = 'SOCKS5 old.test:1080; PROXY proxy.test:3128; DIRECT'
    const urls = { baseUrl: 'https://api.race.test', resultsUrl: 'https://127.0.0.1:8443' }
    await callAs(shell, 'profile:save', { profile: { name: 'Crew', ...urls } })
    expect((await callAs<NetworkFacts>(shell, 'app:network')).routes).toMatchObject([
      { origin: urls.baseUrl, proxy: 'proxy.test:3128' },
      { origin: urls.resultsUrl, proxy: null },
    ])
  })

  it('accepts a certificate authority only after a native question to the user', async () => {
    const shell = await open()
    const pem = sampleCertificate
    const add = (text: string) => askAs(shell, 'app:addCertificates', { pem: text })
    expect(await add(pem)).toMatchObject({ error: { kind: 'cancelled' } })
    expect(await callAs(shell, 'app:network')).toMatchObject({ certificates: [] })
    // A certificate chooses its own name, so issuer, expiry and fingerprint are shown too.
    const { fingerprint256 } = new X509Certificate(pem)
    const name = 'Sample authority, Racedesk tests'
    const shown = [`${name} (signed by ${name})`, 'valid: 2026-11-21 – 2081-08-24']
    for (const part of [...shown, `SHA-256: ${fingerprint256.slice(0, 47)}…`])
      expect(shell.questions[0]?.detail).toContain(part)
    shell.answers.push(1)
    expect(await add(pem)).toMatchObject({ value: { certificates: [{}] } })
    expect(await add('junk')).toMatchObject({ error: { kind: 'invalid-input' } })
    expect(shell.questions).toHaveLength(2)
  })

  it('is not polled while the computer sleeps', async () => {
    const shell = await open()
    const race = closing(await startRaceService('Men'))
    const stage = await addStageWithKeys({ call: (...asked) => callAs(shell, ...asked) }, race)
    await callAs(shell, 'stage:watch', { stage })
    const phase = async () => (await callAs<StageTree>(shell, 'stage:tree', { stage })).watch?.phase
    shell.powerMonitor.emit('suspend')
    await expect.poll(phase).toBe('paused')
    shell.powerMonitor.emit('resume')
    await expect.poll(phase).toBe('waiting')
  })
})
