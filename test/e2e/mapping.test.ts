import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../renderer/text/en.ts'
import { chromiumFaces, ensureBuilt, type RunningApp } from '../support/appFaces.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, expectAccessible } from '../support/pages.ts'

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

const grid = (page: Page) => page.getByRole('grid')

const showView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name, exact: true }).click()
}

const search = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+f')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

const choose = async (page: Page, column: string, role: string): Promise<void> => {
  await page.getByRole('combobox', { name: `Role of ${column}`, exact: true }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
}

suiteFor('browser', findChromium() !== null)('the roles of columns', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it('are corrected without a network, which the table follows, and taken back', async () => {
      const app = await face.open({ language: 'en-US' })
      open.push(app)
      const { page } = app
      await button(page, en['first.demo']).click()
      await expect.poll(() => grid(page).getAttribute('aria-rowcount'), { timeout: 30_000 }).toBe('15001')
      await app.stopDemo?.()
      await search(page, 'dsq')
      await page.getByText('Nothing found for “dsq”').waitFor()

      await showView(page, en['view.columns'])
      await page.getByRole('row', { name: /^account\.lastName/ }).waitFor()
      await expectAccessible(page, 'the columns')

      await choose(page, 'club', en['role.result'])
      await button(page, en['mapping.apply']).click()
      await page.getByText('No cell of this column reads as a time').waitFor()
      await button(page, en['mapping.discard']).click()

      await choose(page, 'status', en['role.club'])
      await page.getByRole('row', { name: /^club .*gives way to “status”/ }).waitFor()
      await button(page, en['mapping.apply']).click()
      await page.getByText(/^Applied to 2\d categories\.$/).waitFor()
      await page.getByRole('row', { name: /^status .*corrected here/ }).waitFor()

      await showView(page, en['view.results'])
      await search(page, 'dsq')
      await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBeGreaterThan(10)

      await showView(page, en['view.columns'])
      await button(page, en['mapping.reset']).click()
      await page.getByRole('row', { name: /^status .*by name and cells/ }).waitFor()
      await showView(page, en['view.results'])
      await search(page, 'dsq')
      await page.getByText('Nothing found for “dsq”').waitFor()
      expect(app.complaints).toEqual([])
    }, 90_000)
  })
})
