import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Row = readonly [name: string, place: number | null, result: string, status: string]

const rows = (...of: readonly Row[]) =>
  envelope(
    of.map(([name, position, resultTime, status], index) => ({
      number: 101 + index,
      name,
      position,
      resultTime,
      status,
    })),
  )

suiteFor('browser', findChromium() !== null)('notices', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    it('asks in words once a favourite is marked, then tells of a finish and of a disqualification', async () => {
      const race = await startRaceService('Men')
      closing.push(race.close)
      const before = rows(
        ['Jan Lee', 1, '31:02', 'OK'],
        ['Tom Berg', 2, '31:40', 'OK'],
        ['Max Novak', 3, '32:01', 'OK'],
        ['Leo Stein', 4, '33:10', 'OK'],
        ['Kim Olsen', null, '', ''],
      )
      race.answer('Men', (response) => sendJson(response, before))
      const app = await openStageApp(face, { language: 'en-US' }, race)
      closing.push(app.close)
      const { page, complaints } = app
      const notice = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
      const row = page.getByRole('row').filter({ hasText: 'Kim Olsen' })
      await row.click()
      await button(page, en['card.star']).click()
      await notice(en['notices.ask']).waitFor()
      await expectAccessible(page, 'the question about notices')
      await button(page, en['notices.ask.yes']).click()
      await notice(en['notices.ask']).waitFor({ state: 'detached' })

      const after = rows(
        ['Jan Lee', 1, '31:02', 'OK'],
        ['Tom Berg', 2, '31:40', 'OK'],
        ['Max Novak', 3, '32:01', 'OK'],
        ['Leo Stein', null, '', 'DSQ'],
        ['Kim Olsen', 4, '34:10', 'OK'],
      )
      race.answer('Men', (response) => sendJson(response, after))
      await page.keyboard.press('F5')
      await notice('Leo Stein: disqualified').waitFor()
      await notice('Kim Olsen finished: 34:10').waitFor()
      expect(await notice('finished').count()).toBe(1)
      await expectAccessible(page, 'notices about people')
      await notice('Kim Olsen').getByRole('button', { name: en['notices.show'] }).click()
      await notice('Kim Olsen').waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: /Kim Olsen/u }).waitFor()
      expect(complaints).toEqual([])
    }, 60_000)
  })

  it('ring once for all open pages when a sound is wanted', async () => {
    const race = await startRaceService('Men')
    closing.push(race.close)
    race.answer('Men', (response) => sendJson(response, rows(['Jan Lee', 1, '31:02', 'OK'])))
    const [face] = chromiumFaces()
    if (face === undefined) throw new Error('no face')
    const app = await openStageApp(face, { language: 'en-US' }, race)
    closing.push(app.close)
    await app.core.call('app:setSettings', { notices: ['disqualified'], isNoticeSoundOn: true })
    let sounds = 0
    const context = app.page.context()
    await context.exposeFunction('countSound', () => (sounds += 1))
    await context.addInitScript(() => {
      globalThis.AudioContext = new Proxy(AudioContext, {
        construct: (audio) => {
          ;(globalThis as unknown as { countSound: () => void }).countSound()
          return new audio()
        },
      })
    })
    await app.page.reload()
    const opened = context.waitForEvent('page')
    // A page that another one opens takes its token with it.
    await app.page.evaluate(() => void window.open(location.href))
    const pages = [app.page, await opened]
    for (const page of pages) await page.getByRole('row').filter({ hasText: 'Jan Lee' }).waitFor()
    race.answer('Men', (response) => sendJson(response, rows(['Jan Lee', null, '', 'DSQ'])))
    await app.page.keyboard.press('F5')
    for (const page of pages) {
      await page.getByRole('status').filter({ hasText: 'Jan Lee: disqualified' }).waitFor()
      await page.evaluate(() => navigator.locks.query())
    }
    await expect.poll(() => sounds).toBe(1)
  }, 60_000)
})
