import { beforeAll, expect, it, vi } from 'vitest'
import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { askAs, useDesktop } from '../../support/desktop/desktopRig.ts'

/** Screens of the venue in windows of the desktop face, on a double of Electron. */

const { open } = useDesktop()
beforeAll(ensureBuilt, 120_000)

it('a screen opens once in a window without a bridge, which reaches its server only, and Escape closes it', async () => {
  const shell = await open()
  const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
  const profile = await askAs<{ readonly id: string }>(shell, 'profile:save', { demo: true })
  if (!profile.ok) throw new Error(JSON.stringify(profile.error))
  await askAs(shell, 'stage:add', { profileId: profile.value.id, text: stage, name: 'Spring race' })
  const started = await askAs<StageScreens>(shell, 'screens:start', { stage, address: '127.0.0.1' })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const [screen] = started.value.served?.screens ?? []
  for (let times = 0; times < 2; times += 1) {
    expect(await askAs(shell, 'screens:open', { stage, id: screen?.id })).toEqual({ ok: true, value: true })
  }
  const boards = shell.windows.filter((window) => window !== shell.window)
  expect(boards).toHaveLength(1)
  const [board] = boards
  if (board === undefined) throw new Error('no window')
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
  const press = (key: string) =>
    board.webContents.emit('before-input-event', { preventDefault: () => undefined }, { type: 'keyDown', key })
  press('F11')
  expect(board.isFull).toBe(true)
  press('Escape')
  expect(board.isFull).toBe(false)
  press('Escape')
  await vi.waitUntil(() => !shell.windows.includes(board))
  expect(shell.windows).toContain(shell.window)
})

it('opens no window for a screen that is not served', async () => {
  const shell = await open()
  expect(
    await askAs(shell, 'screens:open', { stage: '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13', id: 'no-such-screen' }),
  ).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})
