import { startBundled } from '../bundledChildren.ts'
import { startService, useFolder } from '../peers.ts'
import { limited, type BenchLine } from '../report.ts'

type Busy = { readonly ms: number; readonly p99: number; readonly pages: number; readonly longestMs: number }

/** Pages of 100,000 rows while they are exported, another stage of that size is taken and a third is watched. */
export const benchExportBusy = async (): Promise<readonly BenchLine[]> => {
  const lines: BenchLine[] = []
  for (const format of ['csv', 'xlsx', 'json', 'html'] as const) {
    using folder = useFolder()
    await using service = await startService(5)
    await using child = await startBundled('export', service, folder.path)
    await child.ask('take')
    const { ms, p99, pages, longestMs } = await child.ask<Busy>(`busy ${format}`)
    const note = `${pages} pages in ${(ms / 1000).toFixed(1)} s, the longest ${longestMs.toFixed(0)} ms`
    lines.push(limited(`results:page p99, ${format}, take, watch`, p99, 50, 'ms', note))
  }
  return lines
}
