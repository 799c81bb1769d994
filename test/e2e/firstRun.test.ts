import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, listWidth, takeDemo, widenList, type Place } from '../firstRun/desk.ts'
import { machineSteps } from '../firstRun/machineSteps.ts'
import { ensureBuilt, openBridge } from '../support/appFaces.ts'
import { findElectron } from '../support/desktop/electronLaunch.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

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

suiteFor('browser', findChromium() !== null)(
  'what the first run does with the page, over the bridge in Chromium',
  () => {
    it('downloads the demo race once, and restores a width', async () => {
      const app = await openBridge({ language: 'ru-RU' })
      const { stage, rows } = await takeDemo(app)
      expect(rows).toBeGreaterThan(10_000)
      const before = await listWidth(app, stage)
      const wider = await widenList(app, stage)
      expect(wider).toBe(before + 16)
      await app.page.reload()
      expect(await takeDemo(app)).toEqual({ stage, rows })
      expect(await listWidth(app, stage)).toBe(wider)
    })
  },
)
