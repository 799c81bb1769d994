import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Settings } from '../../../preload/contract/settings.ts'
import { en } from '../../../renderer/text/en/en.ts'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { axeViolations, button } from '../../support/pages.ts'
import { bytesOf, envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** Every screen on a phone, at the largest scale, and in the sun. */

const open: { readonly close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

const VIEWS = ['', '/desk', '/announcer', '/changes', '/pictures', '/audit', '/columns']
const SECTIONS = ['general', 'network', 'storage', 'about', 'new'].map((section) => `settings/${section}`)
const OTHERS = ['stages', 'orders', 'blocks', 'blocks/years', 'promo', 'promo/receipts', 'calls', 'help', ...SECTIONS]

type Look = { readonly settings: Pick<Settings, 'theme' | 'scale'>; readonly width: number }
const LOOKS: readonly Look[] = [
  { settings: { theme: 'light', scale: 100 }, width: 480 },
  { settings: { theme: 'light', scale: 160 }, width: 480 },
  { settings: { theme: 'dark', scale: 160 }, width: 1280 },
  { settings: { theme: 'sunlight', scale: 100 }, width: 1280 },
]

/** Names of the controls that reach beyond what can be seen or scrolled to. */
const cutControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isCut = (control: Element): boolean => {
      const { left, right, width } = control.getBoundingClientRect()
      if (width <= 1) return false
      for (let box = control.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box)
        if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') return false
        const edge = box.getBoundingClientRect()
        if (overflowX === 'hidden' && (right > edge.right + 1 || left < edge.left - 1)) return true
      }
      return right > innerWidth + 1 || left < -1
    }
    return [...document.querySelectorAll('button, a, input, textarea, [role=combobox], [role=tab], h1, h2')]
      .filter((control) => control.checkVisibility() && isCut(control))
      .map((control) => control.outerHTML.slice(0, 160))
  })

const faultsOf = async (page: Page, screen: string): Promise<readonly string[]> => {
  const found = [...(await cutControls(page)).map((control) => `cut: ${control}`), ...(await axeViolations(page))]
  return found.map((fault) => `${screen}: ${fault}`)
}

