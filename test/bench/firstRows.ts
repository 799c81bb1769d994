import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { createCore } from '../../main/core.ts'
import type { Gate } from '../../main/gate/gate.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { startServer } from '../../main/serve/server.ts'
import { findChromium } from '../support/requirements.ts'
import { median, type BenchLine } from './report.ts'
import { chromiumArgs } from './table/builtPage.ts'

const limitMs = 150
const runs = 9
const rendererRoot = fileURLToPath(new URL('../../renderer', import.meta.url))

export type FirstRows = {
  readonly row: string
  /** Of the section's link in the rail, e.g. `#/orders`. */
  readonly link: string
  /** How many the list holds. */
  readonly rows: number
  /** Writes what is to be read, before the core is there. */
  readonly store?: (dataDir: string) => void
  /** Brings what is to be read in through the gate. */
  readonly prepare: (gate: Gate) => Promise<void>
}

/** From the click to the frame that shows the first rows, on a page that has just been loaded. */
const openOnce = async (page: Page, url: string, { link, rows }: FirstRows): Promise<number> => {
  await page.goto('about:blank')
  await page.goto(url)
  await page.locator(`a[href="${link}"]`).waitFor()
  return await page.evaluate(
    ({ link: hash, rows: count }) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        const look = (): void => {
          const grid = document.querySelector(`[role=grid][aria-rowcount="${count + 1}"]`)
          const cell = grid?.querySelector('[role=gridcell]')
          if ((cell?.textContent ?? '') === '') requestAnimationFrame(look)
          // One more frame, in which the rows are painted.
          else requestAnimationFrame(() => resolve(performance.now() - startedAt))
        }
        document.querySelector<HTMLElement>(`a[href="${hash}"]`)?.click()
        look()
      }),
    { link, rows },
  )
}

/** How long a stored list takes to its first rows in the browser face, against the limit of 150 ms. */
export const benchFirstRows = async (wanted: FirstRows): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: wanted.row, skipped: 'no Chromium is installed' }]
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-first-rows-'))
  try {
    const dataDir = join(folder, 'data')
    const rendererDir = join(folder, 'renderer')
    await mkdir(dataDir)
    wanted.store?.(dataDir)
    await build({ root: rendererRoot, logLevel: 'error', build: { outDir: rendererDir } })
    const times = await measure(executablePath, dataDir, rendererDir, wanted)
    return [
      {
        row: wanted.row,
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

const measure = async (
  executablePath: string,
  dataDir: string,
  rendererDir: string,
  wanted: FirstRows,
): Promise<readonly number[]> => {
  const delivery = createDownloads({ folder: join(dataDir, 'downloads') })
  const face = 'browser' as const
  const env = { RACEDESK_ACCESS_KEY: 'access-key-of-the-bench', RACEDESK_RESULTS_KEY: 'results-key-of-the-bench' }
  const made = await createCore({ face, dataDir, env, systemLanguage: 'en', delivery, version: '0' })
  if (!made.ok) throw new Error(made.error.kind)
  const { gate, close } = made.value
  await wanted.prepare(gate)
  const served = await startServer({ gate, rendererDir, port: 0, tickets: delivery })
  if (!served.ok) throw new Error(served.error.kind)
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await openOnce(page, served.value.url, wanted)
    const times: number[] = []
    while (times.length < runs) times.push(await openOnce(page, served.value.url, wanted))
    return times
  } finally {
    await browser.close()
    await served.value.close()
    await close()
    await delivery.close()
  }
}
