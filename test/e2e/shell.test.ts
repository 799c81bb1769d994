import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../support/appFaces.ts'
import { openElectron, type RunningElectron } from '../support/desktop/electronApp.ts'
import { findElectron, windowSuites } from '../support/desktop/electronLaunch.ts'
import { ciphers, curves, digests } from '../support/desktop/electronRuntime.ts'

/** Security in Electron itself. The wiring is tested in test/integration/desktop*.test.ts. */

const projectDir = join(import.meta.dirname, '..', '..')
const electronPath = findElectron()
if (electronPath === null) {
  process.stderr.write(
    '\n!!! NOT TESTED: the shell in Electron, whose program is not here. `npm run electron` gets it.\n\n',
  )
}

it.runIf(process.env['RACEDESK_NEEDS_ELECTRON'] === '1')("finds Electron's program where it is required", () => {
  expect(electronPath).not.toBeNull()
})

/** The window system that Chromium chooses: the only one, else the session's; null on Windows and macOS. */
const windowSystem = (env: NodeJS.ProcessEnv): string => {
  if (process.platform !== 'linux') return ''
  const hasX11 = (env['DISPLAY'] ?? '') !== ''
  const hasWayland = (env['WAYLAND_DISPLAY'] ?? '') !== ''
  const isWayland = hasX11 === hasWayland ? env['XDG_SESSION_TYPE'] === 'wayland' : hasWayland
  return isWayland ? 'wayland' : 'x11'
}

