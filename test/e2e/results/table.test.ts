import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { ru as text } from '../../../renderer/text/ru/ru.ts'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { awkwardRace, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, inEnvelope } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

/** The table of a stage as the desk uses it without a mouse: favourites, filters, sorting, views that come back. */

const grid = (page: Page) => page.getByRole('grid')
const rowCount = async (page: Page): Promise<number> => Number(await grid(page).getAttribute('aria-rowcount')) - 1
const row = (page: Page, place: number) => grid(page).locator(`[role=row][aria-rowindex="${place + 1}"]`)
const header = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true })
const nameOf = async (page: Page, place: number): Promise<string> => {
  const titles = await grid(page).getByRole('columnheader').allTextContents()
  return row(page, place).getByRole('gridcell').nth(titles.indexOf(text['role.lastName'])).innerText()
}

/** Sizes that show the scale of a table, in pixels of the screen. */
const sizesOf = (page: Page) =>
  grid(page).evaluate((element) => {
    const widthOf = (part: Element | null): number => {
      const range = document.createRange()
      if (part !== null) range.selectNodeContents(part)
      return range.getBoundingClientRect().width
    }
    const place = element.querySelector('[role=row][aria-rowindex="2"]')
    return {
      rowPx: place?.getBoundingClientRect().height ?? 0,
      textPx: widthOf(place?.querySelector('.is-time') ?? null),
      headPx: element.querySelector('.data-table-head')?.getBoundingClientRect().height ?? 0,
      besideTablePx: widthOf(document.querySelector('.state-scope')),
    }
  })

/** Whole in the view without scrolling sideways, and not under a panel. */
const isInSight = (page: Page, name: string): Promise<boolean> =>
  header(page, name).evaluate((element) => {
    const { left, right, top } = element.getBoundingClientRect()
    const view = element.closest('[role=grid]')
    const endPx = (view?.getBoundingClientRect().left ?? 0) + (view?.clientWidth ?? 0)
    return right <= endPx && element.contains(document.elementFromPoint((left + right) / 2, top + 10))
  })

