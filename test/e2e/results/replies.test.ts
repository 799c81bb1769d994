import { expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { bytesOf, envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

const syllables = ['ba', 'de', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu']
/** Other people in each category. */
const field = (category: string, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => ({
    number: (category === 'Men' ? 300 : 400) + index,
    position: index + 1,
    name: `Runner ${syllables[index % 10] ?? ''}${syllables[Math.floor(index / 10)] ?? ''}rin`,
    club: 'Moor Runners',
    resultTime: `0:${30 + index}:05`,
  }))
const answerOf = (race: RaceService, category: string, count: number): void =>
  race.answer(category, (response) => sendJson(response, envelope(field(category, count))))

suiteFor('browser', findChromium() !== null)('replies that are not results, and tables that shrink', () => {
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

  it('keep the rows during maintenance, show the message, and can be used anyway', async () => {
    const { page, race } = stageApp()
    await expect.poll(rowCount).toBe('37')
    race.answer('Men', bytesOf('{"status":"ok","items":[{"text":"Maintenance until 12:00"}]}'))
    await refresh()
    await notice().getByText('Maintenance until 12:00').waitFor()
    await notice().getByText('24 rows still stored.').waitFor()
    expect(await rowCount()).toBe('37')
    await expectAccessible(page, 'the notice of a reply without results', '.reply-notice')
    await button(page, en['replies.use']).click()
    await expect.poll(rowCount).toBe('14')
    await notice().getByText('24 → 1 row').waitFor()
    await notice()
      .getByRole('button', { name: /^Go back to / })
      .click()
    await expect.poll(rowCount).toBe('37')
    answer('Men', 24)
    await refresh()
    await notice().waitFor({ state: 'detached' })
    expect(await rowCount()).toBe('37')
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
    await expectAccessible(page, 'the stored replies', dialogs)
    await dialog.getByRole('button', { name: en['stage.raw'], exact: true }).nth(1).click()
    await dialog.getByText('Runner dekirin').waitFor()
    await page.keyboard.press('Escape')

    await notice()
      .getByRole('button', { name: /^Go back to / })
      .click()
    await expect.poll(rowCount).toBe('37')
    await notice().getByText(', 9 rows)').waitFor()
    await refresh()
    await notice().getByText(', 9 rows)').waitFor()
    expect(await rowCount()).toBe('37')

    await button(page, en['replies.use']).click()
    await expect.poll(rowCount).toBe('22')
    await notice().getByText('24 → 9 rows').waitFor()
    await notice().getByRole('button', { name: en['replies.keep'], exact: true }).click()
    await notice().waitFor({ state: 'detached' })
    expect(await rowCount()).toBe('22')
    expect(complaints).toEqual([])
  })
})
