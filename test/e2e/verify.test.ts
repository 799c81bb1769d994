import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StageGuid } from '../../preload/contract.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { startServer } from '../../main/serve/server.ts'
import { en } from '../../renderer/text/en.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { launchChromium } from '../support/chromium.ts'
import { addStage, openCore, type OpenCore } from '../support/openCore.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { rowsOf, startRaceService } from '../support/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

const executablePath = findChromium()
const cleanUps: (() => Promise<unknown>)[] = []
const complaints: string[] = []
let core: OpenCore
let stage: StageGuid
let browser: Browser
let page: Page
let folder = ''

beforeAll(async () => {
  if (executablePath === null) return
  await ensureBuilt()
  folder = await mkdtemp(join(tmpdir(), 'racedesk-verify-'))
  const race = await startRaceService('Men', 'Women')
  race.answer('Men', rowsOf('Men', 4))
  const downloads = createDownloads({ folder: join(folder, 'downloads') })
  core = await openCore({ dataDir: join(folder, 'data'), face: 'browser', delivery: downloads })
  stage = (await addStage(core, race)).stage
  await core.take(stage)
  const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
  const server = await startServer({ gate: core.core.gate, rendererDir, port: 0, tickets: downloads })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  browser = await launchChromium(executablePath)
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(server.value.url)
  cleanUps.push(() => browser.close(), server.value.close, core.close, downloads.close, race.close)
}, 120_000)

afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  await rm(folder, { recursive: true, force: true })
})

/** A busy machine is no failure. */
const inTime = { timeout: 20_000 }

const openVerify = async (): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder(en['palette.search']).fill(en['verify.title'])
  await page.getByRole('option', { name: en['verify.title'] }).click()
}

const choose = (files: Parameters<Page['setInputFiles']>[1]) =>
  page.locator('[data-modal] input[type=file]').setInputFiles(files)

/** Downloads of one export, by name; they come in whatever order. */
const downloadsOf = async (count: number, press: () => Promise<void>): Promise<ReadonlyMap<string, Download>> => {
  const found = new Map<string, Download>()
  const all = new Promise<void>((resolve) => {
    const note = (download: Download): void => {
      found.set(download.suggestedFilename(), download)
      if (found.size < count) return
      page.off('download', note)
      resolve()
    }
    page.on('download', note)
  })
  await press()
  await all
  return found
}

suiteFor('browser', executablePath !== null)('files that were handed over', () => {
  it('a file and its receipt come down together, are told from a changed one, and from one that nobody knows', async () => {
    await page.getByText('Spring race').first().click()
    await page.getByRole('grid').getByText('Men 1', { exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+e')
    await page.getByLabel(en['export.receipt']).check()
    const found = await downloadsOf(2, () =>
      page
        .getByRole('dialog', { name: en['export.title'] })
        .getByRole('button', { name: /^Export \d/ })
        .click(),
    )
    // No other dialog opens while that one is there.
    await page.getByRole('dialog', { name: en['export.title'] }).waitFor({ state: 'detached' })
    const [name = ''] = [...found.keys()].filter((one) => !one.endsWith('.receipt.json'))
    expect([...found.keys()].toSorted()).toEqual([name, `${name}.receipt.json`].toSorted())
    const read = async (one: string) => {
      const path = await found.get(one)?.path()
      return path === undefined ? Buffer.alloc(0) : await readFile(path)
    }
    const file = { name, mimeType: 'application/octet-stream', buffer: await read(name) }
    const receiptName = `${name}.receipt.json`
    const receipt = { name: receiptName, mimeType: 'application/json', buffer: await read(receiptName) }

    await openVerify()
    await choose([receipt])
    await expect.poll(() => page.getByText(en['verify.none']).isVisible(), inTime).toBe(true)
    await choose([file, receipt])
    const verdict = page.locator('.verify-verdict')
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.unchanged'])
    await expectAccessible(page, 'a verified file')
    await choose([{ ...file, buffer: Buffer.concat([file.buffer, Buffer.from('x')]) }, receipt])
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.changed'])
    await choose([{ ...file, name: 'other.csv', buffer: Buffer.from('other') }])
    await expect.poll(() => verdict.textContent(), inTime).toBe(en['verify.unknown'])
    await page.keyboard.press('Escape')
  })

  it('a watch can be told to leave files, and says where they are', async () => {
    await button(page, en['watch.do']).click()
    await page.getByLabel(en['autoExport.on']).click()
    const target = join(core.dataDir, 'exports', `Spring race ${stage.slice(0, 8)}`)
    await expect.poll(() => page.getByText(target).isVisible(), inTime).toBe(true)
    await expect.poll(() => page.getByText(/2 written, 0 left/u).isVisible(), inTime).toBe(true)
    await expectAccessible(page, 'files that follow')
    expect(await readdir(target)).toHaveLength(2)
    expect(complaints).toEqual([])
  })
})
