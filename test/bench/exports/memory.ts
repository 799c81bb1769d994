import type { TableFormat } from '../../../preload/contract/files.ts'
import { startBundled } from '../bundledChildren.ts'
import { startService, useFolder } from '../peers.ts'
import { limited, type BenchLine } from '../report.ts'

const formats: readonly TableFormat[] = ['csv', 'json', 'ndjson', 'html', 'xlsx']
const sizes = [10_000, 100_000, 1_000_000] as const

type Exported = { readonly ms: number; readonly peakMb: number; readonly idleMb: number; readonly rows: number }

/** The memory of an export beyond that of a process that has done nothing yet, each in a process of its own. */
export const benchExportMemory = async (): Promise<readonly BenchLine[]> => {
  const lines: BenchLine[] = []
  for (const rows of sizes) {
    using folder = useFolder()
    await take(folder.path, rows)
    for (const format of formats) lines.push(await measure(folder.path, rows, format))
  }
  return lines
}

const take = async (folder: string, rows: number): Promise<void> => {
  await using service = await startService(0, rows, 300)
  await using child = await startBundled('export', service, folder)
  await child.ask('take')
}

const measure = async (folder: string, rows: number, format: TableFormat): Promise<BenchLine> => {
  await using child = await startBundled('export', { url: 'http://127.0.0.1', resultsUrl: 'http://127.0.0.1' }, folder)
  const exported = await child.ask<Exported>(`export ${format}`)
  if (exported.rows !== rows) throw new Error(`${exported.rows} rows were written`)
  const row = `export ${format}, ${rows.toLocaleString('en')} rows: memory`
  const note = `above the idle process; ${(exported.ms / 1000).toFixed(1)} s`
  return limited(row, exported.peakMb - exported.idleMb, 150, 'MB', note)
}
