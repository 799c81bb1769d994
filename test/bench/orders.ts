import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import type { Guid, Instant, JobId, ProfileId } from '../../preload/contract.ts'
import { orderTables } from '../../main/adapters/store/orderTables.ts'
import { openDatabase, openForBulk } from '../../main/adapters/store/sqliteDatabase.ts'
import { createCore } from '../../main/core.ts'
import { readOrderData } from '../../main/domain/orderReply.ts'
import { orderSearchText, readOrder } from '../../main/domain/orders.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { startServer } from '../../main/serve/server.ts'
import { findChromium } from '../support/requirements.ts'
import { median, type BenchLine } from './report.ts'
import { chromiumArgs } from './table/builtPage.ts'

const count = 10_000
const limitMs = 150
const runs = 9
const rendererRoot = fileURLToPath(new URL('../../renderer', import.meta.url))

const guidAt = (index: number): Guid => {
  const hex = createHash('sha256').update(`order ${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Guid
}

const bodyAt = (index: number): string =>
  JSON.stringify({
    isSuccess: true,
    message: null,
    data: {
      guid: guidAt(index),
      number: `SR26-${String(index).padStart(6, '0')}`,
      stateId: (index % 5) + 1,
      stateName: ['Ожидает оплаты', 'Оплачен', 'Отменён', 'Возврат', 'Завершён'][index % 5],
      total: 2400 + (index % 40) * 12.5,
      currencyIsoCode: 'RUB',
      items: [
        { displayName: `Слот ${(index % 3) * 5 + 5} км`, price: 2400 },
        { displayName: 'Футболка участника', price: (index % 40) * 12.5 },
      ],
      buyer: { name: `Участник ${index}`, email: `runner${index}@example.org` },
    },
  })

/** Orders as look-ups would have left them. */
const storeOrders = (dataDir: string): void => {
  const path = join(dataDir, 'racedesk.db')
  openDatabase(path, '').database.close()
  const database = openForBulk(path)
  const store = orderTables(database)
  for (let index = 0; index < count; index += 1) {
    const text = bodyAt(index)
    const facts = readOrder(readOrderData(text) ?? {})
    const guid = guidAt(index)
    store.keepOrder({
      guid,
      profileId: 'bench' as ProfileId,
      profileName: 'Organizer',
      job: 'bench' as JobId,
      url: 'https://api.example.org/v3/Orders/Details',
      at: new Date(1_770_000_000_000 + index * 1000).toISOString() as Instant,
      status: 200,
      contentType: 'application/json',
      sha256: createHash('sha256').update(text).digest('hex'),
      body: Buffer.from(text),
      facts,
      searchText: orderSearchText(guid, facts),
      changes: [],
      changeCount: 0,
      isShown: true,
    })
  }
  database.close()
}

/** From the click to the frame that shows the first rows, on a page that has just been loaded. */
const openOnce = async (page: Page, url: string): Promise<number> => {
  await page.goto('about:blank')
  await page.goto(url)
  await page.locator('a[href="#/orders"]').waitFor()
  return await page.evaluate(
    (rows) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        const look = (): void => {
          const grid = document.querySelector(`[role=grid][aria-rowcount="${rows + 1}"]`)
          const cell = grid?.querySelector('[role=gridcell]')
          if ((cell?.textContent ?? '') === '') requestAnimationFrame(look)
          // One frame more, in which what was written is painted.
          else requestAnimationFrame(() => resolve(performance.now() - startedAt))
        }
        document.querySelector<HTMLElement>('a[href="#/orders"]')?.click()
        look()
      }),
    count,
  )
}

/** The "orders" row: a stored list of 10,000 orders in the browser face, against its limit. */
export const benchOrders = async (): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: 'orders', skipped: 'no Chromium is installed' }]
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-orders-'))
  try {
    const dataDir = join(folder, 'data')
    const rendererDir = join(folder, 'renderer')
    await mkdir(dataDir)
    storeOrders(dataDir)
    await build({ root: rendererRoot, logLevel: 'error', build: { outDir: rendererDir } })
    const times = await measure(executablePath, dataDir, rendererDir)
    return [
      {
        row: 'orders: first rows of 10,000 stored',
        ours: median(times),
        peer: limitMs,
        peerName: 'the limit',
        unit: 'ms',
        goalRatio: 1,
        note: `click to painted rows in a fresh page, slowest of ${runs}: ${Math.max(...times).toFixed(0)} ms`,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const measure = async (executablePath: string, dataDir: string, rendererDir: string): Promise<readonly number[]> => {
  const delivery = createDownloads({ folder: join(dataDir, 'downloads') })
  const face = 'browser' as const
  const made = await createCore({ face, dataDir, env: {}, systemLanguage: 'en', delivery, version: '0' })
  if (!made.ok) throw new Error(made.error.kind)
  const { gate, close } = made.value
  const baseUrl = 'https://api.example.org'
  await gate.call('profile:save', { profile: { name: 'Organizer', baseUrl, resultsUrl: null } })
  const served = await startServer({ gate, rendererDir, port: 0, tickets: delivery })
  if (!served.ok) throw new Error(served.error.kind)
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await openOnce(page, served.value.url)
    const times: number[] = []
    while (times.length < runs) times.push(await openOnce(page, served.value.url))
    return times
  } finally {
    await browser.close()
    await served.value.close()
    await close()
    await delivery.close()
  }
}
