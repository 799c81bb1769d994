import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../appFaces.ts'
import { atEnd, closing } from '../atEnd.ts'
import { useCores } from '../coreRig.ts'
import { addStage, environmentKeys, followCore, type OpenCore } from '../openCore.ts'
import { answerAwkwardly, awkwardRace, startAwkwardRace } from './awkwardRace.ts'
import { answerWith, bytesOf, inEnvelope, type Bodies, type RaceService } from './raceService.ts'

export type { Bodies }

const bodyOf = (rows: readonly object[]) => bytesOf(inEnvelope(rows))

/**
 * Desks of the browser face, with the keys of the service in their environment. `openDesk` gives a core of its own, with a copy of
 * the awkward race as it was downloaded once for the file; `shareDesk` one core with the options of `shared`.
 */
export const usePublishing = (shared: () => Partial<CoreOptions> = () => ({})) => {
  const cores = useCores()
  const kept = useCores(afterAll)
  const held: { taken: { readonly race: RaceService; readonly stage: StageGuid; readonly dataDir: string } | null } = {
    taken: null,
  }
  let sharing: Promise<OpenCore> | null = null
  beforeAll(async () => {
    await ensureBuilt()
    const race = closing(await startAwkwardRace())
    const open = await kept.open()
    const { stage } = await addStage(open, race)
    await open.take(stage)
    await open.close()
    held.taken = { race, stage, dataDir: open.dataDir }
  }, 120_000)

  const optionsOf = (options: Partial<CoreOptions>) =>
    ({ face: 'browser', ...options, env: { ...environmentKeys, ...options.env } }) as const

  const deskOf = (opened: OpenCore, race: RaceService, stage: StageGuid) => {
    const { call, finished, take } = opened
    /** The service has these rows from now on, of Men unless said otherwise; `change` downloads them, too. */
    const answer = (rows: readonly object[], category = 'Men'): void => race.answer(category, bodyOf(rows))
    const ended = async ({ jobId }: { readonly jobId: Job['id'] }) => await finished(jobId)
    return {
      ...opened,
      stage,
      answer,
      change: async (rows: readonly object[], category?: string): Promise<void> => {
        answer(rows, category)
        await take(stage)
      },
      place: (address: string, endpoint: string | null = null) =>
        call('publish:setTarget', { stage, address, endpoint }),
      publish: async (isTakingOver?: true) =>
        await ended(await call('publish:start', { stage, ...(isTakingOver && { isTakingOver }) })),
      takeDown: async () => await ended(await call('publish:takeDown', { stage })),
      read: () => call('publish:read', { stage }),
    }
  }
  return {
    ...cores,
    openDesk: async (options: Partial<CoreOptions> = {}) => {
      const { taken } = held
      if (taken === null) throw new Error('nothing was downloaded yet')
      const { race, stage } = taken
      const dataDir = options.dataDir ?? join(await cores.folder(), 'data')
      await mkdir(dataDir, { recursive: true })
      await copyFile(join(taken.dataDir, 'racedesk.db'), join(dataDir, 'racedesk.db'))
      atEnd(() => answerAwkwardly(race))
      return deskOf(await cores.open({ ...optionsOf(options), dataDir }), race, stage)
    },
    /** A stage of its own beside those of other tests in one core, as a thread that stores costs more than most tests. */
    shareDesk: async (bodies: Bodies = awkwardRace) => {
      const race = await cores.race(...Object.keys(bodies))
      answerWith(race, bodies)
      sharing ??= kept.open(optionsOf(shared()))
      const opened = followCore(await sharing)
      const { stage } = await addStage(opened, race)
      await opened.take(stage)
      return deskOf(opened, race, stage)
    },
  }
}

export type PublishDesk = Awaited<ReturnType<ReturnType<typeof usePublishing>['openDesk']>>
