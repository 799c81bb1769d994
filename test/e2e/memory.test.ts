import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { serveApp, type OpenPage, type ServedApp } from '../support/appFaces.ts'
import { closing } from '../support/atEnd.ts'
import { addStageWithKeys } from '../support/openCore.ts'
import { button } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startAwkwardRace } from '../support/services/awkwardRace.ts'

/** Pages remember in the store: a browser that never saw the app shows the same values at once. */

const viewport = { width: 1600, height: 900 }
const view = { language: 'en-US', viewport } as const

declare global {
  interface Window {
    /** Every width in which the list of a stage and the column of bibs were painted since the page began. */
    readonly seenWidths: { readonly list: number[]; readonly bib: number[] }
  }
}

/** Runs in the page before its own code. */
const noteWidths = (): void => {
  const seen: { readonly list: number[]; readonly bib: number[] } = { list: [], bib: [] }
  Object.assign(window, { seenWidths: seen })
  const note = (kept: number[], element: Element | undefined | null): void => {
    const width = Math.round(element?.getBoundingClientRect().width ?? 0)
    if (width > 0 && kept.at(-1) !== width) kept.push(width)
  }
  const look = (): void => {
    note(
      seen.list,
      document.querySelector('.work-area .stage-views')?.closest('.workspace')?.querySelector('.list-pane'),
    )
    note(
      seen.bib,
      [...document.querySelectorAll('[role=columnheader]')].find(({ textContent }) => textContent === 'Bib'),
    )
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const grid = (page: Page): Locator => page.getByRole('grid')
const bibHeader = (page: Page): Locator => grid(page).getByRole('columnheader', { name: en['role.bib'], exact: true })
const widthOf = (target: Locator): Promise<number> =>
  target.evaluate((element) => Math.round(element.getBoundingClientRect().width))
const listWidth = (page: Page): Promise<number> => widthOf(page.locator('.list-pane'))
const splitBy = (page: Page): Locator =>
  page.getByRole('group', { name: en['card.splits.by'] }).getByRole('button', { name: en['card.splits.place'] })

const openStage = async (page: Page): Promise<void> => {
  await page.locator('a[href^="#/stages/"]').first().click()
  await bibHeader(page).waitFor()
}
const openFirstPerson = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+f')
  await page.keyboard.type('1001 бегун')
  await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
  await page.keyboard.press('Enter')
  await splitBy(page).waitFor()
}
const clearAfter = (page: Page, choice: number): Locator =>
  page.getByRole('group', { name: en['desk.autoClear'] }).getByRole('button').nth(choice)
const openCompose = async (page: Page): Promise<Locator> => {
  await page.keyboard.press('Control+3')
  return page.getByLabel(en['promo.text'])
}
/** Leaves the page as closing its tab does. */
const leave = (page: Page): Promise<unknown> => page.goto('about:blank')

suiteFor('browser', findChromium() !== null)('what a page remembers', () => {
  let app: ServedApp
  let shown: OpenPage
  let other: Page
  let desk = ''
  beforeAll(async () => {
    app = await serveApp()
    const stage = await addStageWithKeys(app.core, closing(await startAwkwardRace()))
    await app.core.take(stage)
    desk = `#/stages/${stage}/desk`
    shown = await app.openPage(view)
    other = (await app.openPage(view)).page
    await other.addInitScript(noteWidths)
  }, 120_000)
  const openDesk = async (page: Page): Promise<void> => {
    await page.evaluate((hash) => (location.hash = hash), desk)
    await clearAfter(page, 1).waitFor()
  }

  // Over a restart, and from face to face: integration/settings/memory.test.ts.
  it('is in another browser before its first paint', async () => {
    const { page } = shown
    await openStage(page)

    const [list, bib] = [await listWidth(page), await widthOf(bibHeader(page))]
    await page.locator('.list-pane').getByRole('separator').press('ArrowRight')
    await expect.poll(() => listWidth(page)).toBe(list + 16)
    const edge = await bibHeader(page).boundingBox()
    const [edgeX, edgeY] = [(edge?.x ?? 0) + (edge?.width ?? 0), (edge?.y ?? 0) + 10]
    await page.mouse.move(edgeX, edgeY)
    await page.mouse.down()
    await page.mouse.move(edgeX + 39, edgeY, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => widthOf(bibHeader(page))).toBe(bib + 39)

    await button(page, en['stage.export']).click()
    const dialog = page.getByRole('dialog', { name: en['export.title'] })
    await dialog.getByRole('combobox', { name: en['export.format'], exact: true }).click()
    await page.getByRole('option', { name: en['export.format.csv'], exact: true }).click()
    await shown.saveFile(() => dialog.getByRole('button', { name: /^Export \d/ }).click())
    await dialog.waitFor({ state: 'detached' })

    await openFirstPerson(page)
    await splitBy(page).click()
    const panelWidth = await widthOf(page.locator('.panel'))
    await page.locator('.panel').getByRole('separator').press('ArrowLeft')
    await expect.poll(() => widthOf(page.locator('.panel'))).toBe(panelWidth + 16)
    await page.getByRole('tab', { name: en['view.desk'], exact: true }).click()
    await clearAfter(page, 1).click()
    await expect.poll(() => clearAfter(page, 1).getAttribute('aria-pressed')).toBe('true')

    const codes = await openCompose(page)
    await codes.fill('SPRING;10')
    await codes.press('End')
    await page.keyboard.type('0')
    expect(await page.evaluate(() => [window.localStorage.length, Object.keys(window.sessionStorage)])).toEqual([
      0,
      ['racedesk.token'],
    ])
    // Includes the last letter, though the page is left at once.
    await leave(page)
    await expect.poll(async () => (await app.core.call('promo:draft', {}))?.text).toBe('SPRING;100')

    await other.reload()
    await openStage(other)
    expect(await other.evaluate(() => window.seenWidths)).toEqual({ list: [list + 16], bib: [bib + 39] })

    await button(other, en['stage.export']).click()
    const otherDialog = other.getByRole('dialog', { name: en['export.title'] })
    const format = otherDialog.getByRole('combobox', { name: en['export.format'], exact: true })
    await format.getByText(en['export.format.csv']).waitFor()
    await other.keyboard.press('Escape')
    await otherDialog.waitFor({ state: 'detached' })
    await openFirstPerson(other)
    await expect.poll(() => splitBy(other).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => widthOf(other.locator('.panel'))).toBe(panelWidth + 16)
    await other.getByRole('tab', { name: en['view.desk'], exact: true }).click()
    await expect.poll(() => clearAfter(other, 1).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => await (await openCompose(other)).inputValue()).toBe('SPRING;100')
  }, 120_000)

  it('keeps a width on the screen though saving it fails, and saves it with the next change', async () => {
    const { page } = shown
    const { core } = app
    await page.goBack()
    await openDesk(page)
    const width = await listWidth(page)
    await page.route('**/api/memory:save', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.locator('.list-pane').getByRole('separator').press('ArrowRight')
    await failed
    // Another page changes something meanwhile.
    await core.call('memory:save', { deskClearAfterS: 20 })
    await expect.poll(() => clearAfter(page, 2).getAttribute('aria-pressed')).toBe('true')
    expect(await listWidth(page)).toBe(width + 16)
    expect(await core.call('memory:read', {})).toMatchObject({ deskClearAfterS: 20, listWidth: width })

    await page.unroute('**/api/memory:save')
    await clearAfter(page, 1).click()
    await expect.poll(() => core.call('memory:read', {})).toMatchObject({ deskClearAfterS: 10, listWidth: width + 16 })
    expect(await listWidth(page)).toBe(width + 16)
  })

  it('follows another page, except in a draft being typed', async () => {
    const { page } = shown
    const { core } = app
    await openDesk(other)
    const width = await listWidth(page)
    await page.locator('.list-pane').getByRole('separator').press('ArrowLeft')
    await expect.poll(() => listWidth(other)).toBe(width - 16)
    await other.locator('.list-pane').getByRole('separator').press('ArrowLeft')
    await expect.poll(() => listWidth(page)).toBe(width - 32)

    const [codes, otherCodes] = [await openCompose(page), await openCompose(other)]
    await codes.fill('ONE;1')
    await expect.poll(() => otherCodes.inputValue()).toBe('ONE;1')
    // Both have the focus: each keeps its own text, and the store the text typed last.
    await otherCodes.fill('TWO;2')
    await expect.poll(async () => (await core.call('promo:draft', {}))?.text).toBe('TWO;2')
    expect(await codes.inputValue()).toBe('ONE;1')
    await codes.press('End')
    await page.keyboard.type('0')
    await expect.poll(async () => (await core.call('promo:draft', {}))?.text).toBe('ONE;10')
    expect(await otherCodes.inputValue()).toBe('TWO;2')
  })

  it('works with unreadable memory, and redraws nothing when that changes', async () => {
    const { page } = shown
    const failure = { ok: false, error: { kind: 'internal', reference: 'deadbeef' } }
    await page.route('**/api/memory:read', (route) => route.fulfill({ json: failure }))
    await page.keyboard.press('Control+1')
    await page.reload()
    await openStage(page)
    await page.locator('main').evaluate((element) => element.setAttribute('data-marked', ''))
    const asked = page.waitForResponse('**/api/memory:read')
    await app.core.call('memory:save', { listWidth: 300 })
    await asked
    await openFirstPerson(page)
    expect(await page.locator('main[data-marked]').count(), 'nothing was drawn anew').toBe(1)
  })
})
