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
})
