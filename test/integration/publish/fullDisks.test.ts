import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { usePublishing } from '../../support/services/publishRig.ts'

describe.skipIf(!canMount)('a site published from or to a disk', () => {
  const disk = useDisks()
  const rig = usePublishing()

  /** Has published seven men and downloaded other results, with three. `men` counts them on the site, which has no hole. */
  const openDesk = async (dataDir: string, folder: string) => {
    const chooseFolder = () => Promise.resolve({ ok: true as const, value: folder })
    const desk = await rig.openDesk({ dataDir, chooseFolder })
    await desk.call('publish:chooseFolder', { stage: desk.stage })
    const men = async () => (await readPublished(readFrom(folder)))?.rows.get('Men')?.length
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    await desk.change(awkwardRace.Men.slice(0, 3))
    expect(await men()).toBe(7)
    return { ...desk, men }
  }
  const partial = async (folder: string): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))

  it('that is full or read-only stays as it was until it can be written', async () => {
    const { path, fill, free, makeReadOnly, makeWritable } = disk(4_000_000)
    const folder = join(path, 'site')
    const { publish, takeDown, men } = await openDesk(join(await rig.folder(), 'data'), folder)
    fill(0)
    expect(await publish()).toMatchObject({ state: 'failed', error: { kind: 'file', reason: 'no-space' } })
    expect(await men()).toBe(7)
    expect(await partial(folder)).toEqual([])
    free()
    makeReadOnly()
    const denied = { state: 'failed', error: { kind: 'file', reason: 'denied' } }
    expect(await publish()).toMatchObject(denied)
    expect(await takeDown()).toMatchObject(denied)
    expect(await men()).toBe(7)
    makeWritable()
    expect(await publish()).toMatchObject({ state: 'done' })
    expect(await men()).toBe(3)
  })

  it('stays as it was while there is no room to make another one', async () => {
    const { path, fill, free } = disk(40_000_000)
    const dataDir = join(path, 'data')
    const { publish, men } = await openDesk(dataDir, join(await rig.folder(), 'site'))
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
