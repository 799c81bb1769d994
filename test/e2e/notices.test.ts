import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { enProblems } from '../../renderer/text/en/enProblems.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { browserFace } from '../support/appFaces.ts'
import { temporaryFolder } from '../support/atEnd.ts'
import { openContext } from '../support/chromium.ts'
import { expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { startTerminal } from '../support/processes/terminal.ts'

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text.split('{{')[0] ?? '' })

suiteFor('browser', findChromium() !== null)('what the user must know of a run', () => {
  it('a database that was moved aside is reported on the first screen', async () => {
    const fill = (dataDir: string) =>
      writeFile(join(dataDir, 'racedesk.db'), 'no database at all, but long enough to be taken for one. '.repeat(40))
    const { page } = await browserFace.open({ language: 'en-US', fill })
    await notice(page, en['app.movedAside']).waitFor()
    await expectAccessible(page, 'a first screen with a notice', '[role=status]')
  })

  it('a replaced database is reported until it is back', async () => {
    const { page, core } = await browserFace.open({ language: 'en-US' })
    const path = join(core.dataDir, 'racedesk.db')
    await rename(path, `${path}.own`)
    await copyFile(`${path}.own`, path)
    const told = notice(page, enProblems['problem.storage.replaced'])
    await told.waitFor()
    await expect.poll(() => told.textContent()).toContain(core.dataDir)
    await rename(`${path}.own`, path)
    await told.waitFor({ state: 'detached' })
    await rename(path, `${path}.own`)
    const gone = notice(page, enProblems['problem.storage.gone'])
    await gone.waitFor()
    await gone.getByRole('button', { name: en['do.dismiss'] }).click()
    await gone.waitFor({ state: 'detached' })
    await rename(`${path}.own`, path)
  })

  it.skipIf(process.platform === 'win32')(
    'an unexpected error is shown with its reference until it is dismissed',
    async () => {
      const planted = "process.on('SIGUSR2', () => { throw new TypeError('planted fault') })"
      const home = temporaryFolder()
      const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(planted)}` }
      const { child, ended, firstLine } = startTerminal(home, ['serve', '--json', '--data', join(home, 'data')], {
        env,
      })
      onTestFinished(async () => {
        child.kill('SIGTERM')
        await ended
      })
      const page = await (await openContext({ locale: 'en-US' })).newPage()
      await page.goto((JSON.parse(await firstLine) as { readonly url: string }).url)
      const listening = page.waitForRequest((request) => request.url().endsWith('/api/events'))
      await page.reload()
      await listening
      const told = notice(page, enShell['app.failed'])
      await expect
        .poll(async () => {
          child.kill('SIGUSR2')
          return await told.count()
        })
        .toBeGreaterThan(0)
      await expect.poll(() => told.textContent()).toMatch(/[0-9a-f]{8}/u)
    },
  )
})
