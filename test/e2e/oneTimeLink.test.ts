import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { startServer, type Server } from '../../main/serve/server.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { closing, temporaryFolder } from '../support/atEnd.ts'
import { openContext } from '../support/chromium.ts'
import { openCore } from '../support/openCore.ts'
import { button } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')

suiteFor('browser', findChromium() !== null)('the one-time link in a browser', () => {
  let server: Server
  let context: BrowserContext
  let nowMs = 0

  beforeAll(async () => {
    await ensureBuilt()
    const { core } = closing(await openCore({ face: 'browser', dataDir: temporaryFolder(), env: {} }))
    const started = await startServer({ gate: core.gate, rendererDir, port: 0, clock: () => nowMs })
    if (!started.ok) throw new Error(started.error.kind)
    server = closing(started.value)
    context = await openContext({ locale: 'en-US' })
  })

  const open = async (url: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(url)
    return page
  }
  const untilOpen = (page: Page): Promise<void> => button(page, en['first.demo']).waitFor()
  const headline = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor()

  it('opens the app once, disappears from the address at once, and survives a reload', async () => {
    const url = server.openUrl()
    const page = await open(url)
    await untilOpen(page)
    expect(page.url()).not.toMatch(/once|token/u)
    await page.reload()
    await untilOpen(page)
    expect(await page.evaluate(() => window.sessionStorage.getItem('racedesk.token'))).toBe(server.token)
    expect(await context.cookies()).toEqual([])

    const second = await open(url)
    await headline(second, en['app.lostLink.used.title'])
    expect(second.url()).not.toContain('once')
    // The terminal's link, pasted into a tab that has the page: only the fragment changes.
    await second.evaluate((hash) => {
      window.location.hash = hash
    }, new URL(server.url).hash)
    await untilOpen(second)
    expect(second.url()).not.toContain('token')
  })

  it('reports an expired link after a minute, and a new one pasted into that tab opens the app', async () => {
    const url = server.openUrl()
    nowMs += 60_000
    const page = await open(url)
    await headline(page, en['app.lostLink.expired.title'])
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, new URL(server.openUrl()).hash)
    await untilOpen(page)
    expect(page.url()).not.toContain('once')
  })

  it('is retried when the reply was lost', async () => {
    const page = await context.newPage()
    let isLost = true
    await page.route('**/once', (route) => {
      if (!isLost) return route.continue()
      isLost = false
      return route.abort('connectionfailed')
    })
    await page.goto(server.openUrl())
    await untilOpen(page)
    expect(isLost).toBe(false)
  })
})
