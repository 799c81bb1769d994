import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ru as text } from '../../renderer/text/ru/ru.ts'
import { browserFace, type OpenApp } from '../support/appFaces.ts'
import { closing } from '../support/atEnd.ts'
import { saveCapsule, small, useSources } from '../support/capsuleRig.ts'
import { useCores } from '../support/coreRig.ts'
import { addStageWithKeys } from '../support/openCore.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { longName, startAwkwardRace } from '../support/services/awkwardRace.ts'

const source = useSources(useCores())
const resultsLink = 'https://results.example/get/3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

/** Around every screen: the palette, what is dropped into the window, diagnostics. */

const drop = (page: Page, name: 'dragover' | 'drop', type: string, value: string): Promise<void> =>
  page.evaluate(
    (dropped) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData(dropped.type, dropped.value)
      document.body.dispatchEvent(new DragEvent(dropped.name, { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, type, value },
  )

const dropFile = (page: Page, name: string, contents: string): Promise<void> =>
  page.evaluate(
    (dropped) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([dropped.contents], dropped.name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, contents },
  )

const give = async (page: Page, press: Promise<void>, name: string, buffer: Buffer): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const choose = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: text['palette.search'] }).fill(words)
  await page.keyboard.press('Enter')
}

suiteFor('browser', findChromium() !== null)('around every screen', () => {
  let app: OpenApp
  let page: Page
  const linked = () => page.getByRole('dialog', { name: text['link.title'] })
  beforeAll(async () => {
    app = await browserFace.open({ language: 'ru-RU', colorScheme: 'dark' })
    page = app.page
  })

  it('the first screen takes what every other does, and opens a stage file of another computer', async () => {
    const { open, stage, path } = await source(small)
    const bytes = await saveCapsule(open, stage, path)
    await button(page, text['first.demo']).waitFor()
    await drop(page, 'drop', 'text/uri-list', resultsLink)
    await linked().getByText(text['link.noProfiles']).waitFor()
    await expectAccessible(page, 'a link from outside', dialogs)
    await page.keyboard.press('Escape')
    await linked().waitFor({ state: 'detached' })
    await drop(page, 'drop', 'text/plain', 'Иванов Пётр')
    await page.getByText(text['drop.unknown']).waitFor()
    await expectAccessible(page, 'a first screen that something was dropped on')
    await dropFile(page, 'Весна.racestage', 'no capsule')
    const capsule = page.getByRole('dialog', { name: text['capsule.open.title'] })
    await capsule.getByText('Весна.racestage').waitFor()
    await expectAccessible(page, 'a stage file', dialogs)
    await page.keyboard.press('Escape')
    await capsule.waitFor({ state: 'detached' })

    await give(page, button(page, text['capsule.open']).click(), 'other.racestage', Buffer.from('PK'))
    await page.getByText(text['problem.capsule.not-a-zip']).waitFor()
    await give(page, button(page, text['capsule.open.other']).click(), 'spring.racestage', bytes)
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('6')
    await page.getByText(text['capsule.mark.readOnly']).waitFor()
    await expect.poll(() => button(page, text['watch.do']).isDisabled()).toBe(true)
    await expectAccessible(page, 'a stage of a capsule', 'main')
    expect(app.complaints).toEqual([])
  })

  it('the palette presses buttons, outside links are confirmed, and diagnostics are shown before saving', async () => {
    const stage = await addStageWithKeys(app.core, closing(await startAwkwardRace()))
    await app.core.take(stage)
    await page.evaluate((hash) => (location.hash = hash), `#/stages/${stage}`)
    await page.getByRole('gridcell', { name: longName }).first().waitFor()
    await button(page, text['capsule.save']).click()
    const saving = page.getByRole('dialog', { name: text['capsule.save.title'] })
    await saving.getByText(text['role.birthDate']).waitFor()
    await page.keyboard.press('Escape')
    await saving.waitFor({ state: 'detached' })

    // The announcer's view has no keys of its own, only a name on the screen.
    await choose(page, text['view.announcer'])
    await expect.poll(() => page.url()).toContain('/announcer')

    // A file that was dragged out of the window: main took it over, and no `dragend` comes.
    await page.evaluate(() => {
      const row = document.body.appendChild(document.createElement('p'))
      row.addEventListener('dragstart', (event) => event.preventDefault())
      row.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }))
      row.remove()
    })
    await drop(page, 'dragover', 'text/uri-list', 'https://results.example/')
    await page.getByText(text['drop.title']).waitFor()
    await drop(page, 'drop', 'text/plain', 'Иванов Пётр')
    await page.getByText(text['drop.unknown']).waitFor()
    await page.getByRole('button', { name: text['do.dismiss'] }).click()
    await drop(page, 'drop', 'text/uri-list', resultsLink)
    await linked().getByText(text['link.foreign']).waitFor()
    await page.keyboard.press('Escape')
    await linked().waitFor({ state: 'detached' })

    // A choice shows its current value, so it is found by its label.
    await page.keyboard.press('Control+6')
    await page.getByRole('combobox', { name: text['settings.theme'] }).waitFor()
    await choose(page, text['settings.theme'])
    const themes = page.locator('.choice-menu').getByText(text['settings.theme.sunlight'])
    await themes.waitFor()
    await page.keyboard.press('Escape')
    await themes.waitFor({ state: 'hidden' })

    await choose(page, text['diagnostics.title'])
    const dialog = page.getByRole('dialog', { name: text['diagnostics.title'] })
    const files = dialog.getByRole('list').getByRole('button')
    await files.first().waitFor()
    await expectAccessible(page, 'what diagnostics hold', dialogs)
    const shown: (readonly [string, string])[] = []
    for (const file of await files.all()) {
      await file.press('Enter')
      const contents = dialog.locator('pre')
      const name = (await contents.getAttribute('aria-label')) ?? ''
      const told = (await contents.textContent()) ?? ''
      shown.push([name, told === text['diagnostics.nothing'] ? '' : told])
    }
    const file = await app.saveFile(() => button(page, text['diagnostics.save']).press('Enter'))
    expect(file.name).toMatch(/Racedesk diagnostics \d{4}\.zip$/u)
    const saved = unzipSync(file.bytes)
    const decoder = new TextDecoder()
    // Only the window knows where the file lies, so only from there it can be dragged: bridge.test.ts.
    await page.getByText('Racedesk diagnostics').last().waitFor()
    expect(await page.locator('.status-line [draggable="true"]').count()).toBe(0)
    expect(Object.entries(saved).map(([name, bytes]) => [name, decoder.decode(bytes)])).toEqual(shown)
    expect(app.complaints).toEqual([])
  }, 120_000)
})
