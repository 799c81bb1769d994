import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { button, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

/** Notices about people, in one page and in several, and as many pages as a desk may have open. */

type Row = readonly [name: string, place: number | null, result: string, status: string]

const before: readonly Row[] = [
  ['Jan Lee', 1, '31:02', 'OK'],
  ['Tom Berg', 2, '31:40', 'OK'],
  ['Max Novak', 3, '32:01', 'OK'],
  ['Leo Stein', 4, '33:10', 'OK'],
  ['Kim Olsen', null, '', ''],
]
const afterwards: readonly Row[] = [
  ...before.slice(0, 3),
  ['Leo Stein', null, '', 'DSQ'],
  ['Kim Olsen', 4, '34:10', 'OK'],
]

const answer = (race: RaceService, rows: readonly Row[]): void =>
  race.answer('Men', (response) =>
    sendJson(
      response,
      envelope(
        rows.map(([name, position, resultTime, status], at) => ({
          number: 101 + at,
          name,
          position,
          resultTime,
          status,
        })),
      ),
    ),
  )

/** A page that another one opens takes its token with it. */
const openBeside = async (page: Page, hash: string): Promise<Page> => {
  const opened = page.context().waitForEvent('page')
  await page.evaluate((at) => void window.open(at), hash)
  return await opened
}

suiteFor('browser', findChromium() !== null)('pages of one app', () => {
  const stageApp = useStageApp({ language: 'en-US' }, async () => {
    const race = await startRaceService('Men')
    answer(race, before)
    return race
  })
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  it('ask in words once a favourite is marked, then tell of a finish and of a disqualification', async () => {
    const { page, race, complaints } = stageApp()
    const notice = (text: string | RegExp) => page.locator('.strip').filter({ hasText: text })
    await rowOf(page, 'Kim Olsen').click()
    await button(page, en['card.star']).click()
    await notice(en['notices.ask']).waitFor()
    await expectAccessible(page, 'the question about notices', '[role=status]')
    await button(page, en['notices.ask.yes']).click()
    await notice(en['notices.ask']).waitFor({ state: 'detached' })

    answer(race, afterwards)
    await page.keyboard.press('F5')
    await notice('Spring race · 104 Leo Stein: disqualified').waitFor()
    await notice('Kim Olsen finished: 34:10').waitFor()
    expect(await notice('finished').count()).toBe(1)
    await expectAccessible(page, 'notices about people', '[role=status]')
    await notice('Kim Olsen').getByRole('button', { name: en['notices.show'] }).click()
    await notice('Kim Olsen').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: /Kim Olsen/u }).waitFor()
    expect(complaints).toEqual([])
  })

  it('ring once for all of them when a sound is wanted', async () => {
    const { page: first, core, race } = stageApp()
    await core.call('app:setSettings', { notices: ['disqualified'], isNoticeSoundOn: true })
    let sounds = 0
    const context = first.context()
    await context.exposeFunction('countSound', () => (sounds += 1))
    await context.addInitScript(() => {
      globalThis.AudioContext = new Proxy(AudioContext, {
        construct: (audio) => {
          ;(globalThis as unknown as { countSound: () => void }).countSound()
          return new audio()
        },
      })
    })
    await first.reload()
    const pages = [first, await openBeside(first, new URL(first.url()).hash)]
    for (const page of pages) await rowOf(page, 'Jan Lee').waitFor()
    answer(race, [['Jan Lee', null, '', 'DSQ'], ...afterwards.slice(1)])
    await first.keyboard.press('F5')
    for (const page of pages) {
      await page.getByRole('status').filter({ hasText: 'Jan Lee: disqualified' }).waitFor()
      await page.evaluate(() => navigator.locks.query())
    }
    await expect.poll(() => sounds).toBe(1)
    await pages[1]?.close()
  })

  it('all answer and follow the core by two of the connections that a browser makes, also when the first is closed', async () => {
    const { page: first } = stageApp()
    const hash = '#/settings/general'
    await first.evaluate((to) => (location.hash = to), hash)
    const isFollowing = first.context().waitForEvent('request', (asked) => asked.url().endsWith('/api/events'))
    const last = await openBeside(first, hash)
    const pages = [first, await openBeside(first, hash), last]
    const larger = (page: Page) => button(page, en['settings.scale.larger'])
    for (const page of pages) await larger(page).waitFor()
    // These four of six connections leave one to follow the core and one to ask it.
    const headers = (await isFollowing).headers()
    const held = last.evaluate(async (own) => {
      const replies = await Promise.all([1, 2, 3, 4].map(() => fetch('/api/events', { headers: own })))
      // The browser would end those that nothing refers to.
      Object.assign(window, { replies })
      return replies.map(({ status }) => status)
    }, headers)
    expect(await held).toEqual([200, 200, 200, 200])
    const enlarge = async (by: Page, scale: number): Promise<void> => {
      await larger(by).click()
      for (const page of pages) await page.locator(`html[data-scale="${scale}"]`).waitFor()
    }
    await enlarge(last, 110)
    await pages.shift()?.close()
    await enlarge(last, 120)
  })
})
