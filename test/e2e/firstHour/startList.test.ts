import { expect, it } from 'vitest'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { ru } from '../../support/services/allTexts.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** A stage gets a start list, and goes to the bin. */

const file = (text: string) => ({ name: 'старт.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

suiteFor('browser', findChromium() !== null)('a stage', () => {
  const stageApp = useStageApp({ language: 'ru-RU', colorScheme: 'dark' }, async () => {
    const race = await startRaceService('Мужчины')
    race.answer('Мужчины', bytesOf(inEnvelope([{ number: 7, position: 1, name: 'Ян Ли', resultTime: '0:41:00' }])))
    return race
  })

  it('is held against a start list before it is joined, has it marked in the table, and can do without it', async () => {
    const { page, complaints } = stageApp()
    await page.getByRole('tab', { name: ru['view.columns'] }).click()
    await button(page, ru['startList.open']).click()
    const dialog = page.getByRole('dialog', { name: ru['startList.title'] })
    await dialog.getByRole('button', { name: ru['startList.choose'] }).waitFor()
    const choose = (text: string): Promise<void> => dialog.locator('input[type=file]').setInputFiles(file(text))
    await choose('Имя;Клуб\nЯн Ли;Заря\n')
    await dialog.getByText(ru['startList.refused']).waitFor()
    await choose('Номер;Имя;Клуб\n7;Ли Ян;Заря\n8;Но Ир;Старт\n')
    await dialog.getByText(/номеров на этом этапе — 1, строк в файле — 2/u).waitFor()
    await expectAccessible(page, 'what a start list would bring', dialogs)
    await dialog.getByRole('button', { name: ru['startList.join'], exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: ru['view.results'] }).click()
    const club = page.getByRole('gridcell', { name: 'Заря', exact: true })
    await page.getByRole('columnheader', { name: `${ru['role.club']} ⁺` }).waitFor()
    await club.waitFor()
    await page.getByRole('tab', { name: ru['view.columns'] }).click()
    await button(page, ru['startList.open']).click()
    await dialog.getByText(/старт\.csv, присоединён/u).waitFor()
    await dialog.getByRole('button', { name: ru['startList.remove'] }).click()
    await dialog.getByRole('button', { name: ru['startList.choose'], exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: ru['view.results'] }).click()
    await page.getByRole('gridcell', { name: 'Ян Ли' }).waitFor()
    await club.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('comes back by Undo and from the bin, and is gone once deleted for good', async () => {
    const { page, complaints } = stageApp()
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
    await expectAccessible(page, 'the bin', dialogs)
    await dialog.getByRole('button', { name: ru['bin.restore'], exact: true }).click()
    await dialog.getByText(ru['bin.empty']).waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor()
    await remove()
    await button(page, ru['bin.open'].replace('{{count}}', '1')).click()
    await dialog.getByRole('button', { name: ru['bin.emptyIt'], exact: true }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByText(ru['bin.confirm.effect']).waitFor()
    await confirm.getByRole('button', { name: ru['bin.delete'], exact: true }).click()
    await dialog.getByText(ru['bin.empty']).waitFor()
    expect(complaints).toEqual([])
  })
})
