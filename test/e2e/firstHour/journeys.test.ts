import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { en } from '../../../renderer/text/en/en.ts'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { browserFace, type OpenApp } from '../../support/appFaces.ts'
import { button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'

/**
 * The first minutes of a volunteer, an announcer and an organizer, each press, choice or typed word counted: the press that opens
 * the demo as it ships, a race in progress, and what each does from then on.
 */

suiteFor('browser', findChromium() !== null)('from the first run', () => {
  let app: OpenApp
  let page: Page
  let start = ''
  let steps = 0
  const step = async <T>(act: Promise<T>): Promise<T> => {
    steps += 1
    return await act
  }
  beforeAll(async () => {
    app = await browserFace.open({
      language: 'en-US',
      outside: { demo: createDemo(), keychain: createMemoryKeychain() },
    })
    page = app.page
    await button(page, en['first.demo']).click()
    await page.getByRole('gridcell').first().waitFor({ timeout: 60_000 })
    start = new URL(page.url()).hash
  }, 120_000)

  /** The page as it is after the first step, without what others did on it; the race stands still. */
  const begin = async (): Promise<void> => {
    for (const { guid: stage } of await app.core.call('stage:list', {})) await app.core.call('stage:unwatch', { stage })
    for (const hash of ['#/help', start]) await page.evaluate((to) => (location.hash = to), hash)
    await page.getByRole('grid').getByRole('gridcell').first().waitFor()
    steps = 1
  }

  it('an announcer has the newest finishers on the screen after at most 3 steps, and prints podiums after one more', async () => {
    steps = 1
    await step(page.getByRole('tab', { name: en['view.announcer'] }).click())
    const finishers = page.getByRole('region', { name: en['announcer.finishers'], exact: true })
    const newest = finishers.getByRole('listitem').first()
    await newest.waitFor({ timeout: 60_000 })
    await button(page, en['watch.on']).waitFor()
    expect(steps).toBeLessThanOrEqual(3)

    await page.evaluate(() => {
      window.print = () => undefined
    })
    await step(button(page, en['announcer.print']).click())
    expect(steps).toBeLessThanOrEqual(4)
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.podium-sheet')
    await expect.poll(() => sheet.isVisible()).toBe(true)
    const tenKm = sheet.locator('section').filter({ has: page.getByRole('heading', { name: '10 km', exact: true }) })
    const winner = tenKm.getByRole('table', { name: 'Men', exact: true }).getByRole('row').first()
    expect(await winner.innerText()).toMatch(/1\s+Иванов Пётр[\s\S]*214[\s\S]*31:02/)
    expect(await sheet.innerText()).toContain('Preliminary, as received')
    expect(await page.locator('#root').isVisible(), 'only the podiums print').toBe(false)
    await page.emulateMedia({ media: null })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await sheet.waitFor({ state: 'detached' })
  }, 180_000)

  it('a volunteer reads the result of bib 214 after at most 4 steps', async () => {
    await begin()
    await step(page.keyboard.type('214'))
    await step(page.keyboard.press('Enter'))
    const person = page.getByRole('complementary', { name: en['person.label'] })
    await person.getByRole('heading', { name: 'Иванов Пётр' }).waitFor()
    await person.getByText('31:02').first().waitFor()
    expect(steps).toBeLessThanOrEqual(4)
    await page.keyboard.press('Escape')
  })

  it('an organizer has a protocol in Russian after at most 5 steps', async () => {
    await begin()
    // A protocol of a few takes as many steps as one of all.
    await page.getByRole('search').getByRole('textbox').fill('иванов')
    await expect.poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBeLessThan(500)
    await step(page.keyboard.press('Control+e'))
    await page.getByRole('dialog', { name: en['export.title'] }).waitFor()
    // From another page, say.
    await app.core.call('app:setSettings', { language: 'ru' })
    const dialog = page.getByRole('dialog', { name: ru['export.title'] })
    await step(dialog.getByRole('combobox', { name: ru['export.format'], exact: true }).click())
    await step(page.getByRole('option', { name: ru['export.format.protocol'], exact: true }).click())
    const write = dialog.getByRole('button', { name: /^Выгрузить \d/ })
    const { name, bytes } = await app.saveFile(() => step(write.click()))
    expect(steps).toBeLessThanOrEqual(5)
    expect(name).toMatch(/\.html$/)
    const text = bytes.toString()
    expect(text).toContain('<html lang="ru"')
    expect(text).toMatch(/протокол/i)
    expect(text).toContain('Иванов Пётр')
    expect(app.complaints).toEqual([])
  })
})
