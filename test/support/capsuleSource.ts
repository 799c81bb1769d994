import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { ProfileId, StageGuid } from '../../preload/contract/ids.ts'
import type { useCores } from './coreRig.ts'
import { addStage, deliverTo, type OpenCore } from './openCore.ts'
import { bytesOf, startRaceService, type RaceService } from './services/raceService.ts'
import { inEnvelope } from './takenRows.ts'

export type Rows = readonly Readonly<Record<string, unknown>>[]
type Source = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly profileId: ProfileId
  readonly race: RaceService
  readonly path: string
  readonly answer: (category: string, rows: Rows) => void
}

/** Makes stages of a service that runs until the test ends, downloaded and ready to be saved as a capsule. */
export const useSources = (cores: ReturnType<typeof useCores>) => {
  const races: RaceService[] = []
  afterEach(async () => {
    for (const race of races.splice(0)) await race.close()
  })
  return async (bodies: Readonly<Record<string, Rows>>): Promise<Source> => {
    const race = await startRaceService(...Object.keys(bodies))
    races.push(race)
    const answer = (category: string, rows: Rows): void => race.answer(category, bytesOf(inEnvelope(rows)))
    for (const [category, rows] of Object.entries(bodies)) answer(category, rows)
    const path = join(await cores.folder(), 'out.racestage')
    const open = await cores.open({ delivery: deliverTo(path) })
    const { stage, profileId } = await addStage(open, race)
    await open.take(stage)
    return { open, stage, profileId, race, path, answer }
  }
}

export const finisher = (number: number, time: string, more: Readonly<Record<string, unknown>> = {}) => ({
  number,
  position: number,
  name: `Runner ${String.fromCharCode(64 + number)}`,
  resultTime: time,
  ...more,
})

export const small = {
  M40: [finisher(1, '0:31:02'), finisher(2, '0:32:40'), finisher(3, '0:33:01')],
  F18: [finisher(11, '0:41:00'), finisher(12, '0:42:10')],
}

/** Everything that a user can read of a stage, without the ids that each database gives anew. */
export const readable = async (open: OpenCore, stage: StageGuid): Promise<unknown> => {
  const tree = await open.call('stage:tree', { stage })
  const page = await open.call('results:page', { stage, offset: 0, limit: 1_000 })
  const mapping = await open.call('results:mapping', { stage })
  const flat = await open.call('results:changes', { stage, isFlat: true, offset: 0, limit: 1_000 })
  const headlines = await open.call('results:changes', { stage, offset: 0, limit: 1_000 })
  const categories = tree.distances.flatMap((distance) => distance.categories)
  const nameOf = new Map(categories.map(({ id, guid }) => [id, guid]))
  const orderOf = new Map(flat.changes.toReversed().map(({ id }, place) => [id, place]))
  const bodies = await Promise.all(
    categories.map(async ({ id, hasBody }) => (hasBody ? await open.call('results:raw', { category: id }) : null)),
  )
  return {
    stage: { ...tree.stage, profileId: null, addedAt: null, capsule: null },
    linksFetchedAt: tree.linksFetchedAt,
    // Drift and shrinking are in the ledger; notices are only for the downloading computer.
    categories: categories.map(({ id: _, drift: __, shrunk: ___, ...category }) => category),
    columns: page.columns,
    rows: page.rows.map(({ category, ...row }) => ({ ...row, category: nameOf.get(category) })),
    mapping: mapping.map(({ columns, signature, rows }) => ({ columns, signature, rows })),
    changes: flat.changes.map(({ id: _, category, headline, ...change }) => ({
      ...change,
      category: nameOf.get(category),
      headline: headline === null ? null : orderOf.get(headline),
    })),
    counts: headlines.counts,
    marks: flat.marks,
    bodies,
  }
}

export const refusalOf = (reason: string, detail?: string): unknown => ({
  kind: 'capsule-refused',
  reason,
  ...(detail === undefined ? {} : { detail }),
})
