import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { browserFace, type OpenApp, type SavedFile } from '../support/appFaces.ts'
import { readStrictCsv } from '../support/files/strictCsv.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { envelope, sendJson, startRaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { openStageApp } from '../support/stageApp.ts'

/** Files as crews hand them over; integration/files/foreignReaders.test.ts opens them in other programs. */

type Runner = { readonly bib: string; readonly lastName: string; readonly result: string }

const women: readonly Runner[] = [
  { bib: '0214', lastName: 'Ёлкина; "Мл."', result: '31:02' },
  { bib: '7', lastName: '=1+1', result: '31:40.5' },
  { bib: '19', lastName: '<b>Łukasz</b>', result: '1:02:03' },
  { bib: '20', lastName: 'Щукина', result: '1:02:04' },
  { bib: '21', lastName: 'Берёзова', result: '1:02:05' },
  { bib: '22', lastName: 'Орлова', result: '1:02:06' },
]
const men: readonly Runner[] = [1, 2, 3, 4].map((at) => ({ bib: `30${at}`, lastName: 'Зимин', result: `30:1${at}` }))

const bodyOf = (runners: readonly Runner[]) =>
  envelope(
    runners.map(({ bib, lastName, result }, index) => ({
      position: index + 1,
      number: bib,
      resultTime: result,
      account: { lastName, firstName: 'Анна', birthDate: '1990-05-16' },
    })),
  )

const textOf = ({ bytes }: SavedFile): string => bytes.toString('utf8')
/** With the mark that Excel needs to read UTF-8, and semicolons. */
const csvOf = (file: SavedFile) => readStrictCsv(textOf(file).replace(/^\uFEFF/u, ''), ';')

/** A spreadsheet's import takes the apostrophe of the guard for a sign that the cell is text. */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\d])/, '')

