import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoRaces } from '../../main/demo/mainApi.ts'
import { demoOrders } from '../../main/demo/orders.ts'
import { en as text } from '../../renderer/text/en/en.ts'
import { appFaces, browserFace, type RunningApp } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

/** Promo codes, calls and orders as the office uses them: with a network, then without one. */

const race = demoRaces[0] ?? ''
const guidOf = (number: string): string => demoOrders.find((order) => order.number === number)?.guid ?? ''

suiteFor('browser', findChromium() !== null)('in the office', () => {
  describe.each(appFaces())('$name', (face) => {
    let app: RunningApp
    let page: Page
    beforeAll(async () => {
      app = await face.open({ language: 'en-US', hasDemo: true })
      page = app.page
    })

    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const firstRow = () => page.getByRole('grid').locator('[role=row][aria-rowindex="2"]')
    const rowTexts = async () =>
      (await page.getByRole('grid').locator('[role=row]:has([role=gridcell])').allInnerTexts()).join('\n')
    const rowCount = () => page.getByRole('grid', { name: text['orders.table'] }).getAttribute('aria-rowcount')
    const panel = () => page.getByRole('complementary', { name: text['orders.panel'], exact: true })
    const isDisabled = (name: string) => button(page, name).getAttribute('aria-disabled')
    const receipts = () => page.getByRole('region', { name: text['promo.receipts.label'] })
    const past = () => page.getByRole('tree', { name: text['calls.history'] }).getByRole('treeitem')
    const send = () => button(page, text['calls.send']).click()
    const setMethod = async (name: string): Promise<void> => {
      await page.getByRole('combobox', { name: text['calls.method'] }).click()
      await page.getByRole('option', { name }).click()
    }
    /** The promo codes as they were sent. */
    let body = ''

    it('promo codes are composed, corrected, confirmed by their number and sent once', async () => {
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
      await expect.poll(rowTexts).toContain('12.5')
      await expect.poll(rowTexts).toContain(text['promo.says.duplicate'].replace('{{line}}', '2'))
      await page.getByRole('textbox', { name: text['promo.race'] }).fill(`https://example.org/race/${race}`)
      await expect.poll(() => isDisabled(text['promo.review'])).toBe('true')
      await expectAccessible(page, 'refused lines', 'main')

      const remove = text['promo.refused.remove_other']
      await button(page, remove.replace('{{count}}', '3')).click()
      await expect.poll(() => isDisabled(text['promo.review'])).not.toBe('true')

      await button(page, text['promo.generate']).click()
      await page.getByLabel(text['promo.generate.count']).fill('2')
      await expectAccessible(page, 'generating', dialogs)
      await button(page, text['promo.generate.do']).click()
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('6')
      await expect.poll(() => isDisabled(text['promo.review'])).not.toBe('true')

      await button(page, text['promo.review']).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text['promo.send.replace']).waitFor()
      await dialog.getByText(`POST`).waitFor()
      body = await dialog.getByRole('region', { name: text['promo.send.request'] }).innerText()
      const items = (JSON.parse(body) as { items: { value: string; discountPercent: number }[] }).items
      expect(items.slice(0, 3)).toEqual([
        { value: 'СТАРТ', discountPercent: 12.5 },
        { value: 'SPRING', discountPercent: 10 },
        { value: 'VIP', discountPercent: 100 },
      ])
      expect(items).toHaveLength(5)
      await expectAccessible(page, 'the review', dialogs)
      const confirm = dialog.getByLabel(text['promo.send.confirm'])
      await confirm.fill('4')
      await confirm.press('Enter')
      expect(await isDisabled(text['promo.send.do'])).toBe('true')
      await confirm.fill('5')
      await confirm.press('Enter')
      await page.getByRole('dialog', { name: text['promo.send.done'] }).waitFor()
      await dialog.getByRole('button', { name: text['promo.send.receipt'] }).click()
      await receipts().getByText(text['promo.state.accepted']).waitFor()
      expect(app.complaints).toEqual([])
    })

    it('calls are written, confirmed, read, compared, saved and exported', async () => {
      await page.keyboard.press('Control+5')

      // Keys of the app work from a button that is disabled and keeps the focus.
      await field(text['calls.path']).fill('')
      await page.getByRole('button', { name: text['calls.save'], exact: true }).focus()
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: text['orders.empty.title'] }).waitFor()
      await page.keyboard.press('Control+5')
      await field(text['calls.path']).fill('https://evil.example/v3/')
      await send()
      await page.getByText(text['calls.path.refused']).waitFor()
      await field(text['calls.path']).fill('/v3/Races/Years')
      await page.getByText(text['calls.path.refused']).waitFor({ state: 'detached' })
      await expect.poll(() => field(text['calls.path']).getAttribute('aria-invalid')).toBe('false')
      await page.keyboard.press('Control+Enter')
      await firstRow().waitFor()
      await field(text['calls.filter']).fill('2025')
      await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')

      await tab(text['calls.tab.text']).click()
      await page.getByRole('tree', { name: text['calls.text.tree'] }).waitFor()
      await expectAccessible(page, 'a reply as a tree', 'main')
      await page.keyboard.press('Control+f')
      await page.keyboard.insertText('YEAR')
      await page.locator('mark').first().waitFor()
      await tab(text['calls.tab.details']).click()
      await page.getByText('application/json').first().waitFor()

      await button(page, text['calls.new']).click()
      await field(text['calls.path']).fill('/v3/SitePageBlockTypes/List')
      await setMethod('POST')
      await field(text['calls.body']).fill('{"fields":')
      await page.getByText(text['calls.body.invalid']).waitFor()
      await field(text['calls.body']).fill('{"fields":["id","displayName"]}')
      await send()
      await page.getByRole('alertdialog').waitFor()
      await expectAccessible(page, 'the question before a POST', dialogs)
      await page.getByLabel(text['calls.confirm.remember']).check()
      await page.getByRole('alertdialog').getByRole('button', { name: text['calls.confirm.send'], exact: true }).click()
      await firstRow().waitFor()
      await field(text['calls.body']).fill('{"fields":["id"]}')
      await send()
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(3)
      await tab(text['calls.tab.changes']).click()
      await page.getByText('data.items[id=101].displayName').waitFor()

      await button(page, text['calls.save']).click()
      await page.getByRole('dialog').waitFor()
      await field(text['calls.save.name']).fill('Ids')
      await page.getByRole('dialog').getByRole('button', { name: text['do.save'], exact: true }).click()
      await tab(text['calls.saved']).click()
      await page.getByRole('button', { name: /^Ids/ }).waitFor()

      await tab(text['calls.tab.table']).click()
      await button(page, text['calls.export']).click()
      const asCsv = page.getByRole('menuitem', { name: text['stage.export.import'] })
      const saved = await app.saveFile(() => asCsv.click())
      expect(saved.bytes.toString('utf8')).toMatch(/^id\r\n101\r\n/)

      await field(text['calls.path']).fill('/v3/promocodes/SET?raceGuid=8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13')
      await field(text['calls.body']).fill('{"items":[{"value":"SPRING","discountPercent":10}]}')
      await send()
      await button(page, text['calls.promo.open']).click()
      await field(text['promo.race']).waitFor()
      await expect.poll(() => field(text['promo.race']).inputValue()).toContain('8c1d7a30')
      expect(app.complaints).toEqual([])
    }, 120_000)

    it('orders are looked up and stored', async () => {
      const lookUp = async (words: string): Promise<void> => {
        await button(page, text['orders.lookup']).click()
        await page.getByLabel(text['orders.lookup.text']).fill(words)
        await page.getByLabel(text['orders.lookup.text']).press('Enter')
      }
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: text['orders.empty.title'] }).waitFor()

      await lookUp('an order of last week')
      await page.getByText(text['orders.lookup.invalid']).waitFor()
      const unknown = '5d0f7c2e-91a4-4b6d-8e30-000000000009'
      const several = `https://pay.example.org/${guidOf('SR26-000207')} ${guidOf('SR26-000402')}, ${unknown}`
      await page.getByLabel(text['orders.lookup.text']).fill(several)
      await page.getByLabel(text['orders.lookup.text']).press('Enter')
      const lookups = page.getByRole('region', { name: text['orders.lookups'] })
      await lookups.getByText(text['orders.lookups.failed'], { exact: true }).waitFor()
      await expect.poll(() => lookups.getByText(text['orders.lookups.done'], { exact: true }).count()).toBe(2)
      await expect.poll(rowCount).toBe('3')

      await lookUp(guidOf('SR26-000141'))
      await panel().getByRole('heading', { name: 'SR26-000141' }).waitFor()
      await panel().getByText(text['orders.sum.equal']).waitFor()
      await panel().getByText('Created', { exact: true }).waitFor()
      await expectAccessible(page, 'an order and several look-ups', 'main, aside')
      await page.keyboard.press('Escape')
      await panel().waitFor({ state: 'detached' })
      expect(app.complaints).toEqual([])
    })

    describe('without a network', () => {
      beforeAll(() => app.stopDemo?.())

      it('orders are found, exported and removed', async () => {
        if (app.stopDemo !== null) {
          await page.keyboard.press('F5')
          await page.getByText(text['orders.offline']).waitFor()
        }
        await page.keyboard.press('Control+f')
        await page.keyboard.insertText('pasta sr26')
        await expect.poll(rowCount).toBe('2')
        await page.keyboard.press('Enter')
        await panel().getByRole('heading', { name: 'SR26-000207' }).waitFor()
        await panel().getByText(text['raw.title']).click()
        await panel().getByText('"currencyIsoCode":"EUR"').waitFor()
        await panel().getByRole('tab', { name: text['orders.tab.history'] }).click()
        await panel().getByText(text['orders.change.first']).waitFor()
        await page.keyboard.press('Escape')

        await button(page, text['orders.export']).click()
        const asJson = page.getByRole('menuitem', { name: text['orders.export.json'] })
        const saved = await app.saveFile(() => asJson.click())
        expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d Orders \d{4}\.json$/)
        const orders: unknown = JSON.parse(saved.bytes.toString('utf8'))
        expect(orders).toMatchObject([{ order: { number: 'SR26-000207', total: 51.15 } }])

        await page.keyboard.press('Control+f')
        await page.keyboard.press('Escape')
        await expect.poll(rowCount).toBe('4')
        await page.getByRole('grid', { name: text['orders.table'] }).focus()
        await page.keyboard.press('ControlOrMeta+a')
        await button(page, text['orders.remove']).click()
        const undo = page.getByRole('button', { name: text['stages.undoIn'].split(' ')[0] ?? '' })
        await undo.click()
        await undo.waitFor({ state: 'detached' })
        await expect.poll(rowCount).toBe('4')
        expect(app.complaints).toEqual([])
      })

      it.skipIf(face.name !== browserFace.name)('calls say that there is no network, and are read again', async () => {
        await page.keyboard.press('Control+5')
        await field(text['calls.path']).fill('/v3/Races/Years')
        await setMethod('GET')
        await send()
        await page.getByRole('alert').waitFor()
        await tab(text['calls.history']).click()
        await field(text['calls.search']).fill('years')
        await expect.poll(() => past().count()).toBe(1)
        await past().click()
        await firstRow().waitFor()
        await expect.poll(() => firstRow().innerText()).toContain('2026')
        expect(app.complaints).toEqual([])
      })

      it('receipts of promo codes are read, exported and used again', async () => {
        await page.evaluate(() => (location.hash = '#/promo/receipts'))
        await receipts().getByText(text['promo.state.accepted']).waitFor()
        await expect.poll(() => receipts().locator('tbody tr').count()).toBe(1)
        const dialog = page.getByRole('dialog')
        await receipts().getByRole('button').first().click()
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
          await expect.poll(() => isDisabled(text['promo.review'])).not.toBe('true')
          await button(page, text['promo.review']).click()
          await dialog.getByText(text['promo.compare.unchanged'].replace('{{rows}}', '5')).waitFor()
          await dialog.getByLabel(text['promo.send.confirm']).fill('5')
          await dialog.getByLabel(text['promo.send.confirm']).press('Enter')
          await page.getByRole('dialog', { name: text['promo.send.failed'] }).waitFor()
          await dialog.getByRole('button', { name: text['promo.send.receipt'] }).click()
          await receipts().getByText(text['promo.state.not-sent']).waitFor()
          await expect.poll(() => receipts().locator('tbody tr').count()).toBe(2)
        }
        expect(app.complaints).toEqual([])
      })
    })
  })
})
