import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { askAs, ourHearing, projectDir, useDesktop } from '../../support/desktop/desktopRig.ts'
import { createElectronDouble } from '../../support/desktop/electronDouble.ts'
import type { DoubleOptions, WindowDouble } from '../../support/desktop/electronDouble/world.ts'

/** The start where Electron does less than expected, on a double that behaves as Electron does. */

const { start, open, folders } = useDesktop()

beforeAll(ensureBuilt, 120_000)
afterEach(() => vi.useRealTimers())

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-start-'))
  folders.push(folder)
  return folder
}

describe('the window', () => {
  it('is shown with its menu on Wayland, where ready-to-show never fires', async () => {
    const shell = await open([], { readyToShow: 'never' })
    expect(shell.told.filter((what) => what === 'window.show')).toHaveLength(1)
    expect(shell.applicationMenu()).not.toBeNull()
  })

  it('is shown once, however many events its page has', async () => {
    const shell = await open()
    shell.window.emit('ready-to-show')
    shell.window.webContents.emit('did-finish-load')
    shell.window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED')
    expect(shell.told.filter((what) => what === 'window.show')).toHaveLength(1)
  })

  it('is shown maximized when it was, also without ready-to-show', async () => {
    const first = await open()
    first.window.isLargest = true
    await first.quit()
    const shell = await open([`--data=${first.dataDir}`], { readyToShow: 'never' })
    expect(shell.window.isLargest).toBe(true)
  })

  it('is shown when its page fails, before the error dialog', async () => {
    const shell = await start([], { readyToShow: 'never', language: 'ru' })
    shell.loading.answer = 'failed'
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.told).toContain('window.show')
    expect(shell.errors[0]).toContain('ERR_FAILED (-2) loading')
    // Once, by the start itself: the rejection was not unhandled.
    const log = readFileSync(join(shell.dataDir, 'logs', 'racedesk.log'), 'utf8')
    expect(log.match(/"level":"bug"/gu)).toHaveLength(1)
  })

  it("has the app's icon on Linux, also when not installed", async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    const { window } = await open()
    expect(window.options['icon']).toBe(join(projectDir, 'main/desktop/resources/icons/256x256.png'))
    expect(existsSync(String(window.options['icon']))).toBe(true)
  })
})

describe('a system that names no folder for documents', () => {
  it('starts the app, whose first file goes to the home folder unless the user says otherwise', async () => {
    const shell = await open([], { documents: null })
    const gathered = await askAs<Diagnostics>(shell, 'app:diagnostics', {})
    await askAs(shell, 'app:diagnostics', { save: gathered.ok ? gathered.value.id : '' })
    await vi.waitUntil(() => shell.suggested.length > 0, { timeout: 20_000 })
    expect(dirname(shell.suggested[0] ?? '')).toBe(homedir())
  })
})

describe('a page that never finishes loading', () => {
  const createHidden = async (options: Partial<DoubleOptions> = {}) => {
    const double = createElectronDouble({ appPath: projectDir, documents: await makeFolder(), ...options })
    vi.resetModules()
    vi.doMock('electron', () => double.module)
    const { revealOnce } = await import('../../../main/desktop/window/window.ts')
    double.becomeReady()
    const window = new double.module.BrowserWindow({ show: false })
    return { ...double, window, shown: window as unknown as WindowDouble, revealOnce }
  }

  it('has its window shown after 5 s', async () => {
    const { window, shown, revealOnce } = await createHidden()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    revealOnce(window, false)
    vi.advanceTimersByTime(4_999)
    expect(shown.isShown).toBe(false)
    vi.advanceTimersByTime(1)
    expect(shown.isShown).toBe(true)
  })

  it('does not show a window that was closed before', async () => {
    const { window, told, revealOnce } = await createHidden()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    revealOnce(window, false)
    window.destroy()
    expect(vi.getTimerCount()).toBe(0)
    expect(told).not.toContain('window.show')
  })
})

