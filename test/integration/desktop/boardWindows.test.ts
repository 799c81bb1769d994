import { beforeAll, expect, it, vi } from 'vitest'
import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { askAs, useDesktop } from '../../support/desktop/desktopRig.ts'

/** Screens of the venue in windows of the desktop face, on a double of Electron. */

const { open } = useDesktop()
beforeAll(ensureBuilt, 120_000)

type Keyboard = { readonly webContents: { readonly emit: (name: string, ...given: readonly unknown[]) => unknown } }
const press = ({ webContents }: Keyboard, key: string) =>
  webContents.emit('before-input-event', { preventDefault: () => undefined }, { type: 'keyDown', key })

const openScreen = async (shell: Awaited<ReturnType<typeof open>>) => {
  const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
  const profile = await askAs<{ readonly id: string }>(shell, 'profile:save', { demo: true })
  if (!profile.ok) throw new Error(JSON.stringify(profile.error))
  await askAs(shell, 'stage:add', { profileId: profile.value.id, text: stage, name: 'Spring race' })
  const started = await askAs<StageScreens>(shell, 'screens:start', { stage, address: '127.0.0.1' })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const [screen] = started.value.served?.screens ?? []
  await askAs(shell, 'screens:open', { stage, id: screen?.id })
  const board = shell.windows.find((window) => window !== shell.window)
  if (board === undefined) throw new Error('no window')
  return { board, stage, screen }
}

it('a screen in a window keeps the monitor on until it is closed', async () => {
  const shell = await open()
  const { board } = await openScreen(shell)
  expect(shell.told).toContain('powerSaveBlocker.start prevent-display-sleep')
  expect(shell.told).not.toContain('powerSaveBlocker.stop')
  press(board, 'Escape')
  await vi.waitUntil(() => shell.told.includes('powerSaveBlocker.stop'))
})

it('a screen in a window is loaded again after a crash', async () => {
  const shell = await open()
  const { board, screen } = await openScreen(shell)
  const loads = () => shell.told.filter((one) => one === `window.loadURL ${screen?.url}`).length
  const before = loads()
  board.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  await expect.poll(loads).toBe(before + 1)
})

it('a screen opens once in a window without a bridge, which reaches its server only, and Escape closes it', async () => {
  const shell = await open()
  const { board, stage, screen } = await openScreen(shell)
  for (let times = 0; times < 2; times += 1) {
    expect(await askAs(shell, 'screens:open', { stage, id: screen?.id })).toEqual({ ok: true, value: true })
  }
  expect(shell.windows.filter((window) => window !== shell.window)).toEqual([board])
  expect(board.options['webPreferences']).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  })
  expect(board.options['webPreferences']).not.toHaveProperty('preload')
  expect(shell.told).toContain(`window.loadURL ${screen?.url}`)
  expect(shell.told).toContain(`session.setProxy board-${screen?.id} direct`)
  const own = shell.sessions.find(({ partition }) => partition === `board-${screen?.id}`)
  expect(
    [screen?.url ?? '', 'http://example.org/', 'app://racedesk/'].map((url) => own?.isCancelled(url, 'xhr')),
  ).toEqual([false, true, true])
  press(board, 'F11')
  expect(board.isFull).toBe(true)
  press(board, 'Escape')
  expect(board.isFull).toBe(false)
  press(board, 'Escape')
  await vi.waitUntil(() => !shell.windows.includes(board))
  expect(shell.windows).toContain(shell.window)
})

it('opens no window for a screen that is not served', async () => {
  const shell = await open()
  expect(
    await askAs(shell, 'screens:open', { stage: '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13', id: 'no-such-screen' }),
  ).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

it('a screen in a window says that it does not answer, and comes back by itself', async () => {
  const shell = await open()
  const { board, stage, screen } = await openScreen(shell)
  const url = screen?.url ?? ''
  const loads = () => shell.told.filter((one) => one.startsWith('window.loadURL ')).slice(-1)[0] ?? ''
  await expect.poll(loads).toBe(`window.loadURL ${url}`)
  await askAs(shell, 'screens:stop', { stage })
  board.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  await expect.poll(() => decodeURIComponent(loads())).toContain('This screen does not answer')
  await askAs(shell, 'screens:start', { stage, address: '127.0.0.1' })
  await expect.poll(loads, { timeout: 10_000 }).toBe(`window.loadURL ${url}`)
  await press(board, 'Escape')
})

it('a screen in a window goes where it is served now', async () => {
  const shell = await open()
  const { stage, screen } = await openScreen(shell)
  const moved = await askAs<StageScreens>(shell, 'screens:start', { stage, address: '127.0.0.2' })
  if (!moved.ok) throw new Error(JSON.stringify(moved.error))
  const [there] = moved.value.served?.screens ?? []
  expect(there?.url).not.toBe(screen?.url)
  await expect.poll(() => shell.told).toContain(`window.loadURL ${there?.url}`)
})
