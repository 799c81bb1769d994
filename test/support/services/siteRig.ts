import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openContext } from '../chromium.ts'
import { createSite, serveFiles, sitePeople } from './siteFolder.ts'

/** By count of people and language. To make one takes longer than most tests. */
const made = new Map<string, ReturnType<typeof createSite>>()

/** A published site on a plain web host, for readers with storages of their own. A test fails on any error of a page. */
export const openSite = async (language: 'en' | 'ru' = 'en', count = 2_000) => {
  const people = sitePeople(count)
  const id = `${count} ${language}`
  const site = made.get(id) ?? createSite(people, { language })
  made.set(id, site)
  const asMade = [...site.files]
  onTestFinished(() => {
    site.files.clear()
    for (const [name, body] of asMade) site.files.set(name, body)
  })
  const server = await serveFiles(site.files)
  onTestFinished(server.close)
  const visit = async (path = '', viewer: BrowserContextOptions = {}): Promise<Page> => {
    const context = await openContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB', ...viewer })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) faults.push(`requested ${request.url()}`)
    })
    page.on('console', (message) => {
      const text = message.text()
      const isExpected = /status of 404|ERR_INTERNET_DISCONNECTED/u.test(text)
      if (message.type() === 'error' && !isExpected) faults.push(text)
    })
    onTestFinished(() => expect(faults).toEqual([]))
    await page.goto(server.url + path)
    return page
  }
  return { ...site, people, server, visit }
}

/** The narrowest phone with the longest words; unit/app/themes.test.ts has the colours of the dark. */
export const narrow = {
  locale: 'ru-RU',
  reducedMotion: 'reduce',
  viewport: { width: 320, height: 640 },
} satisfies BrowserContextOptions

/** As a browser does when its network is back: the page then reads the entry at once. */
export const renew = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('online')))