/** The screen once it has its rows. */
const show = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${screen}`)
  await page.locator('main').first().waitFor()
  await page.locator('.skeleton, .data-table-body.is-waiting').first().waitFor({ state: 'detached' })
}

suiteFor('browser', findChromium() !== null)('every screen', () => {
  const [face] = chromiumFaces()
  const openAwkward = async (viewport: { readonly width: number; readonly height: number }) => {
    if (face === undefined) throw new Error('No browser')
    const race = await startRaceService(...Object.keys(awkwardRace))
    for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bytesOf(inEnvelope(rows)))
    const app = await openStageApp(face, { language: 'ru-RU', viewport }, race)
    open.push(app, race)
    return app
  }
  it.each(LOOKS)(
    'is whole and accessible at $width px, $settings.scale %, $settings.theme',
    async (look) => {
      if (face === undefined) throw new Error('No browser')
      const app = await face.open({ language: 'en-US', viewport: { width: look.width, height: 800 } })
      open.push(app)
      const { page, core } = app
      await button(page, en['first.demo']).waitFor()
      await core.call('app:setSettings', look.settings)
      await page.locator(`html[data-theme=${look.settings.theme}][data-scale="${look.settings.scale}"]`).waitFor()
      const faults = [...(await faultsOf(page, 'first run'))]
      await button(page, en['first.demo']).click()
      await page.getByRole('gridcell').first().waitFor()
      const [stage] = await core.call('stage:list', {})
      for (const screen of [...VIEWS.map((view) => `stages/${stage?.guid}${view}`), ...OTHERS]) {
        await show(page, screen)
        faults.push(...(await faultsOf(page, screen)))
      }
      expect(faults).toEqual([])
    },
    120_000,
  )

  it.each(LOOKS)(
    'of an awkward race is whole and accessible at $width px, $settings.scale %, $settings.theme',
    async (look) => {
      const { page, core, stage } = await openAwkward({ width: look.width, height: 800 })
      await core.call('app:setSettings', look.settings)
      await page.locator(`html[data-theme=${look.settings.theme}][data-scale="${look.settings.scale}"]`).waitFor()
      const faults: string[] = []
      for (const view of VIEWS) {
        await show(page, `stages/${stage}${view}`)
        faults.push(...(await faultsOf(page, view)))
      }
      expect(faults).toEqual([])
    },
    60_000,
  )

  it('shows place, bib, name and result beside one another on a phone', async () => {
    if (face === undefined) throw new Error('No browser')
    const app = await face.open({ language: 'en-US', viewport: { width: 480, height: 800 } })
    open.push(app)
    const { page } = app
    await button(page, en['first.demo']).click()
    const cells = page.locator('.data-table-row').first().getByRole('gridcell')
    await cells.filter({ hasText: '15:50' }).waitFor()
    const shown = await cells.evaluateAll((all) =>
      all.filter((cell) => cell.getBoundingClientRect().right <= innerWidth).map((cell) => cell.textContent),
    )
    expect(shown).toEqual(['', '1', '3974', 'Fisher', 'Tomáš', '15:50'])
    const bar = page.getByRole('columnheader', { name: en['role.lastName'] })
    const narrow = (await bar.boundingBox())?.width ?? 0
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(narrow)
  })

  it('shows a larger card at the desk on a larger screen, with a long name in full', async () => {
    const sizes: number[] = []
    for (const width of [1280, 1920, 3840]) {
      const { page, stage } = await openAwkward({ width, height: (width * 9) / 16 })
      await show(page, `stages/${stage}/desk`)
      await page.locator('.desk-input').fill('1004')
      const name = page.locator('.desk-who h2')
      await name.filter({ hasText: longName }).waitFor()
      expect(await name.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
      sizes.push(await name.evaluate((it) => parseFloat(getComputedStyle(it).fontSize)))
    }
    const [small = 0, medium = 0, large = 0] = sizes
    expect(medium).toBeGreaterThan(small)
    expect(large).toBeGreaterThan(1.8 * medium)
  })

  it('keeps the columns of the stage list on a phone while a removed stage can be brought back', async () => {
    if (face === undefined) throw new Error('No browser')
    const app = await face.open({ language: 'en-US', viewport: { width: 480, height: 800 } })
    open.push(app)
    const { page } = app
    await button(page, en['first.demo']).click()
    await page.getByRole('gridcell').first().waitFor()
    await show(page, 'stages')
    const head = page.getByRole('columnheader', { name: en['stages.column.name'], exact: true })
    const width = (await head.boundingBox())?.width
    await page.locator('.stage-row').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: en['do.remove'] }).click()
    await page.locator('.stage-row-removed').getByRole('button').waitFor()
    expect((await head.boundingBox())?.width).toBe(width)
    expect(await cutControls(page)).toEqual([])
  })

  it('gives each notice about the data a line of its own where one has no room for all', async () => {
    if (face === undefined) throw new Error('No browser')
    const race = await startRaceService('Men', 'Women')
    const runner = { number: 1, position: 1, name: 'Runner Barin', resultTime: '0:30:05' }
    const answer = (row: object) => race.answer('Women', (response) => sendJson(response, envelope([row])))
    answer({ ...runner, club: 'Moor Runners' })
    const app = await openStageApp(face, { language: 'ru-RU', viewport: { width: 760, height: 800 } }, race)
    open.push(app)
    const { page, core, stage } = app
    answer(runner)
    race.answer('Men', (response) => response.writeHead(404).end())
    await core.take(stage)
    const line = page.locator('.state-line')
    await expect.poll(() => line.getByRole('button').count()).toBe(4)
    const boxes = await line
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const overlaps = boxes.filter((a, at) =>
      boxes.slice(at + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    expect(overlaps).toEqual([])
    expect(await cutControls(page)).toEqual([])
    await race.close()
  })
})
