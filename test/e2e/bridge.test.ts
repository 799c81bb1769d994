import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Guid, Instant, JobId } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import { saveCapsule, small, useSources } from '../support/capsuleRig.ts'
import { useCores } from '../support/coreRig.ts'
import { en } from '../support/services/allTexts.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { openBridge } from '../support/appFaces.ts'
import type { BridgeApp } from '../support/desktop/bridgeApp.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { raceOf } from '../support/services/mortalDemo.ts'
import { raceStage } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

/** Features of the window alone and news that main sends it unasked, over the bridge and without Electron; nothing else crosses. */

const demoRace = raceOf([
  'Men,1,7,Hale,Tom,Moor Runners,31:02',
  'Men,2,9,Berg,Max,,32:10',
  'Women,1,20,Lind,Vera,,36:41',
])

const openExport = async (page: Page) => {
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: en['export.title'] })
  await dialog.getByRole('combobox', { name: en['export.format'], exact: true }).click()
  await page.getByRole('option', { name: en['export.format.pdf'], exact: true }).click()
  return dialog
}

const giveFile = async (app: BridgeApp, name: string, bytes: Uint8Array): Promise<void> => {
  const path = join(app.chosenFolder, name)
  await writeFile(path, bytes)
  await app.tell({ name: 'app:fileGiven', data: app.core.core.giveFile(path) })
}

