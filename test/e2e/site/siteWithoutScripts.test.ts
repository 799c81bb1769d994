import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { axeViolations } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { readPublished } from '../../support/services/publishedSite.ts'
import { narrow, openSite } from '../../support/services/siteRig.ts'

beforeAll(ensureBuilt, 120_000)

const plain = { javaScriptEnabled: false } as const

suiteFor('browser', findChromium() !== null)('a published site without scripts', () => {
  it('is read whole by following its links', async () => {
    const { files, people, publish } = await openSite('en', 410)
    publish(people.map((person) => (person.bib === '477' ? { ...person, status: 'DSQ' as const } : person)))
    const site = await readPublished((path) => Promise.resolve(files.get(path) ?? null))
    const lists = [...(site?.paths ?? [])].filter((path) => /^l\/.*-\d+\.html$/u.test(path))
    const bibs = new Set(
      lists.flatMap(
        (path) =>
          files
            .get(path)
            ?.toString()
            .match(/(?<=<td class="t b">)[^<]+/gu) ?? [],
      ),
    )
    expect(bibs.size).toBe(new Set(people.map(({ bib }) => bib)).size)
  })

  it('shows one language at a time, and keeps the chosen one from page to page', async () => {
    const { visit } = await openSite('ru', 410)
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

  it('is accessible and fits 320 pixels', async () => {
    const { visit, files, publish, people } = await openSite('en', 410)
    publish(people.slice(0, 405))
    const pathOf = (name: RegExp): string => [...files.keys()].find((one) => name.test(one)) ?? ''
    const [list, second] = [/^l\/.*-1\.html$/u, /^l\/.*-2\.html$/u].map(pathOf)
    const page = await visit('', narrow)
    // With scripts, for axe, but without the site's own.
    await page.route('**/a/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    const entry = page.url()
    const faults: string[] = []
    const others = [/^l\/[0-9a-f]+\.html$/u, /^c\/.*\.html$/u].map(pathOf)
    for (const name of ['index.html', list, second, ...others]) {
      await page.goto(new URL(`${name}#ru`, entry).href)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name} is ${overflow} pixels too wide`)
      // The first page of a list is built as the few rows of the second.
      if (name !== list) faults.push(...(await axeViolations(page)).map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})
