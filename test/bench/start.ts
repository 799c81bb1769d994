import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { _electron, type Browser, type CDPSession, type Page } from 'playwright-core'
import { openAgain } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { findElectron } from '../../main/desktop/start/electronBinary.ts'
import { launchedAs } from '../support/desktop/electronLaunch.ts'
import { findChromium } from '../support/requirements.ts'
import { benchStage } from './benchRace.ts'
import { startService, useFolder } from './peers.ts'
import { openPlain, probe, startFront } from './plainPage.ts'
import { alternate, limited, median, type BenchLine } from './report.ts'
import { launchFor } from './table/builtPage.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const runs = 7
const idleMs = 10_000
const browserRestMs = 1_000
const largeBytes = 1_000_000_000
const pieceBytes = 1_000_000
const limits = { beforeWindowMs: 150, firstRowsMs: 1_000, ownMs: 300, idleMb: 120, idleCpuPercent: 0.5 }

type Start = {
  /** What Node itself needs until it listens and has printed a line. */
  readonly bareMs: number
  /** From the start of the process to its address on stdout. */
  readonly readyMs: number
  /** From the start of the process to its address, and from there to painted rows. */
  readonly rowsMs: number
  /** From the page's navigation to painted rows. */
  readonly pageMs: number
}

/** From nothing to the first rows of a stored stage of 100,000, and what the process costs while nobody does anything. */
export const benchStart = async (): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: 'start', skipped: 'no Chromium is installed' }]
  using folder = useFolder()
  const app = await copyApp(join(folder.path, 'app'))
  const dataDir = join(folder.path, 'data')
  await takeStage(app, dataDir)
  const browserLines = await measureBrowserFace(executablePath, app, dataDir)
  const large = join(folder.path, 'large')
  await cp(dataDir, large, { recursive: true })
  growTo(large, largeBytes)
  const largeLine = await compareStarts(executablePath, app, dataDir, large)
  return [...browserLines, largeLine, ...(await measureDesktopFace(app, dataDir))]
}

