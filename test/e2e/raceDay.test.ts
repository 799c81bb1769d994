import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDemoService } from '../../main/demo/demoService.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { appFaces, browserFace, everyFace, type RunningApp } from '../support/appFaces.ts'
import { firstScreen } from '../support/firstScreen.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'

/** The main job as a person does it, in every face that can run here and in both languages. */

/** English in the browser face, Russian where the window shows the page. */
const journeys = everyFace().map((face) =>
  face.name === browserFace.name
    ? ({ face, name: face.name, language: 'en-US', text: en } as const)
    : ({ face, name: face.name, language: 'ru-RU', text: ru } as const),
)

const grid = (page: Page) => page.getByRole('grid')
const firstCells = (page: Page) => grid(page).locator('[role=row][aria-rowindex="2"] [role=gridcell]')

const search = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+f')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

suiteFor('browser', findChromium() !== null)('a race day', () => {
  it.each(journeys)(
    'first run, demo, network lost, search, sort, export; $name, $language',
    async ({ face, language, text }) => {
      const app = await face.open({ language })
      const { page } = app
      const examine = async (screen: string, within?: string): Promise<void> => {
        if (face.name === browserFace.name) await expectAccessible(page, screen, within)
      }
      await page.locator(firstScreen).waitFor()
      await button(page, text['first.demo']).waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language.slice(0, 2))
      expect(new URL(page.url()).hash, 'the token stays out of the address').not.toContain('token')

      await button(page, text['first.demo']).click()
      await page.getByRole('treeitem').first().waitFor()
      // 5,000 people, each in three of the 24 categories of the demo race.
      await expect.poll(() => grid(page).getAttribute('aria-rowcount'), { timeout: 60_000 }).toBe('5001')
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(1 + 3 + 24)

      await app.stopDemo?.()

      await search(page, '214 иванов')
      await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
      await expect.poll(() => firstCells(page).allTextContents()).toEqual(expect.arrayContaining(['214', 'Иванов']))
      await page.keyboard.press('Enter')
      await page.getByRole('complementary', { name: text['person.label'] }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('complementary', { name: text['person.label'] }).waitFor({ state: 'detached' })
      await page.keyboard.press('Control+f')
      await page.keyboard.press('Enter')
      const person = page.getByRole('complementary', { name: text['person.label'] })
      await person.getByRole('heading', { name: 'Иванов Пётр' }).waitFor()
      await examine('a person', 'aside')
      await person.getByRole('tab', { name: text['person.fields'] }).click()
      await person.getByText(text['raw.title']).click()
      await person.getByText('"firstName": "Пётр"').waitFor()
      await page.keyboard.press('Escape')
      await person.waitFor({ state: 'detached' })

      await search(page, 'динамо')
      await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBeGreaterThan(10)
      const header = grid(page).getByRole('columnheader', { name: text['role.result'], exact: true })
      await header.click()
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
      const timeIndex = await header.evaluate((cell) => Array.from(cell.parentElement?.children ?? []).indexOf(cell))
      const times = () => cellsInOrder(page, timeIndex)
      await expect.poll(async () => inOrder(await times())).toBe(true)

      await page.keyboard.press('F5')
      if (app.stopDemo !== null) {
        await page.getByText(text['status.offline'], { exact: true }).first().waitFor()
        await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBeGreaterThan(10)
        await examine('a stage offline', 'main')
      }

      await exportAndRead(app, text, examine)
      expect(app.complaints).toEqual([])
    },
    120_000,
  )

  describe.each(appFaces())('$name', (face) => {
    it('an organization is connected, its results service adopted and its stage downloaded', async () => {
      const started = await startDemoService()
      if (!started.ok) throw new Error(started.error.kind)
      const service = started.value
      onTestFinished(service.close)
      const { page, complaints } = await face.open({ language: 'en-US', colorScheme: 'dark' })
      await button(page, en['first.connect']).click()
      await page.getByLabel(en['profile.name']).first().fill('Spring crew')
      await page.getByLabel(en['profile.baseUrl']).fill(`https://${service.url}`)
      // A key that was refused is still to be given.
      await page.getByLabel(en['keys.access']).fill('ключ')
      await button(page, en['connect.test']).click()
      await page.getByText(en['keys.value.invalid']).waitFor()
      await page.getByLabel(en['keys.access']).fill('')
      await expect.poll(() => button(page, en['connect.next']).getAttribute('aria-disabled')).toBe('true')
      await page.getByLabel(en['keys.access']).fill('a wrong key of some length')
      await expectAccessible(page, 'connecting', 'main')
      await button(page, en['connect.test']).click()
      await page.getByText(/401/).first().waitFor()
      await page.getByLabel(en['keys.access']).fill(service.accessKey)
      await button(page, en['connect.next']).click()
      await page.getByLabel(en['connect.stage.text']).fill('5f0c7a52-0000-4000-8000-00000000dead')
      await button(page, en['connect.take']).click()
      await page.getByText(en['connect.stage.unknown']).waitFor()
      await page.getByLabel(en['connect.stage.text']).fill(`stage ${service.stages[0]?.guid}`)
      await button(page, en['connect.take']).click()
      const origin = new URL(service.resultsUrl).origin
      await button(page, en['origin.adopt'].replace('{{origin}}', origin)).click()
      await page.getByLabel(en['origin.key.title']).fill('a wrong key of some length')
      await button(page, en['origin.key.save']).click()
      // The service refuses the key: its field stands beside the refusal.
      await page
        .getByText(/did not accept the results key/)
        .first()
        .waitFor()
      await expectAccessible(page, 'a refused results key', 'main')
      expect(await button(page, en['status.problems_one'].replace('{{count}}', '1')).count()).toBe(0)
      await page.getByLabel(en['origin.key.title']).fill(service.resultsKey)
      await button(page, en['origin.key.save']).click()
      await expect.poll(() => grid(page).getAttribute('aria-rowcount'), { timeout: 60_000 }).toBe('5001')
      const seen = await page.content()
      expect(seen).not.toContain(service.accessKey)
      expect(seen).not.toContain(service.resultsKey)
      expect(complaints).toEqual([])
    }, 120_000)
  })
})

