import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { serveApp, type OpenPage, type ServedApp, type ViewOptions } from '../../support/appFaces.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en, ru } from '../../support/services/allTexts.ts'

const grid = (page: Page) => page.getByRole('grid')

suiteFor('browser', findChromium() !== null)('a person', () => {
  let app: ServedApp
  beforeAll(async () => {
    app = await serveApp({ hasDemo: true })
  }, 120_000)

  /** The demo race, with Иванов Пётр in the panel. */
  const openPerson = async (view: ViewOptions): Promise<OpenPage> => {
    const opened = await app.openPage(view)
    const { page } = opened
    await page.keyboard.press('Control+f')
    await page.keyboard.type('214 иванов')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
    await page.keyboard.press('Enter')
    return opened
  }

  it('is read, compared, copied and printed, and moves to an adjacent person, without a mouse', async () => {
    const { page, complaints } = await openPerson({ language: 'en-US' })
    const panel = page.getByRole('complementary', { name: en['person.label'] })
    await panel.getByRole('heading', { name: 'Иванов Пётр' }).waitFor()
    const placings = panel.getByRole('region', { name: en['card.placings'], exact: true }).getByRole('row')
    await expect.poll(() => placings.count()).toBe(1 + 3)
    await panel.getByText(en['card.rule.bib-and-name']).waitFor()

    const list = panel.getByRole('region', { name: en['card.splits'], exact: true })
    await list.getByRole('row', { name: /^5 km 15:\d\d 15:\d\d [\d,]+ \/ [\d,]+$/ }).waitFor()
    const splits = panel.getByRole('img', { name: /^Pace of Иванов Пётр/ })
    await splits.focus()
    await page.keyboard.press('ArrowRight')
    await panel.getByText(/^5 km: segment 15:\d\d|^5 km: segment 0:15:\d\d/).waitFor()
    await page.keyboard.press('t')
    const table = panel.getByRole('region', { name: en['card.splits.course'], exact: true })
    await table.getByRole('rowheader', { name: '5 km' }).waitFor()
    const times = panel.getByRole('img', { name: /^Finish times in Overall/ })
    await times.waitFor()
    await expectAccessible(page, 'a card', 'aside')

    await page.evaluate(() => {
      window.print = () => undefined
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, en['card.copy']).press('Enter')
    await button(page, en['card.copied']).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')[0]).toBe('Иванов Пётр, Bib 214')
    expect(copied).toMatch(/^10 km · Men: Place 1 of [\d,]+, 31:02$/m)

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
    expect(complaints).toEqual([])
  })

  it('and the charts and checks are accessible, in the dark theme and in Russian', async () => {
    const viewport = { width: 1024, height: 700 }
    const { page, complaints } = await openPerson({ language: 'ru-RU', colorScheme: 'dark', viewport })
    await page.getByRole('complementary', { name: ru['person.label'] }).getByText(ru['card.around.what']).waitFor()
    await expectAccessible(page, 'a card in Russian', 'aside')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: ru['view.pictures'], exact: true }).click()
    const chart = page.getByRole('img', { name: /^Время финиша/ }).first()
    await chart.focus()
    await page.keyboard.press('End')
    await page.getByText(/, всего [\d\s]+$/).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('region', { name: ru['picture.title'] }).first().waitFor()
    await expectAccessible(page, 'the view of times', 'main')
    await page.getByRole('tab', { name: ru['view.audit'], exact: true }).click()
    await page.getByText(ru['audit.clean'], { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
