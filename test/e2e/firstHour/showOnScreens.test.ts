import { afterEach, expect, it } from 'vitest'
import type { ScreenNetwork } from '../../../preload/contract/screens/layout.ts'
import { openContext } from '../../support/chromium.ts'
import { dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en, ru } from '../../support/services/allTexts.ts'
import { startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

const loopback: ScreenNetwork = { address: '127.0.0.1', netmask: '255.0.0.0', network: 'lo' }
const unusable: ScreenNetwork = { address: '203.0.113.7', netmask: '255.255.255.0', network: 'wlan0' }
/** Not one that is known to be of this computer only. */
const unreached: ScreenNetwork = { address: 'localhost', netmask: '255.0.0.0', network: 'wlan0' }

suiteFor('browser', findChromium() !== null)('the screens of a stage', () => {
  const networks = [loopback]
  const stageApp = useStageApp({ language: 'en-US', networks }, startAwkwardRace)
  afterEach(async () => {
    const { core, stage, page } = stageApp()
    await core.call('screens:stop', { stage })
    networks.splice(0, networks.length, loopback)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  const begin = async () => {
    const { page } = stageApp()
    await page.getByRole('button', { name: en['screens.show'] }).click()
    const dialog = page.getByRole('dialog')
    // The dialog may still know the networks of the test before.
    await dialog
      .getByText(networks[0]?.address ?? loopback.address)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: en['screens.start'], exact: true }).click()
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
    for (const fold of await dialog.locator('summary').all()) await fold.click()
    const address = dialog.locator('.arranged-url').first()
    return { ...stageApp(), dialog, address, url: (await address.textContent()) ?? '' }
  }

  const openDevice = async (url: string) => {
    const device = await (await openContext()).newPage()
    await device.goto(url)
    await device.getByText('1001').first().waitFor()
    return device
  }

  it('keep their address when one is removed and put back, and show the stage alone when the showing ends', async () => {
    const { page, dialog, url, complaints } = await begin()
    const board = await openDevice(url)
    await dialog.getByRole('button', { name: en['screens.add'] }).click()
    await dialog.locator('.screens-name').first().click()
    await dialog.getByRole('button', { name: en['screens.remove'] }).click()
    await expect.poll(async () => (await fetch(url)).status).toBe(404)
    await dialog.getByRole('button', { name: en['screens.undo'] }).click()
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    await dialog.getByRole('button', { name: en['screens.stop'] }).click()
    await board.getByText('We will be back shortly').waitFor()
    expect(await board.getByRole('main').innerText()).toMatch(/^Spring race\s+We will be back shortly$/u)
    await dialog.getByRole('button', { name: en['screens.start'], exact: true }).click()
    await board.getByText('1001').first().waitFor()
    await dialog.getByRole('button', { name: en['screens.stop'] }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: en['screens.show'] }).waitFor()
    expect(complaints).toEqual([])
  })

  it('are shown to another device, change as the operator changes them, and stay when another network fails', async () => {
    networks.push(unusable)
    const { page, dialog, address, url, complaints } = await begin()
    const board = await openDevice(url)
    await dialog.locator('.screens-name').first().filter({ hasText: '1 device' }).waitFor()
    await expectAccessible(page, 'the screens of a stage', dialogs)
    await dialog.getByLabel(en['screens.message'], { exact: true }).fill('Prize giving at noon')
    await board.getByText('Prize giving at noon').waitFor()
    await dialog.getByLabel(en['screens.final']).check()
    await board.getByText('Final results').waitFor()
    await dialog.getByLabel('Bib').uncheck()
    await expect.poll(async () => (await board.locator('.bib').allTextContents()).join('')).toBe('')
    await dialog.getByLabel(en['screens.view'], { exact: true }).click()
    await page.getByRole('option', { name: en['screens.view.find'] }).click()
    await board.getByRole('button', { name: '7' }).waitFor()
    await dialog.getByLabel(en['screens.name'], { exact: true }).fill('')
    await dialog.getByText(en['screens.name.missing']).waitFor()
    await dialog.getByLabel(en['screens.name'], { exact: true }).fill('Finish arch')
    await expect.poll(() => board.title()).toContain('Finish arch')
    await dialog.getByLabel(en['screens.network']).click()
    await page.getByRole('option', { name: /203\.0\.113\.7/ }).click()
    await dialog.getByRole('alert').filter({ hasText: '203.0.113.7' }).filter({ hasText: '127.0.0.1' }).waitFor()
    expect(await address.textContent()).toBe(url)
    expect((await fetch(url)).status).toBe(200)
    expect(complaints).toEqual([])
  })

  it('tell in either language why no device may have come after half a minute', async () => {
    networks.splice(0, 1, unreached)
    await stageApp().page.clock.install()
    const { page, core, dialog, complaints } = await begin()
    expect(await dialog.getByText(en['screens.unreached']).count()).toBe(0)
    await page.clock.runFor(31_000)
    for (const [language, text] of Object.entries({ en, ru })) {
      await core.call('app:setSettings', { language: language === 'ru' ? 'ru' : 'en' })
      await dialog.getByText(text['screens.unreached']).waitFor()
      const said = (await dialog.locator('.screens-advice').textContent()) ?? ''
      expect(said).toContain('(wlan0)')
      for (const key of ['guest', 'portal', 'mobile', 'firewall'] as const)
        expect(said).toContain(text[`screens.unreached.${key}`])
    }
    expect(complaints).toEqual([])
  })
})
