import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../renderer/text/en.ts'
import { appFaces, ensureBuilt, type RunningApp } from '../support/appFaces.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

/** Screens whose code comes when they are first shown, in every face that can run here. */

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

suiteFor('browser', findChromium() !== null)('a screen that was not loaded yet', () => {
  describe.each(appFaces())('$name', (face) => {
    it('stays blank when its code cannot be had, or stays so when it can be had again', async () => {
      const app = await face.open({ language: 'en-US' })
      open.push(app)
      const { page } = app
      await button(page, en['first.demo']).click()
      await page.getByRole('treeitem').first().waitFor()
      const code = /\/assets\/(Orders|Desk)[^/]*\.js$/u
      await page.route(code, (route) => route.abort())
      await page.reload()
      await page.getByRole('treeitem').first().waitFor()

      await page.getByRole('tab', { name: en['view.desk'] }).click()
      await page.getByRole('alert').getByText(en['part.failed.title']).waitFor()
      await page.keyboard.press('Control+2')
      await page.getByRole('heading', { name: en['part.failed.title'] }).waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      await expectAccessible(page, 'a screen that cannot be loaded')

      await page.unroute(code)
      await button(page, en['do.retry']).click()
      await page.getByRole('heading', { name: en['app.orders'], exact: true }).waitFor()
      // The keyboard goes on where the eyes are, and the screen has its own keys.
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main')
      await page.keyboard.press('Control+f')
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')

      await page.keyboard.press('Control+4')
      await page.getByRole('heading', { name: en['promo.title'], exact: true }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main')
    }, 60_000)
  })
})
