import { afterEach, expect, it, vi } from 'vitest'
import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import { askAs, callAs, toldOf, useDesktop } from '../../support/desktop/desktopRig.ts'
import type { WindowDouble } from '../../support/desktop/electronDouble/world.ts'

const { open } = useDesktop()
afterEach(() => vi.useRealTimers())

const press = ({ webContents }: WindowDouble, key: string) =>
  webContents.emit('before-input-event', { preventDefault: () => undefined }, { type: 'keyDown', key })
const crash = ({ webContents }: WindowDouble) => webContents.emit('render-process-gone', {}, { reason: 'crashed' })

const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

const openScreen = async () => {
  const shell = await open()
  const profile = await callAs<{ readonly id: string }>(shell, 'profile:save', { demo: true })
  await callAs(shell, 'stage:add', { profileId: profile.id, text: stage, name: 'Spring race' })
  const start = async (address: string) => {
    const { served } = await callAs<StageScreens>(shell, 'screens:start', { stage, address })
    return { id: served?.screens[0]?.id ?? '', url: served?.screens[0]?.url ?? '' }
  }
  const screen = await start('127.0.0.1')
  await callAs(shell, 'screens:open', { stage, id: screen.id })
  const board = shell.windows.find((window) => window !== shell.window)
  if (board === undefined) throw new Error('no window')
  const loads = (): readonly string[] => toldOf(shell, /^window\.loadURL /u).map((what) => what.slice(15))
  return { shell, board, screen, start, loads }
}

it('a screen opens once in a window without a bridge, which reaches its server only, keeps the monitor on, and Escape closes it', async () => {
  const { shell, board, screen, loads } = await openScreen()
  for (let times = 0; times < 2; times += 1) await callAs(shell, 'screens:open', { stage, id: screen.id })
  expect(shell.windows.filter((window) => window !== shell.window)).toEqual([board])
  expect(board.options['webPreferences']).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  })
  expect(board.options['webPreferences']).not.toHaveProperty('preload')
  expect(loads()).toContain(screen.url)
  expect(shell.told).toContain(`session.setProxy board-${screen.id} direct`)
  const own = shell.sessions.find(({ partition }) => partition === `board-${screen.id}`)
  const urls = [screen.url, 'http://example.org/', 'app://racedesk/']
  expect(urls.map((url) => own?.isCancelled(url, 'xhr'))).toEqual([false, true, true])
  press(board, 'F11')
  expect(board.isFull).toBe(true)
  press(board, 'Escape')
  expect(board.isFull).toBe(false)
  const kinds = ['prevent-app-suspension', 'prevent-display-sleep']
  expect(toldOf(shell, /^powerSaveBlocker/u)).toEqual(kinds.map((kind) => `powerSaveBlocker.start ${kind}`))
  press(board, 'Escape')
  await vi.waitUntil(() => shell.told.includes('powerSaveBlocker.stop'))
  expect(shell.windows).toEqual([shell.window])
  // Screens that are served keep the computer awake without a window, as far as the setting allows.
  await callAs(shell, 'app:setSettings', { isKeptAwake: false })
  await callAs(shell, 'app:setSettings', { isKeptAwake: true })
  await callAs(shell, 'screens:stop', { stage })
  const blockers = toldOf(shell, /^powerSaveBlocker/u)
    .slice(2)
    .map((told) => told.split(' ')[0]?.split('.')[1])
  expect(blockers).toEqual(['stop', 'stop', 'start', 'stop'])
  const unknown = await askAs(shell, 'screens:open', { stage, id: 'no-such-screen' })
  expect(unknown).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

it('a screen in a window is loaded again after a crash, says that it does not answer, and comes back where it is served', async () => {
  const { shell, board, screen, start, loads } = await openScreen()
  const before = loads().length
  crash(board)
  await expect.poll(() => loads().slice(before)).toEqual([screen.url])
  await callAs(shell, 'stage:remove', { stage })
  await vi.waitUntil(
    async () =>
      await fetch(screen.url).then(
        () => false,
        () => true,
      ),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  crash(board)
  await expect.poll(() => decodeURIComponent(loads().at(-1) ?? '')).toContain('This screen does not answer')
  await callAs(shell, 'stage:restore', { stage })
  const again = await start('127.0.0.1')
  expect(again.url).toBe(screen.url)
  const afterAWhile = () => {
    vi.advanceTimersByTime(3_000)
    return loads().at(-1)
  }
  await expect.poll(afterAWhile).toBe(screen.url)
  vi.useRealTimers()
  const there = await start('127.0.0.2')
  expect(there.url).not.toBe(screen.url)
  await expect.poll(() => loads().at(-1)).toBe(there.url)
})
