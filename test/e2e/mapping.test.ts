import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { bytesOf, inEnvelope, startRaceWith } from '../support/services/raceService.ts'
import { useStageApp } from '../support/services/stageRig.ts'

const grid = (page: Page) => page.getByRole('grid')

const showView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name, exact: true }).click()
}

const choose = async (page: Page, column: string, role: string): Promise<void> => {
  await page.getByRole('combobox', { name: `Meaning of ${column}`, exact: true }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
}

suiteFor('browser', findChromium() !== null)('the roles of columns', () => {
  const units = [143.88, 150.35, 158.02].map((time, index) => ({
    place: index + 1,
    name: `Ann ${index}`,
    ...Object.fromEntries(Array.from({ length: 11 }, (_, field) => [`field${field}`, `${field} and ${index}`])),
    bib: 30 + 7 * index,
    startNo: 12 + 5 * index,
    time,
  }))
  const stageApp = useStageApp({ language: 'en-US' }, () => startRaceWith({ Open: units }))

  it('show examples and the best two guesses, with one press for the second; unknown units come first', async () => {
    const { page, complaints } = stageApp()
    await page.setViewportSize({ width: 480, height: 800 })
    await showView(page, en['view.columns'])
    await page.getByText('Choose a unit: 1 column may be a time').waitFor()
    const rowNames = page.getByRole('table').getByRole('rowheader')
    await expect.poll(() => rowNames.nth(1).textContent()).toBe('time')
    const examples = page.getByRole('row', { name: /^time/ }).getByRole('listitem')
    await expect.poll(() => examples.allTextContents()).toEqual(['143.88', '150.35', '158.02'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480)
    await expectAccessible(page, 'columns with an open unit', 'main')

    // By keys alone: the unit, then apply.
    await page.getByRole('button', { name: /^minutes.* 2:23:53, unit of time$/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 change not applied yet').waitFor()
    await showView(page, en['view.results'])
    await showView(page, en['view.columns'])
    await page.getByText('1 change not applied yet').waitFor()
    await button(page, en['mapping.apply']).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Applied to 1 category.').waitFor()
    await page.getByRole('row', { name: /^time .*143\.88 = 2:23:53/ }).waitFor()
    await page.getByText('Choose a unit:').waitFor({ state: 'detached' })

    const second = page.getByRole('button', { name: /^Bib .*guess for startNo$/ })
    await second.click()
    await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('row', { name: /^bib .*replaced by “startNo”/ }).waitFor()
    await button(page, en['mapping.discard']).click()

    await page.getByRole('searchbox', { name: en['mapping.find'] }).fill('field1')
    await page.getByRole('row', { name: /^startNo/ }).waitFor({ state: 'detached' })
    await expect.poll(() => rowNames.allTextContents()).toContain('field10')
    await page.getByRole('searchbox', { name: en['mapping.find'] }).fill('nothing like it')
    await button(page, en['mapping.find.clear']).click()
    await page.getByRole('row', { name: /^startNo/ }).waitFor()
    await button(page, en['do.undo']).click()
    await page.getByText('Choose a unit: 1 column may be a time').waitFor()
    await showView(page, en['view.results'])
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(complaints).toEqual([])
  })

  it('are read in another encoding after a preview of three cells, and reset', async () => {
    const { page, core, stage, race, complaints } = stageApp()
    const names = ['Fran\u00e7ois', 'Ren\u00e9e', 'Andr\u00e9', 'Zo\u00eb']
    const text = [
      'Place,Bib,Name,Time',
      ...names.map((name, index) => `${index + 1},${index + 11},${name} Moreau,0:3${index}:00`),
    ]
    race.answer('Open', bytesOf(Buffer.from(text.join('\n'), 'latin1'), 200, 'text/csv; charset=windows-1251'))
    await core.take(stage)
    await page.getByText('Moreau').first().waitFor()
    await button(page, 'read as windows-1251').click()
    await page.getByRole('group', { name: en['reading.preview'] }).getByText('Fran\u0437ois Moreau').waitFor()
    await page.getByRole('combobox', { name: en['reading.encoding'] }).click()
    await page.getByRole('option', { name: 'windows-1252', exact: true }).click()
    await page.getByRole('group', { name: en['reading.preview'] }).getByText('Fran\u00e7ois Moreau').waitFor()
    await expectAccessible(page, 'how replies are read', dialogs)
    await button(page, en['reading.apply']).click()
    await page.getByText('4 rows read again').waitFor()
    await button(page, 'read as windows-1252').waitFor()
    await grid(page).getByText('Ren\u00e9e Moreau').waitFor()
    await button(page, en['do.undo']).click()
    await button(page, 'read as windows-1251').waitFor()
    await grid(page).getByText('Ren\u0439e Moreau').waitFor()
    expect(complaints).toEqual([])
  })

  it('are corrected without a network, applied to the table, and reset', async () => {
    const { page, core, stage, race, complaints } = stageApp()
    const rows = Array.from({ length: 8 }, (_, index) => ({
      position: index < 6 ? index + 1 : null,
      number: 101 + 7 * index,
      account: { lastName: `Runner ${index}` },
      club: 'Dynamo',
      status: index < 6 ? 'OK' : 'DSQ',
      resultTime: `0:3${index}:${17 + 5 * index}`,
    }))
    race.answer('Open', bytesOf(inEnvelope(rows)))
    await core.take(stage)
    await race.close()
    await grid(page).getByText('Runner 0').waitFor()
    await showView(page, en['view.columns'])
    await page.getByRole('row', { name: /^account\.lastName/ }).waitFor()

    await choose(page, 'club', en['role.result'])
    await button(page, en['mapping.apply']).click()
    await page.getByText('no cell of this column is a time').waitFor()
    await button(page, en['mapping.discard']).click()

    await choose(page, 'status', en['role.club'])
    await page.getByRole('row', { name: /^club .*replaced by “status”/ }).waitFor()
    await button(page, en['mapping.apply']).click()
    await page.getByText('Applied to 1 category.').waitFor()
    await page.getByRole('row', { name: /^status .*corrected here/ }).waitFor()

    await showView(page, en['view.results'])
    await page.getByRole('search').getByRole('textbox').fill('dsq')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('3')

    await showView(page, en['view.columns'])
    await button(page, en['mapping.reset']).click()
    await page.getByRole('row', { name: /^status .*by name and cells/ }).waitFor()
    await showView(page, en['view.results'])
    await page.getByText('No matches for “dsq”').waitFor()
    expect(complaints).toEqual([])
  })
})