suiteFor('browser', findChromium() !== null)('the table', () => {
  const viewport = { width: 1024, height: 700 }
  const stageApp = useStageApp({ language: 'ru-RU', colorScheme: 'dark', viewport }, startAwkwardRace)
  const search = (page: Page) => page.getByRole('search').getByRole('textbox')
  const personOf = (page: Page) => page.getByRole('complementary', { name: text['person.label'] })
  const paletteOf = (page: Page) => page.getByRole('combobox', { name: text['palette.search'] })
  afterEach(async () => {
    const { page } = stageApp()
    await page.unrouteAll()
    await page.keyboard.press('Escape')
    await search(page).fill('')
    await row(page, 7).waitFor()
  })

  it('lists one line a person with all their categories', async () => {
    const { page } = stageApp()
    await page.getByText('7 участников, 21 строка').waitFor()
    const columns = await grid(page).getByRole('columnheader').allTextContents()
    const cells = row(page, 1).getByRole('gridcell')
    const chips = cells.nth(columns.indexOf(text['stage.category'])).locator('span')
    expect(await chips.allTextContents()).toEqual(['Overall', 'Men', 'M30-39'])
  })

  it('shows the columns needed first also beside the card, a view that does not fit at one press, and larger text', async () => {
    const { page, core } = stageApp()
    await expect.poll(() => isInSight(page, text['role.result'])).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await row(page, 1).click()
    await page.getByRole('tab', { name: text['card.tab'] }).waitFor()
    await expect.poll(() => isInSight(page, text['role.result'])).toBe(true)

    // A view whose tab does not fit beside the card is one press away.
    await button(page, text['view.rest']).press('Enter')
    await page.getByRole('menuitem', { name: text['view.columns'], exact: true }).press('Enter')
    const last = page.getByRole('tab', { name: text['view.columns'], exact: true })
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
    await page.getByRole('tab', { name: text['view.results'], exact: true }).click()
    await row(page, 1).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(viewport)

    // A larger text size enlarges the table once, with its surroundings.
    const before = await sizesOf(page)
    expect(before.rowPx).toBe(28)
    await core.call('app:setSettings', { scale: 130 })
    await expect.poll(async () => (await sizesOf(page)).besideTablePx / before.besideTablePx).toBeCloseTo(1.3, 1)
    await expect.poll(async () => (await sizesOf(page)).rowPx).toBe(36)
    const after = await sizesOf(page)
    expect(after.textPx / before.textPx).toBeCloseTo(1.3, 1)
    expect(after.headPx / before.headPx).toBeCloseTo(1.3, 1)
    await core.call('app:setSettings', { scale: 100 })
    await expect.poll(async () => (await sizesOf(page)).rowPx).toBe(28)
  })

  it('has favourites, filters, sorting and views by keyboard, on a small screen, in the dark theme and in Russian', async () => {
    const { page, complaints } = stageApp()
    // A finisher marked in one category is marked in the others, whose rows are filtered by it.
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('s')
    await row(page, 1).locator('[data-tone="star"]').waitFor()
    const name = await nameOf(page, 1)
    await button(page, text['table.filter.add']).press('Enter')
    await button(page, text['table.filter.favourites']).press('Enter')
    await expect.poll(() => rowCount(page)).toBe(1)
    await expect.poll(() => nameOf(page, 1)).toBe(name)
    await button(page, text['table.people']).press('Enter')
    await expect.poll(() => rowCount(page)).toBe(3)
    for (const place of [1, 2, 3]) await expect.poll(() => nameOf(page, place)).toBe(name)
    await button(page, text['table.people']).press('Enter')
    await button(page, text['table.filter.clear']).press('Enter')
    await expect.poll(() => rowCount(page)).toBe(7)

    // Values are found by the words that they show, and counted.
    await button(page, text['table.filter.add']).press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${text['role.status']} \\d`) }).press('Enter')
    await page.getByLabel(text['table.filter.find'].replace('{{field}}', text['role.status'])).fill('дисквал')
    const status = page.getByRole('checkbox', { name: /\(DSQ\) \d/ })
    await status.press(' ')
    await expect.poll(() => rowCount(page)).toBe(1)
    await expectAccessible(page, 'the values of a filter', dialogs)
    await page.keyboard.press('Escape')
    // In the place of the result, too: the status may be out of sight.
    const columns = await grid(page).getByRole('columnheader').allTextContents()
    const result = row(page, 1).getByRole('gridcell').nth(columns.indexOf(text['role.result']))
    await expect.poll(() => result.textContent()).toMatch(/^DSQ/u)
    const bib = header(page, text['role.bib'])
    await bib.press('Enter')
    await bib.press('Enter')
    await expect.poll(() => bib.getAttribute('aria-sort')).toBe('descending')

    // The view is restored by its name.
    await button(page, text['views.title']).press('Enter')
    await page.getByLabel(text['views.saveAs']).fill('DSQ')
    await page.keyboard.press('Enter')
    const saved = page.getByRole('button', { name: new RegExp('DSQ$') }).first()
    await saved.waitFor()
    await expectAccessible(page, 'saved views', dialogs)
    await page.keyboard.press('Escape')
    await button(page, text['table.filter.clear']).press('Enter')
    await expect.poll(() => rowCount(page)).toBe(7)
    await expect.poll(() => nameOf(page, 1)).toBe('Бегун1007')
    await button(page, text['views.title']).press('Enter')
    await saved.press('Enter')
    await expect.poll(() => rowCount(page)).toBe(1)
    await expect.poll(() => bib.getAttribute('aria-sort')).toBe('descending')

    // Nothing found says why, and brings the rows back.
    await search(page).fill('nobody at all')
    const without = page.getByRole('button', { name: text['stage.clearSearch'] }).last()
    await without.waitFor()
    await without.press('Enter')
    await expect.poll(() => rowCount(page)).toBe(1)
    await button(page, text['table.filter.clear']).press('Enter')
    await bib.press('Enter')
    expect(complaints).toEqual([])
  })

  it('opens by Enter the person of the words that are typed, however late the answer is', async () => {
    const { page } = stageApp()
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/results:find', async (route) => {
      if (route.request().postData()?.includes('"1006"') === true) {
        asked.resolve()
        await answer.promise
      }
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    const field = paletteOf(page)
    await field.fill('1001')
    const option = page.getByRole('option', { name: /^1001 / }).first()
    await expect.poll(() => option.getAttribute('data-highlighted')).not.toBeNull()
    await field.fill('1006')
    await page.keyboard.press('Enter')
    await asked.promise
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('1006')
    answer.resolve()
    await personOf(page).getByRole('heading', { name: 'Бегун1006 Пётр' }).waitFor()
    await field.waitFor({ state: 'detached' })
  })

  it('shows no number of rows when the answer to a search does not come', async () => {
    const { page } = stageApp()
    const rows = page.locator('.state-line').getByText(/строк/u)
    await rows.waitFor()
    await page.route('**/api/results:page', (route) => route.abort())
    await search(page).fill('1006')
    await page.getByText(text['problem.core-gone']).waitFor()
    await expect.poll(() => rows.count()).toBe(0)
  })

  it('finds a bib typed anywhere, and people and actions in the palette, by what they are commonly called', async () => {
    const { page } = stageApp()
    await grid(page).focus()
    await page.keyboard.type('1006')
    await expect.poll(() => search(page).inputValue()).toBe('1006')
    await expect.poll(() => rowCount(page)).toBe(1)
    await row(page, 1).click()
    const heading = personOf(page).getByRole('heading', { name: 'Бегун1006 Пётр' })
    await heading.waitFor()
    await page.keyboard.type('4586')
    await expect.poll(() => search(page).inputValue(), { message: 'another number replaces the search' }).toBe('4586')

    const choose = async (typed: string, found: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await paletteOf(page).fill(typed)
      const option = page.getByRole('option', { name: found }).first()
      await expect.poll(() => option.getAttribute('data-highlighted')).not.toBeNull()
      if (typed === 'excel') await expectAccessible(page, 'the palette', dialogs)
      await page.keyboard.press('Enter')
    }
    await choose('1006 бегун', '1006 Бегун1006 Пётр')
    await heading.waitFor()
    await expect.poll(() => search(page).inputValue()).toBe('')
    await choose('excel', text['shortcuts.export'])
    const dialog = page.getByRole('dialog', { name: text['export.title'] })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens whom Enter asked for when their row comes later, unless something else is done first', async () => {
    const { page, core, stage, race, complaints } = stageApp()
    const runner = (number: number, name: string) => ({
      number,
      account: { lastName: name, firstName: '' },
      position: number,
      resultTime: '0:49:02',
    })
    const take = async (category: 'Men' | 'M30-39', ...rows: readonly object[]): Promise<void> => {
      race.answer(category, bytesOf(inEnvelope([...awkwardRace[category], ...rows])))
      await core.take(stage)
    }
    const heading = (name: string) => personOf(page).getByRole('heading', { name, exact: true })
    const noneFound = (words: string) =>
      page.getByRole('heading', { name: text['stage.noneFound'].replace('{{search}}', words), exact: true })
    await page.getByRole('treeitem', { name: text['tree.all'] }).click()
    await take('Men', runner(3214, 'Ветров'))
    await search(page).fill('214')
    await search(page).press('Enter')
    await heading('Ветров').waitFor()
    await take('M30-39', runner(214, 'Иванов'))
    await heading('Иванов').waitFor()
    await expect.poll(() => row(page, 1).getAttribute('aria-selected')).toBe('true')

    // Nobody yet: whoever comes is opened, unless other words are typed meanwhile.
    await page.keyboard.press('Escape')
    await search(page).fill('78')
    await search(page).press('Enter')
    await noneFound('78').waitFor()
    await take('M30-39', runner(214, 'Иванов'), runner(578, 'Рыбин'))
    await heading('Рыбин').waitFor()
    await search(page).fill('789')
    await search(page).press('Enter')
    await noneFound('789').waitFor()
    await search(page).fill('21')
    await grid(page).getByText('Иванов').waitFor()
    expect(await heading('Рыбин').count()).toBe(1)
    expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  })
})
