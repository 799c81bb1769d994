import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { findChromium } from '../../support/requirements.ts'
import { describeLine, heading, median, type BenchLine } from '../report.ts'
import { chromiumArgs, servePage } from './builtPage.ts'
import type { BenchPage, Contender } from './page.ts'

declare global {
  interface Window {
    readonly bench: BenchPage
  }
}

type Fling = {
  /** Main-thread work a frame. */
  readonly frameMs: number
  readonly dropped: number
}

const frames = 300
// 20,000 px/s at 60 frames a second.
const stepPx = 20_000 / 60
const frameMs = 1000 / 60
const throttling = 4
const mountRuns = 15
const flingRuns = 5

const mainThreadMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000
}

const droppedFrames = (gapsMs: readonly number[]): number =>
  gapsMs.reduce((sum, gapMs) => sum + Math.max(Math.round(gapMs / frameMs) - 1, 0), 0)

const mountOnce = async (page: Page, contender: Contender): Promise<number> => {
  const tookMs = await page.evaluate((name) => window.bench.mount(name), contender)
  await page.evaluate(() => window.bench.unmount())
  return tookMs
}

const flingOnce = async (page: Page, session: CDPSession, contender: Contender): Promise<Fling> => {
  await page.evaluate((name) => window.bench.mount(name), contender)
  // Compiles the scrolling code, as after some use.
  await page.evaluate((step) => window.bench.fling(30, step), stepPx)
  const beforeMs = await mainThreadMs(session)
  const gapsMs = await page.evaluate(([count, step]) => window.bench.fling(count, step), [frames, stepPx] as const)
  const spentMs = (await mainThreadMs(session)) - beforeMs
  await page.evaluate(() => window.bench.unmount())
  return { frameMs: spentMs / frames, dropped: droppedFrames(gapsMs) }
}

const withPage = async <T>(
  browser: Browser,
  url: string,
  use: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  const value = await use(page, session)
  await page.close()
  return value
}

/** Alternates the contenders run by run, so that a busy moment of the machine hits them alike. */
const alternate = async <T>(
  contenders: readonly Contender[],
  runs: number,
  once: (contender: Contender) => Promise<T>,
) => {
  const results = new Map<Contender, T[]>(contenders.map((contender) => [contender, []]))
  for (let run = 0; run < runs; run += 1) {
    for (const contender of contenders) results.get(contender)?.push(await once(contender))
  }
  return (contender: Contender): readonly T[] => results.get(contender) ?? []
}

const measure = async (browser: Browser, url: string): Promise<readonly BenchLine[]> => {
  const mounts = await withPage(browser, url, async (page) => {
    // The first mount of each compiles its code.
    for (const contender of ['ours', 'react-window'] as const) await mountOnce(page, contender)
    return alternate(['ours', 'react-window'], mountRuns, (contender) => mountOnce(page, contender))
  })
  const flings = await withPage(browser, url, (page, session) =>
    alternate(['ours', 'tanstack', 'tanstack-memo'], flingRuns, (contender) => flingOnce(page, session, contender)),
  )
  const spent = (contender: Contender): number => median(flings(contender).map((fling) => fling.frameMs))
  const dropped = (contender: Contender): number => median(flings(contender).map((fling) => fling.dropped))
  return [
    {
      row: 'table: first rows of 100,000',
      ours: median(mounts('ours')),
      peer: median(mounts('react-window')),
      peerName: 'react-window',
      unit: 'ms',
      goalRatio: 1,
      note: `${throttling}x CPU throttling`,
    },
    {
      row: 'table: fling 20,000 px/s, a frame',
      ours: spent('ours'),
      peer: spent('tanstack'),
      peerName: 'TanStack Virtual',
      unit: 'ms',
      goalRatio: 0.5,
      note: `${throttling}x CPU throttling; dropped of ${frames} frames: ${dropped('ours')} (goal 5), peer ${dropped('tanstack')}`,
    },
    {
      row: 'table: the same, peer with memo rows',
      ours: spent('ours'),
      peer: spent('tanstack-memo'),
      peerName: 'TanStack Virtual, rows memoised',
      unit: 'ms',
      goalRatio: null,
      note: `dropped: peer ${dropped('tanstack-memo')}`,
    },
  ]
}

/** The "table" rows of the bench. */
export const runTableBench = async (): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: 'table', skipped: 'no Chromium is installed' }]
  const built = await servePage(fileURLToPath(new URL('.', import.meta.url)))
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArgs })
    try {
      return await measure(browser, built.url)
    } finally {
      await browser.close()
    }
  } finally {
    await built.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${heading}\n`)
  for (const line of await runTableBench()) process.stdout.write(`${describeLine(line)}\n`)
}
