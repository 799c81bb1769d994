import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { servePage } from '../bench/table/builtPage.ts'
import type { TablePage } from '../support/dataTable/page.ts'
import { sharedChromium } from '../support/chromium.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

declare global {
  interface Window {
    readonly table: TablePage
  }
}

suiteFor('browser', findChromium() !== null)('the table of results', () => {
  let page: Page
  let grid: Locator
  let problems: string[] = []

  beforeAll(async () => {
    const built = await servePage(fileURLToPath(new URL('../support/dataTable/', import.meta.url)))
    const context = await (await sharedChromium()).newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) problems.push(message.text())
    })
    await page.goto(built.url)
    grid = page.getByRole('grid', { name: 'Results' })
    return async () => {
      await context.close()
      await built.close()
    }
  })

  beforeEach(async () => {
    problems = []
    await page.evaluate(() => window.table.begin())
    await row(0).waitFor()
  })
  afterEach(() => {
    // A page error or a refusal by the content security policy fails the test that caused it.
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })

  const row = (index: number): Locator => page.locator(`[role=row][aria-rowindex="${index + 2}"]`)
  const cells = (index: number): Promise<string[]> => row(index).getByRole('gridcell').allTextContents()
  const log = (): Promise<readonly string[]> => page.evaluate(() => window.table.log)
  const selected = (): Promise<readonly string[]> => page.evaluate(() => window.table.selected())
  const activeIndex = (): Promise<number> =>
    grid.evaluate((element) => {
      const id = element.getAttribute('aria-activedescendant')
      const target = id === null ? null : document.getElementById(id)
      return Number(target?.closest('[role=row]')?.getAttribute('aria-rowindex') ?? '1') - 2
    })
  const title = (name: string): Locator => page.getByRole('columnheader', { name, exact: true })
  const widthOf = (target: Locator): Promise<number> =>
    target.evaluate((element) => element.getBoundingClientRect().width)
  /** Moves the right edge of a header by the mouse. */
  const drag = async (target: Locator, byPx: number): Promise<void> => {
    const { x = 0, y = 0, width = 0 } = (await target.boundingBox()) ?? {}
    await page.mouse.move(x + width, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + width + byPx, y + 10, { steps: 4 })
    await page.mouse.up()
  }
  const scrollTo = (topPx: number): Promise<void> =>
    grid.evaluate((element, top) => {
      element.scrollTop = top
    }, topPx)
  const isInView = (index: number): Promise<boolean> =>
    row(index).evaluate((element) => {
      const view = element.closest('[role=grid]')?.getBoundingClientRect()
      const head = element.closest('[role=grid]')?.firstElementChild?.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      return view !== undefined && head !== undefined && box.top >= head.bottom - 1 && box.bottom <= view.bottom + 1
    })

  it('keeps the document small, and each row right, once, in place and in row order, however it was scrolled', async () => {
    for (const index of [0, 40_000, 99_990, 12_345, 3]) {
      await scrollTo(index * 28)
      await row(index).waitFor()
      expect((await cells(index))[0]).toBe(String(index + 1))
      expect((await cells(index))[1]).toBe(String(1000 + ((index * 37) % 9000)))
    }
    expect(await page.getByRole('gridcell').count()).toBeLessThan(500)
    expect(await grid.getAttribute('aria-rowcount')).toBe('100001')
    expect((await cells(3))[3], 'markup of a service is text').toBe('<b>Bold & Co</b>')
    expect(await row(3).locator('b').count()).toBe(0)

    for (const top of [0, 1000, 1333, 900, 50_000, 49_000, 48_999]) await scrollTo(top)
    await expect
      .poll(() =>
        grid.evaluate((element) => {
          const headPx = element.firstElementChild?.getBoundingClientRect().height ?? 0
          const origin = element.getBoundingClientRect().top + headPx - element.scrollTop
          const rows = [...element.querySelectorAll('.data-table-row:not([hidden])')].filter((one) =>
            one.checkVisibility(),
          )
          const places = rows.map((one) => Math.round((one.getBoundingClientRect().top - origin) / 28))
          const names = rows.map((one) => Number(one.getAttribute('aria-rowindex')) - 2)
          return places.every((place, at) => place === names[at]) && new Set(names).size === names.length
        }),
      )
      .toBe(true)

    // Two places, so that at least one leaves the recycled elements in another order than their rows.
    for (const index of [503, 520]) {
      await scrollTo(28 * index)
      await expect
        .poll(() =>
          grid.evaluate((element, wanted) => {
            const order = [...element.querySelectorAll('.data-table-row')]
              .filter((one) => one.checkVisibility())
              .map((one) => Number(one.getAttribute('aria-rowindex')))
            return order.includes(wanted) && order.every((value, at) => at === 0 || value > (order[at - 1] ?? 0))
          }, index + 2),
        )
        .toBe(true)
    }
  })

  it('asks for the rows in view at most once a frame, and again when loaded ones were dropped', async () => {
    const counts = await grid.evaluate(async (element) => {
      const before = window.table.log.length
      for (let step = 1; step <= 5; step += 1) {
        element.scrollTop += 1000
        element.dispatchEvent(new Event('scroll'))
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return window.table.log.slice(before)
    })
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.length).toBeLessThanOrEqual(2)
    const before = (await log()).length
    await page.evaluate(() => window.table.set({ loadedRows: 100 }))
    await expect.poll(async () => (await log()).length).toBeGreaterThan(before)
  })

  it('shows a skeleton for rows that are not loaded, fills them in place, and then completes a jump to one of them', async () => {
    await page.evaluate(() => window.table.set({ loadedRows: 100 }))
    await scrollTo(28 * 150)
    await row(150).waitFor()
    expect((await cells(150)).join('')).toBe('')
    await page.locator('.is-waiting').waitFor()
    await page.evaluate(() => window.table.load())
    await expect.poll(async () => (await cells(150))[0]).toBe('151')
    await expect.poll(() => page.locator('.is-waiting').count()).toBe(0)

    await page.evaluate(() => window.table.set({ loadedRows: 100 }))
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await expect.poll(selected).toEqual(['r0'])
    await page.keyboard.press('Control+End')
    expect(await selected()).toEqual(['r0'])
    await page.evaluate(() => window.table.load())
    await expect.poll(selected).toEqual(['r99999'])
  })

  it('moves with the keyboard from end to end without losing the active row out of view', async () => {
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    expect(await activeIndex()).toBe(0)
    for (const key of ['ArrowDown', 'ArrowDown', 'PageDown']) await page.keyboard.press(key)
    const paged = await activeIndex()
    expect(paged).toBeGreaterThan(10)
    expect(await isInView(paged)).toBe(true)
    await page.keyboard.press('Control+End')
    expect(await activeIndex()).toBe(99_999)
    expect(await isInView(99_999)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await activeIndex()).toBe(99_998)
    await page.keyboard.press('Control+Home')
    expect(await activeIndex()).toBe(0)
    expect(await isInView(0)).toBe(true)
  })

  it('opens the right person by Enter, Space and a click, and not while several are selected', async () => {
    await grid.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', ' ']) await page.keyboard.press(key)
    await row(4).getByRole('gridcell').nth(2).click()
    await row(5).click({ modifiers: ['Shift'] })
    await row(6).click({ modifiers: ['ControlOrMeta'] })
    expect((await log()).filter((line) => line.startsWith('open'))).toEqual(['open 1', 'open 1', 'open 4'])
  })

  it('selects by click, Ctrl, Shift, Shift and arrows and Ctrl+A, and says so to assistive technology', async () => {
    await row(2).click()
    expect(await selected()).toEqual(['r2'])
    await row(5).click({ modifiers: ['Shift'] })
    expect(await selected()).toEqual(['r2', 'r3', 'r4', 'r5'])
    await row(3).click({ modifiers: ['ControlOrMeta'] })
    expect(await selected()).toEqual(['r2', 'r4', 'r5'])
    expect(await row(4).getAttribute('aria-selected')).toBe('true')
    expect(await row(3).getAttribute('aria-selected')).toBe('false')
    await page.keyboard.press('ControlOrMeta+a')
    expect(await page.evaluate(() => window.table.selected().length)).toBe(100_000)
    await row(6).click()
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key)
    expect(await selected()).toEqual(['r6', 'r7'])
  })

  it('follows the active row by its ID after sorting', async () => {
    await row(1).click()
    await page.evaluate(() => window.table.set({ isReversed: true }))
    // React draws the new order after the call has returned; the active row is out of view then.
    await expect.poll(activeIndex).toBe(-1)
    expect(await selected()).toEqual(['r1'])
    await grid.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(selected).toEqual(['r2'])
    expect(await activeIndex()).toBe(99_997)
  })

  it('returns to a row at the same position on screen', async () => {
    await scrollTo(28 * 300 + 11)
    await row(310).click()
    const place = await page.evaluate(() => window.table.handle()?.place() ?? null)
    expect(place).toMatchObject({ index: 310, id: 'r310' })
    const before = await row(310).boundingBox()
    await scrollTo(0)
    await page.evaluate((to) => window.table.handle()?.scrollToRow(310, to), place?.offsetPx ?? 0)
    expect(await row(310).boundingBox()).toEqual(before)
  })

  it('moves cell by cell, cuts a long text with an ellipsis, shows it in full there and on hover, and clips no text that fits', async () => {
    const whole = 'Long Distance Runners of the Northern River'
    await row(1).click()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    const id = (await grid.getAttribute('aria-activedescendant')) ?? ''
    expect(await page.locator(`[id="${id}"]`).textContent()).toBe(whole)
    await page.keyboard.press('Home')
    await expect.poll(() => page.locator('.data-table-peek').count()).toBe(0)

    await page.evaluate(() =>
      window.table.set({ columns: [{ id: 'club', title: 'Club', kind: 'text', widthPx: 120 }] }),
    )
    const long = row(1).getByRole('gridcell').first()
    await expect.poll(() => long.evaluate((cell) => getComputedStyle(cell).textOverflow)).toBe('ellipsis')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.data-table-peek').textContent()).toBe(whole)
    await long.hover()
    expect(await long.getAttribute('title')).toBe(whole)
    const short = row(0).getByRole('gridcell').first()
    await short.hover()
    expect(await short.getAttribute('title')).toBeNull()
    expect(await long.getAttribute('title')).toBeNull()
  })

  it('cuts no time, however far down the widest is, unless the user wants the column narrower', async () => {
    const result = (index: number): Locator => row(index).getByRole('gridcell').nth(4)
    const overflow = (index: number) => result(index).evaluate((cell) => getComputedStyle(cell).textOverflow)
    expect(await result(5).textContent()).toBe('1:00:05 + 0:10:00')
    expect(await overflow(5)).toBe('clip')
    const fittedPx = await widthOf(title('Result'))
    await scrollTo(5_000 * 28)
    await row(5_000).waitFor()
    expect(await overflow(5_000)).toBe('clip')
    expect(await widthOf(title('Result'))).toBeGreaterThan(fittedPx)
    await drag(title('Result'), -100)
    await expect.poll(() => overflow(5_000)).toBe('ellipsis')
  })

  it('has one tab stop for all columns, reached from the first row and back, sorts by click and key, and by a second column with Shift', async () => {
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => title('Place').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('End')
    expect(await title('Laps').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('[role=columnheader][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true)

    await title('Name').click()
    await title('Result').click({ modifiers: ['Shift'] })
    await title('Bib').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ ')
    const sorts = (await log()).filter((line) => line.startsWith('sort'))
    expect(sorts).toEqual(['sort name false', 'sort result true', 'sort bib false', 'sort bib true'])
    await expect.poll(() => title('Bib').getAttribute('aria-sort')).toBe('ascending')
    expect(await title('Name').getAttribute('aria-sort')).toBe('none')
  })

  it('resizes and moves a column by key and by mouse, header and rows alike, without sorting by it', async () => {
    await title('Name').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => widthOf(title('Name'))).toBe(196)
    expect(await widthOf(row(0).getByRole('gridcell').nth(2))).toBe(196)
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Name is 196 wide')
    await drag(title('Name'), 40)
    await expect.poll(() => widthOf(title('Name'))).toBe(236)

    const titles = (): Promise<string[]> => page.getByRole('columnheader').allTextContents()
    await title('Name').focus()
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect.poll(titles).toEqual(['Place', 'Name', 'Bib', 'Club', 'Result', 'Laps'])
    expect((await cells(0)).slice(0, 3)).toEqual(['1', 'Иванов Пётр', '1000'])
    expect(await title('Name').evaluate((element) => element === document.activeElement)).toBe(true)
    const from = await title('Result').boundingBox()
    const to = await title('Place').boundingBox()
    await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 10, { steps: 6 })
    await page.mouse.up()
    await expect.poll(titles).toEqual(['Result', 'Place', 'Name', 'Bib', 'Club', 'Laps'])
    const nameCell = await row(0).getByRole('gridcell').nth(2).boundingBox()
    const nameHead = await title('Name').boundingBox()
    expect(nameCell?.x).toBe(nameHead?.x)
    expect((await log()).filter((line) => line.startsWith('sort'))).toEqual([])
  })

  it('copies the selected rows as lines and as a table, in row order, and one cell where the keyboard stands on it', async () => {
    await row(3).click()
    await row(1).click({ modifiers: ['ControlOrMeta'] })
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.getByRole('status').textContent()).toBe('copied 2, missing 0')
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const html = await (await item?.getType('text/html'))?.text()
      return { text: await navigator.clipboard.readText(), html }
    })
    const lines = copied.text.split(/\r?\n/)
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['2', '4'])
    expect(lines[1]?.split('\t')[3]).toBe('<b>Bold & Co</b>')
    expect(copied.html).toContain('&lt;b&gt;Bold &amp; Co&lt;/b&gt;')

    await row(0).click()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Control+c']) await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Иванов Пётр')
  })

  it('marks search words in any script, with ё as е, and not in recycled rows that lack them', async () => {
    const marked = (): Promise<readonly string[]> =>
      page.evaluate(() => [
        ...new Set(
          [...(CSS.highlights.get('data-table-match') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
            (startContainer.textContent ?? '').slice(startOffset, endOffset),
          ),
        ),
      ])
    await page.evaluate(() => window.table.set({ highlight: ['петр'] }))
    await expect.poll(marked).toEqual(['Пётр'])
    await page.evaluate(() => window.table.set({ highlight: ['shchukin', 'muller'] }))
    await expect.poll(async () => (await marked()).toSorted()).toEqual(['Müller', 'Щукин'])
    await scrollTo(28 * 5000)
    await row(5000).waitFor()
    expect((await marked()).toSorted()).toEqual(['Müller', 'Щукин'])
    await page.evaluate(() => window.table.set({ highlight: [] }))
    await expect.poll(marked).toEqual([])
  })

  it('scrolls sideways with its header when the columns are wider than the view', async () => {
    const wide = Array.from({ length: 6 }, (_, at) => at)
    await page.evaluate(
      (ids) =>
        window.table.set({
          columns: ids.map((id) => ({
            id: ['place', 'bib', 'name', 'club', 'result', 'laps'][id] ?? '',
            title: `Column ${id}`,
            kind: 'text' as const,
            widthPx: 300,
          })),
        }),
      wide,
    )
    await title('Column 5').focus()
    await page.keyboard.press('End')
    await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBeGreaterThan(800)
    const head = await title('Column 5').boundingBox()
    const cell = await row(0).getByRole('gridcell').nth(5).boundingBox()
    expect(cell?.x).toBe(head?.x)
  })

  it('grows rows and columns with the text size, and keeps the rows in view', async () => {
    await scrollTo(28 * 300)
    await row(300).waitFor()
    await page.evaluate(() => document.documentElement.setAttribute('data-scale', '150'))
    await expect.poll(() => row(300).evaluate((element) => element.getBoundingClientRect().height)).toBe(42)
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(42 * 300)
    expect(await isInView(300)).toBe(true)
    expect(await widthOf(title('Name'))).toBe(270)
    await drag(title('Name'), 39)
    await expect.poll(() => widthOf(title('Name'))).toBe(309)
    await scrollTo(42 * 700)
    await row(700).waitFor()
    expect(await isInView(700)).toBe(true)
  })

  it('shows fewer rows after a search without leaving old ones behind', async () => {
    await scrollTo(28 * 90_000)
    await row(90_000).waitFor()
    await page.evaluate(() => window.table.set({ rowCount: 3 }))
    await expect.poll(() => page.locator('.data-table-row:visible').count()).toBe(3)
    expect((await cells(2))[0]).toBe('3')
    expect(await grid.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(false)
    await page.evaluate(() => window.table.set({ rowCount: 0 }))
    await expect.poll(() => page.locator('.data-table-row:visible').count()).toBe(0)
    await page.evaluate(() => window.table.set({ rowCount: 50 }))
    await expect.poll(() => page.locator('.data-table-row:visible').count()).toBeGreaterThan(10)
  })
})
