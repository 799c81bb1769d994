import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { SiteDirectory } from '../../../preload/contract/publish/site.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { axeViolations } from '../../support/pages.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { createSite, hostileName, longName, type SitePerson } from '../../support/services/siteFolder.ts'
import { narrow, openSite, renew } from '../../support/services/siteRig.ts'

/** The published site with its script, as readers use it on phones. */

beforeAll(ensureBuilt, 120_000)

const search = (page: Page) => page.locator('input[type=search]')
const hits = (page: Page) => page.locator('main .hits a')
const heading = (page: Page) => page.locator('main h2').first()
const rows = (page: Page) => page.locator('tbody tr')
const overall = (page: Page) => page.getByRole('link', { name: /Overall/u }).first()

suiteFor('browser', findChromium() !== null)('a published site', () => {
  it('shows its first view with at most 90 KB, though the host packs nothing, and finds people with few pieces of the index', async () => {
    const { visit, server, files } = await openSite()
    const page = await visit()
    await overall(page).waitFor()
    const asked = [...new Set(server.asked)].map(
      (name) => files.get(name === '' ? 'index.html' : name)?.byteLength ?? 0,
    )
    expect(asked.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000)
    await search(page).waitFor()
    const sizeOf = (ending: string): number =>
      [...files].find(([name]) => name.endsWith(ending))?.[1].byteLength ?? Number.MAX_SAFE_INTEGER
    expect(sizeOf('.js')).toBeLessThanOrEqual(30_000)
    expect(sizeOf('.css')).toBeLessThanOrEqual(9_000)

    await page.keyboard.press('/')
    for (const [text, first] of [
      ['777', /777 · 21 km/u],
      ['solovyov', /Соловьёв/u],
      ['щербаковенко', /Щербаковенко/u],
      ['Мюллер', /Müller/u],
    ] as const) {
      server.asked.length = 0
      await search(page).fill(text)
      await expect.poll(() => page.locator('main').innerText()).toMatch(first)
      expect(server.asked.filter((name) => name.startsWith('s/')).length).toBeLessThanOrEqual(3)
    }
    await search(page).fill('100')
    await expect.poll(() => hits(page).count()).toBe(12)
    for (const hit of (await hits(page).allInnerTexts()).slice(0, 2)) expect(hit).toContain('100 ·')
    await search(page).fill('Канстантинопольская')
    await page.getByText('No exact hit; similar names:').waitFor()
    await expect.poll(() => hits(page).allInnerTexts()).toEqual([expect.stringContaining('Константинопольская')])
    await search(page).fill('wwrtzu')
    await page.getByText('Nobody found').waitFor()
  })

  it('opens a person by the keyboard alone and comes back to the hits', async () => {
    const { visit } = await openSite()
    const page = await visit()
    await page.keyboard.press('/')
    await page.keyboard.type('кузнецовых')
    await hits(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const chosen = await page.locator(':focus bdi').first().innerText()
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page).innerText()).toBe(chosen)
    expect(await heading(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.title()).toBe(`${chosen} · Весенний забег 2026`)
    await page.goBack()
    await hits(page).first().waitFor()
    expect(await search(page).inputValue()).toBe('кузнецовых')
    await search(page).fill('777')
    await search(page).press('Enter')
    await expect.poll(() => page.locator('.facts').innerText()).toContain('777')
  })

  it('turns and sorts the pages of a category and comes back to where a reader was', async () => {
    const { visit, categories } = await openSite()
    const page = await visit()
    await overall(page).click()
    await page.getByRole('row').nth(200).waitFor()
    expect(await heading(page).innerText()).toBe('10 km · Overall')
    await page.getByRole('button', { name: 'Name' }).click()
    const first = rows(page).first()
    await expect.poll(() => first.innerText()).not.toContain(longName)
    await page.getByRole('button', { name: 'Place' }).click()
    await expect.poll(() => first.innerText()).toContain(longName)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect.poll(() => first.innerText()).toMatch(/^201/u)
    await page.evaluate(() => scrollTo(0, 3_000))
    const row = page.getByRole('link', { name: categories[0]?.rows[250]?.[2] ?? '' }).first()
    await row.click()
    await page.locator('.result').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
    await expect.poll(() => first.innerText()).toMatch(/^201/u)
  })

  it('shows a person with places and splits, a disqualified one without any time, and prints one without what only a screen needs', async () => {
    const { visit } = await openSite()
    const page = await visit('#/p/102')
    await page.getByText(hostileName).first().waitFor()
    expect(await page.locator('main').innerText()).toMatch(/2 of \d+/u)
    expect(await page.getByRole('table').innerText()).toContain('Финиш')
    await page.evaluate(() => {
      location.hash = '#/p/104'
    })
    await page.getByText('Disqualified (DSQ)').waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/\d:\d\d/u)
    await page.evaluate(() => {
      location.hash = '#/p/nobody'
    })
    await page.getByText('Not in the results any more').waitFor()
    await page.evaluate(() => {
      location.hash = '#/p/777'
    })
    await page.locator('.result').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const day = page.locator('#state time')
    const content = await day.getAttribute('title')
    expect(content).toMatch(/^Results as of 16 May 2026/u)
    expect(await day.evaluate((time) => getComputedStyle(time, '::after').content)).toBe(JSON.stringify(content))
    expect(await search(page).isVisible()).toBe(false)
    expect(await page.getByRole('button').first().isVisible()).toBe(false)
    const colours = await page.evaluate(() => getComputedStyle(document.body))
    expect([colours.color, colours.backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    expect(await page.locator('.result').isVisible()).toBe(true)
  })

  it('keeps favourites and the language for the next visit', async () => {
    const { visit } = await openSite()
    const page = await visit('#/p/777')
    await page.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await page.getByText('Русский').click()
    await page.getByRole('button', { name: 'Убрать из избранного' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Убрать из избранного' }).waitFor()
    await page.getByRole('link', { name: 'Overall' }).first().click()
    await page.getByRole('link', { name: 'Все категории' }).click()
    await page.getByRole('heading', { name: 'Избранное' }).waitFor()
    await expect.poll(() => hits(page).innerText()).toContain('777')
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  })

  it('shows what changed in place: scroll, focus and typed text stay', async () => {
    const { visit, people, publish } = await openSite()
    const page = await visit('#/s/777')
    await hits(page).first().waitFor()
    await search(page).focus()
    const changed = people.map((person) => (person.bib === '777' ? { ...person, status: 'DSQ' as const } : person))
    publish(changed.slice(0, 1_900), { publishedAt: '2026-05-16T09:40:00.000Z' })
    await renew(page)
    await expect.poll(() => hits(page).first().innerText()).toContain('DSQ')
    expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page
      .getByRole('status')
      .filter({ hasText: /^Updated/u })
      .waitFor()

    await page.evaluate(() => {
      location.hash = '#/p/778'
    })
    await page.locator('.result').waitFor()
    const star = page.getByRole('button', { name: 'Add to favourites' })
    await star.focus()
    const later = people.map((person) => (person.bib === '778' ? { ...person, timeMs: 1_000_000 } : person))
    publish(later, { publishedAt: '2026-05-16T09:41:00.000Z', isFinal: true })
    await renew(page)
    await expect.poll(() => page.locator('.result').innerText()).toBe('0:16:40')
    expect(await star.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByText('Final results').waitFor()
    await search(page).fill('2099')
    await hits(page).first().waitFor()
    publish(people.slice(0, 1_999), { publishedAt: '2026-05-16T09:42:00.000Z' })
    await renew(page)
    await page.getByText('Nobody found').waitFor()
  })

  it('tells how long ago results were confirmed until they are final', async () => {
    const { visit, people, publish } = await openSite()
    publish(people, { publishedAt: '2020-05-16T09:31:00.000Z' })
    const page = await visit()
    await page.getByText(/\d+ days ago/u).waitFor()
    publish(people, { publishedAt: '2020-05-16T09:41:00.000Z', isFinal: true })
    await renew(page)
    await page.getByText('Final results').waitFor()
    await page.getByText(/Results as of 16 May 2020/u).waitFor()
    await expect.poll(() => page.getByText(/days ago/u).count()).toBe(0)
  })

  it('reads the entry again when a piece was removed', async () => {
    const { visit, files, people } = await openSite()
    const page = await visit()
    await overall(page).waitFor()
    for (const name of files.keys()) if (name.startsWith('p/')) files.delete(name)
    const newer = createSite(people.slice(0, 1_500).map(slower), { publishedAt: '2026-05-16T10:00:00.000Z' })
    for (const [name, body] of newer.files) files.set(name, body)
    await overall(page).click()
    const finishers = newer.categories[0]?.rows.filter((row) => row[4] === 'OK').length
    await expect.poll(() => page.locator('.about').innerText()).toContain(`Finished: ${finishers} of 750`)
    await expect.poll(() => rows(page).count()).toBe(200)
  })

  it('keeps working without a connection and says so', async () => {
    const { visit } = await openSite()
    const page = await visit('#/s/777')
    await hits(page).first().waitFor()
    await page.context().setOffline(true)
    await page.getByText(/^No connection\. Results as of /u).waitFor()
    await search(page).fill('77')
    await expect.poll(() => hits(page).count()).toBeGreaterThan(1)
    await page.getByRole('link', { name: /777/u }).first().click()
    await page.getByText('This part cannot be loaded now').waitFor()
    await page.context().setOffline(false)
    await page.locator('.result').waitFor()
    await expect.poll(() => page.getByText('No connection').count()).toBe(0)
  })

  it('leads from a page of a list to the same page of the site', async () => {
    const { visit, files } = await openSite()
    const list = [...files.keys()].find((name) => /^l\/.*-2\.html$/u.test(name)) ?? ''
    const page = await visit(list)
    await expect.poll(() => page.url()).toMatch(/index\.html#\/c\/[0-9a-f]+\/2$/u)
    await expect.poll(() => rows(page).first().innerText()).toMatch(/^201/u)
  })

  it('is accessible and fits 320 pixels', async () => {
    const { visit, categories, files } = await openSite('en', 410)
    const { categories: listed } = JSON.parse(unpacked(files, /^d\//u)) as SiteDirectory
    const list = `#/c/${listed[0]?.key ?? ''}`
    const other = `#/p/${categories[0]?.rows[0]?.[0] ?? ''}`
    const page = await visit('', narrow)
    const faults: string[] = []
    for (const [route, view] of [
      ['#/', 'home'],
      [list, 'category'],
      ['#/p/104', 'person'],
      [`${list}/2`, 'category'],
      [other, 'person'],
      ['#/s/solov', 'search'],
    ] as const) {
      await page.goto(new URL(route, page.url()).href)
      await page.locator(`body[data-view=${view}]`).waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${route} is ${overflow} pixels too wide`)
      // Their rows and facts are built as those of the second page and of the other person.
      if (route !== list && route !== other)
        faults.push(...(await axeViolations(page)).map((fault) => `${route}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('says why only its lists can be read where it is opened from a folder', async () => {
    const { visit, files } = await openSite('en', 410)
    const folder = temporaryFolder()
    for (const [name, body] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), body)
    }
    // Another page than the one whose errors count: the browser complains of files that it does not load.
    const page = await (await visit()).context().newPage()
    const entry = pathToFileURL(join(folder, 'index.html')).href
    for (const [language, told] of [
      ['en', /^This page is opened from a folder/u],
      ['ru', /^Страница открыта из папки/u],
    ] as const) {
      await page.goto(`${entry}#${language}`)
      await page.getByText(told).waitFor()
      expect(await page.locator('main p:visible').innerText()).toMatch(told)
    }
    await page.getByRole('link', { name: 'Все категории' }).click()
    await page.getByRole('link', { name: 'Overall' }).filter({ visible: true }).first().click()
    await expect.poll(() => rows(page).count()).toBe(200)
  })
})

const slower = (person: SitePerson): SitePerson => ({ ...person, timeMs: person.timeMs + 5_000 })

const unpacked = (files: ReadonlyMap<string, Buffer>, name: RegExp): string => {
  const body = [...files].find(([path]) => name.test(path))?.[1] ?? Buffer.alloc(0)
  return gunzipSync(body).toString()
}
