import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import {
  askAs,
  callAs,
  endOfJob,
  heardBy,
  projectDir,
  saveFile,
  shownWindow,
  toldOf,
  useDesktop,
  type Started,
} from '../../support/desktop/desktopRig.ts'

const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

const { start, open } = useDesktop()

const loads = (shell: Started): number => toldOf(shell, /^window\.loadURL/u).length

describe('the page', () => {
  it('reports updates as off when the build has no update URL', async () => {
    const shell = await open()
    const updates = await callAs(shell, 'app:updates', { action: 'check' })
    expect(updates).toMatchObject({ way: 'no-address', phase: 'idle' })
  })

  it('goes full screen through the bridge, since the web permission is denied', async () => {
    const shell = await open()
    for (const isFull of [true, false]) {
      expect(await callAs(shell, 'app:fillScreen', { isFull })).toBe(true)
      expect(shell.window.isFull).toBe(isFull)
    }
  })

  it('is printed and saved as PDF in a hidden window, which is closed afterwards', async () => {
    const path = join(temporaryFolder(), 'out.pdf')
    const shell = await open([], { savePath: path })
    const profile = { name: 'Organizer', baseUrl: 'http://127.0.0.1:1', resultsUrl: null }
    const { id: profileId } = await callAs<{ readonly id: string }>(shell, 'profile:save', { profile })
    await callAs(shell, 'stage:add', { profileId, text: stage })
    type Begun = { readonly jobId: string }
    const beginPrint = () => callAs<Begun>(shell, 'results:print', { stage })
    const print = async () => endOfJob(shell, (await beginPrint()).jobId)
    const toPdf = async () =>
      endOfJob(shell, (await callAs<Begun>(shell, 'results:export', { stage, format: 'pdf' })).jobId)
    const windows = shell.windows.length
    expect(await print()).toMatchObject({ state: 'done', file: { path: null, download: null } })
    expect(await toPdf()).toMatchObject({ state: 'done', file: { path } })
    expect(readFileSync(path, 'utf8')).toBe('%PDF-')
    expect(toldOf(shell, /print|destroy/iu).map((what) => what.replace(/page[/].*/u, 'page/'))).toEqual([
      'session.fromPartition racedesk-print',
      'protocol.handle print',
      'window.loadURL print://page/',
      // Any option, even a default, makes Electron look for printers before it shows the dialog.
      'webContents.print {}',
      'window.destroy',
      'window.loadURL print://page/',
      'webContents.printToPDF',
      'window.destroy',
    ])
    expect(shell.windows).toHaveLength(windows)
    // Electron answers neither call when the page's process dies, nor while a dialog stays open.
    shell.printer.answer = 'gone'
    const failed = (reason: string) => ({ state: 'failed', error: { kind: 'not-printed', reason } })
    expect(await print()).toMatchObject(failed('failed'))
    expect(await toPdf()).toMatchObject(failed('layout'))
    shell.printer.answer = 'open'
    const left = await beginPrint()
    await vi.waitUntil(() => shell.told.at(-1) === 'webContents.print {}')
    // Else the dialog could lie behind the window that is seen.
    expect(shell.windows.at(-1)?.options).toMatchObject({ show: false, parent: { options: shell.window.options } })
    await callAs(shell, 'job:cancel', { id: left.jobId })
    expect(await endOfJob(shell, left.jobId)).toMatchObject({ state: 'cancelled' })
    expect(shell.windows).toHaveLength(windows)
  })

  const openWithFile = async (name: string) => {
    const path = join(temporaryFolder(), name)
    const shell = await open([], { savePath: path })
    return { shell, path, id: await saveFile(shell) }
  }

  it('starts no program: a file named like one is shown in its folder', async () => {
    const { shell, path, id } = await openWithFile('out.sh')
    expect(await callAs(shell, 'job:show', { id, as: 'file' })).toBe(true)
    expect(shell.opened).toEqual([`folder of ${path}`])
  })

  it("drags out and opens a job's file by the job's ID, and nothing once the file is gone", async () => {
    const { shell, path, id } = await openWithFile('out.zip')
    expect(await callAs(shell, 'job:drag', { id })).toBe(true)
    expect(shell.dragged).toEqual([path])
    // A system that has no picture of the file, or an empty one, takes the app's own.
    for (const answer of ['none', 'empty'] as const) {
      shell.fileIcon.answer = answer
      expect(await callAs(shell, 'job:drag', { id })).toBe(true)
      const icon = shell.dragIcons.at(-1) ?? ''
      // The one picture that is packed: `test/packaging.test.ts`.
      expect(icon).toBe(join(projectDir, 'main/desktop/resources/icons/64x64.png'))
      expect(existsSync(icon)).toBe(true)
    }
    expect(shell.dragged).toEqual([path, path, path])
    for (const as of ['file', 'folder']) expect(await callAs(shell, 'job:show', { id, as })).toBe(true)
    expect(shell.opened).toEqual([path, `folder of ${path}`])
    await rm(path)
    expect(await callAs(shell, 'job:show', { id, as: 'file' })).toBe(false)
    expect(await callAs(shell, 'job:drag', { id })).toBe(false)
    for (const [operation, input] of [
      ['job:show', { id: 'no-such-job', as: 'file' }],
      ['job:drag', { id: 'no-such-job' }],
      ['job:drag', { path: '/etc/passwd' }],
    ] as const) {
      expect(await askAs(shell, operation, input)).toMatchObject({ ok: false })
    }
    expect([shell.opened.length, shell.dragged.length]).toEqual([2, 3])
  })

  // `electronSecurity.test.ts` follows links that never open.
  it('opens no window; an outside link opens in the browser once the user agrees, or its address is shown', async () => {
    const shell = await open()
    const link = 'https://racedesk.example/help'
    const follow = () => shell.window.webContents.openHandler?.({ url: link })
    expect(follow()).toEqual({ action: 'deny' })
    await vi.waitUntil(() => shell.questions.length === 1)
    expect(shell.opened).toEqual([])
    shell.answers.push(1, 1)
    follow()
    await vi.waitUntil(() => shell.opened.length === 1)
    expect(shell.opened).toEqual([link])
    // The system has no program for it.
    shell.opener.isThere = false
    follow()
    await vi.waitUntil(() => shell.errors.length === 1)
    expect(shell.errors[0]).toContain(link)
    expect(shell.questions).toHaveLength(3)
  })

  it("has a native context menu in the app's language, for fields, text and outside links only", async () => {
    const shell = await open([], { language: 'ru' })
    const { webContents } = shell.window
    const cannot = { canUndo: false, canRedo: false, canCut: false, canCopy: false }
    const background = {
      x: 40,
      y: 60,
      frame: webContents.mainFrame,
      menuSourceType: 'mouse',
      linkURL: '',
      selectionText: '',
      isEditable: false,
      formControlType: 'none',
      editFlags: { ...cannot, canPaste: true, canSelectAll: true },
    }
    const click = (facts: object) => webContents.emit('context-menu', {}, { ...background, ...facts })
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

  it('is offered to be reloaded while it hangs, once at a time, and the crash is kept without being sent', async () => {
    const shell = await open()
    expect(shell.told.indexOf('crashReporter.start keeps')).toBeGreaterThan(-1)
    shell.window.emit('unresponsive')
    shell.window.emit('unresponsive')
    await vi.waitUntil(() => shell.questions.length === 1)
    expect([shell.questions[0]?.message, loads(shell)]).toEqual(['The window does not respond', 1])
    shell.answers.push(1)
    shell.window.emit('responsive')
    shell.window.emit('unresponsive')
    await vi.waitUntil(() => loads(shell) === 2)
    const crashes = join(shell.dataDir, 'window', 'crashes', 'completed')
    mkdirSync(crashes)
    writeFileSync(join(crashes, '3f2a.dmp'), 'memory')
    const { files } = await callAs<Diagnostics>(shell, 'app:diagnostics')
    const listed: unknown = JSON.parse(files.find(({ name }) => name === 'crashes.json')?.text ?? '')
    expect(listed).toEqual([{ at: expect.any(String) as unknown, sizeBytes: 6 }])
  })

  it('is reloaded after a crash a limited number of times, while the core keeps running', async () => {
    const shell = await open()
    const crash = () => shell.window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    for (let count = 0; count < 3; count += 1) crash()
    expect(loads(shell)).toBe(4)
    const reloads = () => heardBy(shell, 'app:reloaded')
    await vi.waitUntil(() => reloads().length > 0)
    expect(reloads()[0]?.data).toEqual({ at: expect.any(String) as unknown })
    await callAs(shell, 'profile:list')
    crash()
    await vi.waitUntil(() => shell.errors.length === 1)
    expect(loads(shell)).toBe(4)
    // Events of the core without a listener are not a bug.
    await callAs(shell, 'app:setSettings', { scale: 110 })
    expect(existsSync(join(shell.dataDir, 'logs', 'racedesk.log'))).toBe(false)
  })
})

it('moves to another monitor when its own is unplugged, and otherwise stays', async () => {
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
  it('because it crashed during its first load is reloaded, without a data error', async () => {
    const shell = await start()
    shell.loading.answer = 'crashed'
    shell.becomeReady()
    await shownWindow(shell)
    expect(loads(shell)).toBe(2)
    expect(shell.errors).toEqual([])
  })

  it('after a crash is reported in a dialog, without an unhandled rejection', async () => {
    const shell = await open()
    shell.loading.answer = 'failed'
    shell.window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    await vi.waitUntil(() => shell.errors.length === 1)
    expect(await callAs(shell, 'profile:list')).toEqual([])
  })
})
