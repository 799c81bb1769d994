import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { callAs, hearersOf, mockElectron, projectDir, toldOf, useDesktop } from '../../support/desktop/desktopRig.ts'

const { start, open, fail } = useDesktop()

afterEach(() => vi.useRealTimers())

describe('the window', () => {
  it('is shown with its menu on Wayland, where ready-to-show never fires', async () => {
    const shell = await open([], { readyToShow: 'never' })
    expect(toldOf(shell, /^window\.show$/u)).toHaveLength(1)
    expect(shell.applicationMenu()).not.toBeNull()
  })

  it("is painted before its page, with the app's icon on Linux, and shown once, however many events its page has", async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    const shell = await open()
    const icon = join(projectDir, 'main/desktop/resources/icons/256x256.png')
    expect(shell.window.options).toMatchObject({ show: false, backgroundColor: '#f5f6f6', icon })
    expect(existsSync(icon)).toBe(true)
    shell.window.emit('ready-to-show')
    shell.window.webContents.emit('did-finish-load')
    shell.window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED')
    expect(toldOf(shell, /^window\.show$/u)).toHaveLength(1)
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
    expect(await fail(shell)).toContain('ERR_FAILED (-2) loading')
    expect(shell.told).toContain('window.show')
    // Once, by the start itself: the rejection was not unhandled.
    const log = readFileSync(join(shell.dataDir, 'logs', 'racedesk.log'), 'utf8')
    expect(log.match(/"level":"bug"/gu)).toHaveLength(1)
  })
})

it('suggests the home folder for the first file where the system names no folder for documents', async () => {
  const shell = await open([], { documents: null })
  const { id } = await callAs<Diagnostics>(shell, 'app:diagnostics')
  await callAs(shell, 'app:diagnostics', { save: id })
  await vi.waitUntil(() => shell.suggested.length > 0, { timeout: 20_000 })
  expect(dirname(shell.suggested[0] ?? '')).toBe(homedir())
})

describe('a page that never finishes loading', () => {
  const createHidden = async () => {
    const double = mockElectron()
    const { revealOnce } = await import('../../../main/desktop/window/window.ts')
    double.becomeReady()
    const window = new double.module.BrowserWindow({ show: false })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    revealOnce(window, false)
    return { window, told: double.told }
  }

  it('has its window shown after 5 s', async () => {
    const { window } = await createHidden()
    vi.advanceTimersByTime(4_999)
    expect(window.isVisible()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(window.isVisible()).toBe(true)
  })

  it('does not show a window that was closed before', async () => {
    const { window, told } = await createHidden()
    window.destroy()
    expect(vi.getTimerCount()).toBe(0)
    expect(told).not.toContain('window.show')
  })
})

describe('a start that fails', () => {
  it('gives its reason in a dialog, on stderr and in the log, without a key', async () => {
    const key = 'a-key-of-the-environment'
    vi.stubEnv('RACEDESK_ACCESS_KEY', key)
    const shell = await start()
    // Page processes inherit the environment.
    expect(process.env['RACEDESK_ACCESS_KEY']).toBeUndefined()
    const written: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    hearersOf('uncaughtException')[0]?.(new RangeError(`planted, with ${key}`))
    const box = await fail(shell)
    const logPath = join(shell.dataDir, 'logs', 'racedesk.log')
    for (const part of ['RangeError: planted, with ***', shell.dataDir, logPath]) expect(box).toContain(part)
    const [stderr, log] = [written.join(''), readFileSync(logPath, 'utf8')]
    for (const text of [stderr, log]) {
      expect(text).toContain('planted, with ***')
      expect(text).toContain('desktopStart.test.ts')
    }
    expect(box + stderr + log).not.toContain(key)
    expect(shell.windows).toEqual([])
  })

  it('for a data folder that cannot be created says so, and that there is no log', async () => {
    const blocked = join(temporaryFolder(), 'file')
    writeFileSync(blocked, '')
    const box = await fail(await start([`--data=${join(blocked, 'x')}`]))
    expect(box).toMatch(/ENOTDIR[^]*No log could be written/u)
  })

  it('for a database that cannot be opened gives the reason and the remedy', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'racedesk.db'))
    expect(await fail(await start([`--data=${dataDir}`]))).toMatch(/storage: [^]*--data/u)
  })

  it('for a lock that cannot be created is reported, unlike a lock that another process holds', async () => {
    const shell = await start([], { lock: 'impossible' })
    expect(await fail(shell)).toMatch(/No lock could be made[^]*--data/u)
    expect(existsSync(join(shell.dataDir, 'racedesk.db'))).toBe(false)
    const second = await start([], { lock: 'held' })
    expect(await second.ended).toBe(0)
    expect(second.errors).toEqual([])
    expect(second.told).not.toContain('app.enableSandbox')
  })
})

describe('root on Linux', () => {
  const asUser = (uid: number): void => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    vi.spyOn(process, 'getuid').mockReturnValue(uid)
  }

  it('starts with --no-sandbox, which stays in effect', async () => {
    asUser(0)
    const { told, window } = await open(['--no-sandbox'], { isRoot: true })
    expect(told).not.toContain('app.enableSandbox')
    expect(window.options['webPreferences']).toMatchObject({ sandbox: true })
  })

  it('as an ordinary user in an AppImage is not asked, and the sandbox is on', async () => {
    vi.stubEnv('APPIMAGE', '/opt/Racedesk.AppImage')
    asUser(1000)
    const { told, questions } = await open(['--no-sandbox'])
    expect(told).toContain('app.enableSandbox')
    expect(questions).toEqual([])
  })
})

describe('printing that never answers', () => {
  const layOut = async () => {
    const double = mockElectron()
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

  it('ends after 10 minutes and leaves at most one dialog open', async () => {
    const { print, windows, endAfter } = await layOut()
    const { signal } = new AbortController()
    const left: unknown[] = []
    for (const page of ['<p>1', '<p>2']) {
      const late = { ok: false, error: { kind: 'not-printed', reason: 'no-answer' } }
      expect(await endAfter(600_000, print(page, signal))).toEqual(late)
      expect(windows).toHaveLength(1)
      left.push(windows[0])
    }
    expect(left[0] === left[1]).toBe(false)
  })

  it('ends a PDF after 5 minutes and leaves nothing', async () => {
    const { toPdf, windows, endAfter } = await layOut()
    expect(await endAfter(300_000, toPdf('<p>1'))).toBeNull()
    expect(windows).toEqual([])
  })
})
