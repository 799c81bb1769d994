import type { StageGuid } from '../../preload/contract/ids.ts'
import type { AppOptions, OpenApp } from './appFaces.ts'
import { addStageWithKeys } from './openCore.ts'
import type { RaceService } from './services/raceService.ts'

/** The app with the service's stage taken and shown. */
export const openStageApp = async <App extends OpenApp>(
  face: { readonly open: (options: AppOptions) => Promise<App> },
  options: AppOptions,
  race: RaceService,
): Promise<App & { readonly stage: StageGuid }> => {
  const app = await face.open(options)
  const stage = await addStageWithKeys(app.core, race)
  await app.core.take(stage)
  // The first run is not left by itself.
  await app.page.reload()
  await app.page.getByText('Spring race').first().click()
  return { ...app, stage }
}
