import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

suiteFor('browser', findChromium() !== null)('a removed stage', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it('comes back by Undo and from the bin, and is gone once deleted for good', async () => {
      const race = await startRaceService('Мужчины')
      closing.push(race.close)
      race.answer('Мужчины', (response) => sendJson(response, envelope([{ number: 7, name: 'Ян Ли' }])))
      const app = await openStageApp(face, { language: 'ru-RU', colorScheme: 'dark' }, race)
      closing.push(app.close)
      const { page, complaints } = app
      await page.getByRole('grid').getByRole('gridcell').first().waitFor()
      await page.getByRole('link', { name: ru['stage.toStages'] }).click()
      const link = page.getByRole('link', { name: 'Spring race', exact: true })
      const remove = async (): Promise<void> => {
        await link.click({ button: 'right' })
        await page.getByRole('menuitem', { name: ru['do.remove'] }).click()
      }
      await remove()
      await page.getByRole('button', { name: ru['stages.undoIn'].split(' ')[0] ?? '' }).press('Enter')
      await link.waitFor()
      await remove()
      await link.waitFor({ state: 'detached' })
      await button(page, ru['bin.open'].replace('{{count}}', '1')).click()
      const dialog = page.getByRole('dialog', { name: ru['bin.title'] })
      await dialog.getByText('Spring race').waitFor()
      await expectAccessible(page, 'the bin')
      await dialog.getByRole('button', { name: ru['bin.restore'], exact: true }).click()
      await dialog.getByText(ru['bin.empty']).waitFor()
      await page.keyboard.press('Escape')
      await link.waitFor()
      await remove()
      await button(page, ru['bin.open'].replace('{{count}}', '1')).click()
      await dialog.getByRole('button', { name: ru['bin.emptyIt'], exact: true }).click()
      const confirm = page.getByRole('alertdialog')
      await confirm.getByText(ru['bin.confirm.effect']).waitFor()
      await expectAccessible(page, 'the question before deleting for good')
      await confirm.getByRole('button', { name: ru['bin.delete'], exact: true }).click()
      await dialog.getByText(ru['bin.empty']).waitFor()
      expect(complaints).toEqual([])
    }, 60_000)
  })
})
