import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ru as text } from '../../renderer/text/ru.ts'
import { appFaces, ensureBuilt, type RunningApp } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, expectAccessible } from '../support/pages.ts'

/** The table of a stage as the desk uses it without a mouse: favourites, filters, sorting, views that come back. */

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

const grid = (page: Page) => page.getByRole('grid')
const rowCount = async (page: Page): Promise<number> => Number(await grid(page).getAttribute('aria-rowcount')) - 1
const row = (page: Page, place: number) => grid(page).locator(`[role=row][aria-rowindex="${place + 1}"]`)

suiteFor('browser', findChromium() !== null)('the table', () => {
  describe.each(appFaces())('$name', (face) => {
    it('favourites, filters, sorting and views by keyboard, on a small screen, in the dark and in Russian', async () => {
      const app = await face.open({
        language: 'ru-RU',
        colorScheme: 'dark',
        viewport: { width: 1024, height: 700 },
      })
      open.push(app)
      const { page } = app
      await button(page, text['first.demo']).click()
      await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe(15_000)

      // A finisher marked in one category is marked in the others, whose rows are filtered by it.
      await grid(page).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('s')
      await row(page, 1).locator('[data-tone="star"]').waitFor()
      const name = await row(page, 1).getByRole('gridcell').nth(5).textContent()
      await button(page, text['table.filter.add']).press('Enter')
      await expectAccessible(page, 'the choice of filters')
      await button(page, text['table.filter.favourites']).press('Enter')
      await expect.poll(() => rowCount(page)).toBe(3)
      for (const place of [1, 2, 3]) {
        expect(await row(page, place).getByRole('gridcell').nth(5).textContent()).toBe(name)
      }
      await button(page, text['table.filter.clear']).press('Enter')
      await expect.poll(() => rowCount(page)).toBe(15_000)

      // Values are found by what they hold, and counted.
      await button(page, text['table.filter.add']).press('Enter')
      await page.getByRole('button', { name: new RegExp(`^${text['role.status']} \\d`) }).press('Enter')
      const status = page.getByRole('checkbox', {
        name: new RegExp(`^${text['finisher.DSQ'].replace(/[()]/g, '.')} \\d`),
      })
      await status.press(' ')
      await expect.poll(() => rowCount(page)).toBeLessThan(1_000)
      const disqualified = await rowCount(page)
      expect(disqualified).toBeGreaterThan(0)
      await expectAccessible(page, 'the values of a filter')
      await page.keyboard.press('Escape')
      const columns = await grid(page).getByRole('columnheader').allTextContents()
      const cells = row(page, 1).getByRole('gridcell')
      expect(await cells.nth(columns.indexOf(text['role.status'])).textContent()).toBe(text['finisher.DSQ'])
      const header = grid(page).getByRole('columnheader', { name: text['role.bib'], exact: true })
      await header.press('Enter')
      await header.press('Enter')
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')

      // What is shown comes back by its name.
      await button(page, text['views.title']).press('Enter')
      await page.getByLabel(text['views.saveAs']).fill('DSQ')
      await page.keyboard.press('Enter')
      const saved = page.getByRole('button', { name: new RegExp('DSQ$') }).first()
      await saved.waitFor()
      await expectAccessible(page, 'saved views')
      await page.keyboard.press('Escape')
      await button(page, text['table.filter.clear']).press('Enter')
      await expect.poll(() => rowCount(page)).toBe(15_000)
      await button(page, text['views.title']).press('Enter')
      await saved.press('Enter')
      await expect.poll(() => rowCount(page)).toBe(disqualified)
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')

      // Nothing found says why, and brings the rows back.
      await page.keyboard.press('Control+f')
      await page.keyboard.type('nobody at all')
      const without = page.getByRole('button', { name: text['stage.clearSearch'] }).last()
      await without.waitFor()
      await expectAccessible(page, 'nothing found')
      await without.press('Enter')
      await expect.poll(() => rowCount(page)).toBe(disqualified)
      expect(app.complaints).toEqual([])
    }, 120_000)
  })
})
