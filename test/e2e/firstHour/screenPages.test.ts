import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { startScreenServer } from '../../../main/serve/screens/screenServer.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import { clockOf } from '../../../renderer/board/words.ts'
import { axeViolations, button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { answerAwkwardly, awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { boardDir, crewPin, screenFor, useScreens } from '../../support/services/screenRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** The page of a screen by itself, as televisions, tablets and phones show it: sizes, motion, freezing, networks, clocks, the crew's view. */

const { race: taken, show, device, visit } = useScreens()
const path = findChromium()

const views = ['rotation', 'podium', 'last', 'find', 'announcer', 'onTheWay'] as const
const sizes = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
  [390, 844],
] as const
const tv = { width: 1280, height: 720 }

/** The first list of the race with another result of the one who did not finish. */
const withResult = (resultTime: string) =>
  bytesOf(inEnvelope(awkwardRace.Overall.map((row) => (row.number === 1006 ? { ...row, resultTime } : row))))

/** Waits until a view shows the race; asks for bib 1004 where it must be asked. */
const fill = async (page: Page, view: ScreenView): Promise<void> => {
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

suiteFor('browser', path !== null)('the page of a screen', () => {
  it.each(views)('cuts nobody at any size, and is accessible with a message: %s', async (view) => {
    const { url, arrange } = await show([view])
    const { page, complaints } = await visit(url(view), tv)
    await fill(page, view)
    const faults: string[] = []
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      faults.push(...(await cutTexts(page)).map((fault) => `${width} x ${height}: ${fault}`))
    }
    const theme = view === 'rotation' ? 'dark' : 'light'
    arrange({ theme, message: 'Prizes at noon' })
    await page.getByRole('status').filter({ hasText: 'Prizes at noon' }).waitFor()
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    faults.push(...(await axeViolations(page)))
    expect([...faults, ...complaints]).toEqual([])
  })

  it('scrolls without a pause, stands while frozen, and turns pages where motion is reduced', async () => {
    const { url, arrange } = await show(['rotation'])
    arrange({ motion: 'scroll', seconds: 20 })
    const small = { width: 640, height: 360 }
    const { page } = await visit(url('rotation'), small)
    const { page: still } = await visit(url('rotation'), { ...small, isStill: true })
    const stream = page.locator('.stream')
    const moved = () => stream.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42)
    const motion = () => stream.evaluate((element) => element.getAnimations().map(({ playState }) => playState))
    await expect.poll(moved).toBeLessThan(-20)
    arrange({ isFrozen: true })
    await page.getByText('Results on hold').waitFor()
    await expect.poll(motion).toEqual(['paused'])
    const at = await moved()
    expect(at).toBeLessThan(-20)
    arrange({ isFrozen: false })
    await expect.poll(moved).toBeLessThan(at)
    await still.getByText('Бегун1001').first().waitFor()
    expect(await still.locator('.stream').count()).toBe(0)
  })

  it('shows as many lines as the operator wants, and keeps those of a frozen page', async () => {
    const { url, arrange } = await show(['rotation'])
    arrange({ rows: 2, seconds: 3 })
    const { page } = await device(tv)
    await page.clock.install()
    await page.goto(url('rotation'))
    const bibs = () => page.locator('.pages li:not(.beyond) .bib').allTextContents()
    await expect.poll(bibs).toEqual(['1001', '1002'])
    await page.clock.runFor(3_000)
    await expect.poll(bibs).toEqual(['1003', '1004'])
    await page.getByRole('heading', { name: /3–4 of \d+$/ }).waitFor()
    arrange({ isFrozen: true })
    await page.getByText('Results on hold').waitFor()
    await page.clock.runFor(60_000)
    expect(await bibs()).toEqual(['1003', '1004'])
    arrange({ isFrozen: false })
    await page.getByText('Results on hold').waitFor({ state: 'detached' })
    await page.clock.runFor(3_000)
    await expect.poll(bibs).not.toEqual(['1003', '1004'])
  })

  it('turns to the next category after the pages that fit into its time', async () => {
    const { url, arrange } = await show(['rotation'])
    arrange({ rows: 2, seconds: 20, roundMinutes: 1 })
    const { page } = await device(tv)
    await page.clock.install()
    await page.goto(url('rotation'))
    for (const category of ['Overall', 'Men', 'M30-39', 'Overall']) {
      const title = page.locator('.list-title')
      await expect.poll(() => title.textContent()).toMatch(new RegExp(`${category}.*1–2 of 7`, 'u'))
      await page.clock.runFor(20_500)
    }
  })

  it('answers nobody while results are held back', async () => {
    const { url, arrange } = await show(['find'])
    const { page } = await visit(url('find'), tv)
    await button(page, 'Show').waitFor()
    arrange({ isFrozen: true })
    await page.getByText('Results are on hold for now').waitFor()
    await expect.poll(() => button(page, 'Show').count()).toBe(0)
  })

  it('keeps what it shows while a sign-in page answers for the laptop, and carries on after it', async () => {
    const shown = await show(['rotation'])
    const { page } = await visit(shown.url('rotation'), tv)
    await page.getByText('Бегун1001').first().waitFor()
    const port = shown.state()?.port
    await shown.close()
    const portal = createServer((_, response) => response.end('<!doctype html><form>Sign in</form>'))
    await new Promise<void>((resolve) => portal.listen(port, '127.0.0.1', resolve))
    const isAsked = once(portal, 'request')
    await page.getByRole('alert').filter({ hasText: 'No connection to the laptop' }).waitFor()
    await isAsked
    expect(await page.getByText('Бегун1001').first().isVisible()).toBe(true)
    portal.closeAllConnections()
    await new Promise((resolve) => portal.close(resolve))
    await show(['rotation'], { before: shown })
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('says how old the results are while the service does not answer, then follows them again by itself', async () => {
    const { race, open, stage } = taken()
    await open.call('stage:watch', { stage, everyS: 1 })
    const shown = await show(['rotation'])
    const { page } = await visit(shown.url('rotation'), tv)
    await page.getByText('Бегун1001').first().waitFor()
    for (const category of Object.keys(awkwardRace)) race.answer(category, (response) => response.destroy())
    await page.getByRole('alert').filter({ hasText: 'not being renewed' }).waitFor()
    expect(await page.getByText('Бегун1001').first().isVisible()).toBe(true)
    answerAwkwardly(race)
    race.answer('Overall', withResult('0:59:00'))
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('0:59:00').first().waitFor()
    answerAwkwardly(race)
    await open.call('stage:unwatch', { stage })
  })

  it('tells the time and the age of results by the laptop when a television sets its clock', async () => {
    const shown = await show(['last'])
    const { page } = await visit(shown.url('last'), tv)
    await page.clock.install()
    await page.reload()
    await page.getByText('0:41:00').first().waitFor()
    for (const hours of [-3, 3]) {
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
      await page.clock.runFor(2_000)
      // The minute may turn meanwhile.
      await expect.poll(async () => (await page.locator('.clock').textContent()) === clockOf(new Date())).toBe(true)
      expect(await page.locator('.age').textContent()).not.toContain('ago')
    }
    await shown.close()
    const minutes = [Date.now() - 60_000, Date.now()].map((ms) => clockOf(new Date(ms)))
    await page
      .getByRole('alert')
      .filter({ hasText: new RegExp(`since (?:${minutes.join('|')})`, 'u') })
      .waitFor()
  })

  it('goes where the laptop answers when its own address is silent', async () => {
    const { secret, ...screen } = screenFor('category')
    const state = { ...screen, stage: 'Spring Race', isFinal: false, isOver: false, confirmedAt: null, polling: 'off' }
    const start = async (origins: readonly string[]) => {
      const started = await startScreenServer({
        screens: {
          screenOf: () => ({ view: 'category', isFrozen: false }),
          follow: (_, tell) => {
            tell(JSON.stringify({ ...state, content: null, logo: null, origins, now: new Date().toISOString() }))
            return () => undefined
          },
          content: () => null,
          find: () => Promise.resolve({ ok: true, value: [] }),
          crewLists: () => null,
          pin: () => crewPin,
          isOver: () => false,
        },
        pageDir: boardDir,
        address: '127.0.0.1',
        port: 0,
        clock: Date.now,
        origins: () => origins,
        onChange: () => undefined,
        bug: (thrown) => {
          throw thrown
        },
      })
      if (!started.ok) throw new Error(JSON.stringify(started.error))
      onTestFinished(() => started.value.close())
      return started.value
    }
    const there = await start([])
    const here = await start(['http://127.0.0.1:9', there.origin])
    const { page } = await device(tv)
    await page.clock.install()
    await page.goto(`${here.origin}/s/${secret}`)
    await page.getByText('No results yet').waitFor()
    await here.close()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await page.clock.runFor(20_000)
    await page.waitForURL(`${there.origin}/s/${secret}`)
    await page.getByText('No results yet').waitFor()
    await expect.poll(() => alert.count()).toBe(0)
  })
})

suiteFor('browser', path !== null)('the crew’s page', () => {
  const enter = async (page: Page, pin: string): Promise<void> => {
    await page.getByLabel('PIN, six digits').fill(pin)
    await page.keyboard.press('Enter')
  }

  it('finds, lists and shows people by keyboard, follows them, and says when the laptop does not answer', async () => {
    const { race, open, stage } = taken()
    const { url } = await show(['crew'])
    const { page } = await visit(url('crew'), { width: 360, height: 740 })
    await enter(page, '000000')
    await page.getByText('Wrong PIN').waitFor()
    await enter(page, crewPin)
    await page.getByLabel('Category').selectOption({ index: 1 })
    const long = page.getByRole('row').filter({ hasText: longName }).getByRole('button')
    await long.focus()
    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog')
    await card.getByText('0:42:00').first().waitFor()
    const faults = [...(await axeViolations(page))]
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await page.getByLabel('Bib or name').fill('1005')
    await page.getByText('Found: 1').waitFor()
    await page.getByRole('row').filter({ hasText: 'DSQ' }).waitFor()
    await page.getByLabel('Bib or name').fill('nobody at all')
    await page.getByText('Nobody found').waitFor()
    faults.push(...(await axeViolations(page)))
    expect(faults).toEqual([])
    for (const width of [360, 1024]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }

    await page.reload()
    await page.getByRole('row').filter({ hasText: '0:41:00' }).first().waitFor()
    race.answer('Overall', withResult('0:58:00'))
    await open.take(stage)
    await page.getByRole('row').filter({ hasText: '0:58:00' }).waitFor()
    await page.context().route('**/crew/find/**', (route) => route.abort())
    await page.getByLabel('Bib or name').fill('1001')
    const alert = page.getByRole('alert').filter({ hasText: 'The laptop does not answer' })
    await alert.waitFor()
    await page.context().unroute('**/crew/find/**')
    await page.getByText('Found: 1').waitFor()
    await expect.poll(() => alert.count()).toBe(0)
  })
})
