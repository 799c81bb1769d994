import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { en as text } from '../../renderer/text/en/en.ts'
import { appFaces } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

/** Calls as a person makes them, with a network and without one. */

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const firstRow = (page: Page) => page.getByRole('grid').locator('[role=row][aria-rowindex="2"]')

suiteFor('browser', findChromium() !== null)('calls', () => {
  describe.each(appFaces())('$name', (face) => {
    it('written, confirmed, read, compared, saved and exported, then read without a network', async () => {
      const app = await face.open({ language: 'en-US', hasDemo: true, isDemoShown: false })
      const { page } = app
      const send = () => button(page, text['calls.send']).click()
      await page.keyboard.press('Control+5')

      // Keys of the app work from a button that is disabled and keeps the focus.
      await field(page, text['calls.path']).fill('')
      await page.getByRole('button', { name: text['calls.save'], exact: true }).focus()
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: text['orders.empty.title'] }).waitFor()
      await page.keyboard.press('Control+5')
      await field(page, text['calls.path']).fill('https://evil.example/v3/')
      await send()
      await page.getByText(text['calls.path.refused']).waitFor()
      await field(page, text['calls.path']).fill('/v3/Races/Years')
      await page.getByText(text['calls.path.refused']).waitFor({ state: 'detached' })
      await expect.poll(() => field(page, text['calls.path']).getAttribute('aria-invalid')).toBe('false')
      await page.keyboard.press('Control+Enter')
      await firstRow(page).waitFor()
      await expectAccessible(page, 'a list as a table', 'main')
      await field(page, text['calls.filter']).fill('2025')
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')

      await tab(page, text['calls.tab.text']).click()
      await page.getByRole('tree', { name: text['calls.text.tree'] }).waitFor()
      await expectAccessible(page, 'a reply as a tree', 'main')
      await page.keyboard.press('Control+f')
      await page.keyboard.type('YEAR')
      await page.locator('mark').first().waitFor()
      await expectAccessible(page, 'a reply as text', 'main')
      await tab(page, text['calls.tab.details']).click()
      await page.getByText('application/json').first().waitFor()
      await expectAccessible(page, 'headers', 'main')

      await button(page, text['calls.new']).click()
      await field(page, text['calls.path']).fill('/v3/SitePageBlockTypes/List')
      await page.getByRole('combobox', { name: text['calls.method'] }).click()
      await page.getByRole('option', { name: 'POST' }).click()
      await field(page, text['calls.body']).fill('{"fields":')
      await page.getByText(text['calls.body.invalid']).waitFor()
      await field(page, text['calls.body']).fill('{"fields":["id","displayName"]}')
      await send()
      await page.getByRole('alertdialog').waitFor()
      await expectAccessible(page, 'the question before a POST', dialogs)
      await page.getByLabel(text['calls.confirm.remember']).check()
      await page.getByRole('alertdialog').getByRole('button', { name: text['calls.confirm.send'], exact: true }).click()
      await firstRow(page).waitFor()
      await field(page, text['calls.body']).fill('{"fields":["id"]}')
      await send()
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(3)
      await tab(page, text['calls.tab.changes']).click()
      await page.getByText('data.items[id=101].displayName').waitFor()
      await expectAccessible(page, 'changes between two replies', 'main')

      await button(page, text['calls.save']).click()
      await page.getByRole('dialog').waitFor()
      await field(page, text['calls.save.name']).fill('Ids')
      await page.getByRole('dialog').getByRole('button', { name: text['do.save'], exact: true }).click()
      await tab(page, text['calls.saved']).click()
      await page.getByRole('button', { name: /^Ids/ }).waitFor()
      await expectAccessible(page, 'saved calls', 'main')

      await tab(page, text['calls.tab.table']).click()
      await button(page, text['calls.export']).click()
      const asCsv = page.getByRole('menuitem', { name: text['stage.export.import'] })
      const saved = await app.saveFile(() => asCsv.click())
      expect(saved.bytes.toString('utf8')).toMatch(/^id\r\n101\r\n/)

      await field(page, text['calls.path']).fill('/v3/promocodes/SET?raceGuid=8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13')
      await field(page, text['calls.body']).fill('{"items":[{"value":"SPRING","discountPercent":10}]}')
      await send()
      await button(page, text['calls.promo.open']).click()
      await field(page, text['promo.race']).waitFor()
      await expect.poll(() => field(page, text['promo.race']).inputValue()).toContain('8c1d7a30')
      await page.keyboard.press('Control+5')

      // Its path is short enough to be shown whole.
      await field(page, text['calls.path']).fill('/v3/')
      await page.getByRole('combobox', { name: text['calls.method'] }).click()
      await page.getByRole('option', { name: 'GET' }).click()
      await send()
      await tab(page, text['calls.history']).click()
      const past = page.getByRole('tree', { name: text['calls.history'] }).getByRole('treeitem')
      await past.first().getByText('/v3/', { exact: true }).waitFor()

      if (app.stopDemo !== null) {
        await app.stopDemo()
        await field(page, text['calls.path']).fill('/v3/Races/Years')
        await page.getByRole('combobox', { name: text['calls.method'] }).click()
        await page.getByRole('option', { name: 'GET' }).click()
        await send()
        await page.getByRole('alert').waitFor()
        await expectAccessible(page, 'no network', 'main')
        await tab(page, text['calls.history']).click()
        await field(page, text['calls.search']).fill('years')
        await expect.poll(() => past.count()).toBe(1)
        await past.click()
        await firstRow(page).waitFor()
        await expect.poll(() => firstRow(page).innerText()).toContain('2026')
      }
      expect(app.complaints).toEqual([])
    }, 120_000)
  })
})
