import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { bytesOf, envelope, startRaceService, type RaceService } from '../../support/services/raceService.ts'

/** Publishing while a disk is full or read-only: readers keep the earlier site, and the next try brings the new one. */

describe.skipIf(!canMount)('a site published from or to a disk', () => {
  const disk = useDisks()
  const cores = useCores()
  beforeAll(ensureBuilt, 120_000)
  let race: RaceService
  afterEach(() => race.close())

  type Desk = OpenCore & {
    readonly stage: StageGuid
    readonly publish: () => Promise<Job>
    /** Rows of Men on the site, which has no hole. */
    readonly men: () => Promise<number | undefined>
  }

  /** Has published seven men and downloaded other results, with three. */
  const openDesk = async (dataDir: string, folder: string): Promise<Desk> => {
    race = await startRaceService('Men')
    const answer = (rows: readonly object[]): void => race.answer('Men', bytesOf(JSON.stringify(envelope(rows))))
    answer(awkwardRace.Men)
    const chooseFolder = () => Promise.resolve({ ok: true as const, value: folder })
    const opened = await cores.open({ face: 'browser', dataDir, chooseFolder })
    const { stage } = await addStage(opened, race)
    await opened.take(stage)
    await opened.call('publish:chooseFolder', { stage })
    const publish = async (): Promise<Job> =>
      await opened.finished((await opened.call('publish:start', { stage })).jobId)
    const men = async () => (await readPublished(readFrom(folder)))?.rows.get('Men')?.length
    expect(await publish()).toMatchObject({ state: 'done' })
    answer(awkwardRace.Men.slice(0, 3))
    await opened.take(stage)
    expect(await men()).toBe(7)
    return { ...opened, stage, publish, men }
  }
  const partial = async (folder: string): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))

  it('that is full stays as it was until there is room', async () => {
    const { path, fill, free } = disk(4_000_000)
    const folder = join(path, 'site')
    const { publish, men } = await openDesk(join(await cores.folder(), 'data'), folder)
    fill(0)
    expect(await publish()).toMatchObject({ state: 'failed', error: { kind: 'file', reason: 'no-space' } })
    expect(await men()).toBe(7)
    expect(await partial(folder)).toEqual([])
    free()
    expect(await publish()).toMatchObject({ state: 'done' })
    expect(await men()).toBe(3)
  })

  it('that is read-only stays as it was until it can be written', async () => {
    const { path, makeReadOnly, makeWritable } = disk(4_000_000)
    const { publish, men, call, stage, finished } = await openDesk(
      join(await cores.folder(), 'data'),
      join(path, 'site'),
    )
    makeReadOnly()
    const denied = { state: 'failed', error: { kind: 'file', reason: 'denied' } }
    expect(await publish()).toMatchObject(denied)
    expect(await finished((await call('publish:takeDown', { stage })).jobId)).toMatchObject(denied)
    expect(await men()).toBe(7)
    makeWritable()
    expect(await publish()).toMatchObject({ state: 'done' })
    expect(await men()).toBe(3)
  })

  it('stays as it was while there is no room to make another one', async () => {
    const { path, fill, free } = disk(40_000_000)
    const dataDir = join(path, 'data')
    const { publish, men } = await openDesk(dataDir, join(await cores.folder(), 'site'))
    fill(0)
    const { state, error } = await publish()
    expect(state).toBe('failed')
    expect(['file', 'storage']).toContain(error?.kind)
    expect(JSON.stringify(error)).toContain('no-space')
    expect(await men()).toBe(7)
    expect(await partial(dataDir)).toEqual([])
    free()
    expect(await publish()).toMatchObject({ state: 'done' })
    expect(await men()).toBe(3)
  })
})
