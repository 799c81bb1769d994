import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type Server } from '../../main/serve/server.ts'
import { en } from '../../renderer/text/en.ts'
import { ensureBuilt } from '../support/appFaces.ts'
import { launchChromium } from '../support/chromium.ts'
import { createHandClock } from '../support/handClock.ts'
import type { Script } from '../support/hostileServer.ts'
import { addStage, openCore, type OpenCore } from '../support/openCore.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../support/raceService.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { expectAccessible } from '../support/pages.ts'

const clock = createHandClock()
const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
let folder = ''
let race: RaceService
let core: OpenCore
let server: Server
let browser: Browser | undefined
let page: Page
const complaints: string[] = []

const names = ['Andersson', 'Berg', 'Novák', 'Петрова', 'Ёлкина']

/** Finishers in their order, one for each time; an empty time is nobody's result yet. */
const men =
  (...times: readonly string[]): Script =>
  (response) =>
    sendJson(
      response,
      envelope(
        times.map((resultTime, index) => ({
          number: 101 + index,
          position: resultTime === '' ? null : index + 1,
          resultTime,
          club: 'Динамо',
          account: { firstName: 'Kim', lastName: names[index] },
        })),
      ),
    )

const executablePath = findChromium()

beforeAll(async () => {
  if (executablePath === null) return
  await ensureBuilt()
  folder = await mkdtemp(join(tmpdir(), 'racedesk-announcer-'))
  race = await startRaceService('Men')
  race.answer('Men', men('31:02', '31:40', ''))
  core = await openCore({ dataDir: folder, face: 'browser', outside: { clock: clock.now, wait: clock.wait } })
  await addStage(core, race)
  const started = await startServer({ gate: core.core.gate, rendererDir, port: 0 })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  server = started.value
  browser = await launchChromium(executablePath)
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
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

const eventually = { timeout: 20_000 }

suiteFor('browser', executablePath !== null)('the announcer', () => {
  it('hears of finishers as they come, and what is on air stays while polling goes on', async () => {
    await page.getByText('Spring race').first().click()
    await page.getByRole('button', { name: en['watch.do'], exact: true }).click()
    await page.getByRole('textbox', { name: en['watch.every'] }).fill('10')
    await expectAccessible(page, 'the form of a watch')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: en['watch.on'], exact: true }).waitFor()
    await page.getByText(en['watch.status'].replace('{{every}}', '10')).waitFor()
    await page.getByRole('tab', { name: en['view.announcer'] }).click()

    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const finishers = column(en['announcer.finishers'])
    const podium = column(en['announcer.podium'])
    await podium.getByText('Berg Kim').waitFor()
    expect(await podium.getByRole('listitem').filter({ hasText: '31:40' }).last().innerText()).toContain('2')
    await finishers.getByText(en['announcer.empty.finishers']).waitFor()

    race.answer('Men', men('31:02', '31:40', '32:10'))
    await clock.next()
    await finishers.getByText('Novák Kim').waitFor()
    await finishers.getByText('32:10').waitFor()
    await expectAccessible(page, 'the announcer')

    await page.keyboard.press('f')
    await page.getByText(/Frozen at/).waitFor()
    race.answer('Men', men('31:02', '31:40', '32:10', '32:50'))
    await clock.next()
    await page.getByText(en['announcer.frozen.wait_one'].replace('{{count}}', '1')).waitFor()
    expect(await finishers.getByText('Петрова Kim').count()).toBe(0)
    expect(await finishers.getByRole('listitem').count()).toBe(1)

    await page.keyboard.press('f')
    await finishers.getByText('Петрова Kim').waitFor()
    await expect.poll(() => finishers.getByRole('listitem').first().innerText(), eventually).toContain('Петрова')
    expect(complaints).toEqual([])
  })
})
