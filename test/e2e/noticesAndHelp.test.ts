import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { enProblems } from '../../renderer/text/en/enProblems.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { enScreens } from '../../renderer/text/en/parts/enScreens.ts'
import { browserFace, type OpenApp } from '../support/appFaces.ts'
import { closing } from '../support/atEnd.ts'
import { addStageWithKeys } from '../support/openCore.ts'
import { button } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startAwkwardRace } from '../support/services/awkwardRace.ts'

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

suiteFor('browser', findChromium() !== null)('around every screen of a run', () => {
  let app: OpenApp
  beforeAll(async () => {
    const fill = (dataDir: string) =>
      writeFile(join(dataDir, 'racedesk.db'), 'no database at all, but long enough to be taken for one. '.repeat(40))
    app = await browserFace.open({ language: 'en-US', viewport: { width: 1024, height: 700 }, fill })
  })

  it('the user is told of a database moved aside, one that is replaced until it is back, and an unexpected error', async () => {
    const { page, core } = app
    const notice = (text: string) => page.getByRole('status').filter({ hasText: text.split('{{')[0] ?? '' })
    const aside = notice(en['app.movedAside'])
    await aside.waitFor()
    await aside.getByRole('button', { name: en['do.dismiss'] }).click()
    await aside.waitFor({ state: 'detached' })

    const path = join(core.dataDir, 'racedesk.db')
    await rename(path, `${path}.own`)
    await copyFile(`${path}.own`, path)
    const told = notice(enProblems['problem.storage.replaced'])
    await told.waitFor()
    await expect.poll(() => told.textContent()).toContain(core.dataDir)
    await rename(`${path}.own`, path)
    await told.waitFor({ state: 'detached' })

    const failed = notice(enShell['app.failed'])
    const reference = core.core.noteBug(new TypeError('planted fault'))
    await expect.poll(() => failed.textContent()).toContain(reference)
    await failed.getByRole('button', { name: en['do.dismiss'] }).click()
    await failed.waitFor({ state: 'detached' })
  })

  it('Help opens from every screen and problem at its section, is searched, and returns to the previous screen, whose form stays', async () => {
    const { page, core, complaints } = app
    await button(page, en['first.connect']).click()
    await page.getByLabel(en['profile.name'], { exact: true }).fill('Spring crew')
    await page.keyboard.press('F1')
    await page.getByRole('heading', { level: 3, name: 'Try the demo race', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByLabel(en['profile.name'], { exact: true }).inputValue()).toBe('Spring crew')
    await button(page, en['do.back']).click()

    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, en['capsule.open']).click()])
    await chooser.setFiles({ name: 'a.racestage', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') })
    await page.getByRole('dialog').getByRole('link', { name: en['help.more'] }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Open a stage file')
    await page.keyboard.press('Escape')
    await button(page, en['capsule.open']).waitFor()

    const stage = await addStageWithKeys(core, closing(await startAwkwardRace()))
    await core.take(stage)
    // The first screen stays until one of its presses.
    await page.reload()
    await page.evaluate((hash) => (location.hash = hash), `#/stages/${stage}`)
    await button(page, enScreens['screens.show']).click()
    await page.getByRole('dialog').getByRole('link', { name: en['help.more'] }).waitFor()
    await page.keyboard.press('F1')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Screens at the venue')
    await page.keyboard.press('Escape')
    await page.getByRole('treeitem').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('link', { name: en['help.title'] }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText('SOCKS')
    await page.getByRole('status').getByText('1 section found').waitFor()
    await expect.poll(() => page.locator('.help-page mark').allTextContents()).toContain('SOCKS')
    await page.getByRole('link', { name: 'Proxies', exact: true }).click()
    await expect.poll(() => focusedText(page)).toBe('Proxies')
    await expect.poll(() => page.getByLabel(en['help.search']).inputValue()).toBe('')

    await page.keyboard.press('Escape')
    await page.getByRole('treeitem').first().waitFor()
    expect(complaints).toEqual([])
  })
})
