import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { findChromium } from '../support/requirements.ts'
import { startNginx } from '../support/stores/nginxServer.ts'
import { isInstalled } from './peers.ts'
import { limited, median, type BenchLine } from './report.ts'
import { launchFor } from './table/builtPage.ts'

const bibs = ['54321', '99999', '1', '31337', '70007']
const phone = { latencyMs: 400, bytesPerS: 50_000, cpuRate: 4 }
const crowdPerS = 2_000
const crowdS = 10

/** A published site in nginx: on a slow phone, and before a crowd, with nothing of ours running. */
export const benchReaders = async (home: string, site: string): Promise<readonly BenchLine[]> => {
  const executablePath = findChromium()
  if (executablePath === null) return [{ row: 'publish: readers', skipped: 'no Chromium is installed' }]
  if (!isInstalled('nginx')) return [{ row: 'publish: readers', skipped: 'nginx is not installed' }]
  const folder = join(home, 'nginx')
  const host = await startNginx(folder, site)
  try {
    const seen = await viewOnPhones(executablePath, host.url)
    return [...linesOf(seen), await faceCrowd(folder, host.url, seen[0]?.paths ?? [])]
  } finally {
    await host.stop()
  }
}

type Numbers = Readonly<Record<'readyMs' | 'firstBytes' | 'foundMs' | 'foundBytes' | 'pieces', number>>
type Seen = Numbers & { readonly paths: readonly string[] }

const viewOnPhones = async (executablePath: string, url: string): Promise<readonly Seen[]> => {
  await using browser = await launchFor(executablePath)
  const seen: Seen[] = []
  for (const bib of bibs) seen.push(await viewOnPhone(browser, url, bib))
  return seen
}

/** At the edge of coverage, with nothing in its cache. */
const viewOnPhone = async (browser: Browser, url: string, bib: string): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  const { latencyMs: latency, bytesPerS, cpuRate: rate } = phone
  const speed = { downloadThroughput: bytesPerS, uploadThroughput: bytesPerS }
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', { offline: false, latency, ...speed })
  await wire.send('Emulation.setCPUThrottlingRate', { rate })
  let bytes = 0
  const paths: string[] = []
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  page.on('request', (asked) => void paths.push(new URL(asked.url()).pathname.slice(1)))
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.categories a').first().waitFor()
  const readyMs = performance.now() - startedAt
  const [firstBytes, firstPaths] = [bytes, paths.length]
  const askedAt = performance.now()
  await page.locator('input[type=search]').fill(bib)
  await page.locator('main .hits a').first().waitFor()
  const foundMs = performance.now() - askedAt
  const text = await page.locator('main .hits a').first().textContent()
  if (text?.includes(bib) !== true) throw new Error(`bib ${bib} was not found: ${text}`)
  await context.close()
  const pieces = paths.length - firstPaths
  return { readyMs, firstBytes, foundMs, foundBytes: bytes - firstBytes, pieces, paths }
}

const linesOf = (seen: readonly Seen[]): readonly BenchLine[] => {
  const most = (of: keyof Numbers): number => Math.max(...seen.map((one) => one[of]))
  const middle = (of: keyof Numbers): number => median(seen.map((one) => one[of]))
  return [
    limited('publish: ready on a slow phone', middle('readyMs'), 3_000, 'ms'),
    limited('publish: its first view', most('firstBytes') / 1e3, 90, 'kB'),
    limited('publish: a bib is found', middle('foundMs'), 1_500, 'ms'),
    limited('publish: sent for it', most('foundBytes') / 1e3, 60, 'kB'),
    limited('publish: requests for it', most('pieces'), 3, ''),
  ]
}

/** As many readers as nginx can serve: each asks for what the phone asked for. */
const faceCrowd = async (folder: string, url: string, paths: readonly string[]): Promise<BenchLine> => {
  const row = 'publish: readers, each in turn'
  if (!isInstalled('wrk')) return { row, skipped: 'wrk is not installed' }
  const script = join(folder, 'readers.lua')
  const list = paths.map((path) => `"/${path}"`).join(', ')
  await writeFile(
    script,
    `local paths = {${list}}
local at = 0
wrk.headers["Accept-Encoding"] = "gzip"
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
done = function(summary)
  local failed = summary.errors.status + summary.errors.read + summary.errors.timeout
  io.write(string.format("{\\"served\\":%d,\\"failed\\":%d,\\"us\\":%d}\\n", summary.requests, failed, summary.duration))
end
`,
  )
  const args = ['--threads', '1', '--connections', '200', '--duration', `${crowdS}s`, '--script', script, url]
  const { stdout } = await promisify(execFile)('wrk', args)
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Readonly<
    Record<'served' | 'failed' | 'us', number>
  >
  const { served, failed, us } = told
  if (failed > 0) throw new Error(`${failed} of ${served} requests failed`)
  const readersPerS = served / paths.length / (us / 1e6)
  const note = `${Math.round(readersPerS)} readers a second, each of ${paths.length} requests`
  return limited(row, 1e3 / readersPerS, 1e3 / crowdPerS, 'ms', note)
}
