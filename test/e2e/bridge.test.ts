import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { backgroundColor } from '../../main/desktop/window/windowOptions.ts'
import type { Guid, Instant } from '../../preload/contract/ids.ts'
import { en } from '../../renderer/text/en/en.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { ensureBuilt, openBridge } from '../support/appFaces.ts'
import type { BridgeApp } from '../support/desktop/bridgeApp.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { rowsOf, startRaceService } from '../support/services/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { openStageApp } from '../support/stageApp.ts'

/** Features of the window alone, over the bridge and without Electron; nothing else crosses. */

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const openStage = async () => {
  const race = await startRaceService('Men', 'Women')
  closing.push(race.close)
  race.answer('Men', rowsOf('Men', 4))
  const app = await openStageApp({ open: openBridge }, { language: 'en-US' }, race)
  closing.push(app.close)
  await app.page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
  return app
}

const openEmpty = async (): Promise<BridgeApp> => {
  const app = await openBridge({ language: 'en-US' })
  closing.push(app.close)
  await button(app.page, en['first.demo']).waitFor()
  return app
}

const openExport = async (page: Page) => {
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: en['export.title'] })
  await dialog.getByRole('combobox', { name: en['export.format'], exact: true }).click()
  await page.getByRole('option', { name: en['export.format.pdf'], exact: true }).click()
  return dialog
}

