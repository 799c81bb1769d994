import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoRaces } from '../../main/demo/mainApi.ts'
import { en as text } from '../../renderer/text/en/en.ts'
import { appFaces } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

/** Promo codes as the office sets them, in every face that can run here. */

const race = demoRaces[0] ?? ''

const rowTexts = (page: Page): Promise<readonly string[]> =>
  page.getByRole('grid').locator('[role=row]:has([role=gridcell])').allInnerTexts()

suiteFor('browser', findChromium() !== null)('promo codes', () => {
  describe.each(appFaces())('$name', (face) => {
    it('are composed, corrected, confirmed by their number, sent once and readable offline', async () => {
      const app = await face.open({ language: 'en-US', hasDemo: true, isDemoShown: false })
      const { page } = app
      await page.keyboard.press('Control+3')
      await page.getByRole('heading', { name: text['promo.title'], exact: true }).waitFor()

      // A bad list, as a Russian Excel saves it: Windows-1251, semicolons, a decimal comma.
      const cyrillic = Buffer.from([0xd1, 0xd2, 0xc0, 0xd0, 0xd2])
      const lines = Buffer.from(';12,5\r\nSPRING;10\r\nSPRING;20\r\n;5\r\nGUN;ten\r\nVIP;100')
      await page.locator('input[type=file]').setInputFiles({
        name: 'codes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.concat([cyrillic, lines]),
      })
      await page.getByText(text['promo.refused_other'].replace('{{lines}}', '3, 4, 5')).waitFor()
      await expect.poll(() => page.getByLabel(text['promo.text']).inputValue()).toContain('СТАРТ;12,5')
      await expect.poll(async () => (await rowTexts(page)).join('\n')).toContain('12.5')
      await expect
        .poll(async () => (await rowTexts(page)).join('\n'))
        .toContain(text['promo.says.duplicate'].replace('{{line}}', '2'))
      await page.getByRole('textbox', { name: text['promo.race'] }).fill(`https://example.org/race/${race}`)
      const review = button(page, text['promo.review'])
      await expect.poll(() => review.getAttribute('aria-disabled')).toBe('true')
      await expectAccessible(page, 'refused lines', 'main')

      const remove = text['promo.refused.remove_other']
      await button(page, remove.replace('{{count}}', '3')).click()
      await expect.poll(() => review.getAttribute('aria-disabled')).not.toBe('true')

      await button(page, text['promo.generate']).click()
      await page.getByLabel(text['promo.generate.count']).fill('2')
      await expectAccessible(page, 'generating', dialogs)
      await button(page, text['promo.generate.do']).click()
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('6')
      await expect.poll(() => review.getAttribute('aria-disabled')).not.toBe('true')

      await review.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text['promo.send.replace']).waitFor()
      await dialog.getByText(`POST`).waitFor()
      const body = await dialog.getByRole('region', { name: text['promo.send.request'] }).innerText()
      const items = (JSON.parse(body) as { items: { value: string; discountPercent: number }[] }).items
      expect(items.slice(0, 3)).toEqual([
        { value: 'СТАРТ', discountPercent: 12.5 },
        { value: 'SPRING', discountPercent: 10 },
        { value: 'VIP', discountPercent: 100 },
      ])
      expect(items).toHaveLength(5)
      await expectAccessible(page, 'the review', dialogs)
      const send = dialog.getByRole('button', { name: text['promo.send.do'] })
      const confirm = dialog.getByLabel(text['promo.send.confirm'])
      await confirm.fill('4')
      await page.keyboard.press('Enter')
      expect(await send.getAttribute('aria-disabled')).toBe('true')
      await confirm.fill('5')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: text['promo.send.done'] }).waitFor()
      await expectAccessible(page, 'the outcome', dialogs)

      await app.stopDemo?.()
      await dialog.getByRole('button', { name: text['promo.send.receipt'] }).click()
      const receipts = page.getByRole('region', { name: text['promo.receipts.label'] })
      await receipts.getByText(text['promo.state.accepted']).waitFor()
      await expect.poll(() => receipts.locator('tbody tr').count()).toBe(1)
      await expectAccessible(page, 'receipts', 'main')
      await receipts.getByRole('button').first().click()
      await dialog.getByText(race, { exact: true }).waitFor()
      await dialog.getByText('"affected":5').waitFor()
      expect(await dialog.getByRole('region', { name: text['promo.receipt.body'] }).innerText()).toBe(body)
      await expectAccessible(page, 'a receipt', dialogs)

      await dialog.getByRole('button', { name: text['promo.export'] }).click()
      const asJson = page.getByRole('menuitem', { name: text['promo.export.json'] })
      const saved = await app.saveFile(() => asJson.click())
      const [receipt] = JSON.parse(saved.bytes.toString('utf8')) as { body: string }[]
      expect(receipt?.body.trim()).toBe(body.trim())

      if (app.stopDemo !== null) {
        // The same set again, with the service gone: it is compared, sent once and recorded.
        await dialog.getByRole('button', { name: text['promo.receipt.reuse'] }).click()
        await expect.poll(() => review.getAttribute('aria-disabled')).not.toBe('true')
        await review.click()
        await dialog.getByText(text['promo.compare.unchanged'].replace('{{rows}}', '5')).waitFor()
        await confirm.fill('5')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: text['promo.send.failed'] }).waitFor()
        await expectAccessible(page, 'a failed sending', dialogs)
        await dialog.getByRole('button', { name: text['promo.send.receipt'] }).click()
        await receipts.getByText(text['promo.state.not-sent']).waitFor()
        await expect.poll(() => receipts.locator('tbody tr').count()).toBe(2)
      }
      expect(app.complaints).toEqual([])
    }, 120_000)
  })
})
