import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { english } from '../../../main/desktop/shellTexts.ts'
import type { AppEvent, EventName } from '../../../preload/contract.ts'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { askAs, projectDir, useDesktop, type Opened } from '../../support/desktop/desktopRig.ts'
import { createElectronDouble } from '../../support/desktop/electronDouble.ts'
import type { WindowDouble } from '../../support/desktop/electronDouble/world.ts'

/** News for the page and the user: finished jobs, links and stage files, on a double of Electron. */

const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

const { start, open, folders } = useDesktop()

beforeAll(ensureBuilt, 120_000)

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-news-'))
  folders.push(folder)
  return folder
}

/** Events of that name that main sent to the page. */
const heard = ({ window }: { readonly window: WindowDouble }, name: EventName) =>
  window.webContents.sent.map(({ message }) => message as AppEvent).filter((event) => event.name === name)

describe('a finished job', () => {
  const save = async (shell: Opened): Promise<void> => {
    const before = heard(shell, 'job:finished').length
    const gathered = await askAs<Diagnostics>(shell, 'app:diagnostics', {})
    await askAs(shell, 'app:diagnostics', { save: gathered.ok ? gathered.value.id : '' })
    await vi.waitUntil(() => heard(shell, 'job:finished').length > before, { timeout: 20_000 })
  }

  it('is announced by the system only while the window is hidden', async () => {
    const folder = await makeFolder()
    const hidden = await open([], { savePath: join(folder, 'hidden.zip') })
    hidden.window.isInTaskBar = true
    await save(hidden)
    await vi.waitUntil(() => hidden.notices.length === 1, { timeout: 20_000 })
    expect(hidden.notices).toMatchObject([{ title: 'hidden.zip', body: 'Racedesk has finished' }])
    // Electron does not keep notifications alive: a click on a collected one would be lost.
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

  it('is announced until the user wants no notices of jobs', async () => {
    const shell = await open([], { savePath: join(await makeFolder(), 'out.zip') })
    shell.window.isInTaskBar = true
    await askAs(shell, 'app:setSettings', { notices: ['favourite'] })
    await save(shell)
    await askAs(shell, 'app:setSettings', { notices: ['job'] })
    await save(shell)
    await vi.waitUntil(() => shell.notices.length > 0, { timeout: 20_000 })
    expect(shell.notices).toHaveLength(1)
  })

  it('is announced on Wayland, where a window never learns that it is minimized', async () => {
    const folder = await makeFolder()
    const shell = await open(['--ozone-platform=wayland'], { savePath: join(folder, 'out.zip') })
    // A compositor without a keyboard, as in tests, gives no window the focus.
    await save(shell)
    expect(shell.notices).toEqual([])
    shell.window.isInTaskBar = true
    shell.window.emit('blur')
    await save(shell)
    await vi.waitUntil(() => shell.notices.length === 1, { timeout: 20_000 })
    expect(shell.notices).toMatchObject([{ title: 'out.zip' }])
  })

  it.each([
    ['macOS refuses an unsigned build', { isSupported: true, failure: 'Notifications are not allowed' }],
    ['the system has no notifications', { isSupported: false, failure: null }],
  ])('is announced by the page and the task bar, and logged, where %s', async (_why, notifier) => {
    const unannounced = (opened: Opened) => heard(opened, 'job:unannounced')
    const folder = await makeFolder()
    const shell = await open([], { savePath: join(folder, 'out.zip') })
    Object.assign(shell.notifier, notifier)
    shell.window.isInTaskBar = true
    await save(shell)
    await vi.waitUntil(() => unannounced(shell).length > 0, { timeout: 20_000 })
    expect(unannounced(shell)).toMatchObject([{ data: { title: 'out.zip', state: 'done' } }])
    expect(shell.told).toContain('window.flashFrame true')
    await save(shell)
    await vi.waitUntil(() => unannounced(shell).length > 1, { timeout: 20_000 })
    const before = shell.told.length
    shell.window.emit('focus')
    expect(shell.told.slice(before)).toEqual(['window.flashFrame false'])
    const log = readFileSync(join(shell.dataDir, 'logs', 'racedesk.log'), 'utf8')
    expect(log).toContain('The system did not show a notification')
    if (notifier.failure !== null) expect(log).toContain(notifier.failure)
  })
})

it('shows a notice of the page by the system only while the window is hidden', async () => {
  const shell = await open()
  expect(await askAs(shell, 'app:tell', { text: 'Anna Orlova finished: 31:02' })).toEqual({ ok: true, value: true })
  expect(shell.notices).toEqual([])
  shell.window.isInTaskBar = true
  await askAs(shell, 'app:tell', { text: 'Anna Orlova finished: 31:02' })
  // Names stand in the title only: Linux reads the body as markup.
  expect(shell.notices).toMatchObject([{ title: 'Anna Orlova finished: 31:02', body: '' }])
  shell.notices[0]?.click()
  expect(shell.told).toContain('window.restore')
})

it('keeps the news of a finished job when its notification fails after the window is closed', async () => {
  const double = createElectronDouble({ appPath: projectDir, documents: await makeFolder() })
  vi.resetModules()
  vi.doMock('electron', () => double.module)
  const { createSystemNotices } = await import('../../../main/desktop/systemNotices.ts')
  double.becomeReady()
  double.notifier.failure = 'Notifications are not allowed'
  const window = new double.module.BrowserWindow({ show: false })
  const told: string[] = []
  const { tellJob } = createSystemNotices({
    window,
    isWayland: false,
    readTexts: async () => english,
    fallBack: ({ title }, reason) => told.push(`${title}: ${reason}`),
  })
  await tellJob({ title: 'Spring Race', state: 'done' } as Job)
  window.destroy()
  await vi.waitUntil(() => told.length > 0)
  expect(told).toEqual(['Spring Race: Notifications are not allowed'])
})

describe('a link from outside', () => {
  const linked = (shell: Opened) => heard(shell, 'app:linked')
  const told = { name: 'app:linked', data: { kind: 'stage', stage } }

  it('that started the app reaches the page once it listens', async () => {
    const shell = await open([`racedesk://stage/${stage}`])
    await vi.waitUntil(() => linked(shell).length === 1)
    expect(linked(shell)).toEqual([told])
  })

  it('of a second start reaches the open window, which comes to the front', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', `racedesk://stage/${stage}`])
    expect(linked(shell)).toEqual([told])
    expect(shell.window.focused).toBe(1)
  })

  it('that is not a Racedesk link only brings the window to the front', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', 'racedesk://stage/../../etc'])
    expect(linked(shell)).toEqual([])
    expect(shell.window.focused).toBe(1)
  })
})