suiteFor('browser', findChromium() !== null)('results handed over from the screen', () => {
  let app: OpenApp
  let page: Page
  beforeAll(async () => {
    const race = await startRaceService('Women', 'Men')
    race.answer('Women', (response) => sendJson(response, bodyOf(women)))
    race.answer('Men', (response) => sendJson(response, bodyOf(men)))
    app = await openStageApp(browserFace, { language: 'en-US' }, race)
    page = app.page
    await page.getByRole('grid').getByText('0214').waitFor()
  })

  const dialog = () => page.getByRole('dialog', { name: en['export.title'] })

  const choose = async (field: string, option: string): Promise<void> => {
    await dialog().getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  /** Once it has its focus: on the first choice, and not on what closes it. */
  const dialogReady = () =>
    dialog().getByRole('radio', { checked: true }).and(dialog().locator(':focus')).first().waitFor()

  const exportButton = () => dialog().getByRole('button', { name: /^Export \d/ })

  /** The distance or category among those to choose. */
  const part = (name: string) =>
    dialog()
      .getByRole('group', { name: en['export.what.parts'], exact: true })
      .getByRole('checkbox', { name: new RegExp(`^${name} \\d+$`) })

  const save = async (): Promise<SavedFile> => {
    const saved = await app.saveFile(() => exportButton().click())
    await dialog().waitFor({ state: 'detached' })
    return saved
  }

  it("match the service's data, are those of the chosen distances and categories, and are shown without scripts as the file begins", async () => {
    const frame = () => dialog().frameLocator('iframe')
    await page.keyboard.press('Control+e')
    await dialogReady()
    await choose(en['export.format'], en['export.format.csv'])
    await choose(en['export.preset'], en['stage.export.ru'])
    await dialog().getByText(en['export.columns.all']).click()
    await dialog().getByText(en['export.dates']).waitFor()
    await frame().getByRole('cell', { name: '0214', exact: true }).waitFor()
    expect(await dialog().locator('iframe').getAttribute('sandbox')).toBe('')

    await dialog().getByRole('radio', { name: en['export.what.parts'] }).check()
    await dialog().getByText(en['export.noParts']).waitFor()
    await dialog().locator('iframe').waitFor({ state: 'detached' })
    await expect.poll(() => exportButton().isDisabled(), { message: 'nothing chosen' }).toBe(true)
    await part('10 km').check()
    await dialog().getByRole('button', { name: 'Export 10 people' }).waitFor()
    await part('Men').uncheck()
    await dialog().getByRole('button', { name: 'Export 6 people' }).waitFor()
    await expect.poll(() => part('10 km').evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await frame().getByRole('cell', { name: '0214', exact: true }).waitFor()
    await expect.poll(() => frame().getByRole('cell', { name: '304', exact: true }).count()).toBe(0)
    const [head = [], ...lines] = csvOf(await save())
    const cells = (line: readonly string[]) =>
      ['number', 'account.lastName', 'resultTime'].map((name) => unguarded(line[head.indexOf(name)] ?? ''))
    expect(lines.map(cells)).toEqual(women.map(({ bib, lastName, result }) => [bib, lastName, result]))
    expect(
      lines.map((line) => line[head.indexOf('account.birthDate')]),
      'the year alone, as nobody asked',
    ).toEqual(women.map(() => '1990'))
  })

  it('are made as a preset says, which is kept by name, renamed, deleted and brought back', async () => {
    const preset = () => dialog().getByRole('combobox', { name: en['presets.title'] })
    const nameField = () => dialog().getByRole('textbox', { name: en['presets.name'] })
    await page.keyboard.press('Control+e')
    await dialogReady()
    await choose(en['export.format'], en['export.format.ndjson'])
    await dialog().getByRole('radio', { name: en['export.what.parts'] }).check()
    await part('Men').check()
    await button(page, en['presets.saveAs']).click()
    await nameField().fill('Import')
    await dialog().getByText(en['presets.reserved']).waitFor()
    await nameField().fill('press')
    await nameField().press('Enter')
    await preset().getByText('press').waitFor()
    await button(page, 'Rename “press”').click()
    await nameField().fill('federation')
    await button(page, en['presets.save']).click()
    await preset().getByText('federation').waitFor()
    await button(page, 'Delete “federation”').click()
    await preset().waitFor({ state: 'detached' })
    await button(page, en['do.undo']).click()
    await preset().getByText('federation').waitFor()
    await choose(en['export.format'], en['export.format.csv'])
    await dialog().getByRole('radio').first().check()
    await dialog().getByRole('button', { name: 'Export 10 people' }).waitFor()
    await choose(en['presets.title'], 'federation')
    await dialog().getByRole('button', { name: 'Export 4 rows' }).waitFor()
    await dialog()
      .getByRole('combobox', { name: en['export.format'], exact: true })
      .getByText(en['export.format.ndjson'])
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    const { exportPresets = [] } = await app.core.call('memory:read', {})
    expect(exportPresets).toMatchObject([
      { name: 'federation', parts: [{ distance: '10 km', category: 'Men' }], options: { format: 'ndjson' } },
    ])
  })

  it('are a protocol to print and sign, with a head that is typed once for the stage', async () => {
    const venue = () => dialog().getByRole('textbox', { name: en['export.head.venue'] })
    const asPage = async (): Promise<void> => {
      await dialog().getByRole('checkbox', { name: en['export.page'] }).check()
      await venue().waitFor()
    }
    await page.keyboard.press('Control+e')
    await choose(en['export.format'], en['export.format.protocol'])
    await asPage()
    await dialog().getByRole('radio', { name: en['export.what.parts'] }).check()
    await part('10 km').check()
    await venue().fill('q8ZxT4mLw2VnR7cKp0Hs')
    await exportButton().click()
    await dialog().getByText(`${en['export.head.venue']}: ${en['form.key']}`).waitFor()
    await expectAccessible(page, 'the choice of categories and the head of a protocol, with a preview', dialogs)
    await venue().fill('Томск')
    await dialog().getByRole('textbox', { name: en['export.head.judge'] }).fill('Иванова')
    const { name, bytes } = await save()
    expect(name).toMatch(/\.html$/)
    const text = Buffer.from(bytes).toString()
    expect(text.match(/<dd>Томск<\/dd>/g)).toHaveLength(2)
    expect(text.match(/<span>Иванова<\/span>/g)).toHaveLength(2)

    await page.keyboard.press('Control+e')
    await dialogReady()
    await asPage()
    await expect.poll(() => venue().inputValue()).toBe('Томск')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('are written in Latin letters only in spellings shown to the user, with the ways on in sight', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.keyboard.press('Control+e')
    await choose(en['export.format'], en['export.format.itra'])
    await dialog().getByText(`${en['export.problem.not-latin']}: `).waitFor()
    await dialog().getByRole('region', { name: en['export.problems.list'] }).getByText('Щукина').first().waitFor()
    await expect.poll(() => exportButton().getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page, 'rows that do not fit', dialogs)
    for (const name of [en['export.transliterate'], en['export.leaveOut']]) {
      expect((await dialog().getByRole('checkbox', { name }).boundingBox())?.y).toBeLessThan(690)
    }
    await dialog().getByText(en['export.leaveOut']).click()
    await page.keyboard.press('Escape')
    if (size !== null) await page.setViewportSize(size)
    await button(page, en['stage.export']).waitFor()
  })

  it('are the selected rows, written once by a double click', async () => {
    const written = async (): Promise<number> =>
      (await app.core.call('job:list', {})).filter(({ kind }) => kind === 'export').length
    const before = await written()
    await page.getByRole('grid').getByText('0214').click()
    await page.keyboard.press('Shift+ArrowDown')
    const previewed: number[] = []
    const unanswered = Promise.withResolvers<void>()
    await page.route('**/results:preview', async (route) => {
      const { rows } = route.request().postDataJSON() as { readonly rows: readonly unknown[] }
      if (previewed.push(rows.length) === 1) await unanswered.promise
      await route.continue()
    })
    await page.keyboard.press('Control+e')
    await dialogReady()
    await dialog()
      .getByRole('button', { name: /^Export 2 / })
      .waitFor()
    await vi.waitUntil(() => previewed.length === 1)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+e')
    await dialogReady()
    await expect
      .poll(() => previewed, { message: 'the preview of a dialog that was closed is not shown' })
      .toEqual([2, 3])
    unanswered.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await choose(en['export.format'], en['export.format.ndjson'])
    await dialog().getByRole('button', { name: 'Export 3 rows' }).waitFor()
    const saved = await app.saveFile(() => exportButton().dblclick())
    await dialog().waitFor({ state: 'detached' })
    expect(textOf(saved).match(/(?<="bib":")\d+/g)).toEqual(women.slice(0, 3).map(({ bib }) => bib))

    await page.keyboard.press('Escape')
    await button(page, en['capsule.save']).click()
    await app.saveFile(() => button(page, en['capsule.save.do']).dblclick())
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await written()).toBe(before + 2)
  })

  it('are saved together with their receipt, and verify as unchanged, changed or unknown', async () => {
    const choose = (files: Parameters<Page['setInputFiles']>[1]) =>
      page.locator('[data-modal] input[type=file]').setInputFiles(files)
    await page.keyboard.press('Control+e')
    await dialogReady()
    await page.getByLabel(en['export.receipt']).check()
    const saved = await app.saveFiles(2, () => exportButton().click())
    // No other dialog opens while that one is there.
    await dialog().waitFor({ state: 'detached' })
    const [name = '', receiptName] = saved.map((one) => one.name)
    expect(receiptName).toBe(`${name}.receipt.json`)
    const upload = (mimeType: string, place: number) => ({
      name: saved[place]?.name ?? '',
      mimeType,
      buffer: saved[place]?.bytes ?? Buffer.alloc(0),
    })
    const file = upload('application/octet-stream', 0)
    const receipt = upload('application/json', 1)

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(en['palette.search']).fill(en['verify.title'])
    await page.getByRole('option', { name: en['verify.title'] }).click()
    await choose([file, receipt])
    const verdict = page.locator('.verify-verdict')
    await expect.poll(() => verdict.textContent()).toBe(en['verify.unchanged'])
    await expectAccessible(page, 'a verified file', dialogs)
    await choose([{ ...file, buffer: Buffer.concat([file.buffer, Buffer.from('x')]) }, receipt])
    await expect.poll(() => verdict.textContent()).toBe(en['verify.changed'])
    await choose([{ ...file, name: 'other.csv', buffer: Buffer.from('other') }])
    await expect.poll(() => verdict.textContent()).toBe(en['verify.unknown'])
    await page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })
})
