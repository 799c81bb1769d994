import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { openedState, openWithScreens } from '../../support/services/screenRig.ts'

const cores = useCores()
const kept = useCores(afterAll)
let shared: OpenCore
beforeAll(async () => {
  await ensureBuilt()
  shared = await openWithScreens(kept, join(await kept.folder(), 'data'))
}, 120_000)

const open = (dataDir: string, face?: 'browser' | 'terminal'): Promise<OpenCore> =>
  openWithScreens(cores, dataDir, face)

/** A downloaded stage, in an app beside those of other tests unless it has one of its own. */
const begin = async (opened = shared) => {
  const { stage } = await addStage(opened, await cores.race('Men', 'Women'))
  await opened.take(stage)
  return { opened, stage }
}
const beginAlone = async () => {
  const dataDir = join(await cores.folder(), 'data')
  return { dataDir, ...(await begin(await open(dataDir))) }
}

const urlsOf = ({ served }: Pick<StageScreens, 'served'>): readonly string[] =>
  (served?.screens ?? []).map(({ url }) => url)
const start = (opened: OpenCore, stage: StageGuid): Promise<StageScreens> =>
  opened.call('screens:start', { stage, address: '127.0.0.1' })
const statusOf = async (url: string): Promise<number | 'nothing'> =>
  await fetch(url).then(
    ({ status }) => status,
    () => 'nothing' as const,
  )

it('begins with one screen and serves nothing before it is told to', async () => {
  const { opened, stage } = await begin()
  const before = await opened.call('screens:read', { stage })
  expect(before).toMatchObject({ served: null, layout: { screens: [{ name: 'Board', view: 'rotation' }] } })
  const { layout } = await opened.call('screens:read', { stage, language: 'ru' })
  const named = { ...before.layout.screens[0], name: 'Табло', language: 'ru' }
  expect(layout).toEqual({ ...before.layout, screens: [named] })
  expect((await opened.call('screens:read', { stage })).layout).toEqual(layout)
})

it('says at its address that the showing has ended, without any result, until it begins again or another stage takes the port', async () => {
  const { opened, stage } = await begin()
  const { layout, served } = await start(opened, stage)
  const [url = ''] = urlsOf({ served })
  const { content } = await openedState(url)
  const screens = layout.screens.map((screen) => ({ ...screen, view: 'find' as const }))
  await opened.call('screens:save', { stage, layout: { ...layout, screens } })
  expect([await statusOf(`${url}/find/1001`), await statusOf(`${url}/content/${content}`)]).toEqual([200, 200])
  expect((await opened.call('screens:stop', { stage })).served).toBeNull()
  expect([await statusOf(`${url}/find/1001`), await statusOf(`${url}/content/${content}`)]).toEqual([404, 404])
  const said = screens.map((screen) => ({ ...screen, message: 'Back at noon', isFrozen: true }))
  await opened.call('screens:save', { stage, layout: { ...layout, screens: said } })
  expect(await openedState(url)).toMatchObject({ isOver: true, content: null, message: 'Back at noon' })
  expect(await statusOf(url)).toBe(200)
  await start(opened, stage)
  expect(await openedState(url)).toMatchObject({ isOver: false })
  await opened.call('screens:stop', { stage })
  const other = await begin(opened)
  await opened.call('screens:start', { stage: other.stage, address: '127.0.0.1', port: served?.port ?? 0 })
  expect(await statusOf(url)).toBe(404)
})

it('shows a new arrangement at once, and gives a screen that comes back its old address', async () => {
  const { opened, stage } = await begin()
  const { layout } = await start(opened, stage)
  const [first] = layout.screens
  if (first === undefined) throw new Error('no screen')
  const second = { ...first, id: 'second-screen', name: 'Hall', view: 'podium' as const }
  const both = await opened.call('screens:save', { stage, layout: { ...layout, screens: [first, second] } })
  const [, hall = ''] = urlsOf(both)
  expect(await statusOf(hall)).toBe(200)
  await opened.call('screens:save', { stage, layout })
  expect(await statusOf(hall)).toBe(404)
  expect(urlsOf(await opened.call('screens:save', { stage, layout: both.layout }))).toEqual(urlsOf(both))
  expect(await statusOf(hall)).toBe(200)
})

it.each([
  ['two screens of one name', { name: 'Board' }, {}],
  ['a screen called __proto__ within', { id: '__proto__' }, {}],
  ['a screen called toString within', { id: 'toString' }, {}],
  ['a picture that is a script', {}, { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }],
])('refuses %s, and keeps the others', async (_, changes, more) => {
  const { opened, stage } = await begin()
  const { layout } = await start(opened, stage)
  const screens = [
    ...layout.screens,
    ...layout.screens.map((screen) => ({ ...screen, id: 'another-one', name: 'Hall', ...changes })),
  ]
  const refused = await opened.ask('screens:save', { stage, layout: { ...layout, screens, ...more } })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  expect((await opened.call('screens:read', { stage })).layout).toEqual(layout)
})

