import { afterEach, beforeAll, expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const rows = (...names: readonly string[]) =>
  envelope(names.map((name, at) => ({ number: 101 + at, name, position: at + 1, resultTime: `31:0${at}` })))

suiteFor('browser', findChromium() !== null)('eight pages of one browser', () => {
  it('all answer and follow the core, also when the first is closed', async () => {
    const race = await startRaceService('Men')
    closing.push(race.close)
    race.answer('Men', (response) => sendJson(response, rows('Jan Lee')))
    const [face] = chromiumFaces()
    if (face === undefined) throw new Error('no face')
    const app = await openStageApp(face, { language: 'en-US' }, race)
    closing.push(app.close)
    const first = app.page
    const later = []
    for (let count = 2; count <= 8; count += 1) {
      const opened = first.context().waitForEvent('page')
      // A page that another one opens takes its token with it.
      await first.evaluate(() => void window.open(location.href))
      const page = await opened
      await page.getByRole('row').filter({ hasText: 'Jan Lee' }).waitFor()
      later.push(page)
    }
    race.answer('Men', (response) => sendJson(response, rows('Jan Lee', 'Tom Berg')))
    await button(first, en['stage.refresh']).click()
    for (const page of [first, ...later]) await page.getByRole('row').filter({ hasText: 'Tom Berg' }).waitFor()
    await first.close()
    race.answer('Men', (response) => sendJson(response, rows('Jan Lee', 'Tom Berg', 'Max Novak')))
    await button(later[0] ?? first, en['stage.refresh']).click()
    for (const page of later) await page.getByRole('row').filter({ hasText: 'Max Novak' }).waitFor()
    expect(later).toHaveLength(7)
  }, 60_000)
})
