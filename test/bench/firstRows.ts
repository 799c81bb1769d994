import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Gate } from '../../main/gate/gate.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { startServer } from '../../main/serve/server.ts'
import { openSoakCore } from '../soak/soakCore.ts'
import { findChromium } from '../support/requirements.ts'
import { useFolder } from './peers.ts'
import { alternate, limited, median, type BenchLine } from './report.ts'
import { launchFor } from './table/builtPage.ts'

const runs = 9
/** As `npm run bench` has just bundled it. */
const rendererDir = fileURLToPath(new URL('../../out/renderer', import.meta.url))

type FirstRows = {
  readonly row: string
  readonly link: string
  readonly rows: number
  readonly store?: (dataDir: string) => void
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
  using folder = useFolder()
  const dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
  wanted.store?.(dataDir)
  const times = await measure(executablePath, dataDir, wanted)
  const slowest = Math.max(...times).toFixed(0)
  const note = `click to painted rows in a fresh page, slowest of ${runs}: ${slowest} ms`
  return [limited(wanted.row, median(times), 150, 'ms', note)]
}

const measure = async (executablePath: string, dataDir: string, wanted: FirstRows): Promise<readonly number[]> => {
  const delivery = createDownloads({ folder: join(dataDir, 'downloads') })
  const { core, close } = await openSoakCore({ face: 'browser', dataDir, delivery })
  await wanted.prepare(core.gate)
  const served = await startServer({ gate: core.gate, rendererDir, port: 0, tickets: delivery })
  if (!served.ok) throw new Error(served.error.kind)
  try {
    await using browser = await launchFor(executablePath)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const { times } = await alternate(runs, { times: () => openOnce(page, served.value.url, wanted) })
    return times
  } finally {
    await served.value.close()
    await close()
    await delivery.close()
  }
}
