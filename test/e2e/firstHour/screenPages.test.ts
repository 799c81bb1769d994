import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startScreenServer } from '../../../main/serve/screens/screenServer.ts'
import type { ScreenState, ScreenView } from '../../../preload/contract/screens/state.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { launchChromium } from '../../support/chromium.ts'
import { useCores } from '../../support/coreRig.ts'
import { axeViolations, button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { crewPin, screenFor, showScreens, takeAwkwardRace } from '../../support/services/screenRig.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** The page of a screen by itself: themes, motion, freezing, networks that answer for others, the crew's view. */

const cores = useCores()
const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const path = findChromium()
const browser = path === null ? null : launchChromium(path)
afterAll(async () => (await browser)?.close())

type Arranged = Partial<Pick<ScreenState, 'theme' | 'motion' | 'seconds' | 'rows' | 'message' | 'isFrozen'>>
type Viewer = { readonly width: number; readonly height: number; readonly isStill?: boolean }

const begin = async (views: readonly ScreenView[]) => {
  const { race, open, stage } = await takeAwkwardRace(cores)
  closing.push(race.close)
  const shown = await showScreens(open, stage, views)
  closing.push(shown.close)
  const arrange = (changes: Arranged): void =>
    shown.update((hosted) => ({ ...hosted, screens: hosted.screens.map((screen) => ({ ...screen, ...changes })) }))
  const visit = async (view: ScreenView, { width, height, isStill = false }: Viewer): Promise<Page> => {
    if (browser === null) throw new Error('no browser')
    const reducedMotion = isStill ? 'reduce' : 'no-preference'
    const context = await (await browser).newContext({ viewport: { width, height }, reducedMotion })
    closing.push(() => context.close())
    const page = await context.newPage()
    await page.goto(shown.url(view))
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  return { race, open, stage, shown, arrange, visit }
}

const boardDir = join(import.meta.dirname, '..', '..', '..', 'out', 'board')
const tv: Viewer = { width: 1280, height: 720 }
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'])

suiteFor('browser', path !== null)('the page of a screen', () => {
  it('is accessible in every theme, with a message', async () => {
    const { arrange, visit } = await begin(['announcer', 'find', 'crew'])
    const pages = [await visit('announcer', tv), await visit('find', tv), await visit('crew', tv)]
    const faults: string[] = []
    for (const theme of ['dark', 'light', 'sunlight'] as const) {
      arrange({ theme, message: `Prizes at noon (${theme})` })
      for (const page of pages) {
        await page
          .getByRole('status')
          .filter({ hasText: `Prizes at noon (${theme})` })
          .waitFor()
        expect(await themeOf(page)).toBe(theme)
        faults.push(...(await axeViolations(page)).map((fault) => `${theme}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })

  it('scrolls without a pause, stands while frozen, and turns pages where motion is reduced', async () => {
    const { arrange, visit } = await begin(['rotation'])
    arrange({ motion: 'scroll', seconds: 20 })
    const small = { width: 640, height: 360 }
    const page = await visit('rotation', small)
    const still = await visit('rotation', { ...small, isStill: true })
    const moved = () =>
      page.evaluate(
        () => new DOMMatrix(getComputedStyle(document.querySelector('.stream') ?? document.body).transform).m42,
      )
    await expect.poll(moved).toBeLessThan(-20)
    arrange({ isFrozen: true })
    await page.getByText('Results on hold').waitFor()
    const at = await moved()
    await page.waitForTimeout(500)
    expect(await moved()).toBe(at)
    arrange({ isFrozen: false })
    await expect.poll(moved).toBeLessThan(at)
    await still.getByText('Бегун1001').first().waitFor()
    expect(await still.locator('.stream').count()).toBe(0)
  })

  it('shows as many lines as the operator wants, and keeps those of a frozen page', async () => {
    const { arrange, visit } = await begin(['rotation'])
    arrange({ rows: 2, seconds: 3 })
    const page = await visit('rotation', tv)
    const lines = page.locator('.pages li:not(.beyond) .bib')
    await expect.poll(() => lines.allTextContents()).toEqual(['1001', '1002'])
    await expect.poll(() => lines.allTextContents()).toEqual(['1003', '1004'])
    await page.getByRole('heading', { name: /3–4 of \d+$/ }).waitFor()
    arrange({ isFrozen: true })
    await page.getByText('Results on hold').waitFor()
    const shown = await lines.allTextContents()
    await page.waitForTimeout(4_000)
    expect(await lines.allTextContents()).toEqual(shown)
  })

  it('turns to the next category after the pages that fit into its time', async () => {
    const { shown, visit } = await begin(['rotation'])
    const round = { rows: 2, seconds: 20, roundMinutes: 1 }
    shown.update((hosted) => ({ ...hosted, screens: hosted.screens.map((screen) => ({ ...screen, ...round })) }))
    const page = await visit('rotation', tv)
    await page.clock.install()
    await page.reload()
    const title = page.locator('.list-title')
    for (const category of ['Overall', 'Men', 'M30-39', 'Overall']) {
      await expect.poll(() => title.textContent()).toMatch(new RegExp(`${category}.*1–2 of 7`, 'u'))
      await page.clock.runFor(20_500)
    }
  }, 60_000)

  it('answers nobody while results are held back', async () => {
    const { arrange, visit } = await begin(['find'])
    const page = await visit('find', tv)
    await button(page, 'Show').waitFor()
    arrange({ isFrozen: true })
    await page.getByText('Results are on hold for now').waitFor()
    expect(await button(page, 'Show').count()).toBe(0)
  })

  it('keeps what it shows while a sign-in page answers for the laptop, and carries on after it', async () => {
    const { open, stage, shown, visit } = await begin(['rotation'])
    const page = await visit('rotation', tv)
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
    const again = await showScreens(open, stage, ['rotation'], { before: shown })
    closing.push(again.close)
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
      closing.push(started.value.close)
      return started.value
    }
    if (browser === null) throw new Error('no browser')
    const there = await start([])
    const here = await start(['http://127.0.0.1:9', there.origin])
    const page = await (await browser).newPage()
    closing.push(() => page.close())
    await page.goto(`${here.origin}/s/${secret}`)
    await page.getByText('No results yet').waitFor()
    await here.close()
    await page.waitForURL(`${there.origin}/s/${secret}`, { timeout: 40_000 })
    await page.getByText('No results yet').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
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
    const { visit } = await begin(['crew'])
    const page = await visit('crew', { width, height })
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
    const { race, open, stage, visit } = await begin(['crew'])
    const page = await visit('crew', { width: 390, height: 844 })
    await enter(page, crewPin)
    await page.getByRole('row').filter({ hasText: '0:41:00' }).first().waitFor()
    const late = awkwardRace.Overall.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
    race.answer('Overall', bytesOf(inEnvelope(late)))
    await open.take(stage)
    await page.getByRole('row').filter({ hasText: '0:59:00' }).waitFor()
    await page.context().route('**/crew/find/**', (route) => route.abort())
    await page.getByLabel('Bib or name').fill('1001')
    await page.getByRole('alert').filter({ hasText: 'The laptop does not answer' }).waitFor()
    await page.context().unroute('**/crew/find/**')
    await page.getByText('Found: 1').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
