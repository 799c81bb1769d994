import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { findChromium } from '../../support/requirements.ts'
import { alternate, median, type BenchLine } from '../report.ts'
import { launchFor, servePage } from './builtPage.ts'
import type { BenchPage, Contender } from './page.ts'

declare global {
  interface Window {
    readonly bench: BenchPage
  }
}

type Fling = {
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

const measure = async (browser: Browser, url: string): Promise<readonly BenchLine[]> => {
  const mounts = await withPage(browser, url, (page) => {
    const mounting = (contender: Contender) => () => mountOnce(page, contender)
    return alternate(mountRuns, { ours: mounting('ours'), peer: mounting('react-window') })
  })
  const flings = await withPage(browser, url, (page, session) => {
    const flinging = (contender: Contender) => () => flingOnce(page, session, contender)
    return alternate(flingRuns, { ours: flinging('ours'), peer: flinging('tanstack'), memo: flinging('tanstack-memo') })
  })
  const spent = (all: readonly Fling[]): number => median(all.map((fling) => fling.frameMs))
  const dropped = (all: readonly Fling[]): number => median(all.map((fling) => fling.dropped))
  const row = 'table: first rows of 100,000'
  const mounted = { row, ours: median(mounts.ours), peer: median(mounts.peer), peerName: 'react-window', goalRatio: 1 }
  const note = `${throttling}x CPU throttling`
  const frame = `${note}; dropped of ${frames} frames: ${dropped(flings.ours)} (goal 5), peer ${dropped(flings.peer)}`
  const ours = { ours: spent(flings.ours), unit: 'ms' }
  const peer = { peer: spent(flings.peer), peerName: 'TanStack Virtual', goalRatio: 0.5 }
  const memo = { peer: spent(flings.memo), peerName: 'TanStack Virtual, rows memoised', goalRatio: null }
  return [
    { ...mounted, unit: 'ms', note },
    { row: 'table: fling 20,000 px/s, a frame', ...ours, ...peer, note: frame },
    { row: 'table: the same, peer with memo rows', ...ours, ...memo, note: `dropped: peer ${dropped(flings.memo)}` },
  ]
}

export const runTableBench = async (): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: 'table', skipped: 'no Chromium is installed' }]
  const built = await servePage(fileURLToPath(new URL('.', import.meta.url)))
  try {
    await using browser = await launchFor(executablePath)
    return await measure(browser, built.url)
  } finally {
    await built.close()
  }
}
