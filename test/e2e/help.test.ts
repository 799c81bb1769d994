import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { enScreens } from '../../renderer/text/en/parts/enScreens.ts'
import { browserFace } from '../support/appFaces.ts'
import { closing } from '../support/atEnd.ts'
import { addStageWithKeys } from '../support/openCore.ts'
import { button } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startAwkwardRace } from '../support/services/awkwardRace.ts'

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

suiteFor('browser', findChromium() !== null)('Help', () => {
  it('opens from every screen and problem at its section, is searched, and returns to the previous screen, whose form stays', async () => {
    const { page, core, complaints } = await browserFace.open({
      language: 'en-US',
      viewport: { width: 1024, height: 700 },
    })
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
    await page.keyboard.type('SOCKS')
    await page.getByRole('status').getByText('1 section found').waitFor()
    await expect.poll(() => page.locator('.help-page mark').allTextContents()).toContain('SOCKS')
    await page.getByRole('link', { name: 'Proxies', exact: true }).click()
    await expect.poll(() => focusedText(page)).toBe('Proxies')
    await expect.poll(() => page.getByLabel(en['help.search']).inputValue()).toBe('')

    await page.getByRole('link', { name: 'Getting started' }).click()
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await expect.poll(() => focusedText(page)).toBe('Keys')
    await page.keyboard.press('Escape')
    await page.getByRole('treeitem').first().waitFor()
    expect(complaints).toEqual([])
  })
})
