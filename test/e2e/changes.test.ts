import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StageGuid } from '../../preload/contract.ts'
import { startServer, type Server } from '../../main/serve/server.ts'
import { ru } from '../../renderer/text/ru.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { launchChromium } from '../support/chromium.ts'
import { addStage, openCore, type OpenCore } from '../support/openCore.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../support/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { expectAccessible } from '../support/pages.ts'

const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const executablePath = findChromium()
const complaints: string[] = []
let folder = ''
let race: RaceService
let core: OpenCore
let stage: StageGuid
let server: Server
let browser: Browser | undefined
let page: Page

type Runner = Record<string, unknown>

const syllables = ['ба', 'де', 'ки', 'ло', 'му', 'на', 'пе', 'ри', 'со', 'ту']
const runner = (number: number, more: Runner = {}): Runner => ({
  number: 300 + number,
  position: number,
  name: `Кузнецов ${syllables[number % 10]?.toUpperCase() ?? ''}${syllables[Math.floor(number / 10) % 10] ?? ''}рис`,
  club: 'Динамо',
  resultTime: `0:${30 + number}:05`,
  ...more,
})
const field = (count: number): readonly Runner[] => Array.from({ length: count }, (_, index) => runner(index + 1))
const answer = (category: string, rows: readonly Runner[]): void =>
  race.answer(category, (response) => sendJson(response, envelope(rows)))

beforeAll(async () => {
  if (executablePath === null) return
  await ensureBuilt()
  folder = await mkdtemp(join(tmpdir(), 'racedesk-changes-'))
  race = await startRaceService('Мужчины', 'Юноши')
  answer('Мужчины', field(20))
  answer('Юноши', field(20))
  core = await openCore({ dataDir: folder, face: 'browser' })
  stage = (await addStage(core, race)).stage
  await core.take(stage)
  const started = await startServer({ gate: core.core.gate, rendererDir, port: 0 })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  server = started.value
  browser = await launchChromium(executablePath)
  const context = await browser.newContext({
    locale: 'ru-RU',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
  })
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(server.url)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  if (executablePath === null) return
  await server.close()
  await core.close()
  await race.close()
  await rm(folder, { recursive: true, force: true })
})

suiteFor('browser', executablePath !== null)('what changed', () => {
  it('comes by itself, opens up, leads to the row, and counts from when somebody looked', async () => {
    await page.getByText('Spring race').first().click()
    await page.getByRole('tab', { name: ru['view.changes'] }).click()
    await page.getByRole('heading', { name: ru['changes.none'] }).waitFor()
    await expectAccessible(page, 'no changes yet')

    answer('Мужчины', [runner(1, { resultTime: '0:29:59' }), ...field(20).slice(1)])
    answer(
      'Юноши',
      field(20).map((one) => ({ ...one, resultTime: '0:59:00' })),
    )
    await core.take(stage)
    const list = page.getByRole('region', { name: ru['changes.label'] })
    await list.getByText('0:29:59', { exact: true }).waitFor()
    await expectAccessible(page, 'changes')

    // By the keyboard alone: down to the headline, open it, and on to its first detail.
    const headline = list.getByRole('button', { name: ru['changes.details'] })
    await headline.focus()
    await page.keyboard.press('Enter')
    await list.getByText('0:59:00', { exact: true }).first().waitFor()
    expect(await list.getByText('0:59:00', { exact: true }).count()).toBe(20)
    await expectAccessible(page, 'a headline with its details')

    await page.getByRole('textbox', { name: ru['changes.search'] }).fill('301')
    await list.getByText('0:29:59', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: ru['changes.seen'] }).click()
    await page.getByRole('combobox', { name: ru['changes.since'] }).click()
    await page.getByRole('option', { name: ru['changes.since.looked'] }).click()
    await page.getByRole('heading', { name: ru['changes.nothing.since'] }).waitFor()

    answer('Мужчины', [runner(1, { resultTime: '0:29:59', club: 'Спартак' }), ...field(20).slice(1)])
    await core.take(stage)
    await list.getByText('Спартак', { exact: true }).waitFor()
    await list.getByRole('button', { name: /301/ }).press('Enter')
    await page.getByRole('grid').waitFor()
    await page.getByRole('heading', { name: String(runner(1)['name']) }).waitFor()
    expect(complaints).toEqual([])
  }, 90_000)
})
