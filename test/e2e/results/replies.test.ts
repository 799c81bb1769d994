import { expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { bytesOf, inEnvelope, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

const syllables = ['ba', 'de', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu']
/** Other people in each category. */
const field = (category: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    number: (category === 'Men' ? 300 : 400) + index,
    position: index + 1,
    name: `Runner ${syllables[index % 10] ?? ''}${syllables[Math.floor(index / 10)] ?? ''}rin`,
    club: 'Moor Runners',
    resultTime: `0:${30 + index}:05`,
  }))
const answerRows = (race: RaceService, category: string, rows: readonly object[]): void =>
  race.answer(category, bytesOf(inEnvelope(rows)))
const answerOf = (race: RaceService, category: string, count: number): void =>
  answerRows(race, category, field(category, count))

suiteFor('browser', findChromium() !== null)('the replies of a service', () => {
  const stageApp = useStageApp({ language: 'en-US' }, async () => {
    const race = await startRaceService('Men', 'Women')
    answerOf(race, 'Men', 24)
    answerOf(race, 'Women', 12)
    return race
  })
  const answer = (category: string, count: number): void => answerOf(stageApp().race, category, count)

  const rowCount = () => stageApp().page.getByRole('grid').getAttribute('aria-rowcount')
  const refresh = () => stageApp().page.getByRole('button', { name: en['stage.refresh'] }).click()
  const notice = () => stageApp().page.locator('.reply-notice')

  it('list what changed as it arrives, expand, lead to the row, and count from the last look', async () => {
    const { page, core, stage, race, complaints } = stageApp()
    const answerWithClub = (resultTime: string, club: string): void =>
      answerRows(race, 'Men', [{ ...field('Men', 24)[0], resultTime, club }, ...field('Men', 24).slice(1)])
    await page.getByRole('tab', { name: en['view.changes'] }).click()
    await page.getByRole('heading', { name: en['changes.none'] }).waitFor()

    answerWithClub('0:29:59', 'Moor Runners')
    const later = field('Women', 12).map((one) => ({ ...one, resultTime: one.resultTime.replace('0:', '1:') }))
    answerRows(race, 'Women', later)
    await core.take(stage)
    const list = page.getByRole('region', { name: en['changes.label'] })
    await list.getByText('0:29:59', { exact: true }).waitFor()
    await expectAccessible(page, 'changes', 'main')

    // By the keyboard alone: down to the headline, open it, and on to its first detail.
    const headline = list.getByRole('button', { name: en['changes.details'] })
    await headline.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => list.getByText(/^1:\d\d:\d\d$/).count()).toBe(12)

    await page.getByRole('button', { name: en['changes.seen'] }).click()
    await page.getByRole('combobox', { name: en['changes.since'] }).click()
    await page.getByRole('option', { name: en['changes.since.looked'] }).click()
    await page.getByRole('heading', { name: en['changes.nothing.since'] }).waitFor()

    answerWithClub('0:29:59', 'Спартак')
    await core.take(stage)
    await list.getByText('Спартак', { exact: true }).waitFor()
    // The context menu of a change, by the keyboard.
    await list.getByRole('button', { name: /300/ }).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: en['menu.copyRow'], exact: true }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const pasted = page.getByRole('textbox', { name: en['changes.search'] })
    await pasted.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(() => pasted.inputValue()).toContain('Спартак')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await pasted.fill('300')
    await list.getByRole('button', { name: /300/ }).press('Enter')
    await page.getByRole('grid').waitFor()
    await page.getByRole('heading', { name: String(field('Men', 1)[0]?.name) }).waitFor()
    expect(complaints).toEqual([])
  })

  it('keep the rows during maintenance, show the message, and can be used anyway', async () => {
    const { page, core, stage, race } = stageApp()
    answer('Men', 24)
    answer('Women', 12)
    await core.take(stage)
    await page.getByRole('treeitem', { name: en['tree.all'] }).click()
    await expect.poll(rowCount).toBe('37')
    race.answer('Men', bytesOf('{"status":"ok","items":[{"text":"Maintenance until 12:00"}]}'))
    await refresh()
    await notice().getByText('Maintenance until 12:00').waitFor()
    await notice().getByText('24 rows still stored.').waitFor()
    expect(await rowCount()).toBe('37')
    await expectAccessible(page, 'the notice of a reply without results', '.reply-notice')
    await button(page, en['replies.use']).click()
    await expect.poll(rowCount).toBe('14')
    answer('Men', 24)
    await refresh()
    await expect.poll(rowCount).toBe('37')
    await notice().waitFor({ state: 'detached' })
  })

  it('announce a table that shrank, show the replies, revert, and use the smaller one after all', async () => {
    const { page, complaints } = stageApp()
    answer('Men', 9)
    await refresh()
    await notice().getByText('24 → 9 rows').waitFor()
    await expect.poll(rowCount).toBe('22')
    await notice().getByRole('button', { name: en['replies.show'], exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('listitem').first().textContent()).toContain('9 rows')
    await expectAccessible(
      page,
      'the stored replies, over the notice of a table that shrank',
      `.reply-notice, ${dialogs}`,
    )
    await dialog.getByRole('button', { name: en['stage.raw'], exact: true }).nth(1).click()
    await dialog.getByText('Runner dekirin').waitFor()
    await page.keyboard.press('Escape')

    await notice()
      .getByRole('button', { name: /^Go back to / })
      .click()
    await expect.poll(rowCount).toBe('37')
    await notice().getByText(', 9 rows)').waitFor()
    await button(page, en['replies.use']).click()
    await expect.poll(rowCount).toBe('22')
    await notice().getByRole('button', { name: en['replies.keep'], exact: true }).click()
    await notice().waitFor({ state: 'detached' })
    expect(await rowCount()).toBe('22')
    expect(complaints).toEqual([])
  })
})