describe.skipIf(electronPath === null)(`the shell ${windowSuites.shell}`, () => {
  let running: RunningElectron

  beforeAll(async () => {
    await ensureBuilt()
    running = await openElectron(electronPath ?? '', 'en-US')
    // With a profile there is no first run, whose page shows no links.
    await running.page.evaluate(() => window.racedesk?.call('profile:save', { demo: true }))
    await running.page.reload()
    await running.page.getByRole('navigation').first().waitFor()
  }, 120_000)
  afterAll(() => running.close())

  it('shows its window, by the window system that the session has', async () => {
    const read = () =>
      running.app.evaluate(({ app, BrowserWindow }) => ({
        isVisible: BrowserWindow.getAllWindows().map((window) => window.isVisible()),
        // Chromium writes its choice to its own command line (ui/linux/display_server_utils.cc).
        platform: app.commandLine.getSwitchValue('ozone-platform'),
      }))
    await expect.poll(read).toEqual({ isVisible: [true], platform: windowSystem(process.env) })
    expect(await running.page.evaluate(() => document.visibilityState)).toBe('visible')
  })

  // On macOS nothing else of the process runs while a menu is open.
  it.skipIf(process.platform === 'darwin')('opens a menu with Paste on a right click into a field', async () => {
    await running.app.evaluate(({ Menu }) => {
      const popUp = Menu.prototype.popup
      const opened: (readonly string[])[] = []
      Reflect.set(globalThis, 'openedMenus', opened)
      Menu.prototype.popup = function (this: Electron.Menu, options) {
        this.once('menu-will-show', () => {
          opened.push(this.items.map(({ role }) => role ?? ''))
          setImmediate(() => this.closePopup())
        })
        Reflect.apply(popUp, this, [options])
      }
    })
    await running.page.evaluate(() => {
      const field = document.createElement('input')
      field.id = 'planted'
      field.style.cssText = 'position: fixed; inset: 40px auto auto 40px; z-index: 99'
      document.body.append(field)
    })
    await running.page.locator('#planted').click({ button: 'right' })
    const read = () => running.app.evaluate(() => Reflect.get(globalThis, 'openedMenus') as readonly string[][])
    await expect.poll(async () => (await read()).flat()).toContain('paste')
    await running.page.evaluate(() => document.querySelector('#planted')?.remove())
  })

  it('has every digest, cipher and curve that the rules for main allow', async () => {
    const missing = await running.app.evaluate(
      (_electron, lists) => {
        const { createECDH, createHash, getCipherInfo } = process.getBuiltinModule('node:crypto')
        const lacks = (make: () => unknown): boolean => {
          try {
            return make() === undefined
          } catch {
            return true
          }
        }
        return [
          ...lists.digests.filter((name) => lacks(() => createHash(name))),
          ...lists.ciphers.filter((name) => lacks(() => getCipherInfo(name))),
          ...lists.curves.filter((name) => lacks(() => createECDH(name))),
        ]
      },
      { digests, ciphers, curves },
    )
    expect(missing).toEqual([])
  })

  it('gives the page no access to Node, only the two functions of the bridge', async () => {
    const seen = await running.page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
      bridge: Object.keys(window.racedesk ?? {}).sort(),
      isFrozen: Object.isFrozen(window.racedesk),
    }))
    expect(seen).toEqual({ node: [], bridge: ['call', 'listen'], isFrozen: true })
  })

  it('runs the page in a sandbox, isolated, with every guard on', async () => {
    const found = await running.app.evaluate(({ app, BrowserWindow }) => ({
      sandboxed: app.getAppMetrics().flatMap(({ type, sandboxed }) => (type === 'Tab' ? [sandboxed ?? null] : [])),
      pages: BrowserWindow.getAllWindows().map(({ webContents }) => {
        // The page's real preferences: an undocumented function of Electron on every system.
        const read = Reflect.get(webContents, 'getLastWebPreferences') as () => { readonly [name: string]: unknown }
        const { sandbox, contextIsolation, nodeIntegration, webSecurity } = read.call(webContents)
        return {
          isPersistent: webContents.session.isPersistent(),
          sandbox,
          contextIsolation,
          nodeIntegration,
          webSecurity,
        }
      }),
    }))
    expect(found.pages).toEqual([
      { isPersistent: false, sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
    ])
    expect(found.sandboxed.length).toBeGreaterThan(0)
    // Only these two systems tell of the process itself.
    const says = process.platform === 'win32' || process.platform === 'darwin'
    if (says) expect(new Set(found.sandboxed)).toEqual(new Set([true]))
  })

  it('lets no request out, not even to this computer', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('Access-Control-Allow-Origin', '*').end('reached')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const outcomes = await running.page.evaluate(async (origin) => {
      const outcomeOf = (promise: Promise<unknown>): Promise<string> => promise.then(String, () => 'refused')
      const image = new Promise((resolve, reject) => {
        const picture = new Image()
        picture.onload = resolve
        picture.onerror = reject
        picture.src = `${origin}/image`
      })
      return await Promise.all([
        outcomeOf(fetch('https://racedesk.example/')),
        outcomeOf(fetch(`${origin}/fetch`)),
        outcomeOf(fetch('file:///etc/passwd')),
        outcomeOf(image),
        outcomeOf(
          fetch('app://racedesk/../package.json').then(({ ok }) => (ok ? 'read' : Promise.reject(new Error()))),
        ),
      ])
    }, local)
    await new Promise((resolve) => server.close(resolve))
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'refused'])
    expect(asked).toEqual([])
  })

  it('opens no window and navigates nowhere', async () => {
    const opened = await running.page.evaluate(() => window.open('about:blank') === null)
    expect(opened).toBe(true)
    // Electron tells of a navigation before it begins, first the app and then this listener.
    const left = await running.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('will-navigate', (event) => resolve({ url: event.url, isStopped: event.defaultPrevented }))
          void contents?.executeJavaScript("window.location.href = 'https://racedesk.example/'")
        }),
    )
    expect(left).toEqual({ url: 'https://racedesk.example/', isStopped: true })
    expect(running.page.url()).toMatch(/^app:\/\/racedesk\//u)
    expect(running.app.windows()).toHaveLength(1)
  })

  it('denies every permission but copying', async () => {
    const denied = await running.page.evaluate(async () => {
      const stateOf = async (name: string): Promise<string> => {
        const status = await navigator.permissions.query({ name: name as PermissionName }).catch(() => null)
        return status?.state ?? 'denied'
      }
      return await Promise.all(['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'].map(stateOf))
    })
    expect(denied.filter((state) => state === 'granted')).toEqual([])
    const isFull = await running.page.evaluate(() =>
      document.documentElement.requestFullscreen().then(
        () => true,
        () => false,
      ),
    )
    expect(isFull).toBe(false)
  })

  it('answers only its own frame, even if another gets the channel', async () => {
    const reply = await running.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const [own] = BrowserWindow.getAllWindows()
      const foreign = new BrowserWindow({ show: false })
      // Handlers are private, so use Electron's own table of them.
      const handlers = Reflect.get(ipcMain, '_invokeHandlers') as ReadonlyMap<string, (...args: unknown[]) => unknown>
      const handle = handlers.get('racedesk:call')
      const ask = async (sender: unknown, senderFrame: unknown): Promise<unknown> =>
        await handle?.({ sender, senderFrame }, 'profile:list', {})
      const replies = [
        await ask(foreign.webContents, foreign.webContents.mainFrame),
        await ask(own?.webContents, foreign.webContents.mainFrame),
        await ask(own?.webContents, null),
      ]
      foreign.destroy()
      return replies
    })
    const untrusted = { ok: false, error: { kind: 'untrusted-caller' } }
    expect(reply).toEqual([untrusted, untrusted, untrusted])
  })

  it('loads node:sqlite and keytar in the Node that Electron embeds', async () => {
    const loaded = await running.app.evaluate(({ app }) => {
      const { createRequire } = process.getBuiltinModule('node:module')
      const load = createRequire(`${app.getAppPath()}/package.json`)
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
      const database = new DatabaseSync(':memory:')
      const one = database.prepare('SELECT 1 AS one').get()?.['one']
      database.close()
      const keytar = load('keytar') as { readonly getPassword?: unknown }
      return { one, keytar: typeof keytar.getPassword }
    })
    expect(loaded).toEqual({ one: 1, keytar: 'function' })
  })

  it("passes a second start's target to the first, which shows it", async () => {
    const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
    await running.app.evaluate(
      ({ app }, link) => app.emit('second-instance', {}, ['racedesk', link], '/'),
      `racedesk://stage/${stage}`,
    )
    await running.page.getByText(stage).waitFor()
    expect(running.app.windows()).toHaveLength(1)
    await running.page.keyboard.press('Escape')
  })

  it('paints its page, and reports the time', async () => {
    const fresh = await openElectron(electronPath ?? '', 'en-US')
    try {
      // The page's content is not painted yet.
      await fresh.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const startedMs = await fresh.app.evaluate(() => process.getCreationTime())
      const { askedMs, paintedMs } = await fresh.page.evaluate(() => ({
        askedMs: performance.timeOrigin,
        paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
      }))
      const beforePageMs = Math.round(askedMs - (startedMs ?? 0))
      process.stderr.write(
        `start: ${beforePageMs} ms to the page, ${Math.round(paintedMs ?? 0)} ms more to its paint\n`,
      )
      // Electron's own start is in it; `npm run bench -- start` has the budgets.
      expect(paintedMs).not.toBeNull()
    } finally {
      await fresh.close()
    }
  }, 60_000)

  // Windows ends a process at once instead.
  it.skipIf(process.platform === 'win32')(
    'ends at a signal without a question during a download, and closes the store',
    async () => {
      const fresh = await openElectron(electronPath ?? '', 'en-US')
      try {
        const jobs = await fresh.page.evaluate(async () => {
          const ask = window.racedesk?.call
          await ask?.('profile:save', { demo: true })
          const stages = await ask?.('stage:list', {})
          const found = stages?.ok === true ? (stages.value as readonly { readonly guid: string }[]) : []
          await ask?.('stage:take', { stage: found[0]?.guid })
          return await ask?.('job:list', {})
        })
        expect(jobs).toMatchObject({ ok: true, value: [{ kind: 'take', state: 'running' }] })
        const program = fresh.app.process()
        const ended = new Promise((resolve) => program.once('exit', (code) => resolve(code)))
        program.kill('SIGTERM')
        expect(await ended).toBe(0)
        expect(existsSync(join(fresh.dataDir, 'racedesk.db'))).toBe(true)
        expect(existsSync(join(fresh.dataDir, 'racedesk.db-wal'))).toBe(false)
      } finally {
        await fresh.close()
      }
    },
    60_000,
  )

  // The last one: Playwright's page does not come back with the window's.
  it('reloads a crashed page in the same window and says so', async () => {
    const read = (): Promise<string> =>
      running.app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const text: unknown = await contents?.executeJavaScript('document.body.innerText').catch(() => '')
        return String(text)
      })
    await running.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      // Until Electron knows of the crash, calls of the page never return.
      const isBack = new Promise((resolve) => contents?.once('did-finish-load', () => resolve(null)))
      contents?.forcefullyCrashRenderer()
      await isBack
    })
    await expect.poll(read, { timeout: 20_000 }).toContain('was reopened')
  })
})

/** `npm run dist` leaves it. */
const packedProgram = [
  join('linux-unpacked', 'racedesk'),
  join('win-unpacked', 'Racedesk.exe'),
  join('mac-arm64', 'Racedesk.app'),
  join('mac', 'Racedesk.app'),
]
  .map((path) => join(projectDir, 'dist', path))
  .find(existsSync)

describe.skipIf(packedProgram === undefined)('the packed program', () => {
  it('has the fuses that electron-builder.yml states', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'racedesk-fuses-'))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(projectDir, 'main/desktop/resources/readFuses.mjs'), packedProgram ?? ''],
      { cwd: folder },
    )
    await rm(folder, { recursive: true, force: true })
    expect(stdout).toContain('as stated')
    expect(stdout).not.toContain('DIFFERS')
  })
})
