import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../preload/contract/result.ts'
import { inFolder, within, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { makeCapsule } from './donorCapsule.ts'
import { anyHostileCapsule, type HostileCapsule } from './hostileCapsules.ts'
import { smallestFall } from './smallestFall.ts'
import { openSoakCore, type SoakCore } from './soakCore.ts'
import { withDatabase } from './storedState.ts'

const casesOfChunk = 100
const chunksOfEpisode = 10
const deadlineMs = 60_000

type CapsulePlace = {
  readonly core: SoakCore
  readonly folder: string
  readonly dataDir: string
  readonly good: Buffer
}

/** Rows of every table that a capsule may fill. */
const countStored = (dataDir: string): string =>
  withDatabase(dataDir, (database) =>
    ['stages', 'categories', 'snapshots', 'category_tables', 'ledger', 'drifts']
      .map((table) => `${table} ${String(database.get(`SELECT count(*) AS count FROM ${table}`)?.['count'])}`)
      .join(', '),
  )

const openFile = async ({ core, folder }: CapsulePlace, bytes: Uint8Array): Promise<AppError | null> => {
  const path = join(folder, 'given.racestage')
  await writeFile(path, bytes)
  const begun = await core.ask('capsule:open', core.core.giveFile(path))
  if (!begun.ok) return begun.error
  const job = await core.ended((begun.value as { readonly jobId: Parameters<SoakCore['ended']>[0] }).jobId)
  return job.state === 'done' ? null : (job.error ?? { kind: 'cancelled' })
}

/** All that pages show of every stage, category by category. */
const showAll = async ({ core }: CapsulePlace): Promise<string> => {
  const shown: unknown[] = []
  for (const { guid, name } of await core.call('stage:list', {})) {
    const tree = await core.call('stage:tree', { stage: guid })
    for (const { id, name: category, rows } of tree.distances.flatMap(({ categories }) => categories)) {
      const page = await core.call('results:page', { stage: guid, categories: [id], offset: 0, limit: 1_000 })
      shown.push([
        guid,
        name,
        category,
        rows,
        page.columns.map((column) => column.name),
        page.rows.map(({ cells }) => cells),
      ])
    }
  }
  return JSON.stringify(shown)
}

const clear = async ({ core }: CapsulePlace): Promise<void> => {
  for (const { guid } of await core.call('stage:list', {})) await core.call('stage:remove', { stage: guid })
}

/** A file that names other things than the good one may show them; all others show what that one does. */
const mayDiffer = new Set(['its list altered', 'a listed part with other bytes', 'a listed part of another name'])

const findFault = async (place: CapsulePlace, { name, bytes }: HostileCapsule, whole: string): Promise<Fall | null> => {
  const before = countStored(place.dataDir)
  const error = await openFile(place, bytes)
  const after = countStored(place.dataDir)
  if (error !== null) {
    if (error.kind !== 'capsule-refused')
      return { what: `a capsule ends as ${error.kind}`, detail: JSON.stringify(error) }
    return before === after
      ? null
      : { what: 'a refused capsule leaves something stored', detail: `${before} → ${after}` }
  }
  const shown = await showAll(place)
  await clear(place)
  if (shown === whole || mayDiffer.has(name)) return null
  return { what: 'a damaged capsule is opened as something else', detail: `${shown.length} of ${whole.length} signs` }
}

const guarded = async (place: CapsulePlace, hostile: HostileCapsule, whole: string): Promise<Fall | null> => {
  try {
    return await within(deadlineMs, 'a capsule', findFault(place, hostile, whole))
  } catch (thrown) {
    return { what: 'a capsule breaks a call', detail: wordsOf(thrown) }
  }
}

const withPlace = async (
  folder: string,
  capsule: string,
  work: (place: CapsulePlace, whole: string) => Promise<void>,
): Promise<void> => {
  const dataDir = join(folder, 'data')
  const core = await openSoakCore({ dataDir })
  const place: CapsulePlace = { core, folder, dataDir, good: await readFile(capsule) }
  try {
    const error = await openFile(place, place.good)
    if (error !== null) throw new Error(`the good capsule is refused: ${JSON.stringify(error)}`)
    const whole = await showAll(place)
    await clear(place)
    await work(place, whole)
  } finally {
    await within(deadlineMs, 'closing', core.close())
  }
}

const findBugs = async ({ dataDir }: CapsulePlace): Promise<readonly Fall[]> => {
  const logs = join(dataDir, 'logs')
  const found = await readdir(logs).catch(() => [])
  const texts = await Promise.all(found.map((name) => readFile(join(logs, name), 'utf8').catch(() => '')))
  await Promise.all(found.map((name) => rm(join(logs, name), { force: true })))
  const bugs = texts
    .join('\n')
    .split('\n')
    .filter((line) => line.includes('"level":"bug"'))
  return bugs.map((line) => ({ what: 'the log notes a bug', detail: line.slice(0, 3_000) }))
}

type Kept = { readonly name: string; readonly base64: string }

const runChunk = async (soak: Soak, place: CapsulePlace, whole: string, seed: number): Promise<void> => {
  const found = await smallestFall(soak, anyHostileCapsule(place.good), { seed, runs: casesOfChunk }, (hostile) =>
    guarded(place, hostile, whole),
  )
  if (found === null) return
  const { what, detail } = found.fall
  const shrunk = found.smallest
  soak.fell({ what, detail: `${shrunk.name}: ${detail}` }, {
    name: shrunk.name,
    base64: shrunk.bytes.toString('base64'),
  } satisfies Kept)
}

export const capsules: Campaign = {
  unit: 'capsules',
  run: async (soak) => {
    const capsule = await makeCapsule(soak.folder)
    for (let episode = 1; !soak.isOver(); episode += 1) {
      await inFolder(soak.folder, `episode-${episode}`, (folder) =>
        withPlace(folder, capsule, async (place, whole) => {
          for (let chunk = 0; chunk < chunksOfEpisode && !soak.isOver(); chunk += 1) {
            const seed = (soak.seed + episode * 1_000 + chunk) | 0
            await runChunk(soak, place, whole, seed)
            for (const fall of await findBugs(place)) soak.fell(fall, { seed })
          }
        }),
      )
    }
  },
  replay: async (soak, smallest) => {
    const capsule = await makeCapsule(soak.folder)
    const { name, base64 } = smallest as Kept
    await inFolder(soak.folder, 'again', (folder) =>
      withPlace(folder, capsule, async (place, whole) => {
        soak.tried()
        const fault = await guarded(place, { name, bytes: Buffer.from(base64, 'base64') }, whole)
        if (fault !== null) soak.fell(fault, smallest)
      }),
    )
  },
}