const copyApp = async (folder: string): Promise<string> => {
  await mkdir(join(folder, 'main'), { recursive: true })
  for (const file of ['main/racedesk.mjs', 'main/nodeVersion.mjs', 'package.json', 'out']) {
    await cp(join(repository, file), join(folder, file), { recursive: true })
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const keys = { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' }
const envOf = (app: string): NodeJS.ProcessEnv => ({ ...process.env, ...keys, NODE_COMPILE_CACHE: join(app, 'cache') })

const takeStage = async (app: string, dataDir: string): Promise<void> => {
  await using service = await startService(0)
  const { url, resultsUrl } = service
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const options = { cwd: app, env: envOf(app), maxBuffer: 64_000_000 }
    const command = ['main/racedesk.mjs', ...args, '--data', dataDir, '--json']
    return JSON.parse((await promisify(execFile)(process.execPath, command, options)).stdout)
  }
  await run('profiles', 'add', 'Bench', '--base-url', url, '--results-url', resultsUrl)
  const { rows } = (await run('take', benchStage, '--profile', 'Bench')) as { readonly rows: number }
  if (rows !== 100_000) throw new Error(`${rows} rows were taken`)
}

const link = `#/stages/${benchStage}`
/** Listens only: looking for something in the page would run code of its own there, beside what is measured. */
const rowsAt = async (page: Page): Promise<number> => {
  const message = await page.waitForEvent('console', (one) => one.text().startsWith('rows at '))
  return Number(message.text().slice('rows at '.length))
}

type Serving = AsyncDisposable & { readonly url: string; readonly pid: number; readonly readyMs: number }

const serve = async (app: string, dataDir: string): Promise<Serving> => {
  const began = performance.now()
  const args = ['main/racedesk.mjs', 'serve', '--data', dataDir, '--json']
  const child = spawn(process.execPath, args, { cwd: app, env: envOf(app), stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const readyMs = performance.now() - began
  const { url } = JSON.parse(line) as { url: string }
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, pid: child.pid ?? 0, readyMs, [Symbol.asyncDispose]: end }
}

const bareServer = `require('node:http').createServer().listen(0, '127.0.0.1', () => process.stdout.write('ready\\n'))`

const timeBareNode = async (): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, ['--eval', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  const tookMs = performance.now() - began
  child.kill()
  await ended
  return tookMs
}

/** In a Chromium without DevTools; its own start is not counted, since users have one open. */
const startOnce = async (executablePath: string, app: string, dataDir: string): Promise<Start> => {
  const bareMs = await timeBareNode()
  await using served = await serve(app, dataDir)
  await using front = await startFront(served.url, link)
  const pageMs = await openPlain(executablePath, front.url, front.nextRows())
  return { bareMs, readyMs: served.readyMs, rowsMs: served.readyMs + pageMs, pageMs }
}

/** Looks at a newly started app and the DevTools of its page, once that has shown rows. */
const withRows = async <T>(
  browser: Browser,
  app: string,
  dataDir: string,
  look: (served: Serving, devTools: CDPSession) => Promise<T>,
): Promise<T> => {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(probe, { link, reportTo: null })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  // A browser that is open for long starts nothing of its own beside ours.
  await sleep(browserRestMs)
  await using served = await serve(app, dataDir)
  await Promise.all([rowsAt(page), page.goto(served.url)])
  return await look(served, devTools)
}

/** Milliseconds of the page's own code until its first rows; only DevTools counts them. */
const scriptMsOf = async (_: Serving, devTools: CDPSession): Promise<number> => {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
}

/** The process after its page has shown rows, watched for a while. */
const idleOf = async ({ pid }: Serving): Promise<{ readonly residentMb: number; readonly cpuPercent: number }> => {
  // Garbage of the start is collected by then.
  await sleep(3_000)
  const before = await cpuMsOf(pid)
  await sleep(idleMs)
  const cpuPercent = (((await cpuMsOf(pid)) - before) / idleMs) * 100
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return { residentMb: Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1024, cpuPercent }
}

const cpuMsOf = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /u, '').split(' ')
  // Ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const measureBrowserFace = async (
  executablePath: string,
  app: string,
  dataDir: string,
): Promise<readonly BenchLine[]> => {
  await using browser = await launchFor(executablePath)
  const starts: Start[] = []
  const scripts: number[] = []
  // The first run fills the code caches of Node and of the disk; a fresh profile has no cached page.
  for (let run = 0; run <= runs; run += 1) {
    starts.push(await startOnce(executablePath, app, dataDir))
    scripts.push(await withRows(browser, app, dataDir, scriptMsOf))
  }
  const idle = process.platform === 'linux' ? await withRows(browser, app, dataDir, idleOf) : null
  const [first, ...warm] = starts
  const bareMs = median(starts.map((start) => start.bareMs))
  const middle = (of: keyof Start): number => median(warm.map((start) => start[of]))
  const scriptMs = median(scripts.slice(1))
  const own = middle('readyMs') - bareMs
  const slowest = ms(Math.max(...starts.map((start) => start.rowsMs)))
  const ready = `${ms(middle('readyMs'))} in all, a Node that only listens ${ms(bareMs)}, the very first ${ms(first?.readyMs ?? 0)}`
  const rows = `a new process, a fresh profile, no DevTools; slowest ${slowest}`
  const code = `the page's code ${ms(scriptMs)}, as DevTools counts it; ${ms(middle('pageMs'))} without DevTools from navigation to rows`
  const lines = [
    limited('start: own code before the window', own, limits.beforeWindowMs, 'ms', ready),
    limited('start: to first rows of 100,000 stored', middle('rowsMs'), limits.firstRowsMs, 'ms', rows),
    limited('start: own code to first rows', own + scriptMs, limits.ownMs, 'ms', code),
  ]
  if (idle === null) return [...lines, { row: 'start: idle', skipped: 'this system does not tell what a process uses' }]
  return [
    ...lines,
    limited('start: memory, idle with rows shown', idle.residentMb, limits.idleMb, 'MB', 'resident'),
    limited('start: processor, idle', idle.cpuPercent, limits.idleCpuPercent, '%', `over ${idleMs / 1000} s`),
  ]
}

/** Replies of another stage, which nobody asks for. */
const growTo = (dataDir: string, bytes: number): void => {
  const database = openAgain(join(dataDir, 'racedesk.db'))
  const at = new Date().toISOString()
  database.run(
    "INSERT INTO stages (guid, name, added_at) VALUES ('00000000-0000-4000-8000-000000000000', 'Archive', ?)",
    at,
  )
  const category = database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES ('00000000-0000-4000-8000-000000000000', 'd', '10 km', 'c', 'M40', '', 0, 1)`,
  )
  for (let written = 0; written < bytes; written += pieceBytes) {
    database.run(
      `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body)
       VALUES (?, '', ?, 200, '', ?, ?, 0, ?)`,
      category,
      at,
      String(written),
      pieceBytes,
      randomBytes(pieceBytes),
    )
  }
  database.close()
}

/** The same stage out of a database of its own and out of one with a season's replies, alternating. */
const compareStarts = async (executablePath: string, app: string, small: string, large: string): Promise<BenchLine> => {
  let first: number | null = null
  const times = await alternate(runs, {
    small: async () => (await startOnce(executablePath, app, small)).rowsMs,
    large: async () => {
      const { rowsMs } = await startOnce(executablePath, app, large)
      first ??= rowsMs
      return rowsMs
    },
  })
  const medians = { ours: median(times.large), peer: median(times.small), unit: 'ms' }
  const beside = { peerName: 'the same rows in a small database', goalRatio: 1.1 }
  const note = `the very first, which checks a file that something else wrote, ${ms(first ?? NaN)}`
  return { row: 'start: to first rows, 1 GB stored', ...medians, ...beside, note }
}

const measureDesktopFace = async (app: string, dataDir: string): Promise<readonly BenchLine[]> => {
  const electronDir = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const binary = findElectron(electronDir, process.platform, process.env)
  if (!binary.isPresent) return [{ row: 'start: desktop face', skipped: "Electron's program is not here" }]
  const windows: number[] = []
  const rows: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    const began = Date.now()
    const running = await _electron.launch({
      executablePath: binary.path,
      cwd: app,
      args: ['.', `--data=${dataDir}`],
      ...launchedAs(process.getuid?.() ?? null, process.env),
    })
    const page = await running.firstWindow()
    windows.push(Date.now() - began)
    const shown = rowsAt(page)
    await page.evaluate(probe, { link, reportTo: null })
    await page.evaluate(() => document.dispatchEvent(new Event('DOMContentLoaded')))
    rows.push((await shown) - began)
    await running.close()
  }
  const [toWindow, toRows] = [windows, rows].map((times) => median(times.slice(1)))
  const note = "Electron's own start is in it"
  return [
    limited('start: desktop face, to its window', toWindow ?? NaN, limits.firstRowsMs, 'ms', note),
    limited('start: desktop face, to first rows', toRows ?? NaN, limits.firstRowsMs, 'ms'),
  ]
}

const ms = (value: number): string => `${value.toFixed(0)} ms`
