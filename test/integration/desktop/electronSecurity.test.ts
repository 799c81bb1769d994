import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keyVariables, withoutKeys } from '../../../main/desktop/startOptions.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { startBundle, type RunningBundle } from '../../support/desktop/bundleRig.ts'
import { projectDir } from '../../support/desktop/desktopRig.ts'
import { openCore } from '../../support/openCore.ts'

/**
 * Electron's security checklist, item by item, on the bundle as it is packed, run on the double of Electron: what Electron
 * was told, and what it is answered. The double throws where the bundle asks Electron for anything that it does not know,
 * such as `loadFile` or `setCertificateVerifyProc`. Item 19, the fuses, is in `test/packaging.test.ts`.
 */

const folder = temporaryFolder()
let bundle: RunningBundle

/** Starts the bundle up to a visible window and a hidden one that laid out a PDF. */
beforeAll(async () => {
  await ensureBuilt()
  bundle = await startBundle({
    documents: folder,
    savePath: join(folder, 'out.pdf'),
    // As root nothing of Electron's starts without this switch, and then it stays.
    args: [`--data=${join(folder, 'data')}`, ...(process.getuid?.() === 0 ? [] : ['--no-sandbox'])],
  })
  await bundle.open()
  await bundle.done('results:export', { stage: await bundle.addDemo(), format: 'pdf' })
}, 180_000)

const outside = [
  'https://evil.example/',
  'http://127.0.0.1/',
  'wss://evil.example/',
  'file:///etc/passwd',
  'ftp://x.test/',
]

