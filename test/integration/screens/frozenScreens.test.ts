import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frozenTables } from '../../../main/features/screens/frozenTables.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenSettings, StageScreens } from '../../../preload/contract/screens/layout.ts'
import type { ScreenContent } from '../../../preload/contract/screens/state.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, inEnvelope } from '../../support/services/raceService.ts'
import { openedState, openWithScreens } from '../../support/services/screenRig.ts'

const cores = useCores()
const kept = useCores(afterAll)

const urlOf = ({ served }: StageScreens): string => served?.screens[0]?.url ?? ''

const listAt = async (url: string): Promise<ScreenContent | null> => {
  const { content } = await openedState(url)
  const read = async (name: string) => (await (await fetch(`${url}/content/${name}`)).json()) as ScreenContent
  const shown = content === null ? null : await read(content)
  return shown?.kind === 'lists' && shown.lists[0] !== undefined ? await read(shown.lists[0].content) : shown
}

const change = async (opened: OpenCore, stage: StageGuid, changes: Partial<ScreenSettings>): Promise<StageScreens> => {
  const { layout } = await opened.call('screens:read', { stage })
  const screens = layout.screens.map((screen) => ({ ...screen, ...changes }))
  return await opened.call('screens:save', { stage, layout: { ...layout, screens } })
}

/** A stage whose one screen was frozen, and whose results changed since, in the data of an app that was closed, and of one that was killed. */
const freeze = async () => {
  const race = await kept.race('Men')
  race.answer('Men', bytesOf(inEnvelope(awkwardRace.Men)))
  const dataDir = join(await kept.folder(), 'data')
  const opened = await openWithScreens(kept, dataDir)
  const { stage } = await addStage(opened, race)
  await opened.take(stage)
  const url = urlOf(await opened.call('screens:start', { stage, address: '127.0.0.1' }))
  const shown = await listAt(url)
  await change(opened, stage, { isFrozen: true })
  race.answer(
    'Men',
    bytesOf(inEnvelope(awkwardRace.Men.map((row) => ({ ...row, resultTime: `1:1${row.number % 10}:11` })))),
  )
  await opened.take(stage)
  const state = await openedState(url)
  const killed = join(await kept.folder(), 'data')
  await cp(dataDir, killed, { recursive: true })
  await opened.close()
  return { dataDir, killed, stage, url, shown, state }
}
let frozen: Awaited<ReturnType<typeof freeze>>
beforeAll(async () => {
  await ensureBuilt()
  frozen = await freeze()
}, 120_000)

/** An app over a copy of that data, which shows the screen again. */
const begin = async (from = frozen.dataDir) => {
  const dataDir = join(await cores.folder(), 'data')
  await cp(from, dataDir, { recursive: true })
  const opened = await openWithScreens(cores, dataDir)
  await expect.poll(async () => urlOf(await opened.call('screens:read', { stage: frozen.stage }))).toBe(frozen.url)
  return { ...frozen, dataDir, opened }
}

const keptRows = (dataDir: string): readonly number[] =>
  inDatabase({ dataDir }, (database) =>
    ['frozen_screens', 'frozen_contents'].map((table) =>
      Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n']),
    ),
  )

it('is shown again after the app was restarted, under the same names, and goes on with the newest results', async () => {
  const { opened, stage, url, shown, state } = await begin()
  const after = await openedState(url)
  expect({ ...after, now: state.now }).toEqual(state)
  expect(await listAt(url)).toEqual(shown)
  await change(opened, stage, { message: 'Prize giving at noon' })
  await expect.poll(async () => (await openedState(url)).message).toBe('Prize giving at noon')
  expect(await listAt(url)).toEqual(shown)
  await change(opened, stage, { isFrozen: false })
  await expect.poll(async () => JSON.stringify(await listAt(url))).toContain('1:11:11')
})

it('is shown again after the app was killed', async () => {
  const { url, shown } = await begin(frozen.killed)
  expect(await listAt(url)).toEqual(shown)
})

it('stays when the showing ends and begins again, here or on another network', async () => {
  const { opened, stage, shown } = await begin()
  const moved = await opened.call('screens:start', { stage, address: '127.0.0.2' })
  expect(await listAt(urlOf(moved))).toEqual(shown)
  await opened.call('screens:stop', { stage })
  expect(await listAt(urlOf(await opened.call('screens:start', { stage, address: '127.0.0.1' })))).toEqual(shown)
})

it('has only the columns that were shown', () => {
  const said = inDatabase(frozen, (database) => {
    const screen = database.get('SELECT screen FROM frozen_screens')?.['screen']
    const kept = frozenTables(database).frozenScreen(frozen.stage, String(screen))
    return kept?.contents.map(({ gzipped }) => gunzipSync(gzipped).toString()).join('\n') ?? ''
  })
  expect(said).toContain('1001')
  expect(said).not.toMatch(/1990|RUS|gender/u)
})

it('is kept no longer than it is frozen, also when nothing is shown meanwhile', async () => {
  const { dataDir, opened, stage } = await begin()
  expect(keptRows(dataDir)).toEqual([1, 2])
  await opened.call('screens:stop', { stage })
  await change(opened, stage, { isFrozen: false })
  expect(keptRows(dataDir)).toEqual([0, 0])
  await change(opened, stage, { isFrozen: true })
  expect(await listAt(urlOf(await opened.call('screens:start', { stage, address: '127.0.0.1' })))).toBeNull()
})

it('goes with a screen that is removed, and with a stage that is deleted for good', async () => {
  const { dataDir, opened, stage } = await begin()
  const { layout } = await opened.call('screens:read', { stage })
  await opened.call('stage:remove', { stage })
  await opened.call('stage:restore', { stage })
  expect(keptRows(dataDir)).toEqual([1, 2])
  await opened.call('stage:remove', { stage })
  await opened.call('stage:emptyBin', { stage })
  expect(keptRows(dataDir)).toEqual([0, 0])
  await opened.close()
  const other = await begin()
  await other.opened.call('screens:save', { stage, layout: { ...layout, screens: [] } })
  expect(keptRows(other.dataDir)).toEqual([0, 0])
})

it('is kept up to a bound for each stage', async () => {
  const { dataDir, opened, stage } = await begin()
  await opened.close()
  inDatabase({ dataDir }, (database) => {
    const tables = frozenTables(database)
    const keep = (screen: string, name: string, megabytes: number) => {
      const found = tables.frozenScreen(stage, String(database.get('SELECT screen FROM frozen_screens')?.['screen']))
      if (found === null) throw new Error('nothing is kept')
      const gzipped = new Uint8Array(megabytes * 1024 ** 2)
      tables.keepFrozenScreen(stage, screen, { ...found, contents: [{ name, gzipped }] })
      return tables.frozenScreen(stage, screen)?.contents.length ?? 0
    }
    expect(keep('screen-two', 'large', 20)).toBe(1)
    expect(keep('screen-three', 'too large', 20)).toBe(0)
    expect(keep('screen-three', 'large', 20)).toBe(1)
  })
})
