import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TableFormat } from '../../../preload/contract/files.ts'
import { bundleChildren, bundledFolder } from '../bundledChildren.ts'
import { startChild, startService } from '../peers.ts'
import type { BenchLine } from '../report.ts'

const formats: readonly TableFormat[] = ['csv', 'json', 'ndjson', 'html', 'xlsx']
const sizes = [10_000, 100_000, 1_000_000] as const
const limitMb = 150

type Exported = { readonly ms: number; readonly peakMb: number; readonly idleMb: number; readonly rows: number }

/** What an export takes of memory beyond the process that has done nothing yet, each in a process of its own. */
export const benchExportMemory = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const lines: BenchLine[] = []
  for (const rows of sizes) lines.push(...(await measure(rows)))
  return lines
}

const measure = async (rows: number): Promise<readonly BenchLine[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const server = await startService(0, rows, 300)
  const { url, resultsUrl } = server
  const start = () => startChild(new URL('exportChild.js', bundledFolder), [url, resultsUrl, folder])
  const taking = start()
  await taking.firstLine
  await taking.ask('take')
  await taking.end()
  await server.end()
  const lines: BenchLine[] = []
  for (const format of formats) {
    const child = start()
    await child.firstLine
    const exported = JSON.parse(await child.ask(`export ${format}`)) as Exported
    await child.end()
    if (exported.rows !== rows) throw new Error(`${exported.rows} rows were written`)
    lines.push({
      row: `export ${format}, ${rows.toLocaleString('en')} rows: memory`,
      ours: exported.peakMb - exported.idleMb,
      peer: limitMb,
      unit: 'MB',
      peerName: `the limit of ${limitMb} MB above idle`,
      goalRatio: 1,
      note: `${(exported.ms / 1000).toFixed(1)} s`,
    })
  }
  rmSync(folder, { recursive: true, force: true })
  return lines
}
