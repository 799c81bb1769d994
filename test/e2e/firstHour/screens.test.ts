import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import { clockOf } from '../../../renderer/board/words.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { launchChromium } from '../../support/chromium.ts'
import { laterApis } from '../../support/services/chromium76.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { axeViolations } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { crewPin, openWithScreens, showScreens, takeAwkwardRace } from '../../support/services/screenRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** Screens of the venue as televisions, tablets and phones show them. */

const cores = useCores()
const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const path = findChromium()
const browser = path === null ? null : launchChromium(path)
afterAll(async () => (await browser)?.close())

const views = ['rotation', 'podium', 'last', 'find', 'announcer', 'onTheWay'] as const

const begin = async () => {
  const { race, open, stage } = await takeAwkwardRace(cores)
  closing.push(race.close)
  return { race, open, stage }
}

const show = async (url: string, width: number, height: number): Promise<{ page: Page; complaints: string[] }> => {
  if (browser === null) throw new Error('no browser')
  const context = await (await browser).newContext({ viewport: { width, height } })
  closing.push(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, complaints }
}

/** Texts of people that are cut, or reach beyond the screen. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('li:not(.beyond) .who b, li:not(.beyond) .result, h1, h2, header *')]
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect()
        return text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0
          ? true
          : right > innerWidth + 1 || left < 0
      })
      .map((text) => text.outerHTML.slice(0, 120)),
  )

suiteFor('browser', path !== null)('screens of the venue', () => {
  it.each([
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
    [1080, 1920],
    [390, 844],
  ])(
    'cut nobody and are accessible at %d x %d',
    async (width, height) => {
      const { open, stage } = await begin()
      const shown = await showScreens(open, stage, views)
      closing.push(shown.close)
      const faults: string[] = []
      for (const view of views) {
        const { page, complaints } = await show(shown.url(view), width, height)
        if (view === 'find') {
          for (const digit of '1004') await page.keyboard.press(digit)
          await page.keyboard.press('Enter')
        }
        const others: Partial<Record<ScreenView, string>> = {
          podium: 'Бегун1001',
          onTheWay: 'Nobody is expected in the next minutes',
        }
        await page
          .getByText(others[view] ?? longName)
          .first()
          .waitFor()
        const found = [...complaints, ...(await cutTexts(page)), ...(await axeViolations(page))]
        faults.push(...found.map((fault) => `${view}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
    60_000,
  )

  it('follow the results, say when the laptop is gone, and carry on when it is back', async () => {
    const { race, open, stage } = await begin()
    const shown = await showScreens(open, stage, ['last'])
    const { page } = await show(shown.url('last'), 1280, 720)
    await page.getByText('0:41:00').first().waitFor()
    const late = awkwardRace.Men.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
    race.answer('Men', bytesOf(inEnvelope(late)))
    await open.take(stage)
    await page.getByText('0:59:00').waitFor()

    await shown.close()
    await page.getByRole('alert').filter({ hasText: 'No connection to the laptop' }).waitFor()
    expect(await page.getByText('0:59:00').isVisible()).toBe(true)

    const again = await showScreens(open, stage, ['last'], { before: shown })
    closing.push(again.close)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const later = awkwardRace.Men.map((row) => (row.number === 1007 ? { ...row, resultTime: '1:01:00' } : row))
    race.answer('Men', bytesOf(inEnvelope(later)))
    await open.take(stage)
    await page.getByText('1:01:00').waitFor()
  }, 60_000)

  it('go on by themselves after the app was restarted, at the address that they had', async () => {
    const race = await startRaceService('Men')
    closing.push(race.close)
    const dataDir = join(await cores.folder(), 'data')
    const openApp = () => openWithScreens(cores, dataDir)
    const first = await openApp()
    const { stage } = await addStage(first, race)
    race.answer('Men', bytesOf(inEnvelope(awkwardRace.Men)))
    await first.take(stage)
    const { served } = await first.call('screens:start', { stage, address: '127.0.0.1' })
    const { page } = await show(served?.screens[0]?.url ?? '', 1280, 720)
    await page.getByText('0:41:00').first().waitFor()
    await first.close()
    await page.getByRole('alert').waitFor()
    expect(await page.getByText('0:41:00').first().isVisible()).toBe(true)
    const second = await openApp()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const late = awkwardRace.Men.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
    race.answer('Men', bytesOf(inEnvelope(late)))
    await second.take(stage)
    await page.getByText('0:59:00').first().waitFor()
  }, 60_000)

  it('say how old the results are while the service does not answer, and recover by themselves', async () => {
    const { race, open, stage } = await begin()
    await open.call('stage:watch', { stage, everyS: 1 })
    const shown = await showScreens(open, stage, ['rotation'])
    closing.push(shown.close)
    const { page } = await show(shown.url('rotation'), 1280, 720)
    await page.getByText('Бегун1001').first().waitFor()
    for (const category of Object.keys(awkwardRace)) race.answer(category, (response) => response.destroy())
    await page.getByRole('alert').filter({ hasText: 'not being renewed' }).waitFor()
    expect(await page.getByText('Бегун1001').first().isVisible()).toBe(true)
    for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bytesOf(inEnvelope(rows)))
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }, 90_000)

  it('need nothing that came after Chromium 76', async () => {
    const { open, stage } = await begin()
    const shown = await showScreens(open, stage, [...views, 'crew'])
    closing.push(shown.close)
    for (const view of [...views, 'crew'] as const) {
      if (browser === null) throw new Error('no browser')
      const context = await (await browser).newContext()
      closing.push(() => context.close())
      await context.addInitScript((paths: readonly string[]) => {
        for (const path of paths) {
          const owners = path.split('.')
          const last = owners.pop() ?? ''
          const owner = owners.reduce<unknown>((one, name) => Reflect.get(Object(one), name), globalThis)
          Reflect.deleteProperty(Object(owner) as object, last)
        }
      }, laterApis)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(shown.url(view))
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => typeof structuredClone)).toBe('undefined')
      if (view === 'find') for (const key of ['1', '0', '0', '4', 'Enter']) await page.keyboard.press(key)
      if (view === 'crew') await page.getByLabel(/PIN/).fill(crewPin)
      if (view === 'crew') await page.keyboard.press('Enter')
      const text =
        view === 'onTheWay' ? 'Nobody is expected' : view === 'crew' ? '1004' : view === 'podium' ? '1001' : longName
      await page.getByText(text).first().waitFor()
      expect([view, ...complaints]).toEqual([view])
    }
  }, 120_000)

  it('tell the time and the age of results by the laptop when a television sets its clock', async () => {
    const { open, stage } = await begin()
    const shown = await showScreens(open, stage, ['last'])
    closing.push(shown.close)
    const { page } = await show(shown.url('last'), 1280, 720)
    await page.getByText('0:41:00').first().waitFor()
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
  }, 60_000)
})
