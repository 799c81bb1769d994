import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startAwkwardRace } from '../support/services/awkwardRace.ts'
import { useStageApp } from '../support/services/stageRig.ts'

/** Screens whose code comes when they are first shown. */

suiteFor('browser', findChromium() !== null)('a screen that was not loaded yet', () => {
  const stageApp = useStageApp({ language: 'en-US' }, startAwkwardRace)

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
