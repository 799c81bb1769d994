import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../preload/contract/result.ts'
import { openPath } from '../support/capsuleRig.ts'
import type { Random } from '../../main/demo/random.ts'
import { guarded, inSteps, type Campaign, type Fall, type Soak } from './campaign.ts'
import { makeCapsule } from './donorCapsule.ts'
import { anyHostileCapsule, type HostileCapsule } from './hostileCapsules.ts'
import { smallestFall } from './smallestFall.ts'
import { categoriesOf, openSoakCore, type SoakCore } from './soakCore.ts'
import { takeLogFaults, withDatabase } from './storedState.ts'

const casesOfChunk = 100
const chunksOfPlace = 10

type CapsulePlace = Awaited<ReturnType<typeof openPlace>>
type Opened = { readonly core: SoakCore; readonly folder: string }

const countStored = (dataDir: string): string =>
  withDatabase(dataDir, (database) =>
    ['stages', 'categories', 'snapshots', 'category_tables', 'ledger', 'drifts']
      .map((table) => `${table} ${String(database.get(`SELECT count(*) AS count FROM ${table}`)?.['count'])}`)
      .join(', '),
  )

const openFile = ({ core, folder }: Opened, bytes: Uint8Array): Promise<AppError | null> =>
  openPath({ ...core, finished: core.ended }, folder, bytes)

const showAll = async ({ core }: Opened): Promise<string> => {
  const shown: unknown[] = []
  for (const { guid, name } of await core.call('stage:list', {})) {
    for (const { id, name: category, rows } of await categoriesOf(core, guid)) {
      const page = await core.call('results:page', { stage: guid, categories: [id], offset: 0, limit: 1_000 })
      const columns = page.columns.map((column) => column.name)
      shown.push([guid, name, category, rows, columns, page.rows.map(({ cells }) => cells)])
    }
  }
  return JSON.stringify(shown)
}

const clear = async ({ core }: Opened): Promise<void> => {
  for (const { guid } of await core.call('stage:list', {})) await core.call('stage:remove', { stage: guid })
}

/** A file that names other things than the good one may show them; all others show what that one does. */
const mayDiffer = new Set(['its list altered', 'a listed part with other bytes', 'a listed part of another name'])

const findFault = async (place: CapsulePlace, { name, bytes }: HostileCapsule): Promise<Fall | null> => {
  const { whole } = place
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

const openPlace = async (folder: string) => {
  const dataDir = join(folder, 'data')
  const core = await openSoakCore({ dataDir })
  const good = await readFile(await makeCapsule(folder))
  const place = { core, folder, dataDir, close: core.close }
  const error = await openFile(place, good)
  if (error !== null) throw new Error(`the good capsule is refused: ${JSON.stringify(error)}`)
  const whole = await showAll(place)
  await clear(place)
  return { ...place, good, whole }
}

const tryChunk = async (place: CapsulePlace, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  const find = (hostile: HostileCapsule) => guarded('a capsule', () => findFault(place, hostile))
  const say = ({ name, bytes }: HostileCapsule) => `${name}, ${bytes.toString('base64')}`
  const found = await smallestFall(soak, random, anyHostileCapsule(place.good), casesOfChunk, find, say)
  return [...found, ...takeLogFaults(place.dataDir)]
}

export const capsules: Campaign = inSteps('capsules', chunksOfPlace, openPlace, tryChunk)
