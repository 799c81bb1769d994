import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { browserFace } from '../support/appFaces.ts'
import { dialogs, expectAccessible } from '../support/pages.ts'
import { startRaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { openStageApp } from '../support/stageApp.ts'

/** A busy machine is no failure. */
const inTime = { timeout: 20_000 }

const openVerify = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder(en['palette.search']).fill(en['verify.title'])
  await page.getByRole('option', { name: en['verify.title'] }).click()
}

suiteFor('browser', findChromium() !== null)('files that were handed over', () => {
  it('a file and its receipt are saved together and verify as unchanged, changed or unknown', async () => {
    const app = await openStageApp(browserFace, { language: 'en-US' }, await startRaceService('Men', 'Women'))
    const { page } = app
    await page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
    const choose = (files: Parameters<Page['setInputFiles']>[1]) =>
      page.locator('[data-modal] input[type=file]').setInputFiles(files)
    await page.keyboard.press('ControlOrMeta+e')
    await page.getByLabel(en['export.receipt']).check()
    const dialog = page.getByRole('dialog', { name: en['export.title'] })
    const saved = await app.saveFiles(2, () => dialog.getByRole('button', { name: /^Export \d/ }).click())
    // No other dialog opens while that one is there.
    await dialog.waitFor({ state: 'detached' })
    const [name = '', receiptName] = saved.map((one) => one.name)
    expect(receiptName).toBe(`${name}.receipt.json`)
    const upload = (mimeType: string, place: number) => ({
      name: saved[place]?.name ?? '',
      mimeType,
      buffer: saved[place]?.bytes ?? Buffer.alloc(0),
    })
    const file = upload('application/octet-stream', 0)
    const receipt = upload('application/json', 1)

    await openVerify(page)
    await choose([receipt])
    await expect.poll(() => page.getByText(en['verify.none']).isVisible(), inTime).toBe(true)
    await choose([file, receipt])
    const verdict = page.locator('.verify-verdict')
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.unchanged'])
    await expectAccessible(page, 'a verified file', dialogs)
    await choose([{ ...file, buffer: Buffer.concat([file.buffer, Buffer.from('x')]) }, receipt])
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.changed'])
    await choose([{ ...file, name: 'other.csv', buffer: Buffer.from('other') }])
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.unknown'])
    await page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })
})
