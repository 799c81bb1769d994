import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { demoOrders } from '../../main/demo/orders.ts'
import { en as text } from '../../renderer/text/en/en.ts'
import { browserFace, type OpenApp } from '../support/appFaces.ts'
import type { OpenCore } from '../support/openCore.ts'
import { raceOf } from '../support/services/mortalDemo.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, expectAccessible } from '../support/pages.ts'

/** One category has more rows than a page asks for at once. */
const demoRace = raceOf(
  Array.from({ length: 1_240 }, (_, at) => {
    const place = at < 1_200 ? `Men,${at + 1}` : `Women,${at - 1_199}`
    const name = ['Lind', 'Hale', 'Berg', 'Novak', 'Stein'][at % 5]
    return `${place},${1_001 + at},${name},Kim,Moor Runners,${30 + Math.floor(at / 30)}:${10 + ((at * 7) % 49)}`
  }),
)
const prepare = async (core: OpenCore): Promise<void> => {
  await core.call('profile:save', { demo: true })
  for (const { guid } of await core.call('stage:list', {})) await core.take(guid)
}

/** A right click or the Menu key offers actions for a row, a node or a stage. */

const grid = (page: Page) => page.getByRole('grid')
const row = (page: Page, place: number) => grid(page).locator(`[role=row][aria-rowindex="${place + 1}"]`)
const menu = (page: Page) => page.getByRole('menu')
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name, exact: true })
/** The items of the menu, once it is open. */
const openItems = async (page: Page): Promise<Locator> => {
  const all = menu(page).getByRole('menuitem')
  await all.first().waitFor()
  return all
}
const items = async (page: Page): Promise<string[]> =>
  (await openItems(page)).evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)

const guidOf = (number: string): string => demoOrders.find((order) => order.number === number)?.guid ?? ''

