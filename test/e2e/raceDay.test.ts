import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listWidth, takeDemo, valueOf, widenList } from '../firstRun/desk.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { appFaces, browserFace, everyFace, type RunningApp } from '../support/appFaces.ts'
import { closing } from '../support/atEnd.ts'
import { firstScreen } from '../support/firstScreen.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { raceOf } from '../support/services/mortalDemo.ts'
import { startOrFail } from '../support/services/demoCalls.ts'

/** The main job as a person does it: with the page of the window, whose files and storage differ, and connected in a browser. */

/** journeys.test.ts presses for the thousands of rows, in a browser. */
const demoRace = raceOf([
  'Men,1,214,Иванов,Пётр,Вымпел,31:02',
  ...Array.from(
    { length: 15 },
    (_, at) => `Women,${at + 1},${301 + at},Зимина,Ева,Динамо,4${at % 7}:${10 + ((at * 17) % 49)}`,
  ),
])

const grid = (page: Page) => page.getByRole('grid')
const firstCells = (page: Page) => grid(page).locator('[role=row][aria-rowindex="2"] [role=gridcell]')

const search = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+f')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

suiteFor('browser', findChromium() !== null)('a race day', () => {
  it.each(everyFace().filter(({ name }) => name !== browserFace.name))(
    'first run, its keys and language, demo on every empty screen, network lost, search, export, start again; $name',
    async (face) => {
      const app = await face.open({ language: 'ru-RU', colorScheme: 'dark', demoRace })
      const { page } = app
      await page.locator(firstScreen).waitFor()
      await button(page, ru['first.demo']).waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ru')
      await page.getByRole('img', { name: ru['first.picture'] }).waitFor()
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: ru['shortcuts.title'] })
      await sheet.waitFor()
      await expectAccessible(page, 'the sheet of shortcuts', dialogs)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: ru['settings.language'] }).click()
      await page.getByRole('option', { name: 'English' }).click()
      await page.getByRole('heading', { name: en['first.title'] }).waitFor()

      await page.keyboard.press('Control+6')
      await page.getByRole('heading', { name: en['settings.general'], exact: true }).waitFor()
      await page.keyboard.press('Control+1')
      await page.getByRole('heading', { name: en['stages.empty.title'] }).waitFor()
      await expectAccessible(page, 'an empty stage list', 'main')
      await button(page, en['first.demo']).click()
      await page.getByRole('treeitem').first().waitFor()
      const rowCount = async () => Number(await grid(page).getAttribute('aria-rowcount'))
      await expect.poll(rowCount, { timeout: 60_000 }).toBeGreaterThan(15)
      await expect.poll(() => page.getByRole('treeitem').count()).toBeGreaterThan(3)
      const jobs = async () => (await valueOf(app, 'job:list', {})).map(({ state }) => state)
      await expect.poll(jobs, { timeout: 60_000 }).not.toContain('running')
      const demo = await takeDemo(app)
      expect(demo.rows).toBeGreaterThan(15)
      const before = await listWidth(app, demo.stage)
      expect(await widenList(app, demo.stage)).toBe(before + 16)

      await page.keyboard.press('Control+2')
      await button(page, en['orders.demo']).click()
      await page.getByRole('gridcell', { name: 'SR26-000402' }).waitFor()
      await page.keyboard.press('Control+3')
      await button(page, en['promo.demo']).click()
      await expect.poll(() => button(page, en['promo.review']).isEnabled()).toBe(true)
      await page.keyboard.press('Control+5')
      await button(page, en['calls.demo']).click()
      await page.getByRole('heading', { name: 'GET /v3/Races/Years' }).waitFor()

      await app.stopDemo?.()
      await page.reload()
      expect(await listWidth(app, demo.stage)).toBe(before + 16)
      expect(await takeDemo(app)).toEqual(demo)

      await search(page, '214 иванов')
      await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
      await expect.poll(() => firstCells(page).allTextContents()).toEqual(expect.arrayContaining(['214', 'Иванов']))
      const person = page.getByRole('complementary', { name: en['person.label'] })
      await page.keyboard.press('Enter')
      await person.getByRole('heading', { name: 'Иванов Пётр' }).waitFor()
      await person.getByRole('tab', { name: en['person.fields'] }).click()
      await person.getByText(en['raw.title']).click()
      await person.getByText('"firstName": "Пётр"').waitFor()
      await page.keyboard.press('Escape')
      await person.waitFor({ state: 'detached' })

      await search(page, 'динамо')
      await expect.poll(rowCount).toBeGreaterThan(10)

      await page.keyboard.press('F5')
      if (app.stopDemo !== null) {
        await page.getByText(en['status.offline'], { exact: true }).first().waitFor()
        await expect.poll(rowCount).toBeGreaterThan(10)
      }

      await exportAndRead(app)
      expect(app.complaints).toEqual([])
    },
    120_000,
  )

  describe.each(appFaces())('$name', (face) => {
    it('an organization is connected, its results service adopted and its stage downloaded', async () => {
      const bytes = Buffer.from('Place,Bib,Name,Time\n1,7,Vera Lind,31:02\n2,9,Tom Hale,32:10\n')
      const service = closing(await startOrFail({ race: { fileName: 'Spring.csv', bytes, groupBy: [] } }))
      const { page, complaints } = await face.open({ language: 'en-US', colorScheme: 'dark' })
      await button(page, en['first.connect']).click()
      const add = button(page, en['settings.organization.add'])
      await page.getByLabel(en['profile.baseUrl']).fill(`https://${service.url}`)
      // A key that was refused is still to be given.
      await page.getByRole('textbox', { name: en['keys.access'] }).fill('ключ')
      await add.click()
      await page.getByText(en['keys.value.invalid']).waitFor()
      await page.getByRole('textbox', { name: en['keys.access'] }).fill('')
      await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
      await page.getByRole('textbox', { name: en['keys.access'] }).fill('a wrong key of some length')
      await expectAccessible(page, 'connecting', 'main')
      await add.click()
      await page.getByText(/401/).first().waitFor()
      await button(page, en['connect.anyway']).waitFor()
      await page.getByRole('textbox', { name: en['keys.access'] }).fill(service.accessKey)
      await add.click()
      await page.getByLabel(en['connect.stage.text']).fill('5f0c7a52-0000-4000-8000-00000000dead')
      await button(page, en['stages.add.do']).click()
      await page.getByText(en['connect.stage.unknown']).waitFor()
      await page.getByLabel(en['connect.stage.text']).fill(`stage ${service.stages[0]?.guid}`)
      await button(page, en['stages.add.do']).click()
      await page.getByText(new URL(service.resultsUrl).origin, { exact: true }).waitFor()
      await page.getByRole('textbox', { name: en['keys.results'] }).fill('a wrong key of some length')
      await button(page, en['origin.adopt']).click()
      // The service refuses the key: its field stands beside the refusal.
      await page
        .getByText(/did not accept the results key/)
        .first()
        .waitFor()
      expect(await button(page, en['status.problems_one'].replace('{{count}}', '1')).count()).toBe(0)
      await page.getByRole('textbox', { name: en['keys.results'] }).fill(service.resultsKey)
      await button(page, en['origin.key.save']).click()
      await page.getByRole('gridcell', { name: 'Vera Lind' }).waitFor()
      const seen = await page.content()
      expect(seen).not.toContain(service.accessKey)
      expect(seen).not.toContain(service.resultsKey)
      expect(complaints).toEqual([])
    }, 120_000)
  })
})

const exportAndRead = async (app: RunningApp) => {
  const { page } = app
  await button(page, en['stage.export']).click()
  const dialog = page.getByRole('dialog', { name: en['export.title'] })
  await dialog.getByRole('combobox', { name: en['export.format'], exact: true }).click()
  await page.getByRole('option', { name: en['export.format.csv'], exact: true }).click()
  const exporting = dialog.getByRole('button', { name: /^Export \d/ })
  const saved = await app.saveFile(() => exporting.click())
  expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d .+ \d{4}\.csv$/)
  const lines = saved.bytes.toString('utf8').split('\r\n').slice(1, -1)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !/динамо/i.test(line))).toEqual([])
}