suiteFor('browser', findChromium() !== null)('the window, by its bridge', () => {
  const cores = useCores()
  let app: BridgeApp

  beforeAll(async () => {
    app = await openBridge({ language: 'en-US', demoRace })
    await button(app.page, en['first.demo']).waitFor()
    return app.close
  })

  it('changes the text size from the last one pressed, despite a late event of an earlier one', async () => {
    const { page, core } = app
    const settings = () => core.call('app:settings', {})
    const size = () => page.locator('html').getAttribute('data-scale')
    for (const scale of ['110', '120']) {
      await page.keyboard.press('Control+Equal')
      await expect.poll(size).toBe(scale)
    }
    await expect.poll(async () => (await settings()).scale).toBe(120)
    await app.tell({ name: 'settings:changed', data: { ...(await settings()), scale: 110 } })
    await page.keyboard.press('Control+Equal')
    await expect.poll(async () => (await settings()).scale).toBe(130)
    await expect.poll(size).toBe('130')
    expect(app.complaints).toEqual([])
  })

  it('shows a job that finished while hidden, without a notification, until it is dismissed', async () => {
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
    await notice.getByRole('button', { name: en['do.dismiss'] }).click()
    await expect.poll(() => notice.count()).toBe(0)
  })

  it('opens a link and stage files from the system, one after another, whether or not each opens', async () => {
    const { page } = app
    const { open, stage, path } = await useSources(cores)(small)
    const capsule = await saveCapsule(open, stage, path)
    await app.tell({
      name: 'app:linked',
      data: { kind: 'order', order: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as Guid },
    })
    const link = page.getByRole('dialog', { name: en['link.title'] })
    await link.getByText(enShell['link.noProfiles']).waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })

    await giveFile(app, 'broken.racestage', Buffer.from('PK'))
    await giveFile(app, 'unwanted.racestage', Buffer.from('PK'))
    await giveFile(app, 'good.racestage', capsule)
    const dialog = page.getByRole('dialog', { name: en['capsule.open.title'] })
    const focused = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
    await dialog.getByText('broken.racestage').waitFor()
    await dialog.getByText('2 more files waiting.').waitFor()
    await button(page, en['capsule.open.do']).click()
    await dialog.getByText(en['problem.capsule.not-a-zip']).waitFor()
    await dialog.locator('.modal-buttons').getByRole('button', { name: en['do.close'], exact: true }).click()

    await dialog.getByText('unwanted.racestage').waitFor()
    await dialog.getByText('1 more file waiting.').waitFor()
    await expect.poll(focused).toBe(true)
    await page.keyboard.press('Escape')

    await dialog.getByText('good.racestage').waitFor()
    await expect.poll(() => dialog.getByText(/waiting/u).count()).toBe(0)
    await button(page, en['capsule.open.do']).click()
    await page.getByRole('grid').getByText('Runner A', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })

    await app.tell({ name: 'app:reloaded', data: { at: '2026-05-16T10:00:00.000Z' as Instant } })
    await page.getByText(/^The window crashed and was reopened /).waitFor()
    await app.tell({ name: 'app:commanded', data: { command: 'settings' } })
    await page.getByRole('heading', { name: en['settings.general'] }).waitFor()
    expect(app.complaints).toEqual([])
  })

  it('saves results as PDF, opens the file, lets it be dragged out, and hands pages to the printer', async () => {
    const { page, asked, core } = app
    await core.call('profile:save', { demo: true })
    const [demo] = (await core.call('stage:list', {})).filter(({ guid }) => guid !== raceStage)
    await core.take(demo?.guid ?? ('' as never))
    await page.evaluate((hash) => (location.hash = hash), `#/stages/${demo?.guid}`)
    await page.getByRole('grid').getByText('Hale', { exact: true }).waitFor()
    const dialog = await openExport(page)
    const pdf = await app.saveFile(() => dialog.getByRole('button', { name: /^Export \d/ }).click())
    expect(pdf.name).toMatch(/\.pdf$/)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')

    const file = page.locator('.status-line [draggable="true"]')
    await file.waitFor()
    await file.dispatchEvent('dragstart')
    await expect.poll(() => asked.dragged).toEqual([expect.stringMatching(/\.pdf$/)])
    expect(await readFile(asked.dragged[0] ?? '')).toEqual(pdf.bytes)
    await button(page, en['job.openFile']).click()
    await button(page, en['job.showFile']).click()
    await expect.poll(() => asked.shown).toEqual([`file ${asked.dragged[0]}`, `folder ${asked.dragged[0]}`])

    const again = await openExport(page)
    await again.getByRole('button', { name: en['export.print'], exact: true }).click()
    await expect.poll(() => asked.printed.length).toBe(1)
    expect(asked.printed[0]).toContain('Hale')
    await page.getByText(/sent to the printer$/).waitFor()
    await expect.poll(() => page.locator('iframe').count(), { message: 'main prints, not the page' }).toBe(0)
    expect(app.complaints).toEqual([])
  }, 60_000)

  it('writes the files of a watch where the user says, as a website, and fills the screen for the announcer', async () => {
    const { page, asked } = app
    await button(page, en['watch.do']).click()
    await page.getByLabel(en['autoExport.on']).click()
    await page.getByText(app.chosenFolder).waitFor()
    await page.getByText(/2 written, 0 unchanged/u).waitFor()
    expect((await readdir(app.chosenFolder)).filter((name) => name.endsWith('.xlsx'))).toHaveLength(2)
    await expectAccessible(page, 'files that follow', dialogs)
    await page.keyboard.press('Escape')
    await button(page, en['publish.show']).click()
    await button(page, en['publish.folder.choose']).click()
    await page.locator('.arranged-url').first().filter({ hasText: app.chosenFolder }).waitFor()
    await button(page, en['publish.folder.other']).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: en['view.announcer'] }).click()
    await button(page, en['announcer.full']).click()
    await expect.poll(() => asked.filledScreen).toEqual([true])
    await page.keyboard.press('Escape')
    await expect.poll(() => asked.filledScreen).toEqual([true, false])
    await page.getByRole('tab', { name: en['view.results'] }).click()
    await button(page, en['capsule.save']).click()
    await expectAccessible(page, 'saving a stage file', dialogs)
    const capsule = await app.saveFile(() => button(page, en['capsule.save.do']).click())
    expect(capsule.name).toMatch(/\.racestage$/)
    expect(app.complaints).toEqual([])
  })

  it('carries plain values only, and gives the page no other way out', async () => {
    const { page, complaints } = app
    const ask = (expression: string): Promise<unknown> =>
      page.evaluate(`(async () => { try { return await (${expression}) } catch (error) { return String(error) } })()`)
    expect(await ask(`window.racedesk.call('app:settings', {})`)).toMatchObject({ ok: true })
    expect(await ask(`window.racedesk.call('stage:list', { stage: undefined })`)).toMatchObject({ ok: true })
    expect(await ask(`Object.isFrozen(window.racedesk) && delete window.racedesk`)).toBe(false)
    expect(complaints).toEqual([])

    const refused = ['new Map()', '{ at: new Date() }', '{ list: [() => 1] }', '{ bytes: new Uint8Array(1) }', '1n']
    for (const input of refused) {
      expect(await ask(`window.racedesk.call('stage:list', ${input})`), input).toContain('does not cross the bridge')
    }
    for (const storage of ['localStorage', 'sessionStorage', 'indexedDB'])
      expect(await ask(storage)).toContain('SecurityError')
    await ask(`fetch('/api/stage:list', { method: 'POST' })`)
    await ask(`fetch('https://elsewhere.test/')`)
    expect(complaints.filter((line) => line.includes('does not cross'))).toHaveLength(refused.length)
    expect(complaints.filter((line) => line.includes('The page reached for'))).toHaveLength(3)
    expect(complaints).toContainEqual(expect.stringMatching(/^The page was answered 405 for .*\/api\/stage:list$/))
    expect(complaints).toContainEqual(expect.stringContaining('elsewhere.test'))
  })
})