/** The texts of one column as they stand below each other: row elements are recycled, so their order in the page tells nothing. */
const cellsInOrder = (page: Page, columnIndex: number): Promise<readonly string[]> =>
  grid(page)
    .locator('[role=row][aria-rowindex]:has([role=gridcell])')
    .evaluateAll(
      (rows, index) =>
        rows
          .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
          .map((row) => row.querySelectorAll('[role=gridcell]')[index]?.textContent ?? ''),
      columnIndex,
    )

/** Times as "m:ss" or "h:mm:ss", shortest first; blanks come last. */
const inOrder = (times: readonly string[]): boolean => {
  const seconds = times.map((time) =>
    time === '' ? Infinity : time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
  )
  return seconds.length > 5 && seconds.every((value, index) => index === 0 || (seconds[index - 1] ?? 0) <= value)
}

type ExportTexts = {
  readonly [K in 'stage.export' | 'stage.export.ru' | 'export.title' | 'export.format' | 'export.preset']: string
} & { readonly 'export.format.csv': string; readonly 'export.columns.all': string }

type Examine = (screen: string, within?: string) => Promise<void>

const exportAndRead = async (app: RunningApp, text: ExportTexts, examine: Examine) => {
  const { page } = app
  await button(page, text['stage.export']).click()
  const dialog = page.getByRole('dialog', { name: text['export.title'] })
  const choose = async (field: string, option: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose(text['export.format'], text['export.format.csv'])
  await choose(text['export.preset'], text['stage.export.ru'])
  await dialog.getByText(text['export.columns.all']).click()
  await examine('the export', dialogs)
  const exporting = dialog.getByRole('button', { name: /^(?:Export|Выгрузить) \d/ })
  const saved = await app.saveFile(() => exporting.click())
  expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d .+ \d{4}\.csv$/)
  const file = saved.bytes.toString('utf8')
  const [header, ...lines] = file.slice(1).split('\r\n')
  expect(file.startsWith('\uFEFF'), 'Excel needs the mark to read UTF-8').toBe(true)
  expect(header?.split(';')).toEqual(expect.arrayContaining(['distance', 'category', 'number', 'account.lastName']))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => line !== '').every((line) => /динамо/i.test(line))).toBe(true)
  expect(file, 'no cell begins like a formula').not.toMatch(/(?:^|;)"?[=@]/m)
}