describe('a start that fails', () => {
  const written: string[] = []
  const followStderr = (): void => {
    written.length = 0
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  }

  it('gives its reason in a dialog, on stderr and in the log, without a key', async () => {
    vi.stubEnv('RACEDESK_ACCESS_KEY', 'a-key-of-the-environment')
    const shell = await start()
    followStderr()
    ourHearing()[0]?.hear(new RangeError('planted, with a-key-of-the-environment'))
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    const log = join(shell.dataDir, 'logs', 'racedesk.log')
    const [box = ''] = shell.errors
    for (const part of ['RangeError: planted, with ***', shell.dataDir, log]) expect(box).toContain(part)
    for (const text of [written.join(''), readFileSync(log, 'utf8')]) {
      expect(text).toContain('planted, with ***')
      expect(text).toContain('desktopStart.test.ts')
    }
    expect([box, written.join(''), readFileSync(log, 'utf8')].join('')).not.toContain('a-key-of-the-environment')
    expect([shell.errors.length, shell.windows]).toEqual([1, []])
  })

  it('for a data folder that cannot be created says so, and that there is no log', async () => {
    const blocked = await makeFolder()
    writeFileSync(join(blocked, 'file'), '')
    const shell = await start([`--data=${join(blocked, 'file', 'x')}`])
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors[0]).toMatch(/ENOTDIR/u)
    expect(shell.errors[0]).toMatch(/No log could be written/u)
  })

  it('for a database that cannot be opened gives the reason and the remedy', async () => {
    const dataDir = await makeFolder()
    mkdirSync(join(dataDir, 'racedesk.db'))
    const shell = await start([`--data=${dataDir}`])
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors[0]).toMatch(/storage: /u)
    expect(shell.errors[0]).toContain('--data')
  })

  it('for a lock that cannot be created is reported, unlike a lock that another process holds', async () => {
    const shell = await start([], { lock: 'impossible' })
    shell.becomeReady()
    expect(await shell.ended).toBe(5)
    expect(shell.errors[0]).toContain('No lock could be made')
    expect(shell.errors[0]).toContain('--data')
    expect(existsSync(join(shell.dataDir, 'racedesk.db'))).toBe(false)
    const second = await start([], { lock: 'held' })
    expect(await second.ended).toBe(0)
    expect(second.errors).toEqual([])
  })
})

describe('root on Linux', () => {
  const asRoot = (uid: number): void => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    vi.spyOn(process, 'getuid').mockReturnValue(uid)
  }

  it('starts with --no-sandbox, which stays in effect', async () => {
    asRoot(0)
    const { told, window } = await open(['--no-sandbox'], { isRoot: true })
    expect(told).not.toContain('app.enableSandbox')
    expect(window.options['webPreferences']).toMatchObject({ sandbox: true })
  })

  it('as an ordinary user in an AppImage is not asked, and the sandbox is on', async () => {
    vi.stubEnv('APPIMAGE', '/opt/Racedesk.AppImage')
    asRoot(1000)
    const { told, questions } = await open(['--no-sandbox'])
    expect(told).toContain('app.enableSandbox')
    expect(questions).toEqual([])
  })
})

describe('printing that never answers', () => {
  const layOut = async () => {
    const double = createElectronDouble({ appPath: projectDir, documents: await makeFolder() })
    vi.resetModules()
    vi.doMock('electron', () => double.module)
    const { createWindowPrinting } = await import('../../../main/desktop/print/printing.ts')
    double.becomeReady()
    double.printer.answer = 'open'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const endAfter = async <T>(limitMs: number, begun: Promise<T>): Promise<T> => {
      await vi.waitUntil(() => double.told.at(-1)?.startsWith('webContents.print'))
      vi.advanceTimersByTime(limitMs)
      return await begun
    }
    return { ...double, ...createWindowPrinting(() => null), endAfter }
  }
  const late = { ok: false, error: { kind: 'not-printed', reason: 'no-answer' } }

  it('ends after 10 minutes and leaves at most one dialog open', async () => {
    const { print, windows, endAfter } = await layOut()
    const { signal } = new AbortController()
    expect(await endAfter(600_000, print('<p>1', signal))).toEqual(late)
    const [first] = windows
    expect(windows).toHaveLength(1)
    expect(await endAfter(600_000, print('<p>2', signal))).toEqual(late)
    expect(windows).toHaveLength(1)
    expect(windows[0] === first).toBe(false)
  })

  it('ends a PDF after 5 minutes and leaves nothing', async () => {
    const { toPdf, windows, endAfter } = await layOut()
    expect(await endAfter(300_000, toPdf('<p>1'))).toBeNull()
    expect(windows).toEqual([])
  })
})

it('leaves no probe of its lock in the data folder', async () => {
  const { dataDir } = await open()
  expect(readdirSync(dataDir).filter((name) => name.includes('probe'))).toEqual([])
})
