import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { serveApp, type ServedApp } from '../../support/appFaces.ts'
import { closing } from '../../support/atEnd.ts'
import { addStageWithKeys, type OpenCore } from '../../support/openCore.ts'
import { axeViolations, button } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en } from '../../support/services/allTexts.ts'
import { awkwardRace, longName, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, inEnvelope, type RaceService } from '../../support/services/raceService.ts'

/** Every screen on a phone, at the largest scale, and in the sun. */

const VIEWS = ['', '/desk', '/announcer', '/changes', '/pictures', '/audit', '/columns']
const SECTIONS = ['general', 'network', 'storage', 'about', 'new'].map((section) => `settings/${section}`)
const OTHERS = ['stages', 'orders', 'blocks', 'blocks/years', 'promo', 'promo/receipts', 'calls', 'help', ...SECTIONS]
const ALL = [...VIEWS, ...OTHERS]

/** Built otherwise in a wide window, with panes side by side. */
const WIDE = ['', '/announcer', '/pictures', '/audit', 'orders', 'blocks/years', 'settings/general']
/** The others, and the table of results, which has no room on a phone for what it shows in a wide window. */
const NARROW = ['', ...ALL.filter((screen) => !WIDE.includes(screen))]

type Look = Pick<Settings, 'theme' | 'scale' | 'language'> & { readonly width: number }
type Shown = { readonly screens: readonly string[]; readonly judged: readonly string[] }
/** The narrowest with the longest words, the usual one, and the widest words on a wide screen; unit/app/themes.test.ts has the colours. */
const LOOKS: readonly (Look & Shown)[] = [
  { theme: 'light', scale: 160, width: 480, language: 'ru', screens: ALL, judged: NARROW },
  { theme: 'dark', scale: 100, width: 1280, language: 'en', screens: WIDE, judged: WIDE },
  { theme: 'sunlight', scale: 160, width: 1280, language: 'ru', screens: WIDE, judged: [] },
]
/** The awkward race once thousands have finished it. */
const crowd = Array.from({ length: 3_000 }, (_, at) => ({
  ...awkwardRace.Overall[0],
  number: 2_000 + at,
  position: 5 + at,
  resultTime: `1:${String(15 + Math.floor(at / 100)).padStart(2, '0')}:${String((at * 7) % 60).padStart(2, '0')}`,
}))
const onPhone: Look = { theme: 'light', scale: 100, width: 480, language: 'en' }

const wear = async (page: Page, core: OpenCore, { width, theme, scale, language }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: 800 })
  await core.call('app:setSettings', { theme, scale, language })
  await page.locator(`html[data-theme=${theme}][data-scale="${scale}"][lang=${language}]`).waitFor()
}

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

/** Controls in the bars of a stage that are cut or covered, and a search too narrow to type into. */
const faultsOfBars = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const isFaulty = (control: Element): boolean => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect()
      const line = (control.closest('.segments') ?? control).getBoundingClientRect()
      // Tabs in lines out of sight are in the menu.
      if (!control.checkVisibility() || top >= line.bottom || bottom <= line.top) return false
      const isSeen = (x: number) => control.contains(document.elementFromPoint(x, (top + bottom) / 2))
      return !isSeen(left + 2) || !isSeen(right - 2) || (control.matches('input') && width < 14 * rem)
    }
    const controls = document.querySelectorAll(
      '.stage-bar button, .stage-bar [role=tab], .toolbar button, .toolbar input',
    )
    return [...controls].filter(isFaulty).map((control) => control.outerHTML.slice(0, 160))
  })

/** The screen once it has its rows. */
const show = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate(async (hash) => {
    if (location.hash === hash) return
    const arrived = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    location.hash = hash
    await arrived
  }, `#/${screen}`)
  await page.locator('main').first().waitFor()
  await page.locator('.skeleton, .data-table-body.is-waiting').first().waitFor({ state: 'detached' })
  if (screen === 'settings/storage') await page.getByRole('table').waitFor()
}

const faultsOf = async (page: Page, screen: string, isJudged: boolean): Promise<readonly string[]> => {
  const found = (await cutControls(page)).map((control) => `cut: ${control}`)
  // The frame around the first of them is that around all.
  if (isJudged) found.push(...(await axeViolations(page, screen === '' ? 'html' : 'main')))
  return found.map((fault) => `${screen}: ${fault}`)
}

