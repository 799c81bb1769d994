import { beforeAll } from 'vitest'
import { browserFace, type AppOptions } from '../appFaces.ts'
import { closing } from '../atEnd.ts'
import { openStageApp } from '../stageApp.ts'
import type { RaceService } from './raceService.ts'

const open = async (options: AppOptions, start: () => Promise<RaceService>) => {
  const race = closing(await start())
  return { ...closing(await openStageApp(browserFace, options, race)), race }
}

/** One app for all tests of a file or suite, with the stage of a service that `start` begins. */
export const useStageApp = (options: AppOptions, start: () => Promise<RaceService>) => {
  let opened: Awaited<ReturnType<typeof open>> | null = null
  beforeAll(async () => {
    opened = await open(options, start)
  }, 120_000)
  return () => {
    if (opened === null) throw new Error('the app is not open yet')
    return opened
  }
}
