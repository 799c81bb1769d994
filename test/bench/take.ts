import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchCategories } from './benchRace.ts'
import { startBundled } from './bundledChildren.ts'
import { curlArgs, isInstalled, startService, timeCommand, useFolder } from './peers.ts'
import { alternate, limited, median, medianMs, quantile, type BenchLine } from './report.ts'

type Taken = {
  readonly ms: number
  readonly rows: number
  readonly peakMb: number
  readonly pagesMs: readonly number[]
}

const runs = 7
/** The p99 of one take's hundred pages would be the worst but one. */
const busyRuns = 5

/** Taking 100,000 finishers offline, 8 calls in flight, beside what only fetches and what fetches and stores. */
export const benchTake = async (): Promise<readonly BenchLine[]> => {
  if (!isInstalled('curl')) return [{ row: 'take', skipped: 'curl is not installed' }]
  return [...(await compare(30)), ...(await compare(0))]
}

const compare = async (delayMs: number): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using service = await startService(delayMs)
  const curlConfig = curlArgs(folder.path, service, false)
  const curl = (): Promise<number> => timeCommand('curl', curlConfig)
  const hasPipeline = isInstalled('sqlite3')
  const takeOnce = async (order: 'take' | 'take+pages'): Promise<Taken> => {
    await using child = await startBundled('take', service)
    const taken = await child.ask<Taken>(order)
    if (taken.rows !== 100_000) throw new Error(`${taken.rows} rows were stored`)
    return taken
  }
  const pipeline = async (): Promise<number> =>
    hasPipeline && delayMs > 0 ? (await curl()) + (await timeStoring(folder.path)) : NaN
  const taken = await alternate(runs, { curl, ours: () => takeOnce('take'), pipeline })
  const note = `100000 rows, ${(service.bytes / 1e6).toFixed(1)} MB`
  const ours = { ours: medianMs(taken.ours), unit: 'ms' }
  const fetchOnly = { ...ours, peer: median(taken.curl), note }
  // Without a delay there is no time for another call.
  if (delayMs === 0) {
    return [{ row: 'take, no latency', ...fetchOnly, peerName: 'curl -Z to files, a bare download', goalRatio: 3 }]
  }
  const busy: Taken[] = []
  while (busy.length < busyRuns) busy.push(await takeOnce('take+pages'))
  const pages = busy.flatMap(({ pagesMs }) => pagesMs)
  const pagesNote = `${pages.length} pages in ${busyRuns} takes of ${medianMs(busy).toFixed(0)} ms`
  const row = 'take, 30 ms a call'
  const stored = { peer: median(taken.pipeline), peerName: 'curl -Z, then sqlite3 json_each', goalRatio: 0.7 }
  return [
    { row, ...fetchOnly, peerName: 'curl -Z to files', goalRatio: 1.05 },
    hasPipeline
      ? { row, ...ours, ...stored }
      : { row: 'take beside curl + sqlite3', skipped: 'sqlite3 is not installed' },
    limited('take, peak memory', Math.max(...taken.ours.map(({ peakMb }) => peakMb)), 250, 'MB'),
    limited('results:page p99 during a take', quantile(pages, 0.99), 50, 'ms', pagesNote),
  ]
}

/** As a script would do it: sqlite3 takes the rows out of the files that curl brought. */
const timeStoring = async (folder: string): Promise<number> => {
  const database = join(folder, 'pipeline.db')
  const script = join(folder, 'pipeline.sql')
  rmSync(database, { force: true })
  const inserts = Array.from(
    { length: benchCategories },
    (_, index) =>
      `INSERT INTO rows SELECT ${index}, j.value->>'number', j.value->>'account.lastName', j.value FROM json_each(readfile('${join(folder, `${index}.json`)}'), '$.data') j;\n`,
  )
  writeFileSync(
    script,
    `PRAGMA journal_mode=WAL;\nCREATE TABLE rows (category, bib, name, body);\nBEGIN;\n${inserts.join('')}COMMIT;\nCREATE INDEX by_bib ON rows (bib);\n`,
  )
  const storedMs = await timeCommand('sqlite3', [database, `.read ${script}`])
  if (readFileSync(database).length < 1_000_000) throw new Error('The pipeline stored nothing')
  return storedMs
}
