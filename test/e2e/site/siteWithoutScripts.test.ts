import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { axeViolations } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { siteLooks, openSite } from '../../support/services/siteRig.ts'

beforeAll(ensureBuilt, 120_000)

const plain = { javaScriptEnabled: false } as const

suiteFor('browser', findChromium() !== null)('a published site without scripts', () => {
  it('is read whole by following its links', async () => {
    const { visit, server, people, publish } = await openSite({}, 410)
    publish(people.map((person) => (person.bib === '477' ? { ...person, status: 'DSQ' as const } : person)))
    const page = await visit('', plain)
    const seen = new Set<string>()
    const waiting = [page.url()]
    const bibs = new Set<string>()
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue
      seen.add(url)
      const reply = await page.goto(url)
      expect(reply?.status(), url).toBeLessThan(400)
      const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      // Each link is there in both languages; one is followed.
      waiting.push(...links.filter((link) => link.startsWith(server.url) && link.endsWith('#ru')))
      const cells = await page.locator('tbody td:nth-child(2)').allInnerTexts()
      if (url.includes('/l/') && /-\d+\.html#ru$/u.test(url)) for (const bib of cells) bibs.add(bib)
    }
    expect(bibs.size).toBe(new Set(people.map(({ bib }) => bib)).size)
  })

  it('shows one language at a time, and keeps the chosen one from page to page', async () => {
    const { visit } = await openSite({ language: 'ru' }, 410)
    const page = await visit('', plain)
    await page.getByText('Предварительные результаты').waitFor()
    await page.getByText('Preliminary results').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('Preliminary results').waitFor()
    await page.getByText('Предварительные результаты').waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('input[type=search]').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'All categories' }).click()
    await page.getByRole('link', { name: 'Overall' }).first().click()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/-2\.html/u)
    await page.getByText('Results as of').waitFor()
    await page.getByRole('link', { name: 'Русский' }).click()
    await page.getByRole('link', { name: 'Весенний забег 2026' }).click()
    await page.getByText('Предварительные результаты').waitFor()
    await expect.poll(() => page.getByText('Preliminary results').isVisible()).toBe(false)
  })

  it.each(siteLooks)('is accessible and fits 320 pixels: $colorScheme, $locale', async ({ locale, ...look }) => {
    const { visit, files, publish, people } = await openSite({}, 410)
    publish(people.slice(0, 405))
    const pathOf = (name: RegExp): string => [...files.keys()].find((one) => name.test(one)) ?? ''
    const [list, second] = [/^l\/.*-1\.html$/u, /^l\/.*-2\.html$/u].map(pathOf)
    const page = await visit('', look)
    // With scripts, for axe, but without the site's own.
    await page.route('**/a/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    const entry = page.url()
    const faults: string[] = []
    const others = [/^l\/[0-9a-f]+\.html$/u, /^c\/.*\.html$/u].map(pathOf)
    for (const name of ['index.html', list, second, ...others]) {
      await page.goto(new URL(`${name}#${locale.slice(0, 2)}`, entry).href)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name} is ${overflow} pixels too wide`)
      // Lists and changes are built as the few rows of the second page, and only colours differ in the dark.
      if (name === 'index.html' || name === second || (look.colorScheme === 'light' && name !== list))
        faults.push(...(await axeViolations(page)).map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})