suiteFor('browser', findChromium() !== null)('every screen', () => {
  let app: ServedApp
  let page: Page
  let race: RaceService
  beforeAll(async () => {
    race = closing(await startAwkwardRace())
    app = await serveApp()
    page = (await app.openPage({ language: 'en-US' })).page
  }, 120_000)

  /** Screens, those of a stage by their view; axe looks at the `judged` ones. */
  const faultsOfAll = async (screens: readonly string[], look: Look, judged: readonly string[] = []) => {
    await wear(page, app.core, look)
    const faults: string[] = []
    for (const screen of screens) {
      await show(page, VIEWS.includes(screen) ? `stages/${race.stage}${screen}` : screen)
      faults.push(...(await faultsOf(page, screen, judged.includes(screen))))
    }
    return faults
  }

  it('is whole before there is a stage', async () => {
    await button(page, en['first.demo']).waitFor()
    const faults: string[] = []
    for (const look of LOOKS) {
      await wear(page, app.core, look)
      faults.push(...(await faultsOf(page, look.theme, look.width === 480)))
    }
    expect(faults).toEqual([])

    await app.core.take(await addStageWithKeys(app.core, race))
    // The first screen stays until one of its presses.
    await page.reload()
  })

  it.each(LOOKS)(
    'is whole at $width px, $scale %, $theme, $language, and accessible',
    async ({ screens, judged, ...look }) => {
      expect(await faultsOfAll(screens, look, judged)).toEqual([])
    },
    120_000,
  )

  it('of a race with thousands of rows in many categories is whole on a phone at the largest scale', async () => {
    race.list(...Object.keys(awkwardRace), ...Array.from({ length: 21 }, (_, at) => `W${20 + at}-${30 + at}`))
    race.answer('Overall', bytesOf(inEnvelope([...awkwardRace.Overall, ...crowd])))
    await app.core.take(race.stage as StageGuid)
    // The views with a part for each category, or with numbers of more digits.
    expect(await faultsOfAll(['/announcer', '/pictures', ''], { ...onPhone, scale: 160 })).toEqual([])
    await expect
      .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')))
      .toBeGreaterThan(3_000)
  })

  it('is read to its end by keyboard where no disk space can be freed', async () => {
    const usage = await app.core.call('storage:usage', {})
    const parts = usage.parts.map((part) => ({ ...part, removable: 0 }))
    const answer = { ok: true, value: { ...usage, freeBytes: 0, parts } }
    await page.route('**/api/storage:usage', (route) => route.fulfill({ json: answer }))
    await wear(page, app.core, { ...onPhone, scale: 160 })
    await show(page, 'settings/storage')
    await page.getByText(en['storage.none']).waitFor()
    expect(await axeViolations(page, 'main')).toEqual([])
    await page.unroute('**/api/storage:usage')
  })

  it('keeps each control of the bars whole and uncovered, beside a card too', async () => {
    const looks = [1024, 1280, 1366].flatMap((width) =>
      [100, 130, 160].flatMap((scale) =>
        (['en', 'ru'] as const).map((language) => ({ ...onPhone, width, scale, language })),
      ),
    )
    await show(page, `stages/${race.stage}`)
    const faults: string[] = []
    for (const card of ['closed', 'open']) {
      if (card === 'open')
        await page
          .locator('.data-table-row')
          .first()
          .click({ position: { x: 120, y: 8 } })
      await page.locator('.panel').waitFor({ state: card === 'open' ? 'visible' : 'detached' })
      for (const look of looks) {
        await wear(page, app.core, look)
        faults.push(...(await faultsOfBars(page)).map((fault) => `${JSON.stringify(look)}, card ${card}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  }, 120_000)

  it('shows place, bib, name and result beside one another on a phone', async () => {
    await wear(page, app.core, onPhone)
    await show(page, `stages/${race.stage}`)
    const cells = page.locator('.data-table-row').first().getByRole('gridcell')
    await cells.filter({ hasText: '40:00' }).waitFor()
    const shown = () =>
      cells.evaluateAll((all) =>
        all.filter((cell) => cell.getBoundingClientRect().right <= innerWidth).map((cell) => cell.textContent),
      )
    await expect.poll(shown).toEqual(['', '1', '1001', 'Бегун1001', 'Пётр', '0:40:00'])
    const bar = page.getByRole('columnheader', { name: en['role.lastName'] })
    const narrow = (await bar.boundingBox())?.width ?? 0
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(narrow)
  })

  it('shows a larger card at the desk on a larger screen, with a long name in full', async () => {
    await wear(page, app.core, { ...onPhone, width: 1280 })
    await show(page, `stages/${race.stage}/desk`)
    await page.locator('.desk-input').fill('1004')
    const name = page.locator('.desk-who h2')
    await name.filter({ hasText: longName }).waitFor()
    const sizes: number[] = []
    for (const width of [1280, 1920, 3840]) {
      await page.setViewportSize({ width, height: (width * 9) / 16 })
      await expect.poll(() => name.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
      sizes.push(await name.evaluate((it) => parseFloat(getComputedStyle(it).fontSize)))
    }
    const [small = 0, medium = 0, large = 0] = sizes
    expect(medium).toBeGreaterThan(small)
    expect(large).toBeGreaterThan(1.8 * medium)
  })

  it('keeps the columns of the stage list on a phone while a removed stage can be brought back', async () => {
    await wear(page, app.core, onPhone)
    await show(page, 'stages')
    const head = page.getByRole('columnheader', { name: en['stages.column.name'], exact: true })
    const width = (await head.boundingBox())?.width
    await page.locator('.stage-row').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: en['do.remove'] }).click()
    const undo = page.locator('.stage-row-removed').getByRole('button')
    await undo.waitFor()
    expect((await head.boundingBox())?.width).toBe(width)
    expect(await cutControls(page)).toEqual([])
    await undo.click()
    await undo.waitFor({ state: 'detached' })
  })

  it('has a line for each notice about its data', async () => {
    const runner = { number: 1, position: 1, name: 'Runner Barin', resultTime: '0:30:05' }
    const answer = (row: object) => race.answer('Men', bytesOf(inEnvelope([row])))
    answer({ ...runner, club: 'Moor Runners' })
    const stage = race.stage as StageGuid
    await app.core.take(stage)
    await wear(page, app.core, { ...onPhone, width: 760, language: 'ru' })
    await show(page, `stages/${stage}`)
    answer(runner)
    race.answer('Overall', (response) => response.writeHead(404).end())
    await app.core.take(stage)
    const notices = page.locator('.state-line').getByRole('button')
    await expect.poll(() => notices.count()).toBe(4)
    const boxes = await notices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const overlaps = boxes.filter((a, at) =>
      boxes.slice(at + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    expect(overlaps).toEqual([])
    expect(await cutControls(page)).toEqual([])
  })
})
