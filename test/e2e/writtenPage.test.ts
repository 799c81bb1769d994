import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import type { ExportOptions } from '../../preload/contract/files.ts'
import { cellText } from '../../main/kernel/text/cellText.ts'
import { openContext } from '../support/chromium.ts'
import { useCores } from '../support/coreRig.ts'
import { addStage, deliverTo } from '../support/openCore.ts'
import { expectAccessible } from '../support/pages.ts'
import { bytesOf, startRaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { inEnvelope } from '../support/takenRows.ts'

/** The HTML of results in another program's hands: a browser reads it, and lays it out on paper. */

const evil = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`
const name = '"><svg onload=document.title=1></td></table><h1>Пётр & Co</h1>'
const category = `M40</a><script>document.title='taken'</script>`

const runner = (number: number) => ({
  number: String(number).padStart(3, '0'),
  position: number,
  account: { lastName: 'Иванов', firstName: 'Пётр' },
  club: 'Динамо',
  resultTime: `31:${String(number % 60).padStart(2, '0')}`,
  note: '',
})
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  [category]: [
    { ...runner(1), club: evil, note: '=1+1' },
    { ...runner(2), note: name },
    { ...runner(3), club: '\u202eЁ\r\nдва', note: "' onmouseover='x" },
    { ...runner(4), note: 'W'.repeat(500) },
    { ...runner(5), position: '', resultTime: 'DNF' },
  ],
  F18: Array.from({ length: 120 }, (_, at) => runner(at + 1)),
}

const readTables = (page: Page): Promise<readonly (readonly Record<string, string>[])[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].map((table) => {
      const names = [...table.querySelectorAll('thead tr:last-child th')].map(
        (head) => head.getAttribute('title') ?? head.textContent ?? '',
      )
      return [...table.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll('td')].map((cell, at) => [names[at] ?? '', cell.textContent ?? '']),
        ),
      )
    }),
  )

const cores = useCores()

suiteFor('browser', findChromium() !== null)('a page of results', () => {
  it('has the stored rows, runs no scripts, and prints each category on new pages with a header on every sheet', async () => {
    const race = await startRaceService(...Object.keys(bodies))
    onTestFinished(race.close)
    for (const [of, rows] of Object.entries(bodies)) race.answer(of, bytesOf(inEnvelope(rows)))
    const folder = join(await cores.folder(), 'exports')
    await mkdir(folder)
    const path = join(folder, 'out.html')
    const open = await cores.open({ delivery: deliverTo(path) })
    const { stage } = await addStage(open, race)
    await open.call('stage:rename', { stage, name })
    await open.take(stage)
    const write = async (options: Omit<ExportOptions, 'format'>): Promise<string> => {
      const started = await open.call('results:export', { stage, format: 'html', ...options })
      const job = await open.finished(started?.jobId ?? ('' as never))
      expect(job).toMatchObject({ state: 'done', file: { rows: 125 } })
      return pathToFileURL(path).href
    }

    const page = await (await openContext()).newPage()
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const address = await write({ language: 'ru' })
    await page.goto(address)
    expect([await page.title(), asked, complaints]).toEqual([name, [address], []])
    expect(await page.locator('script, img, svg, iframe, link, object, form, [style], [onclick]').count()).toBe(0)
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
    await expectAccessible(page, 'a page of results')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
    }

    const { rows, columns } = await open.call('results:page', { stage, offset: 0, limit: 1_000 })
    const tables = await readTables(page)
    expect(tables.map((table) => table.length)).toEqual([5, 120])
    for (const [at, { cells }] of rows.entries()) {
      const read = at < 5 ? tables[0]?.[at] : tables[1]?.[at - 5]
      const stored = columns.flatMap(({ name: column, role }, index) =>
        role === undefined ? [] : [[column, cellText(cells[index])] as const],
      )
      const { 'account.firstName': first, 'account.lastName': last, ...others } = Object.fromEntries(stored)
      // Surname and first name stand in one column.
      const name = [last, first].filter((part) => part !== '').join(' ')
      expect(read).toEqual({ ...others, 'account.lastName': name, Статус: at === 4 ? 'Сход' : '' })
    }

    // Categories are jumped to, and the head of a table stays in sight.
    await page.getByRole('link', { name: 'F18' }).click()
    const head = page.locator('table').nth(1).locator('thead tr').last().locator('th').first()
    await page.locator('table').nth(1).locator('tbody tr').nth(60).scrollIntoViewIfNeeded()
    expect((await head.boundingBox())?.y).toBe(0)

    const pdf = async (isLandscape: boolean): Promise<readonly string[]> => {
      await page.goto(
        await write({ language: 'en', isFinal: true, orientation: isLandscape ? 'landscape' : 'portrait' }),
      )
      const bytes = await page.pdf({ preferCSSPageSize: true })
      return [...bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)].map(
        ([, width = '', height = '']) => (Number(width) < Number(height) ? 'portrait' : 'landscape'),
      )
    }
    const upright = await pdf(false)
    expect(new Set(upright)).toEqual(new Set(['portrait']))
    // One sheet for five rows, more than one for a hundred and twenty.
    expect(upright.length).toBeGreaterThanOrEqual(3)
    expect(new Set(await pdf(true))).toEqual(new Set(['landscape']))
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('thead .sheet').first()
    expect(await sheet.isVisible()).toBe(true)
    for (const text of [name, category, 'Final results', 'Data as of'])
      expect(await sheet.textContent()).toContain(text)
    expect(
      await page
        .locator('thead')
        .first()
        .evaluate((element) => getComputedStyle(element).display),
    ).toBe('table-header-group')
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await readFile(path, 'utf8')).not.toContain('onerror="document')
  })
})
