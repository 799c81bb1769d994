import type { StageGuid } from '../../preload/contract/ids.ts'
import type { AppOptions, OpenApp } from './appFaces.ts'
import { atEnd } from './atEnd.ts'
import { addStageWithKeys, type OpenCore } from './openCore.ts'
import type { RaceService } from './services/raceService.ts'

/** The app with the service's stage taken and shown; the service ends after it. */
export const openStageApp = async <App extends OpenApp>(
  face: { readonly open: (options: AppOptions) => Promise<App> },
  options: AppOptions,
  race: RaceService,
): Promise<App & { readonly stage: StageGuid }> => {
  atEnd(race.close)
  const prepare = async (core: OpenCore): Promise<void> => {
    await core.take(await addStageWithKeys(core, race))
  }
  const app = await face.open({ ...options, prepare })
  await app.page.getByText('Spring race').first().click()
  return { ...app, stage: race.stage as StageGuid }
}
