import { expect, it, onTestFinished } from 'vitest'
import { ru as text } from '../../renderer/text/ru/ru.ts'
import { browserFace } from '../support/appFaces.ts'
import { damageReply } from '../support/damagedBody.ts'
import { addStage, openCore } from '../support/openCore.ts'
import { button } from '../support/pages.ts'
import { envelope, runner, sendJson, startRaceService, type RaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

/** A stage that was downloaded three times, each with other results; the last reply of M40 is damaged. */
const fill = async (dataDir: string, race: RaceService): Promise<void> => {
  const core = await openCore({ dataDir })
  const { stage } = await addStage(core, race)
  for (let time = 0; time < 3; time += 1) {
    const rows = Array.from({ length: 100 }, (_, index) => ({
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
  it('shows what takes space, frees it once confirmed, and names a damaged reply', async () => {
    const race = await startRaceService('M40', 'W40')
    onTestFinished(race.close)
    const { page } = await browserFace.open({
      language: 'ru-RU',
      fill: (dataDir) => fill(dataDir, race),
    })
    await page.evaluate((hash) => (location.hash = hash), `#/stages/${race.stage}`)
    await page.getByText('10 km M40').waitFor()

    await page.evaluate(() => (location.hash = '#/settings/storage'))
    const table = page.getByRole('table', { name: text['storage.table'] })
    await table.waitFor()
    await page.getByLabel(text['storage.remove.earlier-replies']).check()
    await button(page, text['storage.free']).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: text['storage.confirm.do'] }).click()
    await page.getByText(/Освобождено:/u).waitFor()
    await page.getByText(text['storage.none'], { exact: true }).waitFor()
    await expect.poll(() => button(page, text['storage.free']).count()).toBe(0)
    await expect.poll(() => page.getByLabel(text['storage.remove.earlier-replies']).count()).toBe(0)
  })
})
