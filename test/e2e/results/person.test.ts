import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en } from '../../support/services/allTexts.ts'
import { startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

const grid = (page: Page) => page.getByRole('grid')

suiteFor('browser', findChromium() !== null)('a person', () => {
  const stageApp = useStageApp({ language: 'en-US', colorScheme: 'dark' }, startAwkwardRace)

  it('is read, compared, copied and printed, and moves to an adjacent person, without a mouse', async () => {
    const { page, complaints } = stageApp()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('1001 бегун')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
    await page.keyboard.press('Enter')
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
    await expectAccessible(page, 'the times as tables', 'main')
    expect(complaints).toEqual([])
  })
})
