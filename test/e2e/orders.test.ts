import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoOrders } from '../../main/demo/orders.ts'
import { ru as text } from '../../renderer/text/ru/ru.ts'
import { appFaces } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, expectAccessible } from '../support/pages.ts'

/** Orders as the office uses them: looked up online, read and exported without a network. */

const rowCount = (page: Page, name: string) => page.getByRole('grid', { name }).getAttribute('aria-rowcount')
const guidOf = (number: string): string => demoOrders.find((order) => order.number === number)?.guid ?? ''

suiteFor('browser', findChromium() !== null)('orders', () => {
  describe.each(appFaces())('$name', (face) => {
    it('are looked up, stored, found and exported without a network', async () => {
      const app = await face.open({ language: 'ru-RU', colorScheme: 'dark', hasDemo: true, isDemoShown: false })
      const { page } = app
      const lookUp = async (words: string): Promise<void> => {
        await button(page, text['orders.lookup']).click()
        await page.getByLabel(text['orders.lookup.text']).fill(words)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: text['orders.empty.title'] }).waitFor()

      await lookUp('an order of last week')
      await page.getByText(text['orders.lookup.invalid']).waitFor()
      await expectAccessible(page, 'a wrong text', 'main')
      const unknown = '5d0f7c2e-91a4-4b6d-8e30-000000000009'
      const several = `https://pay.example.org/${guidOf('SR26-000207')} ${guidOf('SR26-000402')}, ${unknown}`
      await page.getByLabel(text['orders.lookup.text']).fill(several)
      await page.keyboard.press('Enter')
      const lookups = page.getByRole('region', { name: text['orders.lookups'] })
      await lookups.getByText(text['orders.lookups.failed'], { exact: true }).waitFor()
      await expect.poll(() => lookups.getByText(text['orders.lookups.done'], { exact: true }).count()).toBe(2)
      await expect.poll(() => rowCount(page, text['orders.table'])).toBe('3')
      await expectAccessible(page, 'several look-ups', 'main')

      await lookUp(guidOf('SR26-000141'))
      const panel = page.getByRole('complementary', { name: text['orders.panel'] })
      await panel.getByRole('heading', { name: 'SR26-000141' }).waitFor()
      await panel.getByText(text['orders.sum.equal']).waitFor()
      await panel.getByText('createdAt').waitFor()
      await expectAccessible(page, 'an order', 'aside')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })

      await app.stopDemo?.()
      if (app.stopDemo !== null) {
        await page.keyboard.press('F5')
        await page.getByText(text['orders.offline']).waitFor()
      }
      await page.keyboard.press('Control+f')
      await page.keyboard.type('pasta sr26')
      await expect.poll(() => rowCount(page, text['orders.table'])).toBe('2')
      await page.keyboard.press('Enter')
      await panel.getByRole('heading', { name: 'SR26-000207' }).waitFor()
      await panel.getByText(text['raw.title']).click()
      await panel.getByText('"currencyIsoCode":"EUR"').waitFor()
      await panel.getByRole('tab', { name: text['orders.tab.history'] }).click()
      await panel.getByText(text['orders.change.first']).waitFor()
      await expectAccessible(page, 'the history of an order, offline', 'main')
      await page.keyboard.press('Escape')

      await button(page, text['orders.export']).click()
      const asJson = page.getByRole('menuitem', { name: text['orders.export.json'] })
      const saved = await app.saveFile(() => asJson.click())
      expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d Orders \d{4}\.json$/)
      const orders: unknown = JSON.parse(saved.bytes.toString('utf8'))
      expect(orders).toMatchObject([{ order: { number: 'SR26-000207', total: 51.15 } }])

      await page.keyboard.press('Control+f')
      await page.keyboard.press('Escape')
      await expect.poll(() => rowCount(page, text['orders.table'])).toBe('4')
      await page.getByRole('grid', { name: text['orders.table'] }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await button(page, text['orders.remove']).click()
      const undo = page.getByRole('button', { name: text['stages.undoIn'].split(' ')[0] ?? '' })
      await undo.click()
      await undo.waitFor({ state: 'detached' })
      await expect.poll(() => rowCount(page, text['orders.table'])).toBe('4')
      expect(app.complaints).toEqual([])
    }, 120_000)
  })
})