describe('a stage file from the system', () => {
  const given = (shell: { readonly window: WindowDouble }) => heard(shell, 'app:fileGiven')
  const names = (shell: { readonly window: WindowDouble }) =>
    given(shell).map(({ data }) => (data as { readonly name: string }).name)
  const told = {
    name: 'app:fileGiven',
    data: { name: 'Spring.racestage', ticket: expect.stringMatching(/^[\w-]{43}$/u) },
  }

  it('that started the app reaches the page by name and ticket, never by path', async () => {
    const shell = await open(['/home/somebody/Spring.racestage'])
    await vi.waitUntil(() => given(shell).length === 1)
    expect(given(shell)).toEqual([told])
    expect(JSON.stringify(shell.window.webContents.sent)).not.toContain('somebody')
  })

  it("of a second start is resolved against that start's working directory", async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', 'Spring.racestage'], '/home/somebody')
    expect(given(shell)).toEqual([told])
    expect(shell.window.focused).toBe(1)
  })

  it('arrives by the open-file event of macOS too; other files are ignored', async () => {
    const shell = await start()
    const event = { preventDefault: () => undefined }
    shell.app.emit('open-file', event, '/home/somebody/Spring.racestage')
    shell.app.emit('open-file', event, '/home/somebody/Spring.csv')
    shell.becomeReady()
    const window = await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    await vi.waitUntil(() => given({ window }).length === 1)
    expect(given({ window })).toEqual([told])
  })

  it('is delivered once, also with others before the page listens', async () => {
    const shell = await start(['/a/1.racestage', '/a/2.racestage', '/a/1.racestage'])
    shell.app.emit('open-file', { preventDefault: () => undefined }, '/a/3.racestage')
    shell.app.emit('second-instance', {}, ['racedesk', '4.racestage', '/a/2.racestage'], '/a')
    shell.becomeReady()
    const window = await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    await vi.waitUntil(() => given({ window }).length >= 4)
    expect(names({ window })).toEqual(['1.racestage', '2.racestage', '3.racestage', '4.racestage'])
  })

  it('is delivered beside another of the same start', async () => {
    const shell = await open()
    shell.app.emit('second-instance', {}, ['racedesk', '1.racestage', '2.racestage'], '/a')
    expect(names(shell)).toEqual(['1.racestage', '2.racestage'])
  })
})
