import { expect, it } from 'vitest'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { browserFace } from '../../support/appFaces.ts'
import { expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'

type Runner = Record<string, unknown>

const syllables = ['ба', 'де', 'ки', 'ло', 'му', 'на', 'пе', 'ри', 'со', 'ту']
const runner = (number: number, more: Runner = {}): Runner => ({
  number: 300 + number,
  position: number,
  name: `Кузнецов ${syllables[number % 10]?.toUpperCase() ?? ''}${syllables[Math.floor(number / 10) % 10] ?? ''}рис`,
  club: 'Динамо',
  resultTime: `0:${30 + number}:0${number % 7}`,
  ...more,
})
const field = (count: number): readonly Runner[] => Array.from({ length: count }, (_, index) => runner(index + 1))

suiteFor('browser', findChromium() !== null)('what changed', () => {
  it('appear live, expand, lead to the row, and count from the last look', async () => {
    const race = await startRaceService('Мужчины', 'Юноши')
    const answer = (category: string, rows: readonly Runner[]): void =>
      race.answer(category, (response) => sendJson(response, envelope(rows)))
    answer('Мужчины', field(20))
    answer('Юноши', field(20))
    const { page, core, stage, complaints } = await openStageApp(
      browserFace,
      { language: 'ru-RU', colorScheme: 'dark' },
      race,
    )
    await page.getByRole('tab', { name: ru['view.changes'] }).click()
    await page.getByRole('heading', { name: ru['changes.none'] }).waitFor()

    answer('Мужчины', [runner(1, { resultTime: '0:29:59' }), ...field(20).slice(1)])
    answer(
      'Юноши',
      field(20).map((one) => ({ ...one, resultTime: String(one['resultTime']).replace('0:', '1:') })),
    )
    await core.take(stage)
    const list = page.getByRole('region', { name: ru['changes.label'] })
    await list.getByText('0:29:59', { exact: true }).waitFor()
    await expectAccessible(page, 'changes', 'main')

    // By the keyboard alone: down to the headline, open it, and on to its first detail.
    const headline = list.getByRole('button', { name: ru['changes.details'] })
    await headline.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => list.getByText(/^1:\d\d:\d\d$/).count()).toBe(20)

    await page.getByRole('textbox', { name: ru['changes.search'] }).fill('301')
    await list.getByText('0:29:59', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: ru['changes.seen'] }).click()
    await page.getByRole('combobox', { name: ru['changes.since'] }).click()
    await page.getByRole('option', { name: ru['changes.since.looked'] }).click()
    await page.getByRole('heading', { name: ru['changes.nothing.since'] }).waitFor()

    answer('Мужчины', [runner(1, { resultTime: '0:29:59', club: 'Спартак' }), ...field(20).slice(1)])
    await core.take(stage)
    await list.getByText('Спартак', { exact: true }).waitFor()
    // The context menu of a change, by the keyboard.
    await list.getByRole('button', { name: /301/ }).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: ru['menu.copyRow'], exact: true }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const pasted = page.getByRole('textbox', { name: ru['changes.search'] })
    await pasted.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(() => pasted.inputValue()).toContain('Спартак')
    await pasted.fill('')
    await list.getByRole('button', { name: /301/ }).first().waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await list.getByRole('button', { name: /301/ }).press('Enter')
    await page.getByRole('grid').waitFor()
    await page.getByRole('heading', { name: String(runner(1)['name']) }).waitFor()
    expect(complaints).toEqual([])
  })
})
