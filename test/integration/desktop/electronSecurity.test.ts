import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyVariables, withoutKeys } from '../../../main/desktop/startOptions.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import {
  startBundle,
  type Asked,
  type CallingFrame,
  type Report,
  type RunningBundle,
} from '../../support/desktop/bundleRig.ts'
import { openCore } from '../../support/openCore.ts'

/**
 * Electron's security checklist, item by item, on the bundle as it is packed, run on the double of Electron: what Electron
 * was told, and what it is answered. The double throws where the bundle asks Electron for anything that it does not know,
 * such as `loadFile` or `setCertificateVerifyProc`. Item 19, the fuses, is in `test/packaging.test.ts`.
 */

const folder = mkdtempSync(join(tmpdir(), 'racedesk-walls-'))
const dataDir = join(folder, 'data')
let bundle: RunningBundle | null = null
afterAll(async () => {
  bundle?.kill()
  await bundle?.ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const ask = async <Answer>(asked: Asked): Promise<Answer> => {
  if (bundle === null) throw new Error('The bundle was not started')
  return await bundle.ask<Answer>(asked)
}
const report = async (): Promise<Report> => await ask({ act: 'report' })
const call = async <Value>(operation: string, input: unknown): Promise<Value> => {
  const result = await ask<Result<Value>>({ act: 'call', operation, input })
  if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Starts the bundle up to a visible window and a hidden one that laid out a PDF. */
beforeAll(async () => {
  await ensureBuilt()
  bundle = await startBundle({
    documents: folder,
    savePath: join(folder, 'out.pdf'),
    // As root nothing of Electron's starts without this switch, and then it stays.
    args: [`--data=${dataDir}`, ...(process.getuid?.() === 0 ? [] : ['--no-sandbox'])],
  })
  await ask({ act: 'becomeReady' })
  await vi.waitUntil(async () => (await report()).bridge !== null, { timeout: 30_000 })
  await call('profile:save', { demo: true })
  const [stage] = await call<readonly Stage[]>('stage:list', {})
  const { jobId } = await call<{ readonly jobId: string }>('results:export', { stage: stage?.guid, format: 'pdf' })
  const isDone = ({ id, state }: Job): boolean => id === jobId && state === 'done'
  await vi.waitUntil(async () => (await call<readonly Job[]>('job:list', {})).some(isDone), { timeout: 60_000 })
}, 180_000)

const outside = [
  'https://evil.example/',
  'http://127.0.0.1/',
  'wss://evil.example/',
  'file:///etc/passwd',
  'ftp://x.test/',
]
const partitions = ['racedesk', 'racedesk-print']

describe("Electron's security checklist", () => {
  it.each(partitions)('1: loads nothing from elsewhere in the session %s', async (partition) => {
    for (const resourceType of ['mainFrame', 'subFrame', 'xhr', 'image', 'script', 'webSocket', 'ping', 'other']) {
      for (const url of outside) {
        expect(await ask({ act: 'request', url, resourceType, partition }), `${resourceType} ${url}`).toBe(false)
      }
    }
    expect((await report()).sessions.map((session) => session.partition)).toEqual(partitions)
  })

  it('2, 3, 4, 6, 8, 9, 10, 11: no page, visible or hidden, has a weakening preference', async () => {
    const { pages } = await report()
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      expect(page).toMatchObject({
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        contextIsolation: true,
        sandbox: true,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        devTools: false,
      })
      expect(page).not.toHaveProperty('enableBlinkFeatures')
    }
    // Hidden pages run no scripts.
    expect(pages[1]).toMatchObject({ javascript: false })
    expect(pages[1]).not.toHaveProperty('preload')
  })

  it('4: the sandbox is on for every process, whatever the arguments say', async () => {
    const { switches, told } = await report()
    expect(switches).toEqual({ hasNoSandbox: false, hasSandbox: true })
    expect(told.indexOf('app.enableSandbox')).toBeLessThan(told.indexOf('window.create'))
  })

  type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1]
  /** All that Electron knows: one that is new fails the compiler here. */
  const permissions = {
    ar: false,
    'automatic-fullscreen': false,
    'background-fetch': false,
    'background-sync': false,
    'captured-surface-control': false,
    'clipboard-read': false,
    'clipboard-sanitized-write': true,
    'deprecated-sync-clipboard-read': false,
    'display-capture': false,
    fileSystem: false,
    fullscreen: false,
    geolocation: false,
    'geolocation-approximate': false,
    'hand-tracking': false,
    hid: false,
    'idle-detection': false,
    keyboardLock: false,
    'local-fonts': false,
    'local-network': false,
    'local-network-access': false,
    'loopback-network': false,
    media: false,
    mediaKeySystem: false,
    midi: false,
    midiSysex: false,
    nfc: false,
    notifications: false,
    openExternal: false,
    'payment-handler': false,
    'periodic-background-sync': false,
    'persistent-storage': false,
    pointerLock: false,
    'screen-wake-lock': false,
    sensors: false,
    serial: false,
    'smart-card': false,
    'speaker-selection': false,
    'storage-access': false,
    'system-wake-lock': false,
    'top-level-storage-access': false,
    usb: false,
    vr: false,
    'web-app-installation': false,
    'web-printing': false,
    'window-management': false,
    unknown: false,
  } as const satisfies Record<Permission, boolean>

  it('5: a page may copy text from its main frame, and has no other permission, device or download', async () => {
    const own = 'app://racedesk/'
    const answers = async (permission: string, isMainFrame: boolean, url: string) =>
      await ask<object>({ act: 'permission', permission, isMainFrame, url })
    for (const [permission, isAllowed] of Object.entries(permissions)) {
      expect(await answers(permission, true, own), permission).toEqual({ isGranted: isAllowed, isAllowed })
      expect(await answers(permission, false, own), permission).toEqual({ isGranted: false, isAllowed: false })
      expect(await answers(permission, true, 'https://evil.example/')).toEqual({ isGranted: false, isAllowed: false })
    }
    expect(await ask({ act: 'takeDevice' })).toEqual([false, false])
    expect(await ask({ act: 'download' })).toEqual([false, false])
  })

  it('7: every response has a policy against inline code, other hosts and embedding', async () => {
    type Fetched = {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
    const get = async (url: string, partition?: string) =>
      await ask<Fetched>({ act: 'fetch', url, ...(partition === undefined ? {} : { partition }) })
    const policyOf = ({ headers }: Fetched): string => headers['content-security-policy'] ?? ''
    const page = await get('app://racedesk/')
    const answers = [
      page,
      await get('app://racedesk/none'),
      await get('preview://block/none'),
      await get('print://page/none', 'racedesk-print'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404])
    for (const answer of answers) {
      expect(policyOf(answer)).toContain("default-src 'none'")
      expect(policyOf(answer)).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/u)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
    expect(policyOf(page)).toContain("script-src 'self'")
    expect(policyOf(page)).toContain("frame-ancestors 'none'")
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|<webview/iu)
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/u.exec(page.body) ?? []
    expect((await get(`app://racedesk/${script}`)).headers['content-type']).toContain('javascript')
  })

  it('8: no scheme is trusted more than https: none bypasses the policy or allows other origins', async () => {
    const { schemes } = await report()
    expect(schemes.map(({ scheme }) => scheme)).toEqual(['app', 'preview', 'print'])
    for (const { privileges } of schemes) {
      expect(privileges).toMatchObject({ standard: true, secure: true })
      for (const name of ['bypassCSP', 'corsEnabled', 'allowServiceWorkers', 'allowExtensions']) {
        expect(privileges).not.toHaveProperty(name)
      }
    }
  })

  it('11, 12: no webview is created', async () => {
    expect(await ask({ act: 'attachWebview' })).toBe(false)
  })

  it('13: a page navigates only to itself, and a frame only to previews', async () => {
    for (const way of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const) {
      for (const url of [
        ...outside,
        'app://evil/',
        'app://user@racedesk/',
        'javascript:alert(1)',
        'data:text/html,x',
      ]) {
        for (const isMainFrame of [true, false]) {
          expect(await ask({ act: 'go', way, url, isMainFrame }), `${way} ${url}`).toBe(false)
        }
      }
      expect(await ask({ act: 'go', way, url: 'app://racedesk/', isMainFrame: true })).toBe(true)
      expect(await ask({ act: 'go', way, url: 'app://racedesk/', isMainFrame: false })).toBe(false)
      expect(await ask({ act: 'go', way, url: 'preview://block/x', isMainFrame: false })).toBe(true)
    }
  })

  it('14, 15: no page opens a window, and only web addresses open in the browser, after asking', async () => {
    const follow = async (url: string) => await ask({ act: 'follow', url })
    const refused = [
      ...outside,
      'javascript:alert(1)',
      'ms-msdt:/id',
      'mailto:a@b.test',
      'https://a@evil.example/',
      '//x',
    ]
    const before = await report()
    for (const url of refused.filter((one) => one !== 'https://evil.example/')) {
      expect(await follow(url)).toEqual({ action: 'deny' })
    }
    expect(await follow('https://racedesk.example/help')).toEqual({ action: 'deny' })
    const after = await vi.waitUntil(async () => {
      const now = await report()
      return now.questions.length > before.questions.length ? now : null
    })
    // The one who is asked presses the safe button.
    expect(after.questions.map(({ detail }) => detail.split('\n')[0])).toEqual(['racedesk.example'])
    expect([after.opened, after.windows.length]).toEqual([[], before.windows.length])
  })

  it("16: Electron's packed, installed and pinned versions are the same", () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', path), 'utf8')) as unknown
    const { devDependencies } = read('package.json') as { readonly devDependencies: Readonly<Record<string, string>> }
    const { version } = read('node_modules/electron/package.json') as { readonly version: string }
    expect(devDependencies['electron']).toBe(version)
  })

  it.each(['inner', 'gone', 'led elsewhere', 'of no window'] as const satisfies readonly CallingFrame[])(
    '17: refuses calls from %s',
    async (frame) => {
      const asked = { act: 'callFrom', operation: 'profile:list', input: {} } as const
      expect(await ask({ ...asked, frame })).toEqual({ ok: false, error: { kind: 'untrusted-caller' } })
      expect(await ask({ ...asked, frame: 'main' })).toMatchObject({ ok: true })
    },
  )

  it("18: pages come by the app's own schemes and from its own files", async () => {
    const { told, sessions } = await report()
    const loaded = told.filter((what) => what.startsWith('window.loadURL'))
    expect(loaded.map((what) => what.replace(/^window\.loadURL (\w+:\/\/\w+\/).*$/u, '$1'))).toEqual([
      'app://racedesk/',
      'print://page/',
    ])
    expect(sessions.map(({ schemes }) => schemes)).toEqual([['app', 'preview'], ['print']])
    const status = async (url: string) => (await ask<{ readonly status: number }>({ act: 'fetch', url })).status
    for (const path of [
      '../main/desktop.js',
      '%2e%2e/main/desktop.js',
      '..%2f..%2fpackage.json',
      '/etc/passwd',
      '%00',
    ]) {
      expect(await status(`app://racedesk/${path}`), path).toBeGreaterThanOrEqual(400)
    }
    expect(await status('app://evil/index.html')).not.toBe(200)
  })

  it('20: a page gets two functions, no Electron object, and events with data only', async () => {
    const { bridge, windows, argumentCounts } = await report()
    expect(bridge).toEqual({ call: 'function', listen: 'function' })
    expect(windows[0]?.globals).toEqual(['localStorage', 'racedesk'])
    expect(argumentCounts.length).toBeGreaterThan(0)
    expect(new Set(argumentCounts)).toEqual(new Set([1]))
  })

  it('overrides no certificate error and fills no password prompt', async () => {
    const { listensFor } = await report()
    expect(listensFor).toContain('web-contents-created')
    for (const name of ['certificate-error', 'select-client-certificate', 'login'])
      expect(listensFor).not.toContain(name)
  })

  it('does not register link schemes when run from the sources', async () => {
    expect((await report()).told.filter((what) => what.includes('ProtocolClient'))).toEqual([])
  })
})

describe('the environment of children', () => {
  it('contains everything but keys, in any casing of their names', () => {
    const env = { PATH: '/bin', RACEDESK_ACCESS_KEY: 'a', RACEDESK_RESULTS_KEY: 'b', Racedesk_Access_Key: 'c' }
    expect(withoutKeys(env)).toEqual({ PATH: '/bin' })
  })

  it('removes the variables that the core reads', async () => {
    const read = new Set<string>()
    const env = new Proxy<Record<string, string>>(
      {},
      {
        get: (_target, name) => {
          read.add(String(name))
          return undefined
        },
      },
    )
    const core = await openCore({ dataDir: join(folder, 'core'), env })
    await core.ask('publish:read', { stage: randomUUID() })
    await core.close()
    expect([...read].filter((name) => /_(?:KEY|PASSWORD)$/.test(name)).toSorted()).toEqual([...keyVariables].toSorted())
  })
})
