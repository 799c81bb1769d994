import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from '../firstRun/desk.ts'
import { machineSteps } from '../firstRun/machineSteps.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { findElectron } from '../support/desktop/electronLaunch.ts'

/** The machine's steps of `npm run first-run`. Without Electron's program they are skipped; shell.test.ts reports that. */

const electronPath = findElectron()

describe.skipIf(electronPath === null)('the first run in Electron', () => {
  let place: Place
  beforeAll(async () => {
    await ensureBuilt()
    place = createPlace(electronPath ?? '')
  }, 120_000)
  afterAll(() => place.close())

  it.each(machineSteps)('passes, or is skipped with a reason: $title', async ({ run }) => {
    const result = await run(place)
    expect(result.outcome, result.note).toMatch(/^(?:passed|skipped)$/u)
  })
})