suiteFor('browser', findChromium() !== null)('the window, by its bridge', () => {
  it('saves results as PDF, opens the file, lets it be dragged out, and hands pages to the printer', async () => {
    const app = await openStage()
    const { page, asked } = app
    const dialog = await openExport(page)
    await expectAccessible(page, 'the export as PDF')
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
    expect(asked.printed[0]).toContain('Men 1')
    await page.getByText(/sent to the printer$/).waitFor()
    await expect.poll(() => page.locator('iframe').count(), { message: 'main prints, not the page' }).toBe(0)
    expect(app.complaints).toEqual([])
  }, 60_000)

  it("opens in its page's background colour in each theme", async () => {
    const { page } = await openEmpty()
    const colourOf = async (theme: string): Promise<string> =>
      await page.evaluate((name) => {
        const { dataset } = document.documentElement
        // Until the page's script runs, the system alone decides.
        if (name === 'system') delete dataset['theme']
        else dataset['theme'] = name
        const [, ...parts] = /(\d+), (\d+), (\d+)/u.exec(getComputedStyle(document.body).backgroundColor) ?? []
        return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
      }, theme)
    for (const theme of ['light', 'dark', 'sunlight'] as const) {
      expect(await colourOf(theme)).toBe(backgroundColor(theme, true))
    }
    for (const isDark of [true, false]) {
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
      expect(await colourOf('system')).toBe(backgroundColor('system', isDark))
    }
  })

  it('writes the files of a watch where the user says, and fills the screen for the announcer', async () => {
    const app = await openStage()
    const { page, asked } = app
    await button(page, en['watch.do']).click()
    await page.getByLabel(en['autoExport.on']).click()
    await page.getByText(app.chosenFolder).waitFor()
    await page.getByText(/2 written, 0 unchanged/u).waitFor()
    expect(await readdir(app.chosenFolder)).toHaveLength(2)
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: en['view.announcer'] }).click()
    await button(page, en['announcer.full']).click()
    await expect.poll(() => asked.filledScreen).toEqual([true])
    await page.keyboard.press('Escape')
    await expect.poll(() => asked.filledScreen).toEqual([true, false])
    expect(app.complaints).toEqual([])
  }, 60_000)

  it('opens a stage file and a link from the system, and says that it was reopened', async () => {
    const here = await openStage()
    await button(here.page, en['capsule.save']).click()
    const capsule = await here.saveFile(() => button(here.page, en['capsule.save.do']).click())
    const app = await openEmpty()
    const { page } = app
    const path = join(app.chosenFolder, capsule.name)
    await writeFile(path, capsule.bytes)

    await app.tell({
      name: 'app:linked',
      data: { kind: 'order', order: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as Guid },
    })
    const link = page.getByRole('dialog', { name: en['link.title'] })
    await link.getByText(enShell['link.noProfiles']).waitFor()
    await expectAccessible(page, 'a link from outside')
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })

    await app.tell({ name: 'app:fileGiven', data: app.core.core.giveFile(path) })
    const opening = page.getByRole('dialog', { name: en['capsule.open.title'] })
    await opening.getByText(capsule.name).waitFor()
    await expectAccessible(page, 'a file from outside')
    await opening.getByRole('button', { name: en['capsule.open.do'], exact: true }).click()
    await page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()

    await page.reload()
    await app.tell({ name: 'app:reloaded', data: { at: '2026-05-16T10:00:00.000Z' as Instant } })
    await page.getByText(/^The window crashed and was reopened /).waitFor()
    await page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
    expect([...here.complaints, ...app.complaints]).toEqual([])
  }, 60_000)

  it('changes the text size from the last one pressed, despite a late event of an earlier one', async () => {
    const app = await openEmpty()
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
    await expect.poll(async () => (await settings()).scale).not.toBe(120)
    expect((await settings()).scale).toBe(130)
    await expect.poll(size).toBe('130')
    expect(app.complaints).toEqual([])
  })

  it('restores column widths in a window without web storage', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'racedesk-bridge-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const header = (page: Page) => page.getByRole('columnheader', { name: en['role.bib'], exact: true })
    const widthOf = async (page: Page): Promise<number> => (await header(page).boundingBox())?.width ?? 0
    const before = await openBridge({ language: 'en-US', dataDir })
    const { page } = before
    await button(page, en['first.demo']).click()
    await header(page).waitFor({ timeout: 30_000 })
    const first = await header(page).boundingBox()
    const [edgeX, edgeY] = [(first?.x ?? 0) + (first?.width ?? 0), (first?.y ?? 0) + 10]
    await page.mouse.move(edgeX, edgeY)
    await page.mouse.down()
    await page.mouse.move(edgeX + 60, edgeY, { steps: 3 })
    await page.mouse.up()
    const left = (first?.width ?? 0) + 60
    await expect.poll(() => widthOf(page)).toBeCloseTo(left, 0)
    const [stage] = await before.core.call('stage:list', {})
    if (stage === undefined) throw new Error('there is no stage')
    const stored = () => before.core.call('memory:read', { stage: stage.guid })
    await expect.poll(async () => JSON.stringify(await stored())).toContain(String(Math.round(left)))
    await before.close()

    const after = await openBridge({ language: 'en-US', dataDir })
    closing.push(after.close)
    await after.page.getByText(stage.name).first().click()
    await header(after.page).waitFor()
    await expect.poll(() => widthOf(after.page)).toBeCloseTo(left, 0)
    expect([...before.complaints, ...after.complaints]).toEqual([])
  }, 60_000)

  it('carries plain values only, and gives the page no other way out', async () => {
    const app = await openEmpty()
    const { page } = app
    const ask = (expression: string): Promise<unknown> =>
      page.evaluate(`(async () => { try { return await (${expression}) } catch (error) { return String(error) } })()`)
    expect(await ask(`window.racedesk.call('app:settings', {})`)).toMatchObject({ ok: true })
    expect(await ask(`window.racedesk.call('stage:list', { stage: undefined })`)).toMatchObject({ ok: true })
    expect(await ask(`Object.isFrozen(window.racedesk) && delete window.racedesk`)).toBe(false)
    expect(app.complaints).toEqual([])

    const refused = ['new Map()', '{ at: new Date() }', '{ list: [() => 1] }', '{ bytes: new Uint8Array(1) }', '1n']
    for (const input of refused) {
      expect(await ask(`window.racedesk.call('stage:list', ${input})`), input).toContain('does not cross the bridge')
    }
    for (const storage of ['localStorage', 'sessionStorage', 'indexedDB'])
      expect(await ask(storage)).toContain('SecurityError')
    await ask(`fetch('/api/stage:list', { method: 'POST' })`)
    await ask(`fetch('https://elsewhere.test/')`)
    expect(app.complaints.filter((line) => line.includes('does not cross'))).toHaveLength(refused.length)
    expect(app.complaints.filter((line) => line.includes('The page reached for'))).toHaveLength(3)
    expect(app.complaints).toContainEqual(expect.stringMatching(/^The page was answered 405 for .*\/api\/stage:list$/))
    expect(app.complaints).toContainEqual(expect.stringContaining('elsewhere.test'))
  })
})
