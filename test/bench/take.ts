import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchGroup, benchGuid, benchStage } from './benchRace.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { isInstalled, startChild, startService, timeCommand, type Service } from './peers.ts'
import { median, quantile, type BenchLine } from './report.ts'

type Taken = {
  readonly ms: number
  readonly rows: number
  readonly peakMb: number
  readonly pagesMs: readonly number[]
}

const categories = 300
/** Of one take's hundred pages the p99 would be the worst but one. */
const busyRuns = 5

/** Taking 100,000 finishers offline, 8 calls in flight, beside what only fetches and what fetches and stores. */
export const benchTake = async (): Promise<readonly BenchLine[]> => {
  if (!isInstalled('curl')) return [{ row: 'take', skipped: 'curl is not installed' }]
  await bundleChildren()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  try {
    return [...(await compare(30, folder, 7)), ...(await compare(0, folder, 7))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const compare = async (delayMs: number, folder: string, runs: number): Promise<readonly BenchLine[]> => {
  const service = await startService(delayMs)
  const config = writeCurlConfig(folder, service)
  const hasPipeline = isInstalled('sqlite3')
  const ours: Taken[] = []
  const curl: number[] = []
  const pipeline: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    curl.push(await timeCommand('curl', ['-sSZ', '--no-progress-meter', '--parallel-max', '8', '-K', config]))
    ours.push(await takeOnce(service, 'take'))
    if (hasPipeline && delayMs > 0) pipeline.push(await timePipeline(folder, config))
  }
  const busy: Taken[] = []
  // Without a delay there is no time for another call.
  const busyTakes = delayMs > 0 ? busyRuns : 0
  for (let run = 0; run < busyTakes; run += 1) busy.push(await takeOnce(service, 'take+pages'))
  await service.end()
  // The first round warms the disk cache and the service.
  const oursMs = median(ours.slice(1).map(({ ms }) => ms))
  const peak = Math.max(...ours.map(({ peakMb }) => peakMb))
  const rows = ours.at(-1)?.rows ?? 0
  const note = `${rows} rows, ${(service.bytes / 1e6).toFixed(1)} MB`
  const fetchOnly = { ours: oursMs, peer: median(curl.slice(1)), unit: 'ms', note }
  if (delayMs === 0) {
    return [{ row: 'take, no latency', ...fetchOnly, peerName: 'curl -Z to files, a bare download', goalRatio: 3 }]
  }
  const pagesMs = busy.flatMap((taken) => taken.pagesMs)
  return [
    { row: 'take, 30 ms a call', ...fetchOnly, peerName: 'curl -Z to files', goalRatio: 1.05 },
    hasPipeline
      ? {
          row: 'take, 30 ms a call',
          ours: oursMs,
          peer: median(pipeline.slice(1)),
          unit: 'ms',
          peerName: 'curl -Z, then sqlite3 json_each',
          goalRatio: 0.7,
        }
      : { row: 'take beside curl + sqlite3', skipped: 'sqlite3 is not installed' },
    { row: 'take, peak memory', ours: peak, peer: 250, unit: 'MB', peerName: 'the limit of 250 MB', goalRatio: 1 },
    {
      row: 'results:page p99 during a take',
      ours: quantile(pagesMs, 0.99),
      peer: 50,
      unit: 'ms',
      peerName: 'the limit of 50 ms',
      goalRatio: 1,
      note: `${pagesMs.length} pages in ${busyRuns} takes of ${median(busy.map(({ ms }) => ms)).toFixed(0)} ms`,
    },
  ]
}

const takeOnce = async (service: Service, order: 'take' | 'take+pages'): Promise<Taken> => {
  const child = startChild(new URL('takeChild.js', bundledFolder), [service.url, service.resultsUrl])
  await child.firstLine
  const taken = JSON.parse(await child.ask(order)) as Taken
  await child.end()
  if (taken.rows !== 100_000) throw new Error(`${taken.rows} rows were stored`)
  return taken
}

const bodyFile = (folder: string, index: number): string => join(folder, `${index}.json`)

const writeCurlConfig = (folder: string, service: Service): string => {
  const path = join(folder, 'curl.config')
  const lines = Array.from({ length: categories }, (_, index) => {
    const url = `${service.resultsUrl}/results/get/${benchStage}/${benchGroup}/${benchGuid(index)}`
    return `url = "${url}"\noutput = "${bodyFile(folder, index)}"\n`
  })
  writeFileSync(path, lines.join(''))
  return path
}

/** What a script would do: fetch to files, then let sqlite3 take the rows out of them. */
const timePipeline = async (folder: string, config: string): Promise<number> => {
  const database = join(folder, 'pipeline.db')
  const script = join(folder, 'pipeline.sql')
  rmSync(database, { force: true })
  const inserts = Array.from(
    { length: categories },
    (_, index) =>
      `INSERT INTO rows SELECT ${index}, j.value->>'number', j.value->>'account.lastName', j.value FROM json_each(readfile('${bodyFile(folder, index)}'), '$.data') j;\n`,
  )
  writeFileSync(
    script,
    `PRAGMA journal_mode=WAL;\nCREATE TABLE rows (category, bib, name, body);\nBEGIN;\n${inserts.join('')}COMMIT;\nCREATE INDEX by_bib ON rows (bib);\n`,
  )
  const fetchedMs = await timeCommand('curl', ['-sSZ', '--no-progress-meter', '--parallel-max', '8', '-K', config])
  const storedMs = await timeCommand('sqlite3', [database, `.read ${script}`])
  if (readFileSync(database).length < 1_000_000) throw new Error('The pipeline stored nothing')
  return fetchedMs + storedMs
}
