import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import { en, ru } from '../../support/services/allTexts.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

suiteFor('browser', findChromium() !== null)('the screens of a stage', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    const begin = async () => {
      const race = await startRaceService(...Object.keys(awkwardRace))
      closing.push(race.close)
      for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bytesOf(inEnvelope(rows)))
      const app = await openStageApp(face, { language: 'en-US', colorScheme: 'light' }, race)
      closing.push(app.close)
      await app.page.getByRole('button', { name: en['screens.show'] }).click()
      const dialog = app.page.getByRole('dialog')
      await dialog.getByRole('button', { name: en['screens.start'] }).click()
      await dialog.getByRole('img', { name: /QR/ }).waitFor()
      const url = (await dialog.locator('.arranged-url').first().textContent()) ?? ''
      const context = await app.page.context().browser()?.newContext()
      const board = await context?.newPage()
      if (board === undefined) throw new Error('no second page')
      closing.push(async () => await context?.close())
      await board.goto(url)
      return { app, dialog, board }
    }

    it('are shown to another device, and change there as the operator changes them', async () => {
      const { app, dialog, board } = await begin()
      await board.getByText('1001').first().waitFor()
      await expect.poll(() => dialog.locator('.screens-name').first().textContent()).toContain('1 device')
      await expectAccessible(app.page, 'the screens of a stage')
      await dialog.getByLabel(en['screens.message'], { exact: true }).fill('Prize giving at noon')
      await board.getByText('Prize giving at noon').waitFor()
      await dialog.getByLabel(en['screens.final']).check()
      await board.getByText('Final results').waitFor()
      await dialog.getByLabel('Bib').uncheck()
      await expect.poll(async () => (await board.locator('.bib').allTextContents()).join('')).toBe('')
      await dialog.getByLabel(en['screens.view'], { exact: true }).click()
      await app.page.getByRole('option', { name: en['screens.view.find'] }).click()
      await board.getByRole('button', { name: '7' }).waitFor()
      await dialog.getByLabel(en['screens.name'], { exact: true }).fill('')
      await dialog.getByText(en['screens.name.missing']).waitFor()
      await dialog.getByLabel(en['screens.name'], { exact: true }).fill('Finish arch')
      await expect.poll(() => board.title()).toContain('Finish arch')
      expect(app.complaints).toEqual([])
    }, 60_000)

    it('keep their address when one is removed and put back, and go dark when the showing ends', async () => {
      const { app, dialog, board } = await begin()
      const url = board.url()
      await dialog.getByRole('button', { name: en['screens.add'] }).click()
      await dialog.locator('.screens-name').first().click()
      await dialog.getByRole('button', { name: en['screens.remove'] }).click()
      await expect.poll(async () => (await fetch(url)).status).toBe(404)
      await dialog.getByRole('button', { name: en['screens.undo'] }).click()
      await expect.poll(async () => (await fetch(url)).status).toBe(200)
      await dialog.getByRole('button', { name: en['screens.stop'] }).click()
      await board.getByText('The showing has ended').waitFor()
      await dialog.getByRole('button', { name: en['screens.start'] }).click()
      await board.getByText('1001').first().waitFor()
      await dialog.getByRole('button', { name: en['screens.stop'] }).click()
      await app.page.keyboard.press('Escape')
      await app.page.getByRole('button', { name: en['screens.show'] }).waitFor()
      expect(app.complaints).toEqual([])
    }, 60_000)
  })

  it('go on where they were when another network cannot be used, and the operator reads so', async () => {
    const race = await startRaceService('Men')
    closing.push(race.close)
    race.answer('Men', bytesOf(inEnvelope(awkwardRace.Men)))
    const networks = [
      { address: '127.0.0.1', netmask: '255.0.0.0', network: 'lo' },
      { address: '203.0.113.7', netmask: '255.255.255.0', network: 'wlan0' },
    ]
    const [face] = chromiumFaces()
    if (face === undefined) throw new Error('no face')
    const app = await openStageApp(face, { language: 'en-US', networks }, race)
    closing.push(app.close)
    await app.page.getByRole('button', { name: en['screens.show'] }).click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('button', { name: en['screens.start'] }).click()
    const url = (await dialog.locator('.arranged-url').first().textContent()) ?? ''
    await dialog.getByLabel(en['screens.network']).click()
    await app.page.getByRole('option', { name: /203\.0\.113\.7/ }).click()
    await dialog.getByRole('alert').filter({ hasText: '203.0.113.7' }).filter({ hasText: '127.0.0.1' }).waitFor()
    expect(await dialog.locator('.arranged-url').first().textContent()).toBe(url)
    expect((await fetch(url)).status).toBe(200)
    expect(app.complaints).toEqual([])
  }, 60_000)

  it.each(['en-US', 'ru-RU'] as const)(
    'tell why no device may have come after half a minute, in %s',
    async (language) => {
      const race = await startRaceService('Men')
      closing.push(race.close)
      race.answer('Men', bytesOf(inEnvelope(awkwardRace.Men)))
      // Not one that is known to be of this computer only.
      const networks = [{ address: 'localhost', netmask: '255.0.0.0', network: 'wlan0' }]
      const [face] = chromiumFaces()
      if (face === undefined) throw new Error('no face')
      const app = await openStageApp(face, { language, networks }, race)
      closing.push(app.close)
      await app.page.clock.install()
      const text = language === 'ru-RU' ? ru : en
      await app.page.getByRole('button', { name: text['screens.show'] }).click()
      const dialog = app.page.getByRole('dialog')
      await dialog.getByRole('button', { name: text['screens.start'] }).click()
      await dialog.getByRole('img', { name: /QR/ }).waitFor()
      expect(await dialog.getByText(text['screens.unreached']).count()).toBe(0)
      await app.page.clock.runFor(31_000)
      await dialog.getByText(text['screens.unreached']).waitFor()
      const said = (await dialog.locator('.screens-advice').textContent()) ?? ''
      expect(said).toContain('(wlan0)')
      for (const key of ['guest', 'portal', 'mobile', 'firewall'] as const)
        expect(said).toContain(text[`screens.unreached.${key}`])
    },
    60_000,
  )
})
