import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { createSite, serveFiles, sitePeople, type SiteOptions } from './siteFolder.ts'

/** A published site on a plain web host, and readers with their own browsers. A test fails on any error of a page. */
export const useSite = (chromiumPath: string | null) => {
  let browser: Promise<Browser> | null = null
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  afterAll(async () => (await browser)?.close())
  return async (options: SiteOptions = {}) => {
    if (chromiumPath === null) throw new Error('no browser')
    browser ??= launchChromium(chromiumPath)
    const launched = await browser
    const people = sitePeople()
    const site = createSite(people, options)
    const server = await serveFiles(site.files)
    closing.push(server.close)
    const visit = async (path = '', viewer: BrowserContextOptions = {}): Promise<Page> => {
      const context = await launched.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB', ...viewer })
      closing.push(() => context.close())
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
      closing.push(async () => expect(faults).toEqual([]))
      await page.goto(server.url + path)
      return page
    }
    return { ...site, people, server, visit }
  }
}

/** As a browser does when its network is back: the page then reads the entry at once. */
export const renew = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('online')))
