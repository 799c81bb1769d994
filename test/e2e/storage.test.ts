import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { chromiumFaces, ensureBuilt, type RunningApp } from '../support/appFaces.ts'
import { useCores } from '../support/coreRig.ts'
import { damageReply } from '../support/damagedBody.ts'
import { addStage } from '../support/openCore.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { envelope, runner, sendJson, startRaceService, type RaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

/** Settings, Disk space; and a stage of which a stored reply is damaged. */

const cores = useCores()
const open: RunningApp[] = []
let race: RaceService

beforeAll(ensureBuilt, 120_000)
beforeEach(async () => {
  race = await startRaceService('M40', 'W40')
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  await race.close()
})

/** A stage that was downloaded five times, each with other results; the last reply of M40 is damaged. */
const fill = async (dataDir: string): Promise<void> => {
  const core = await cores.open({ dataDir })
  const { stage } = await addStage(core, race)
  for (let time = 0; time < 5; time += 1) {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      ...runner('M40', index + 1),
      note: `${Math.sin(time * 7_919 + index)}`,
    }))
    race.answer('M40', (response) => sendJson(response, envelope(rows)))
    await core.take(stage)
  }
  await core.close()
  damageReply(dataDir, 'M40')
}

suiteFor('browser', findChromium() !== null)('storage', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it.each([
      ['en', 'en-US', 'light', en],
      ['ru', 'ru-RU', 'dark', ru],
    ] as const)(
      'shows what takes space, frees it once confirmed, and names a damaged reply (%s)',
      { timeout: 90_000 },
      async (_, language, colorScheme, text) => {
        const app = await face.open({ language, colorScheme, fill })
        open.push(app)
        const { page } = app
        await page.evaluate((hash) => (location.hash = hash), `#/stages/${race.stage}`)
        await page.getByText('10 km M40').waitFor()

        await page.evaluate(() => (location.hash = '#/settings/storage'))
        const table = page.getByRole('table', { name: text['storage.table'] })
        await table.waitFor()
        await expectAccessible(page, 'disk space')
        await page.getByLabel(text['storage.remove.earlier-replies']).check()
        await button(page, text['storage.free']).click()
        const dialog = page.getByRole('alertdialog')
        await dialog.waitFor()
        await expectAccessible(page, 'the confirmation of freeing space')
        await dialog.getByRole('button', { name: text['storage.confirm.do'] }).click()
        await page.getByText(/freed$|Освобождено:/u).waitFor()
        await page.getByText(text['storage.none'], { exact: true }).waitFor()
        expect(await button(page, text['storage.free']).count()).toBe(0)
        expect(await page.getByLabel(text['storage.remove.earlier-replies']).count()).toBe(0)
      },
    )
  })
})
