import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { en } from '../../../renderer/text/en/en.ts'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { chromiumFaces, ensureBuilt, type AppOptions, type OpenApp, type OpenFace } from '../../support/appFaces.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'

/** The first minutes of a volunteer, a results manager and an organizer, each press, choice or typed word counted. */

const open: OpenApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

/** A data folder that nobody has used, and the demo as it ships: a race in progress. */
const openFirstRun = async (face: OpenFace, language: AppOptions['language']) => {
  const app = await face.open({ language, outside: { demo: createDemo(), keychain: createMemoryKeychain() } })
  open.push(app)
  let steps = 0
  const step = async <T>(act: Promise<T>): Promise<T> => {
    steps += 1
    return await act
  }
  return { ...app, step, steps: () => steps }
}

const announcerColumn = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

suiteFor('browser', findChromium() !== null)('from the first run', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it('a volunteer reads the result of bib 214 after at most 4 steps', async () => {
      const { page, step, steps } = await openFirstRun(face, 'en-US')
      await step(button(page, en['first.demo']).click())
      await page.getByRole('grid').getByRole('gridcell').first().waitFor()
      await step(page.keyboard.type('214'))
      await step(page.keyboard.press('Enter'))
      const person = page.getByRole('complementary', { name: en['person.label'] })
      await person.getByRole('heading', { name: 'Иванов Пётр' }).waitFor()
      await person.getByText('31:02').first().waitFor()
      expect(steps()).toBeLessThanOrEqual(4)
    })

    it('an announcer has the newest finishers on the screen after at most 3 steps, and more come by themselves', async () => {
      const { page, step, steps } = await openFirstRun(face, 'ru-RU')
      await step(button(page, ru['first.demo']).click())
      await step(page.getByRole('tab', { name: ru['view.announcer'] }).click())
      const newest = announcerColumn(page, ru['announcer.finishers']).getByRole('listitem').first()
      await newest.waitFor()
      await button(page, ru['watch.on']).waitFor()
      const first = await newest.innerText()
      await expect.poll(() => newest.innerText(), { timeout: 30_000 }).not.toBe(first)
      expect(steps()).toBeLessThanOrEqual(3)
    })

    it('a volunteer prints the podiums after at most 4 steps', async () => {
      const { page, step, steps, complaints } = await openFirstRun(face, 'en-US')
      await page.evaluate(() => {
        window.print = () => undefined
      })
      await step(button(page, en['first.demo']).click())
      await step(page.getByRole('tab', { name: en['view.announcer'] }).click())
      await step(button(page, en['announcer.print']).click())
      expect(steps()).toBeLessThanOrEqual(4)

      await page.emulateMedia({ media: 'print' })
      const sheet = page.locator('.podium-sheet')
      await expect.poll(() => sheet.isVisible()).toBe(true)
      const tenKm = sheet.locator('section').filter({ has: page.getByRole('heading', { name: '10 km', exact: true }) })
      const first = tenKm.getByRole('table', { name: 'Men', exact: true }).getByRole('row').first()
      expect(await first.innerText()).toMatch(/1\s+Иванов Пётр[\s\S]*214[\s\S]*31:02/)
      expect(await sheet.innerText()).toContain('Preliminary, as received')
      expect(await page.locator('#root').isVisible(), 'only the podiums print').toBe(false)
      await page.emulateMedia({ media: null })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await sheet.waitFor({ state: 'detached' })
      await expectAccessible(page, 'an announcer with podiums')
      expect(complaints).toEqual([])
    })

    it('an organizer has a protocol in Russian after at most 5 steps', async () => {
      const { page, step, steps, saveFile } = await openFirstRun(face, 'ru-RU')
      await step(button(page, ru['first.demo']).click())
      await page.getByRole('grid').getByRole('gridcell').first().waitFor()
      await step(page.keyboard.press('Control+e'))
      const dialog = page.getByRole('dialog', { name: ru['export.title'] })
      await step(dialog.getByRole('combobox', { name: ru['export.format'], exact: true }).click())
      await step(page.getByRole('option', { name: ru['export.format.protocol'], exact: true }).click())
      const write = dialog.getByRole('button', { name: /^Выгрузить \d/ })
      const { name, bytes } = await saveFile(() => step(write.click()))
      expect(steps()).toBeLessThanOrEqual(5)
      expect(name).toMatch(/\.html$/)
      const text = bytes.toString()
      expect(text).toContain('<html lang="ru"')
      expect(text).toMatch(/протокол/i)
      expect(text).toContain('Иванов Пётр')
    })
  })
})
