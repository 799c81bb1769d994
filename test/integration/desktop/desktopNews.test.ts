import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { english } from '../../../main/desktop/shellTexts.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import {
  callAs,
  heardBy,
  mockElectron,
  saveFile,
  shownWindow,
  toldOf,
  useDesktop,
} from '../../support/desktop/desktopRig.ts'
import type { WindowDouble } from '../../support/desktop/electronDouble/world.ts'

const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

const { start, open } = useDesktop()

describe('a finished job', () => {
  const openSaving = (...args: readonly string[]) => open(args, { savePath: join(temporaryFolder(), 'out.zip') })
  const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 20_000 })

  it('is announced by the system only while the window is hidden', async () => {
    const shell = await openSaving()
    await saveFile(shell)
    await callAs(shell, 'app:setSettings', { language: 'ru' })
    await until(() => toldOf(shell, /^Menu\.setApplicationMenu$/u).length === 2)
    expect(shell.notices).toEqual([])
    await callAs(shell, 'app:setSettings', { language: 'en' })
    shell.window.isInTaskBar = true
    await saveFile(shell)
    await until(() => shell.notices.length === 1)
    expect(shell.notices).toMatchObject([{ title: 'out.zip', body: 'Racedesk has finished' }])
    // Electron does not keep notifications alive: a click on a collected one would be lost.
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    shell.notices[0]?.click()
    expect(shell.told).toContain('window.restore')
  })

  it('is announced until the user wants no notices of jobs', async () => {
    const shell = await openSaving()
    shell.window.isInTaskBar = true
    await callAs(shell, 'app:setSettings', { notices: ['favourite'] })
    await saveFile(shell)
    await callAs(shell, 'app:setSettings', { notices: ['job'] })
    await saveFile(shell)
    await until(() => shell.notices.length > 0)
    expect(shell.notices).toHaveLength(1)
  })

  it('is announced on Wayland, where a window never learns that it is minimized', async () => {
    const shell = await openSaving('--ozone-platform=wayland')
    // A compositor without a keyboard, as in tests, gives no window the focus.
    await saveFile(shell)
    expect(shell.notices).toEqual([])
    shell.window.isInTaskBar = true
    shell.window.emit('blur')
    await saveFile(shell)
    await until(() => shell.notices.length === 1)
    expect(shell.notices).toMatchObject([{ title: 'out.zip' }])
  })

  it.each([
    ['macOS refuses an unsigned build', { isSupported: true, failure: 'Notifications are not allowed' }],
    ['the system has no notifications', { isSupported: false, failure: null }],
  ])('is announced by the page and the task bar, and logged, where %s', async (_why, notifier) => {
    const shell = await openSaving()
    const unannounced = () => heardBy(shell, 'job:unannounced')
    Object.assign(shell.notifier, notifier)
    shell.window.isInTaskBar = true
    await saveFile(shell)
    await until(() => unannounced().length > 0)
    expect(unannounced()).toMatchObject([{ data: { title: 'out.zip', state: 'done' } }])
    expect(shell.told).toContain('window.flashFrame true')
    await saveFile(shell)
    await until(() => unannounced().length > 1)
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
  const tell = () => callAs(shell, 'app:tell', { text: 'Anna Orlova finished: 31:02' })
  expect(await tell()).toBe(true)
  expect(shell.notices).toEqual([])
  shell.window.isInTaskBar = true
  await tell()
  // Names stand in the title only: Linux reads the body as markup.
  expect(shell.notices).toMatchObject([{ title: 'Anna Orlova finished: 31:02', body: '' }])
  shell.notices[0]?.click()
  expect(shell.told).toContain('window.restore')
})

it('keeps the news of a finished job when its notification fails after the window is closed', async () => {
  const double = mockElectron()
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

it('carries out items of the native menu in the page; a stage file is chosen in a dialog of the system', async () => {
  const shell = await open([], { openPath: '/home/somebody/Spring.racestage' })
  await vi.waitUntil(() => shell.applicationMenu() !== null)
  const items = shell.applicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
  for (const label of ['Settings…', 'Export…', 'Print…', 'Racedesk Help', 'Open Stage File…'])
    items.find((item) => item.label === label)?.click()
  await vi.waitUntil(() => heardBy(shell, 'app:fileGiven').length === 1)
  const commands = heardBy(shell, 'app:commanded').map(({ data }) => data)
  expect(commands).toEqual(['settings', 'export', 'print', 'help'].map((command) => ({ command })))
})

describe('a link or stage file from the system', () => {
  type Window = { readonly window: WindowDouble }
  const linked = (shell: Window) => heardBy(shell, 'app:linked')
  const given = (shell: Window) => heardBy(shell, 'app:fileGiven')
  const names = (shell: Window) => given(shell).map(({ data }) => (data as { readonly name: string }).name)
  const link = { name: 'app:linked', data: { kind: 'stage', stage } }
  const ticket: unknown = expect.stringMatching(/^[\w-]{43}$/u)
  const file = { name: 'app:fileGiven', data: { name: 'Spring.racestage', ticket } }

  it('that started the app reaches the page once it listens: a file by name and ticket, never by path', async () => {
    const shell = await open([`racedesk://stage/${stage}`, '/home/somebody/Spring.racestage'])
    await vi.waitUntil(() => linked(shell).length + given(shell).length === 2)
    expect([...linked(shell), ...given(shell)]).toEqual([link, file])
    expect(JSON.stringify(shell.window.webContents.sent)).not.toContain('somebody')
  })

  it('of a second start reaches the open window, which comes to the front, as it does for anything else', async () => {
    const shell = await open()
    const startAgain = (folder: string, ...args: readonly string[]) =>
      shell.app.emit('second-instance', {}, ['racedesk', ...args], folder)
    startAgain('/', `racedesk://stage/${stage}`)
    expect([linked(shell), shell.window.focused]).toEqual([[link], 1])
    startAgain('/', 'racedesk://stage/../../etc')
    expect([linked(shell), shell.window.focused]).toEqual([[link], 2])
    // Its path is that of the second start's working directory.
    startAgain('/home/somebody', 'Spring.racestage')
    expect([given(shell), shell.window.focused]).toEqual([[file], 3])
    startAgain('/a', '1.racestage', '2.racestage')
    expect(names(shell)).toEqual(['Spring.racestage', '1.racestage', '2.racestage'])
  })

  it('arrives by the open-file event of macOS too, each once; other files are ignored', async () => {
    const shell = await start(['/a/1.racestage', '/a/2.racestage', '/a/1.racestage'])
    const event = { preventDefault: () => undefined }
    shell.app.emit('open-file', event, '/a/3.racestage')
    shell.app.emit('open-file', event, '/home/somebody/Spring.csv')
    shell.app.emit('second-instance', {}, ['racedesk', '4.racestage', '/a/2.racestage'], '/a')
    shell.becomeReady()
    const window = await shownWindow(shell)
    await vi.waitUntil(() => given({ window }).length >= 4)
    expect(names({ window })).toEqual(['1.racestage', '2.racestage', '3.racestage', '4.racestage'])
  })
})
