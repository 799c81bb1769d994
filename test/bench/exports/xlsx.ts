import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChildren, bundledFolder } from '../bundledChildren.ts'
import { startChild, startService } from '../peers.ts'
import { median, type BenchLine } from '../report.ts'

type Timed = { readonly ms: number }

/**
 * Writing 100,000 stored rows as a workbook, beside hucre's stream writer over plain rows. It writes one sheet without a filter,
 * so that it is compared with our sheet of all rows; the whole workbook, which has each row twice, is only told.
 */
export const benchExportXlsx = async (): Promise<readonly BenchLine[]> => {
  const row = 'export 100,000 x 12: XLSX'
  if (!existsSync(new URL('../../../node_modules/hucre', import.meta.url))) {
    return [{ row, skipped: 'hucre is not installed' }]
  }
  await bundleChildren()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const server = await startService(0)
  const { url, resultsUrl } = server
  const child = startChild(new URL('exportChild.js', bundledFolder), [url, resultsUrl, folder])
  await child.firstLine
  await child.ask('take')
  await child.ask('plain')
  await server.end()
  const theirs = join(folder, 'hucre.xlsx')
  const peer = startChild(new URL('../children/hucreChild.ts', import.meta.url), [join(folder, 'plain.db'), theirs])
  await peer.firstLine
  const oneSheet: number[] = []
  const whole: number[] = []
  const hucre: number[] = []
  let sizeMb = 0
  for (let round = 0; round <= 5; round += 1) {
    oneSheet.push((JSON.parse(await child.ask('one-sheet')) as Timed).ms)
    sizeMb = statSync(join(folder, 'ours')).size / 2 ** 20
    hucre.push((JSON.parse(await peer.ask('write')) as Timed).ms)
    whole.push((JSON.parse(await child.ask('export xlsx')) as Timed).ms)
  }
  await child.end()
  await peer.end()
  const peerSizeMb = statSync(theirs).size / 2 ** 20
  rmSync(folder, { recursive: true, force: true })
  const peerMs = median(hucre.slice(1))
  const peerName = 'hucre stream, one sheet, no filter'
  return [
    {
      row,
      ours: median(oneSheet.slice(1)),
      peer: peerMs,
      unit: 'ms',
      peerName,
      goalRatio: 0.65,
      note: `ours with About and filter; ${sizeMb.toFixed(1)} and ${peerSizeMb.toFixed(1)} MB`,
    },
    {
      row: 'export XLSX: all and 300 categories',
      ours: median(whole.slice(1)),
      peer: peerMs,
      unit: 'ms',
      peerName,
      goalRatio: null,
      note: 'each row twice, in 302 sheets',
    },
  ]
}
