import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { ensureBuilt } from '../appFaces.ts'
import { atEnd, closing, temporaryFolder } from '../atEnd.ts'
import { useCores, type Cores } from '../coreRig.ts'
import { addStage, environmentKeys, openCore, type OpenCore } from '../openCore.ts'
import { answerAwkwardly, startAwkwardRace } from './awkwardRace.ts'
import { bytesOf, inEnvelope, startRaceWith, type Bodies, type RaceService } from './raceService.ts'

export type { Bodies }

/** A core with a race that it has downloaded, and the steps of publishing it. */
export type PublishDesk = OpenCore & {
  readonly stage: StageGuid
  /** The service has these rows from now on, of Men unless said otherwise; `change` downloads them, too. */
  readonly answer: (rows: readonly object[], category?: string) => void
  readonly change: (rows: readonly object[], category?: string) => Promise<void>
  readonly place: (address: string, endpoint?: string | null) => Promise<StagePublishing>
  readonly publish: (isTakingOver?: true) => Promise<Job>
  readonly takeDown: () => Promise<Job>
  readonly read: () => Promise<StagePublishing>
}

type PublishRig = Cores & {
  readonly openDesk: (options?: Partial<CoreOptions>, bodies?: Bodies) => Promise<PublishDesk>
  /** After the test, the last one first. */
  readonly onEnd: (close: () => Promise<unknown>) => void
}

type Taken = { readonly race: RaceService; readonly stage: StageGuid; readonly folder: string }

const takeAwkwardRace = async (): Promise<Taken> => {
  const folder = temporaryFolder()
  const race = closing(await startAwkwardRace())
  const open = await openCore({ dataDir: folder })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  await open.close()
  return { race, stage, folder }
}

/**
 * Desks of the browser face, with the keys of the service in their environment. The race is the awkward one, downloaded once for
 * the file into a database that each desk gets a copy of, or one of the given rows.
 */
export const usePublishing = (): PublishRig => {
  const held: { taken: Taken | null } = { taken: null }
  const taken = (): Taken => {
    if (held.taken === null) throw new Error('nothing was downloaded yet')
    return held.taken
  }
  beforeAll(async () => {
    await ensureBuilt()
    held.taken = await takeAwkwardRace()
  }, 120_000)
  const cores = useCores()
  afterEach(() => answerAwkwardly(taken().race))

  const openTaken = async (options: Partial<CoreOptions>) => {
    const dataDir = options.dataDir ?? join(await cores.folder(), 'data')
    await mkdir(dataDir, { recursive: true })
    const { race, stage, folder } = taken()
    await copyFile(join(folder, 'racedesk.db'), join(dataDir, 'racedesk.db'))
    return { opened: await cores.open({ ...options, dataDir }), race, stage }
  }
  const openOther = async (options: Partial<CoreOptions>, bodies: Bodies) => {
    const service = closing(await startRaceWith(bodies))
    const opened = await cores.open(options)
    const added = await addStage(opened, service)
    await opened.take(added.stage)
    return { opened, race: service, stage: added.stage }
  }
  return {
    ...cores,
    onEnd: atEnd,
    openDesk: async (options = {}, bodies) => {
      const given = { face: 'browser', ...options, env: { ...environmentKeys, ...options.env } } as const
      const desk = await (bodies === undefined ? openTaken(given) : openOther(given, bodies))
      const { call, finished, take } = desk.opened
      const answer = (rows: readonly object[], category = 'Men'): void =>
        desk.race.answer(category, bytesOf(inEnvelope(rows)))
      return {
        ...desk.opened,
        stage: desk.stage,
        answer,
        change: async (rows, category) => {
          answer(rows, category)
          await take(desk.stage)
        },
        place: (address, endpoint = null) => call('publish:setTarget', { stage: desk.stage, address, endpoint }),
        publish: async (isTakingOver) =>
          await finished(
            (await call('publish:start', { stage: desk.stage, ...(isTakingOver && { isTakingOver }) })).jobId,
          ),
        takeDown: async () => await finished((await call('publish:takeDown', { stage: desk.stage })).jobId),
        read: () => call('publish:read', { stage: desk.stage }),
      }
    },
  }
}
