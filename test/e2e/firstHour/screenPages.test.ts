import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { startScreenServer } from '../../../main/serve/screens/screenServer.ts'
import { axeViolations, button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { boardDir, crewPin, screenFor, useScreens } from '../../support/services/screenRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** The page of a screen by itself: themes, motion, freezing, networks that answer for others, the crew's view. */

const { race: taken, show, device, visit } = useScreens()
const path = findChromium()

const tv = { width: 1280, height: 720 }
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'])

suiteFor('browser', path !== null)('the page of a screen', () => {
  it('is accessible in every theme, with a message', async () => {
    const { url, arrange } = await show(['announcer', 'find', 'crew'])
    const pages = [await visit(url('announcer'), tv), await visit(url('find'), tv), await visit(url('crew'), tv)]
    const faults: string[] = []
    for (const theme of ['dark', 'light', 'sunlight'] as const) {
      const message = `Prizes at noon (${theme})`
      arrange({ theme, message })
      for (const { page } of pages) {
        await page.getByRole('status').filter({ hasText: message }).waitFor()
        await expect.poll(() => themeOf(page)).toBe(theme)
        faults.push(...(await axeViolations(page)).map((fault) => `${theme}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
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

  it('goes where the laptop answers when its own address is silent', async () => {
    const { secret, ...screen } = screenFor('category')
    const state = { ...screen, stage: 'Spring Race', isFinal: false, confirmedAt: null, polling: 'off' }
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

  it.each([
    [360, 740],
    [1024, 768],
  ])('finds, lists and shows people at %d x %d, by keyboard', async (width, height) => {
    const { url } = await show(['crew'])
    const { page } = await visit(url('crew'), { width, height })
    await enter(page, '000000')
    await page.getByText('Wrong PIN').waitFor()
    await enter(page, crewPin)
    const category = page.getByLabel('Category')
    await category.selectOption({ index: 1 })
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.reload()
    await page.getByLabel('Bib or name').waitFor()
  })

  it('follows the results, and says when the laptop does not answer', async () => {
    const { race, open, stage } = taken()
    const { url } = await show(['crew'])
    const { page } = await visit(url('crew'), { width: 390, height: 844 })
    await enter(page, crewPin)
    await page.getByRole('row').filter({ hasText: '0:41:00' }).first().waitFor()
    const late = awkwardRace.Overall.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
    race.answer('Overall', bytesOf(inEnvelope(late)))
    await open.take(stage)
    await page.getByRole('row').filter({ hasText: '0:59:00' }).waitFor()
    await page.context().route('**/crew/find/**', (route) => route.abort())
    await page.getByLabel('Bib or name').fill('1001')
    const alert = page.getByRole('alert').filter({ hasText: 'The laptop does not answer' })
    await alert.waitFor()
    await page.context().unroute('**/crew/find/**')
    await page.getByText('Found: 1').waitFor()
    await expect.poll(() => alert.count()).toBe(0)
  })
})
