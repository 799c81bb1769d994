import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startBundled } from '../bundledChildren.ts'
import { startChild, startService, useFolder } from '../peers.ts'
import { alternate, medianMs, type BenchLine } from '../report.ts'

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
  using folder = useFolder()
  const [database, theirs] = [join(folder.path, 'plain.db'), join(folder.path, 'hucre.xlsx')]
  await using service = await startService(0)
  await using child = await startBundled('export', service, folder.path)
  await child.ask('take')
  await child.ask('plain')
  await using peer = await startChild(new URL('../children/hucreChild.ts', import.meta.url), [database, theirs])
  const sizeMb = (name: string): string => (statSync(join(folder.path, name)).size / 2 ** 20).toFixed(1)
  let ourMb = ''
  const took = await alternate(5, {
    oneSheet: async () => {
      const { ms } = await child.ask<Timed>('one-sheet')
      ourMb = sizeMb('ours')
      return { ms }
    },
    hucre: () => peer.ask<Timed>('write'),
    whole: () => child.ask<Timed>('export xlsx'),
  })
  const beside = { peer: medianMs(took.hucre), unit: 'ms', peerName: 'hucre stream, one sheet, no filter' }
  const note = `ours with About and filter; ${ourMb} and ${sizeMb('hucre.xlsx')} MB`
  const whole = { ours: medianMs(took.whole), goalRatio: null, note: 'each row twice, in 302 sheets' }
  return [
    { row, ours: medianMs(took.oneSheet), ...beside, goalRatio: 0.65, note },
    { row: 'export XLSX: all and 300 categories', ...beside, ...whole },
  ]
}
