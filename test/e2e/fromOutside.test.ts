import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Instant, JobId } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ensureBuilt, openBridge } from '../support/appFaces.ts'
import type { BridgeApp } from '../support/desktop/bridgeApp.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { rowsOf, startRaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { openStageApp } from '../support/stageApp.ts'

/** News that main sends the page unasked, over the bridge and without Electron. */

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const saveCapsule = async () => {
  const race = await startRaceService('Men')
  closing.push(race.close)
  race.answer('Men', rowsOf('Men', 4))
  const app = await openStageApp({ open: openBridge }, { language: 'en-US' }, race)
  closing.push(app.close)
  await app.page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
  await button(app.page, en['capsule.save']).click()
  return await app.saveFile(() => button(app.page, en['capsule.save.do']).click())
}

const openEmpty = async (): Promise<BridgeApp> => {
  const app = await openBridge({ language: 'en-US' })
  closing.push(app.close)
  await button(app.page, en['first.demo']).waitFor()
  return app
}

const giveFile = async (app: BridgeApp, name: string, bytes: Uint8Array): Promise<void> => {
  const path = join(app.chosenFolder, name)
  await writeFile(path, bytes)
  await app.tell({ name: 'app:fileGiven', data: app.core.core.giveFile(path) })
}

suiteFor('browser', findChromium() !== null)('news from outside the page', () => {
  it('asks about several stage files one after another, whether or not each opens', async () => {
    const capsule = await saveCapsule()
    const app = await openEmpty()
    const { page } = app
    await giveFile(app, 'broken.racestage', Buffer.from('PK'))
    await giveFile(app, 'unwanted.racestage', Buffer.from('PK'))
    await giveFile(app, 'good.racestage', capsule.bytes)
    const dialog = page.getByRole('dialog', { name: en['capsule.open.title'] })
    const focused = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)

    await dialog.getByText('broken.racestage').waitFor()
    await dialog.getByText('2 more files waiting.').waitFor()
    await expectAccessible(page, 'a stage file with others behind it')
    await button(page, en['capsule.open.do']).click()
    await dialog.getByText(en['problem.capsule.not-a-zip']).waitFor()
    await dialog.locator('.modal-buttons').getByRole('button', { name: en['do.close'], exact: true }).click()

    await dialog.getByText('unwanted.racestage').waitFor()
    await dialog.getByText('1 more file waiting.').waitFor()
    await expect.poll(focused).toBe(true)
    await page.keyboard.press('Escape')

    await dialog.getByText('good.racestage').waitFor()
    expect(await dialog.getByText(/waiting/u).count()).toBe(0)
    await button(page, en['capsule.open.do']).click()
    await page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  }, 60_000)

  it('shows a job that finished while hidden, without a notification, until it is dismissed', async () => {
    const app = await openEmpty()
    const job: Job = {
      id: 'job-1' as JobId,
      kind: 'take',
      title: 'Spring Race',
      stage: null,
      state: 'done',
      done: 2,
      total: 2,
      failed: 0,
      error: null,
      startedAt: '2026-05-16T10:00:00.000Z' as Instant,
      finishedAt: '2026-05-16T10:01:00.000Z' as Instant,
      file: null,
    }
    await app.tell({ name: 'job:unannounced', data: job })
    const notice = app.page.getByRole('status').filter({ hasText: 'Finished while the window was hidden' })
    await notice.getByText(/Spring Race/u).waitFor()
    await expectAccessible(app.page, 'a job that finished unseen')
    await notice.getByRole('button', { name: en['do.dismiss'] }).click()
    await notice.waitFor({ state: 'detached' })
  })
})
