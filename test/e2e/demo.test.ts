import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { browserFace } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

suiteFor('browser', findChromium() !== null)('before anything is there', () => {
  it('the app shows what comes, changes the language, answers ?, and offers the demo on every empty screen', async () => {
    const { page, complaints } = await browserFace.open({ language: 'ru-RU', colorScheme: 'dark' })
    await page.getByRole('img', { name: ru['first.picture'] }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: ru['shortcuts.title'] })
    await sheet.waitFor()
    await expectAccessible(page, 'the sheet of shortcuts', dialogs)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: ru['settings.language'] }).click()
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByRole('heading', { name: en['first.title'] }).waitFor()

    await page.keyboard.press('Control+6')
    await page.getByRole('heading', { name: en['settings.general'], exact: true }).waitFor()
    await page.keyboard.press('Control+1')
    await page.getByRole('heading', { name: en['stages.empty.title'] }).waitFor()
    await expectAccessible(page, 'an empty stage list', 'main')
    await button(page, en['first.demo']).click()
    await page.getByRole('treeitem', { name: /^10 km/u }).waitFor()

    await page.keyboard.press('Control+2')
    await button(page, en['orders.demo']).click()
    await page.getByRole('gridcell', { name: 'SR26-000402' }).waitFor()
    await page.keyboard.press('Control+3')
    await button(page, en['promo.demo']).click()
    await expect.poll(() => button(page, en['promo.review']).isEnabled()).toBe(true)
    await page.keyboard.press('Control+5')
    await button(page, en['calls.demo']).click()
    await page.getByRole('heading', { name: 'GET /v3/Races/Years' }).waitFor()
    expect(complaints).toEqual([])
  })
})