it('tells who follows a screen', async () => {
  const { opened, stage } = await begin()
  const [url = ''] = urlsOf(await start(opened, stage))
  const leaving = new AbortController()
  await fetch(`${url}/events`, { signal: leaving.signal })
  const connections = async () => (await opened.call('screens:read', { stage })).served?.screens[0]?.connections
  expect(await connections()).toMatchObject([{ from: '127.0.0.1' }])
  await opened.seen(({ name }) => name === 'screens:changed')
  leaving.abort()
  await expect.poll(connections).toEqual([])
})

it('serves the same addresses again after the app was restarted, and nothing that was stopped', async () => {
  const { dataDir, opened, stage } = await beginAlone()
  const urls = urlsOf(await start(opened, stage))
  await opened.close()
  expect(await statusOf(urls[0] ?? '')).toBe('nothing')
  const again = await open(dataDir)
  await expect.poll(async () => urlsOf(await again.call('screens:read', { stage }))).toEqual(urls)
  expect(await statusOf(urls[0] ?? '')).toBe(200)
  await again.call('screens:stop', { stage })
  await again.close()
  const third = await open(dataDir)
  expect((await third.call('screens:read', { stage })).served).toBeNull()
})

it('stops with the command that served', async () => {
  const { dataDir, opened, stage } = await beginAlone()
  await opened.close()
  const command = await open(dataDir, 'terminal')
  await start(command, stage)
  await command.close()
  const app = await open(dataDir)
  expect((await app.call('screens:read', { stage })).served).toBeNull()
})

it('serves no stage that was moved to the bin', async () => {
  const { opened, stage } = await begin()
  const [url = ''] = urlsOf(await start(opened, stage))
  await opened.call('stage:remove', { stage })
  await expect.poll(() => statusOf(url)).toBe('nothing')
})

it('says which address or port cannot be used', async () => {
  const { opened, stage } = await begin()
  expect(await opened.ask('screens:start', { stage, address: '203.0.113.7' })).toMatchObject({
    error: { kind: 'invalid-input', issues: [{ path: 'address' }] },
  })
  expect(await opened.ask('screens:start', { stage, address: '127.0.0.1', port: 1 })).toMatchObject(
    process.getuid?.() === 0 ? { ok: true } : { error: { kind: 'invalid-input', issues: [{ path: 'port' }] } },
  )
})

it('goes on at the address that worked when another one cannot be used', async () => {
  const { dataDir, opened, stage } = await beginAlone()
  const before = await start(opened, stage)
  const [url = ''] = urlsOf(before)
  const leaving = new AbortController()
  await fetch(`${url}/events`, { signal: leaving.signal })
  expect(await opened.ask('screens:start', { stage, address: '203.0.113.7' })).toMatchObject({
    error: { kind: 'invalid-input', issues: [{ path: 'address' }] },
  })
  expect(await opened.call('screens:read', { stage })).toMatchObject({
    lastAddress: '127.0.0.1',
    served: { address: '127.0.0.1', port: before.served?.port, trouble: null, screens: [{ url }] },
  })
  expect((await openedState(url)).content).not.toBeNull()
  leaving.abort()
  await opened.close()
  const again = await open(dataDir)
  await expect.poll(async () => urlsOf(await again.call('screens:read', { stage }))).toEqual([url])
})

it('keeps and shows what is saved while the screens are being started', async () => {
  const { opened, stage } = await begin()
  const { layout } = await opened.call('screens:read', { stage })
  const started = start(opened, stage)
  const screens = layout.screens.map((screen) => ({ ...screen, name: 'Hall', isFrozen: true }))
  await opened.call('screens:save', { stage, layout: { ...layout, screens } })
  expect((await started).layout.screens).toEqual(screens)
  const read = await opened.call('screens:read', { stage })
  expect(read.layout.screens).toEqual(screens)
  const shown = () => openedState(urlsOf(read)[0] ?? '')
  await expect.poll(shown).toMatchObject({ name: 'Hall', isFrozen: true })
})

it('leaves nothing open when started twice at once and then removed', async () => {
  const { opened, stage } = await begin()
  const both = await Promise.all([start(opened, stage), start(opened, stage)])
  await opened.call('stage:remove', { stage })
  for (const url of both.flatMap(urlsOf)) await expect.poll(() => statusOf(url)).toBe('nothing')
})

it('stays stopped when it was stopped while being started', async () => {
  const { opened, stage } = await begin()
  const started = start(opened, stage)
  expect((await opened.call('screens:stop', { stage })).served).toBeNull()
  await started
  expect((await opened.call('screens:read', { stage })).served).toBeNull()
})

it('keeps the rounds of screens that an earlier version arranged, and gives a new stage short ones', async () => {
  const { dataDir, opened, stage } = await beginAlone()
  const { layout } = await start(opened, stage)
  expect(layout.screens).toMatchObject([{ roundMinutes: 5 }])
  await opened.close()
  inDatabase(opened, ({ run }) =>
    run("UPDATE screen_layouts SET layout = json_remove(layout, '$.layout.screens[0].roundMinutes')"),
  )
  const again = await open(dataDir)
  expect((await again.call('screens:read', { stage })).layout.screens).toEqual([
    { ...layout.screens[0], roundMinutes: null },
  ])
})
