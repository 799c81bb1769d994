import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en } from '../../support/services/allTexts.ts'
import { longName, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

/** As the numeric keypad sends them; its digits come with Shift here, since this keyboard has its number lock off. */
const keypad: Readonly<Record<string, string>> = {
  '+': 'NumpadAdd',
  '-': 'NumpadSubtract',
  '*': 'NumpadMultiply',
  '.': 'Shift+NumpadDecimal',
  '↵': 'NumpadEnter',
}
const grid = (page: Page) => page.getByRole('grid')
const onKeypad = async (page: Page, keys: string): Promise<void> => {
  for (const key of keys) await page.keyboard.press(keypad[key] ?? `Shift+Numpad${key}`)
}

suiteFor('browser', findChromium() !== null)('a stage', () => {
  const stageApp = useStageApp({ language: 'ru-RU', colorScheme: 'dark' }, startAwkwardRace)

  describe('the desk and a person’s card', () => {
    it('works by the numeric keypad only: show, next, adjacent, new search, clear, not found', async () => {
      const { page, core, complaints } = stageApp()
      await page.getByRole('tab', { name: ru['view.desk'], exact: true }).click()
      const box = page.getByRole('textbox', { name: ru['desk.search'] })
      await box.waitFor()

      // Wherever the focus was left, digits reach the box.
      await page.evaluate(() =>
        document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
      )
      await onKeypad(page, '100')
      const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
      await heading('Бегун1001 Пётр').waitFor()
      await page.getByRole('term').filter({ hasText: ru['desk.result'] }).waitFor()
      await page.getByText('40:00', { exact: true }).waitFor()
      await onKeypad(page, '↵')
      const said = page.locator('.desk [role=status]')
      await expect.poll(() => said.textContent()).toContain('1001, Бегун1001 Пётр')
      await expect.poll(() => said.textContent()).toContain('40:00')

      const found = page.getByRole('region', { name: ru['desk.others'] }).getByRole('button')
      await expect.poll(() => found.locator('b').count()).toBe(7)
      const bibs = await found.locator('b').allTextContents()
      expect(bibs[0]).toBe('1001')
      const current = () => page.locator('.desk-other[aria-current]').locator('b').textContent()
      await onKeypad(page, '↵')
      await expect.poll(current).toBe(bibs[1])
      await onKeypad(page, '+')
      await expect.poll(current).toBe(bibs[2])
      await onKeypad(page, '--')
      await expect.poll(current).toBe('1001')

      // The next digit begins anew; the only one found leads to the places around. Equal times share a place.
      await onKeypad(page, '1002↵')
      await expect.poll(() => box.inputValue()).toBe('1002')
      await expect.poll(() => said.textContent()).toMatch(/^1002, .*Место 2/u)
      await onKeypad(page, '+')
      await page.getByText(ru['desk.around'], { exact: true }).waitFor()
      await expect.poll(() => said.textContent()).toMatch(/^1003, .*Место 2/u)
      await onKeypad(page, '-')
      await expect.poll(() => said.textContent()).toContain('1002, ')

      await onKeypad(page, '*')
      await expect.poll(() => box.inputValue()).toBe('')
      await page.getByRole('heading', { name: ru['desk.ready'] }).waitFor()

      await onKeypad(page, '987654↵')
      await page.getByRole('heading', { name: ru['desk.none'] }).waitFor()
      await expect.poll(() => said.textContent()).toContain('987654')
      await page
        .locator('.desk-none')
        .getByText(/Данные на \d\d:\d\d/u)
        .waitFor()
      await onKeypad(page, '.')
      await expect.poll(() => box.inputValue()).toBe('')

      // With NumLock off the same keys send arrows, End, Page Down.
      for (const digit of '1005') await page.keyboard.press(`Numpad${digit}`)
      await expect.poll(() => box.inputValue()).toBe('1005')
      await onKeypad(page, '↵')
      const lines = page.locator('.desk-card > *:not(.desk-head)')
      await expect.poll(() => lines.first().textContent()).toBe(ru['finisher.DSQ'])
      const sizeOf = (part: string): Promise<number> =>
        page
          .locator(part)
          .first()
          .evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))
      expect(await sizeOf('.desk-out .mark')).toBeGreaterThan(await sizeOf('.desk-number dd'))
      await expectAccessible(page, 'a card of somebody disqualified', 'main')
      await page.keyboard.press('Numpad7')
      await expect.poll(() => box.inputValue()).toBe('7')
      await onKeypad(page, '*')

      // A name in the other script, and the size keys, at the largest size.
      await page.keyboard.type('k')
      await expect.poll(() => box.inputValue()).toBe('k')
      await box.fill('konstantinopolskaya')
      await heading(longName).waitFor()
      await core.call('app:setSettings', { scale: 150 })
      await page.locator('html[data-scale="150"]').waitFor()
      await page.keyboard.press('Control+NumpadAdd')
      await page.locator('html[data-scale="160"]').waitFor()
      const isCut = await page.locator('.desk').evaluate((desk) => desk.scrollWidth > desk.clientWidth)
      expect(isCut).toBe(false)
      await page.keyboard.press('Escape')
      await expect.poll(() => box.inputValue()).toBe('')
      expect(complaints).toEqual([])
    })

    it('a search over all stages lists hits while typing and opens the stage at the person', async () => {
      const { page, core, complaints } = stageApp()
      await core.call('app:setSettings', { scale: 100 })
      await page.evaluate(() => (location.hash = '#/stages'))
      const search = page.getByRole('combobox', { name: ru['find.label'] })
      await search.waitFor()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('1006')
      const options = page.getByRole('option')
      await expect.poll(() => options.first().textContent()).toContain('Бегун1006 Пётр')
      await expectAccessible(page, 'hits over all stages', 'main')
      await search.fill('begun petr')
      await expect.poll(() => options.first().locator('mark').allTextContents()).toEqual(['Бегун', 'Пётр'])
      await search.fill('begun')
      // No longer the one hit of before, in which the words are marked, too.
      await expect.poll(() => options.count()).toBe(6)
      await expect.poll(() => options.first().locator('mark').allTextContents()).toEqual(['Бегун'])
      await page.keyboard.press('ArrowDown')
      const second = await options.nth(1).textContent()
      await page.keyboard.press('Enter')
      const person = page.getByRole('complementary', { name: ru['person.label'] })
      await person.getByRole('heading', { level: 2 }).waitFor()
      const name = (await person.getByRole('heading', { level: 2 }).textContent()) ?? 'no name'
      expect(second).toContain(name)
      expect(complaints).toEqual([])
    })

    it('a person is read, compared, copied and printed, and moves to an adjacent person, without a mouse', async () => {
      const { page, core, stage, complaints } = stageApp()
      await core.call('app:setSettings', { language: 'en' })
      await page.evaluate((hash) => (location.hash = hash), `#/stages/${stage}`)
      await page.locator('html[lang=en]').waitFor()
      const search = page.getByRole('search').getByRole('textbox')
      await search.fill('1001 бегун')
      await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
      await search.press('Enter')
      const panel = page.getByRole('complementary', { name: en['person.label'] })
      await panel.getByRole('heading', { name: 'Бегун1001 Пётр' }).waitFor()
      const placings = panel.getByRole('region', { name: en['card.placings'], exact: true }).getByRole('row')
      await expect.poll(() => placings.count()).toBe(1 + 3)
      await panel.getByText(en['card.rule.bib-and-name']).waitFor()

      const list = panel.getByRole('region', { name: en['card.splits'], exact: true })
      await list.getByRole('row', { name: /^5 km 21:10 21:10 \d \/ \d$/ }).waitFor()
      const splits = panel.getByRole('img', { name: /^Pace of Бегун1001 Пётр/ })
      await splits.focus()
      await page.keyboard.press('ArrowRight')
      await panel.getByText(/^5 km: segment 21:10/).waitFor()
      await page.keyboard.press('t')
      const table = panel.getByRole('region', { name: en['card.splits.course'], exact: true })
      await table.getByRole('rowheader', { name: '5 km' }).waitFor()
      await panel.getByRole('img', { name: /^Finish times in Overall/ }).waitFor()
      await expectAccessible(page, 'a card', 'aside')

      await page.evaluate(() => {
        window.print = () => undefined
      })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await button(page, en['card.copy']).press('Enter')
      await button(page, en['card.copied']).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      const lines = copied.split('\n')
      expect([lines[0], lines[3]]).toEqual(['Бегун1001 Пётр, Bib 1001', '10 km · Men: Place 1 of 4, 0:40:00'])

      await button(page, en['card.print']).press('Enter')
      await page.emulateMedia({ media: 'print' })
      const slip = page.locator('.slip')
      await expect.poll(() => slip.isVisible()).toBe(true)
      expect(await slip.innerText()).toContain('Preliminary, as received')
      expect(await page.locator('#root').isVisible(), 'only the slip prints').toBe(false)
      await page.emulateMedia({ media: null })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await slip.waitFor({ state: 'detached' })

      const neighbour = panel.getByRole('region', { name: en['card.around'], exact: true }).getByRole('button').first()
      const name = (await neighbour.textContent()) ?? ''
      await neighbour.press('Enter')
      await panel.getByRole('heading', { name, exact: true }).waitFor()
      expect(await grid(page).getAttribute('aria-rowcount'), 'the search stays as it was').toBe('2')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })

      // The same keys at the charts of the stage.
      await page.getByRole('tab', { name: en['view.pictures'], exact: true }).click()
      await page
        .getByRole('img', { name: /^Finish times/ })
        .first()
        .focus()
      await page.keyboard.press('End')
      await page.getByText(/, \d in total$/).waitFor()
      await page.keyboard.press('t')
      await page.getByRole('region', { name: en['picture.title'] }).first().waitFor()
      expect(complaints).toEqual([])
    })
  })

  /** Its code comes when it is first shown. */
  describe('a screen that was not loaded yet', () => {
    beforeAll(async () => {
      const { page, core, stage } = stageApp()
      await core.call('app:setSettings', { language: 'en', scale: 100 })
      await page.evaluate((hash) => (location.hash = hash), `#/stages/${stage}`)
      await page.getByRole('search').getByRole('textbox').fill('')
      await page.getByRole('row').nth(7).waitFor()
    })

    it('keeps early keystrokes, recovers from a failure and can always be left', async () => {
      const { page } = stageApp()
      const code = (part: string): RegExp => new RegExp(`/assets/${part}[^/]*\\.js$`, 'u')
      const [form, palette] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route(code('WatchForm'), (route) => form.promise.then(() => route.fallback()))
      await page.route(code('Palette'), (route) => palette.promise.then(() => route.fallback()))
      await page.route(code('PersonPanel'), (route) => route.abort())
      await page.reload()
      await page.getByRole('row').nth(3).click()
      await page.keyboard.press('Enter')

      const panel = page.getByRole('complementary', { name: en['person.label'] })
      const failure = panel.getByRole('alert')
      await failure.waitFor()
      await expectAccessible(page, 'a card that cannot be loaded', 'aside')
      await panel.getByRole('button', { name: en['do.close'] }).click()
      await failure.waitFor({ state: 'detached' })
      await page.unroute(code('PersonPanel'))
      await page.keyboard.press('Enter')
      await panel.getByRole('tab', { name: en['card.tab'] }).waitFor()
      await page.keyboard.press('Escape')

      const focused = () => page.evaluate(() => document.activeElement?.localName)
      await button(page, en['watch.do']).click()
      const bubble = page.getByRole('dialog', { name: en['watch.title'] })
      await bubble.getByRole('status', { name: en['part.loading'] }).waitFor({ state: 'attached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('dialog')
      form.resolve()
      await bubble.getByLabel(en['watch.every']).waitFor()
      await expect.poll(focused).toBe('input')
      await page.keyboard.press('Escape')
      await bubble.waitFor({ state: 'detached' })

      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: en['palette.search'] }).waitFor()
      await expect.poll(focused).toBe('input')
      await page.keyboard.type('setting')
      palette.resolve()
      const found = () => page.getByRole('option').allTextContents()
      await expect.poll(async () => (await found())[0]).toContain(en['app.settings'])
      await expect.poll(async () => (await found()).filter((name) => !/setting/iu.test(name))).toEqual([])
      await page.keyboard.type('s')
      await expect.poll(() => page.getByRole('combobox', { name: en['palette.search'] }).inputValue()).toBe('settings')
    })

    it('says so when its code cannot be loaded, and appears once it can', async () => {
      const { page } = stageApp()
      await page.unrouteAll()
      const code = /\/assets\/(Orders|Desk)[^/]*\.js$/u
      await page.route(code, (route) => route.abort())
      await page.reload()
      await page.getByRole('treeitem').first().waitFor()

      await page.getByRole('tab', { name: en['view.desk'] }).click()
      await page.getByRole('alert').getByText(en['part.failed.title']).waitFor()
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: en['part.failed.title'] }).waitFor()
      await expect.poll(() => page.getByRole('tab').count()).toBe(0)

      await page.unroute(code)
      await button(page, en['do.retry']).click()
      await page.getByRole('heading', { name: en['app.orders'], exact: true }).waitFor()
      // The keyboard goes on where the eyes are, and the screen has its own keys.
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main')
      await page.keyboard.press('Control+f')
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')

      await page.keyboard.press('Control+3')
      await page.getByRole('heading', { name: en['promo.title'], exact: true }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main')
    })

    it('takes an Enter that comes before the palette, unless more is typed', async () => {
      const { page } = stageApp()
      const type = async (...words: readonly string[]): Promise<void> => {
        const palette = Promise.withResolvers<void>()
        await page.unrouteAll()
        await page.route(/\/assets\/Palette[^/]*\.js$/u, (route) => palette.promise.then(() => route.fallback()))
        await page.reload()
        await page.getByRole('heading', { name: en['promo.title'], exact: true }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('textbox', { name: en['palette.search'] }).waitFor()
        await page.keyboard.press('Enter')
        for (const word of words) await (word === 'Enter' ? page.keyboard.press(word) : page.keyboard.type(word))
        palette.resolve()
      }
      await type('sett', 'Enter', 'ings')
      await page.getByRole('option', { name: en['app.settings'] }).first().waitFor()
      expect(page.url()).toMatch(/promo/u)
      await page.keyboard.press('Escape')

      await type('settings', 'Enter')
      await page.getByRole('heading', { name: en['settings.general'], exact: true }).waitFor()
    })
  })
})
