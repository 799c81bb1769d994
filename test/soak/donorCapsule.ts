import { join } from 'node:path'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { createRandom } from '../../main/demo/random.ts'
import { deliverTo } from '../support/openCore.ts'
import { startChangingService, type ChangingService } from './changingService.ts'
import { openSoakCore, type SoakCore } from './soakCore.ts'

/** A stage of another service in one file, to be opened beside the one that is taken. */
export const makeCapsule = async (folder: string): Promise<string> => {
  const service = await startChangingService(createRandom(4_711), 4_711)
  const path = join(folder, 'donor.racestage')
  const core = await openSoakCore({ dataDir: join(folder, 'donor'), delivery: deliverTo(path) })
  try {
    await addCrew(core, service)
    const stage = service.stage as StageGuid
    await core.ended((await core.call('stage:take', { stage })).jobId)
    const saved = await core.call('capsule:save', { stage })
    if ((await core.ended(saved?.jobId)).state !== 'done') throw new Error('no capsule')
  } finally {
    await core.close()
    await service.close()
  }
  return path
}

export const addCrew = async (core: SoakCore, service: ChangingService): Promise<void> => {
  const { url: baseUrl, resultsUrl, stage } = service
  const profile = await core.call('profile:save', { profile: { name: 'Crew', baseUrl, resultsUrl } })
  await core.call('stage:add', { profileId: profile.id, text: stage, name: 'Spring race' })
}