suiteFor('browser', findChromium() !== null)('the context menu', () => {
  let shown: OpenApp
  let page: Page
  let stage: string
  beforeAll(async () => {
    shown = await browserFace.open({ language: 'en-US', demoRace, prepare })
    page = shown.page
    await page.locator('a[href^="#/stages/"]').first().click()
    await row(page, 9).waitFor()
    stage = new URL(page.url()).hash
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  const showTable = async (): Promise<void> => {
    await page.evaluate((hash) => (location.hash = hash), stage)
    await row(page, 3).waitFor()
  }

  it('copies and opens the rows of the table, by mouse and by keys', async () => {
    // A row that is not selected is selected first.
    await row(page, 1).click()
    await row(page, 3).click({ button: 'right' })
    await menu(page).waitFor()
    expect(await row(page, 3).getAttribute('aria-selected')).toBe('true')
    expect(await row(page, 1).getAttribute('aria-selected')).toBe('false')
    expect((await items(page)).slice(0, 2)).toEqual([text['menu.openCard'], text['menu.copyRow']])
    await item(page, text['menu.copyRow']).click()
    await expect.poll(() => menu(page).count()).toBe(0)
    await expect.poll(() => isFocused(page, '[role=grid]')).toBe(true)
    const cellsCopied = async () => (await clipboard(page)).split('\t')
    await expect.poll(async () => (await cellsCopied())[0], { message: 'the place, not the star before it' }).toBe('3')
    const copied = await clipboard(page)
    expect(copied.split('\t').length).toBeGreaterThan(4)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.keyboard.press('Control+c')
    await expect.poll(() => clipboard(page)).toBe(copied)

    // One cell alone is copied as it stands.
    const cell = row(page, 3).getByRole('gridcell').nth(3)
    await cell.click({ button: 'right' })
    await item(page, text['menu.copyCell']).click()
    await expect.poll(() => clipboard(page)).toBe(await cell.textContent())

    // The bib alone, for a message or another program.
    const bibs = await grid(page).getByRole('columnheader').allTextContents()
    const bib = await row(page, 3).getByRole('gridcell').nth(bibs.indexOf(text['role.bib'])).textContent()
    await row(page, 3).click({ button: 'right' })
    await item(page, text['menu.copyBib']).click()
    await expect.poll(() => clipboard(page)).toBe(bib)

    // A right click elsewhere opens the menu there.
    await row(page, 3).click({ button: 'right' })
    await menu(page).waitFor()
    const other = await row(page, 9).boundingBox()
    await page.mouse.click((other?.x ?? 0) + 60, (other?.y ?? 0) + 10, { button: 'right' })
    await expect.poll(() => row(page, 9).getAttribute('aria-selected')).toBe('true')
    await expect.poll(async () => (await menu(page).boundingBox())?.x ?? 0).toBe((other?.x ?? 0) + 60)
    await expect.poll(() => menu(page).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu(page).count()).toBe(0)

    // By keys: the menu of the active row, beside it, with its first item focused. Escape leads back.
    await row(page, 2).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+F10')
    await expect.poll(() => isFocused(page, '[role=menuitem]')).toBe(true)
    const [menuBox, rowBox] = [await menu(page).boundingBox(), await row(page, 3).boundingBox()]
    expect(Math.abs((menuBox?.y ?? 0) - (rowBox?.y ?? 0) - (rowBox?.height ?? 0))).toBeLessThan(10)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(page, '[role=grid]')).toBe(true)
    expect(await row(page, 3).getAttribute('aria-selected')).toBe('true')

    await page.keyboard.press('ContextMenu')
    await expect.poll(() => isFocused(page, '[role=menuitem]')).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: text['card.tab'] }).waitFor()

    // Escape closes the menu alone, not the card behind it. After a click the arrow keys begin at the first item.
    await row(page, 5).click({ button: 'right' })
    await menu(page).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(text['menu.copyRow'])
    await page.keyboard.press('Escape')
    await expect.poll(() => menu(page).count()).toBe(0)
    expect(await page.getByRole('tab', { name: text['card.tab'] }).count()).toBe(1)

    // The star follows the menu.
    await row(page, 3).click({ button: 'right' })
    await item(page, text['card.star']).click()
    await row(page, 3).locator('[data-tone="star"]').waitFor()
    await row(page, 3).click({ button: 'right' })
    await item(page, text['card.unstar']).waitFor()
    await page.keyboard.press('Escape')
    expect(shown.complaints).toEqual([])
  }, 120_000)

  it('prints a slip from a row, and takes its person to the bib lookup', async () => {
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await row(page, 2).click({ button: 'right' })
    await item(page, text['card.print']).click()
    await page.locator('.slip-name').waitFor({ state: 'attached' })
    const name = (await page.locator('.slip-name').textContent()) ?? '?'
    expect(await row(page, 2).textContent()).toContain(name.split(' ')[0])
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.locator('.slip').waitFor({ state: 'detached' })

    await row(page, 2).click({ button: 'right' })
    await item(page, text['menu.openAtDesk']).click()
    await page.locator('.desk-card').getByText(name).first().waitFor()
    await page.keyboard.press('7')
    const typed = () => page.getByLabel(text['desk.search']).inputValue()
    await expect.poll(typed, { message: 'the next number starts anew' }).toBe('7')
    expect(shown.complaints).toEqual([])
  })

  it('offers a stage, its tree and its link, and leaves fields and selected text to the menu of the system', async () => {
    await showTable()
    const node = page.getByRole('treeitem').nth(1)
    const selected = page.getByRole('treeitem', { selected: true })
    const before = await selected.textContent()
    await node.click({ button: 'right' })
    await expect.poll(() => items(page)).toEqual([text['menu.refresh']])
    expect(await selected.textContent()).toBe(before)
    await page.keyboard.press('Escape')

    await selected.focus()
    await page.keyboard.press('Shift+F10')
    await item(page, text['menu.copyLink']).press('Enter')
    await expect.poll(() => clipboard(page)).toMatch(/^racedesk:\/\/stage\/[0-9a-f-]{36}$/)
    await expect.poll(() => isFocused(page, '[role=treeitem]')).toBe(true)

    await page.evaluate(() => {
      document.addEventListener('contextmenu', (event) => {
        document.body.dataset['taken'] = String(event.defaultPrevented)
        event.preventDefault()
      })
    })
    const taken = () => page.evaluate(() => document.body.dataset['taken'])
    await page.getByRole('search').getByRole('textbox').click({ button: 'right' })
    await expect.poll(taken).toBe('false')
    await row(page, 2).click({ button: 'right' })
    await expect.poll(taken).toBe('true')
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: text['stage.toStages'] }).click()
    const name = page.locator('.stage-row th').first()
    await name.click({ button: 'right' })
    const labels = ['menu.open', 'stage.refresh', 'menu.copyLink', 'do.rename', 'capsule.save', 'do.remove'] as const
    await expect.poll(async () => (await openItems(page)).allTextContents()).toEqual(labels.map((key) => text[key]))
    await item(page, text['do.rename']).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await expect.poll(() => isFocused(page, '[role=dialog] input')).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await name.selectText()
    await name.click({ button: 'right' })
    await expect.poll(taken).toBe('false')
    await expect.poll(() => menu(page).count()).toBe(0)
    expect(shown.complaints).toEqual([])
  })

  it('copies all rows, also those not loaded yet', async () => {
    await showTable()
    await page.getByRole('treeitem').nth(2).click()
    const rows = async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1
    const count = 1_200
    await expect.poll(rows).toBe(count)
    await row(page, 1).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByText(text['stage.selected'].replace('{{rows}}', count.toLocaleString('en-US'))).waitFor()
    await row(page, 2).click({ button: 'right' })
    await item(page, `Copy rows (${count.toLocaleString('en-US')})`).press('Enter')
    const linesCopied = () => page.evaluate(async () => (await navigator.clipboard.readText()).split('\r\n').length)
    await expect.poll(linesCopied, { timeout: 20_000 }).toBe(count)
    expect(shown.complaints).toEqual([])
  })

  it('serves orders, requests and people found', async () => {
    const cellOf = (name: string) => page.getByRole('grid').getByRole('gridcell', { name, exact: true })

    // Keys that lead elsewhere close the menu.
    await row(page, 2).click({ button: 'right' })
    await menu(page).waitFor()
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { name: text['orders.empty.title'] }).waitFor()
    await expect.poll(() => menu(page).count()).toBe(0)
    await button(page, text['orders.lookup.title']).click()
    const orders = page.getByLabel(text['orders.lookup.text'])
    await orders.fill(`${guidOf('SR26-000207')} ${guidOf('SR26-000402')}`)
    await orders.press('Enter')
    await cellOf('SR26-000402').click({ button: 'right' })
    const ofOrder = ['menu.openOrder', 'menu.copyRow', 'menu.copyCell', 'menu.copyLink', 'menu.refresh'] as const
    await expect.poll(() => items(page)).toEqual([...ofOrder.map((key) => text[key]), text['orders.remove']])
    await expectAccessible(page, 'the context menu of an order', '[role=menu]')
    await item(page, text['menu.copyLink']).click()
    await expect.poll(() => clipboard(page)).toBe(`racedesk://order/${guidOf('SR26-000402')}`)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Shift+F10')
    await expect.poll(() => items(page)).toEqual(['Copy rows (2)', text['menu.refresh'], text['orders.remove']])
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+5')
    await page.getByRole('textbox', { name: text['calls.path'], exact: true }).fill('/v3/Races/Years')
    await page.keyboard.press('Control+Enter')
    await row(page, 1).waitFor()
    await row(page, 1).click({ button: 'right' })
    await item(page, text['menu.copyRow']).click()
    await expect.poll(() => clipboard(page)).toContain('\t')
    await page.getByRole('treeitem').first().click({ button: 'right' })
    await expect.poll(() => items(page)).toEqual([text['menu.open'], text['do.remove']])
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+1')
    await page.getByRole('search').getByRole('combobox').fill('2186')
    const hit = page.getByRole('option').first()
    await hit.click({ button: 'right' })
    await item(page, text['menu.copyRow']).click()
    await expect.poll(() => clipboard(page)).toMatch(/^2186\t/)
    await hit.click({ button: 'right' })
    await item(page, text['menu.openCard']).click()
    await page.getByRole('tab', { name: text['card.tab'] }).waitFor()
    expect(shown.complaints).toEqual([])
  })
})
