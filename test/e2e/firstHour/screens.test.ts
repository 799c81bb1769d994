import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import { clockOf } from '../../../renderer/board/words.ts'
import { laterApis } from '../../support/services/chromium76.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { axeViolations } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { answerAwkwardly, awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { crewPin, openWithScreens, useScreens } from '../../support/services/screenRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** Screens of the venue as televisions, tablets and phones show them. */

const cores = useCores()
const { race: taken, show, device, visit } = useScreens()

const views = ['rotation', 'podium', 'last', 'find', 'announcer', 'onTheWay'] as const
const sizes = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
  [390, 844],
] as const
const tv = { width: 1280, height: 720 }

/** The men's race with another result of the one who did not finish or did not start. */
const menWith = (bib: number, resultTime: string) =>
  bytesOf(inEnvelope(awkwardRace.Men.map((row) => (row.number === bib ? { ...row, resultTime } : row))))

/** Waits until a view shows the race; asks for bib 1004 where it must be asked. */
const fill = async (page: Page, view: ScreenView): Promise<void> => {
  if (view === 'find') {
    for (const digit of '1004') await page.keyboard.press(digit)
    await page.keyboard.press('Enter')
  }
  const others: Partial<Record<ScreenView, string>> = {
    podium: 'Бегун1001',
    onTheWay: 'Nobody is expected in the next minutes',
    crew: '1004',
  }
  await page
    .getByText(others[view] ?? longName)
    .first()
    .waitFor()
}

/** Texts of people that are cut, or reach beyond the screen. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    // The page has measured its size by then.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return [...document.querySelectorAll('li:not(.beyond) .who b, li:not(.beyond) .result, h1, h2, header *')]
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect()
        return text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0
          ? true
          : right > innerWidth + 1 || left < 0
      })
      .map((text) => text.outerHTML.slice(0, 120))
  })

suiteFor('browser', findChromium() !== null)('screens of the venue', () => {
  it.each(views)('cut nobody at any size and are accessible on a television and on a phone: %s', async (view) => {
    const shown = await show([view])
    const { page, complaints } = await visit(shown.url(view), tv)
    await fill(page, view)
    const faults: string[] = []
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      faults.push(...(await cutTexts(page)).map((fault) => `${width} x ${height}: ${fault}`))
      if (width === 1920 || width === 390) faults.push(...(await axeViolations(page)))
    }
    expect([...faults, ...complaints]).toEqual([])
  })

  it('follow the results, say when the laptop is gone, and carry on at their address once the app is restarted', async () => {
    const race = await startRaceService('Men')
    onTestFinished(race.close)
    race.answer('Men', menWith(1006, 'DNF'))
    const dataDir = join(await cores.folder(), 'data')
    const first = await openWithScreens(cores, dataDir)
    const { stage } = await addStage(first, race)
    await first.take(stage)
    const { served } = await first.call('screens:start', { stage, address: '127.0.0.1' })
    const { page } = await visit(served?.screens[0]?.url ?? '', tv)
    await page.getByText('0:41:00').first().waitFor()
    race.answer('Men', menWith(1006, '0:59:00'))
    await first.take(stage)
    await page.getByText('0:59:00').first().waitFor()

    await first.close()
    await page.getByRole('alert').filter({ hasText: 'No connection to the laptop' }).waitFor()
    expect(await page.getByText('0:59:00').first().isVisible()).toBe(true)

    const second = await openWithScreens(cores, dataDir)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    race.answer('Men', menWith(1006, '1:01:00'))
    await second.take(stage)
    await page.getByText('1:01:00').first().waitFor()
  })

  it('say how old the results are while the service does not answer, and recover by themselves', async () => {
    const { race, open, stage } = taken()
    await open.call('stage:watch', { stage, everyS: 1 })
    const shown = await show(['rotation'])
    const { page } = await visit(shown.url('rotation'), tv)
    await page.getByText('Бегун1001').first().waitFor()
    for (const category of Object.keys(awkwardRace)) race.answer(category, (response) => response.destroy())
    await page.getByRole('alert').filter({ hasText: 'not being renewed' }).waitFor()
    expect(await page.getByText('Бегун1001').first().isVisible()).toBe(true)
    answerAwkwardly(race)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await open.call('stage:unwatch', { stage })
  })

  it('need nothing that came after Chromium 76', async () => {
    const shown = await show([...views, 'crew'])
    const { page } = await device(tv)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    await page.addInitScript((paths: readonly string[]) => {
      for (const path of paths) {
        const owners = path.split('.')
        const last = owners.pop() ?? ''
        const owner = owners.reduce<unknown>((one, name) => Reflect.get(Object(one), name), globalThis)
        Reflect.deleteProperty(Object(owner) as object, last)
      }
    }, laterApis)
    for (const view of [...views, 'crew'] as const) {
      await page.goto(shown.url(view))
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => typeof structuredClone)).toBe('undefined')
      if (view === 'crew') await page.getByLabel(/PIN/).fill(crewPin)
      if (view === 'crew') await page.keyboard.press('Enter')
      await fill(page, view)
    }
    expect(errors).toEqual([])
  })

  it('tell the time and the age of results by the laptop when a television sets its clock', async () => {
    const shown = await show(['last'])
    const { page } = await visit(shown.url('last'), tv)
    await page.clock.install()
    await page.reload()
    await page.getByText('0:41:00').first().waitFor()
    for (const hours of [-3, 3]) {
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
      await page.clock.runFor(2_000)
      await expect.poll(() => page.locator('.clock').textContent()).toBe(clockOf(new Date()))
      expect(await page.locator('.age').textContent()).not.toContain('ago')
    }
    await shown.close()
    await page
      .getByRole('alert')
      .filter({ hasText: `since ${clockOf(new Date())}` })
      .waitFor()
  })
})
