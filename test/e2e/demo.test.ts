import { expect, it } from 'vitest'
import { createDemo } from '../../main/demo/embeddedDemo.ts'
import { createMemoryKeychain } from '../../main/platform/keychain/memoryKeychain.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { browserFace } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

/** The first hour with the demo: a race in progress, and something to try on every screen. */

suiteFor('browser', findChromium() !== null)('the demo', () => {
  it('is a watched race in progress, with names in the language of the page', async () => {
    const { page, core } = await browserFace.open({
      language: 'ru-RU',
      outside: { demo: createDemo(), keychain: createMemoryKeychain() },
    })
    await button(page, ru['first.demo']).click()
    await page
      .getByRole('treeitem', { name: /^Абсолют/u })
      .first()
      .waitFor()
    await page.getByRole('treeitem', { name: /^21,1 км/u }).waitFor()
    await button(page, ru['watch.on']).waitFor()
    const rows = async () => (await core.call('stage:list', {}))[0]?.rows ?? 0
    await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(5_000)
    const before = await rows()
    await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(before)
    expect(before).toBeLessThan(15_000)
  })

  it('has orders, promo codes and block types to try from the empty screens, with one press each', async () => {
    const { page } = await browserFace.open({
      language: 'ru-RU',
      colorScheme: 'dark',
      hasDemo: true,
      isDemoShown: false,
    })
    await page.keyboard.press('Control+1')
    await page.getByRole('heading', { name: ru['stages.title'] }).waitFor()

    await page.keyboard.press('Control+2')
    await button(page, ru['orders.demo']).waitFor()
    await button(page, ru['orders.demo']).click()
    await page.getByRole('gridcell', { name: 'SR26-000402' }).waitFor()

    await page.keyboard.press('Control+3')
    await button(page, ru['promo.demo']).click()
    await expect.poll(() => button(page, ru['promo.review']).isEnabled()).toBe(true)
    await expectAccessible(page, 'codes of the demo', 'main')

    await page.keyboard.press('Control+5')
    await button(page, ru['calls.demo']).click()
    await page.getByRole('heading', { name: 'GET /v3/Races/Years' }).waitFor()
  })
})

suiteFor('browser', findChromium() !== null)('before anything is there', () => {
  it('the app shows what comes, changes the language, answers ?, and opens the demo from the empty stage list', async () => {
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
    expect(complaints).toEqual([])
  })
})