describe("Electron's security checklist", () => {
  it('1: loads nothing from elsewhere in any session', async () => {
    const types = ['mainFrame', 'subFrame', 'xhr', 'image', 'script', 'webSocket', 'ping', 'other']
    const asked = types.flatMap((type) => outside.map((url) => ({ type, url })))
    const loaded = await bundle.run(
      ({ sessions }, requests) =>
        sessions.map(({ partition, isCancelled }) => ({
          partition,
          allowed: requests.filter(({ url, type }) => !isCancelled(url, type)),
        })),
      asked,
    )
    expect(loaded).toEqual(['racedesk', 'racedesk-print'].map((partition) => ({ partition, allowed: [] })))
  })

  it('2, 3, 4, 6, 8, 9, 10, 11: no page, visible or hidden, has a weakening preference', async () => {
    const pages = await bundle.run((inside) =>
      inside.pages.map(({ preferences }) => ({ ...preferences, session: undefined })),
    )
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
    expect(pages[0]).toMatchObject({ spellcheck: false })
    // Hidden pages run no scripts.
    expect(pages[1]).toMatchObject({ javascript: false })
    expect(pages[1]).not.toHaveProperty('preload')
  })

  it('4: the sandbox is on for every process, whatever the arguments say', async () => {
    const { told, switches } = await bundle.run(({ told: all, module: { app } }) => ({
      told: all,
      switches: ['no-sandbox', 'enable-sandbox'].map((name) => app.commandLine.hasSwitch(name)),
    }))
    expect(switches).toEqual([false, true])
    expect(told.indexOf('app.enableSandbox')).toBeLessThan(told.indexOf('window.create'))
  })

  it('5: a page may copy text from its main frame, and has no other permission, device or download', async () => {
    const declared = readFileSync(join(projectDir, 'node_modules/electron/electron.d.ts'), 'utf8')
    const [, union = ''] =
      /setPermissionRequestHandler\(handler: \(\(\w+: WebContents, permission: ([^,]+),/u.exec(declared) ?? []
    const permissions = Array.from(union.matchAll(/'([^']+)'/gu), ([, name = '']) => name)
    expect(permissions.length).toBeGreaterThan(40)
    const own = 'app://racedesk/'
    const asked = permissions.flatMap((permission) => [
      { permission, isMainFrame: true, url: own, isAllowed: permission === 'clipboard-sanitized-write' },
      { permission, isMainFrame: false, url: own, isAllowed: false },
      { permission, isMainFrame: true, url: 'https://evil.example/', isAllowed: false },
    ])
    const answers = await bundle.run(
      ({ sessions: [shown] }, all) =>
        all.map(({ permission, isMainFrame, url }) => shown?.answerPermission(permission, isMainFrame, url)),
      asked,
    )
    expect(answers).toEqual(asked.map(({ isAllowed }) => ({ isGranted: isAllowed, isAllowed })))
    const others = await bundle.run(({ sessions }) =>
      sessions.map((one) => [one.isDeviceAllowed({ deviceType: 'usb' }), one.isDownloadStopped()]),
    )
    expect(others).toEqual([
      [false, true],
      [false, true],
    ])
  })

  const get = (url: string, partition = 'racedesk') =>
    bundle.run(
      async ({ sessions }, asked) => {
        const session = sessions.find((one) => one.partition === asked.partition)
        const fetched = await session?.fetch(asked.url, 'subFrame')
        if (fetched?.isOk !== true) return { status: 0, headers: {}, body: '' }
        const headers: Record<string, string> = Object.fromEntries(fetched.headers)
        return { status: fetched.status, headers, body: fetched.body.toString() }
      },
      { url, partition },
    )

  it('7: every response has a policy against inline code, other hosts and embedding', async () => {
    type Fetched = Awaited<ReturnType<typeof get>>
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
    expect(policyOf(page)).toContain('; frame-src preview:;')
    const types = answers.slice(0, 2).map(({ headers }) => headers['content-type'])
    expect(types).toEqual(['text/html; charset=utf-8', 'text/plain; charset=utf-8'])
    expect(policyOf(page)).toContain("require-trusted-types-for 'script'")
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|<webview/iu)
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/u.exec(page.body) ?? []
    expect((await get(`app://racedesk/${script}`)).headers['content-type']).toContain('javascript')
  })

  it('8: no scheme is trusted more than https: none bypasses the policy or allows other origins', async () => {
    const schemes = await bundle.run((inside) => inside.schemes)
    expect(schemes.map(({ scheme }) => scheme)).toEqual(['app', 'preview', 'print'])
    for (const { privileges } of schemes) {
      expect(privileges).toMatchObject({ standard: true, secure: true })
      for (const name of ['bypassCSP', 'corsEnabled', 'allowServiceWorkers', 'allowExtensions']) {
        expect(privileges).not.toHaveProperty(name)
      }
    }
  })

  it('11, 12: no webview is created', async () => {
    expect(await bundle.run(({ window }) => window().webContents.mayAttachWebview())).toBe(false)
  })

  it('13: a page navigates only to itself, and a frame only to previews', async () => {
    const urls = [...outside, 'app://user@racedesk/', 'javascript:alert(1)', 'app://racedesk/', 'preview://block/x']
    const allowed = await bundle.run(
      ({ window }, all) =>
        ['will-navigate', 'will-frame-navigate', 'will-redirect'].map((way) =>
          [true, false].map((isMainFrame) =>
            all.filter((url) => window().webContents.mayGo(way, url, isMainFrame)).join(),
          ),
        ),
      urls,
    )
    expect(allowed).toHaveLength(3)
    for (const found of allowed) expect(found).toEqual(['app://racedesk/', 'preview://block/x'])
  })

  it('14, 15: no page opens a window, and only web addresses open in the browser, after asking', async () => {
    const before = await bundle.run(({ windows }) => windows.length)
    const refused = ['javascript:alert(1)', 'ms-msdt:/id', 'mailto:a@b.test', 'https://a@evil.example/', '//x']
    const links = [...outside.slice(1), ...refused, 'https://racedesk.example/help']
    const answers = await bundle.run(
      ({ window }, urls) => urls.map((url) => window().webContents.openHandler?.({ url }).action),
      links,
    )
    expect(answers).toEqual(links.map(() => 'deny'))
    await bundle.until(({ questions }) => questions.length > 0)
    const after = await bundle.run(({ questions, opened, windows }) => ({
      asked: questions.map(({ detail }) => detail.split('\n')[0]),
      opened,
      count: windows.length,
    }))
    // The one who is asked presses the safe button.
    expect(after).toEqual({ asked: ['racedesk.example'], opened: [], count: before })
  })

  it("16: Electron's packed, installed and pinned versions are the same", () => {
    const read = (path: string) => JSON.parse(readFileSync(join(projectDir, path), 'utf8')) as unknown
    const { devDependencies } = read('package.json') as { readonly devDependencies: Readonly<Record<string, string>> }
    const { version } = read('node_modules/electron/package.json') as { readonly version: string }
    expect(devDependencies['electron']).toBe(version)
  })

  it('17: refuses calls from a frame inside the page, one that is gone or led elsewhere, and of no window', async () => {
    const replies = await bundle.run(async ({ window, invoke }) => {
      const { webContents: sender } = window()
      const { mainFrame: senderFrame } = sender
      const ask = (event: object) => invoke(event, 'profile:list', {})
      const answers = [
        await ask({ sender, senderFrame }),
        await ask({ sender, senderFrame: { url: 'app://racedesk/' } }),
        await ask({ sender, senderFrame: null }),
        await ask({ sender: {}, senderFrame }),
      ]
      const { url } = senderFrame
      senderFrame.url = 'https://evil.example/'
      answers.push(await ask({ sender, senderFrame }))
      senderFrame.url = url
      return answers
    })
    expect(replies[0]).toMatchObject({ ok: true })
    expect(replies).toHaveLength(5)
    for (const reply of replies.slice(1)) expect(reply).toEqual({ ok: false, error: { kind: 'untrusted-caller' } })
  })

  it("18: pages come by the app's own schemes and from its own files", async () => {
    const { told, schemes } = await bundle.run(({ told: all, sessions }) => ({
      told: all.filter((what) => what.startsWith('window.loadURL')),
      schemes: sessions.map(({ handledSchemes }) => handledSchemes()),
    }))
    expect(told.map((what) => what.replace(/^window\.loadURL (\w+:\/\/\w+\/).*$/u, '$1'))).toEqual([
      'app://racedesk/',
      'print://page/',
    ])
    expect(schemes).toEqual([['app', 'preview'], ['print']])
    const strangers = ['../main/desktop.js', '%2e%2e/main/desktop.js', '..%2f..%2fpackage.json', '/etc/passwd', '%00']
    for (const path of strangers) {
      expect((await get(`app://racedesk/${path}`)).status, path).toBeGreaterThanOrEqual(400)
    }
    expect((await get('app://evil/index.html')).status).not.toBe(200)
  })

  it('20: a page gets two functions, no Electron object, and events with data only', async () => {
    const { types, globals, counts } = await bundle.run(({ bridge, window, argumentCounts }) => ({
      types: Object.entries(bridge()).map(([name, value]) => `${name} ${typeof value}`),
      globals: Object.keys(window().webContents.page ?? {}),
      counts: argumentCounts,
    }))
    expect(types).toEqual(['call function', 'listen function'])
    expect(globals).toEqual(['racedesk'])
    expect(counts.length).toBeGreaterThan(0)
    expect(new Set(counts)).toEqual(new Set([1]))
  })

  it('overrides no certificate error, fills no password prompt and, from the sources, registers no link schemes', async () => {
    const { listensFor, told } = await bundle.run((inside) => ({
      listensFor: inside.app.eventNames(),
      told: inside.told,
    }))
    expect(listensFor).toContain('web-contents-created')
    for (const name of ['certificate-error', 'select-client-certificate', 'login'])
      expect(listensFor).not.toContain(name)
    expect(told.filter((what) => what.includes('ProtocolClient'))).toEqual([])
  })
})

describe('the environment of children', () => {
  it('contains everything but keys, in any casing of their names', () => {
    const env = { PATH: '/bin', RACEDESK_ACCESS_KEY: 'a', RACEDESK_RESULTS_KEY: 'b', Racedesk_Access_Key: 'c' }
    expect(withoutKeys(env)).toEqual({ PATH: '/bin' })
  })

  it('removes the variables that the core reads', async () => {
    const read = new Set<string>()
    const env = new Proxy<Record<string, string>>({}, { get: (_target, name) => void read.add(String(name)) })
    const core = await openCore({ dataDir: join(folder, 'core'), env })
    await core.ask('publish:read', { stage: randomUUID() })
    await core.close()
    const keys = [...read].filter((name) => /_(?:KEY|PASSWORD|TOKEN)$/.test(name))
    expect(keys.toSorted()).toEqual(keyVariables.toSorted())
  })
})
