import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'
import { ru } from '../../support/services/allTexts.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const file = (text: string) => ({ name: 'старт.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

suiteFor('browser', findChromium() !== null)('a start list', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it('is held against the stage before it is joined, is marked in the table, and can be removed', async () => {
      const race = await startRaceService('Мужчины')
      closing.push(race.close)
      const rows = [{ number: 7, position: 1, name: 'Ян Ли', resultTime: '0:41:00' }]
      race.answer('Мужчины', (response) => sendJson(response, envelope(rows)))
      const app = await openStageApp(face, { language: 'ru-RU', colorScheme: 'dark' }, race)
      closing.push(app.close)
      const { page, complaints } = app
      await page.getByRole('tab', { name: ru['view.columns'] }).click()
      await button(page, ru['startList.open']).click()
      const dialog = page.getByRole('dialog', { name: ru['startList.title'] })
      await dialog.getByRole('button', { name: ru['startList.choose'] }).waitFor()
      const choose = (text: string): Promise<void> => dialog.locator('input[type=file]').setInputFiles(file(text))
      await choose('Имя;Клуб\nЯн Ли;Заря\n')
      await dialog.getByText(ru['startList.refused']).waitFor()
      await choose('Номер;Имя;Клуб\n7;Ли Ян;Заря\n8;Но Ир;Старт\n')
      await dialog.getByText(/номеров на этом этапе — 1, строк в файле — 2/u).waitFor()
      await expectAccessible(page, 'what a start list would bring')
      await dialog.getByRole('button', { name: ru['startList.join'], exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: ru['view.results'] }).click()
      await page.getByRole('columnheader', { name: `${ru['role.club']} ⁺` }).waitFor()
      await page.getByRole('gridcell', { name: 'Заря', exact: true }).waitFor()
      await page.getByRole('tab', { name: ru['view.columns'] }).click()
      await button(page, ru['startList.open']).click()
      await dialog.getByText(/старт\.csv, присоединён/u).waitFor()
      await expectAccessible(page, 'a joined start list')
      await dialog.getByRole('button', { name: ru['startList.remove'] }).click()
      await dialog.getByRole('button', { name: ru['startList.choose'], exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: ru['view.results'] }).click()
      await page.getByRole('gridcell', { name: 'Ян Ли' }).waitFor()
      expect(await page.getByRole('gridcell', { name: 'Заря', exact: true }).count()).toBe(0)
      expect(complaints).toEqual([])
    }, 60_000)
  })
})
