import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChildren, bundledFolder } from '../bundledChildren.ts'
import { startChild, startService } from '../peers.ts'
import type { BenchLine } from '../report.ts'

type Busy = { readonly ms: number; readonly p99: number; readonly pages: number; readonly longestMs: number }

/** Pages of 100,000 rows while they are exported, another stage of that size is taken and a third is watched. */
export const benchExportBusy = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const lines: BenchLine[] = []
  for (const format of ['csv', 'xlsx', 'json', 'html'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
    const server = await startService(5)
    const { url, resultsUrl } = server
    const child = startChild(new URL('exportChild.js', bundledFolder), [url, resultsUrl, folder])
    await child.firstLine
    await child.ask('take')
    const busy = JSON.parse(await child.ask(`busy ${format}`)) as Busy
    await child.end()
    await server.end()
    rmSync(folder, { recursive: true, force: true })
    lines.push({
      row: `results:page p99, ${format}, take, watch`,
      ours: busy.p99,
      peer: 50,
      unit: 'ms',
      peerName: 'the limit of 50 ms',
      goalRatio: 1,
      note: `${busy.pages} pages in ${(busy.ms / 1000).toFixed(1)} s, the longest ${busy.longestMs.toFixed(0)} ms`,
    })
  }
  return lines
}
