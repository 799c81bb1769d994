import { join } from 'node:path'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { createRandom } from '../../main/demo/random.ts'
import { deliverTo } from '../support/openCore.ts'
import { startChangingService, type ChangingService } from './changingService.ts'
import { addCrew } from './donorCapsule.ts'
import { openSoakCore } from './soakCore.ts'

export const openDiskPlace = async (folder: string) => {
  const service = await startChangingService(createRandom(12), 12)
  const { url, resultsUrl } = service
  const goodDir = join(folder, 'good')
  const stage = service.stage as StageGuid
  const core = await openSoakCore({ dataDir: goodDir, delivery: deliverTo(join(folder, 'good.csv')) })
  await addCrew(core, service)
  for (let round = 0; round < 3; round += 1) {
    await core.ended((await core.call('stage:take', { stage })).jobId)
    if (round < 2) service.change()
  }
  await core.call('results:markChanges', { stage, mark: 'looked' })
  await core.ended((await core.call('results:export', { stage, format: 'csv', preset: 'import' }))?.jobId)
  await core.close()
  return { folder, goodDir, service, urls: ['--base-url', url, '--results-url', resultsUrl], close: service.close }
}

export type DiskPlace = Awaited<ReturnType<typeof openDiskPlace>>

/** Categories whose rows `results --json` prints as the service gave them last. */
export const soundCategories = (service: ChangingService, stdout: string): ReadonlySet<string> => {
  const { rows } = JSON.parse(stdout) as { readonly rows: readonly Record<string, unknown>[] }
  const printed = Map.groupBy(rows, (row) => row['category'])
  return new Set(
    service.categories.filter((name) => {
      const last = service.versions(name).at(-1)?.rows
      const given = last?.map(({ bib, name: who, result }) => [bib, who, result])
      const own = printed.get(name)?.map((row) => [row['number'], row['fullName'], row['resultTime']])
      return JSON.stringify(given) === JSON.stringify(own ?? [])
    }),
  )
}
