import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { enProblems } from '../../renderer/text/en/enProblems.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { launchChromium } from '../support/chromium.ts'
import { expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startTerminal, type Terminal } from '../support/processes/terminal.ts'

const executablePath = findChromium()

suiteFor('browser', executablePath !== null)('what the user must know of a run', () => {
  let browser: Browser
  let home = ''
  let dataDir = ''
  let served: Terminal | null = null

  beforeAll(async () => {
    await ensureBuilt()
    browser = await launchChromium(executablePath ?? '')
  }, 120_000)
  afterAll(() => browser.close())
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'racedesk-notices-'))
    dataDir = join(home, 'data')
    await mkdir(dataDir)
  })
  afterEach(async () => {
    served?.child.kill('SIGTERM')
    await served?.ended
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })

  const open = async (env: Readonly<Record<string, string>> = {}): Promise<Page> => {
    served = startTerminal(home, ['serve', '--json', '--data', dataDir], { env })
    const { url } = JSON.parse(await served.firstLine) as { readonly url: string }
    const page = await browser.newPage({ locale: 'en-US' })
    await page.goto(url)
    await page.getByRole('main').waitFor()
    return page
  }

  const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text.split('{{')[0] ?? '' })

  it('a database that was moved aside is reported on the first screen', async () => {
    await writeFile(
      join(dataDir, 'racedesk.db'),
      'no database at all, but long enough to be taken for one. '.repeat(40),
    )
    const page = await open()
    await notice(page, en['app.movedAside']).waitFor()
    await expectAccessible(page, 'a first screen with a notice')
    await page.close()
  })

  it('a replaced database is reported until it is back', async () => {
    const page = await open()
    const path = join(dataDir, 'racedesk.db')
    await rename(path, `${path}.own`)
    await copyFile(`${path}.own`, path)
    const told = notice(page, enProblems['problem.storage.replaced'])
    await told.waitFor()
    expect(await told.textContent()).toContain(dataDir)
    await rename(`${path}.own`, path)
    await told.waitFor({ state: 'detached' })
    await rename(path, `${path}.own`)
    const gone = notice(page, enProblems['problem.storage.gone'])
    await gone.waitFor()
    await gone.getByRole('button', { name: en['do.dismiss'] }).click()
    await gone.waitFor({ state: 'detached' })
    await rename(`${path}.own`, path)
    await page.close()
  })

  it.skipIf(process.platform === 'win32')(
    'an unexpected error is shown with its reference until it is dismissed',
    async () => {
      const planted = "process.on('SIGUSR2', () => { throw new TypeError('planted fault') })"
      const page = await open({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(planted)}` })
      const listening = page.waitForRequest((request) => request.url().endsWith('/api/events'))
      await page.reload()
      await listening
      const told = notice(page, enShell['app.failed'])
      await expect
        .poll(async () => {
          served?.child.kill('SIGUSR2')
          return await told.count()
        })
        .toBeGreaterThan(0)
      expect(await told.textContent()).toMatch(/[0-9a-f]{8}/u)
      await page.close()
    },
  )
})
