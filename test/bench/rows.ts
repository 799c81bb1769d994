import { join } from 'node:path'
import { startBundled } from './bundledChildren.ts'
import { benchBodies } from './benchRace.ts'
import { useFolder } from './peers.ts'
import { limited, median, type BenchLine } from './report.ts'
import { findingsOf, ingestAll, stageIn } from './stageDatabase.ts'

const runs = 5
const mostStallMs = 15

/** Limits of the first ask of each kind, in a process that has answered nothing before. */
const limitsMs = { page: 5, search: 150, 'by result': 25, 'by name': 25, filter: 25, facets: 100, people: 100 } as const

/** How long the first view of each kind takes over 100,000 stored rows, and how long anything else waits for it. */
export const benchRows = async (): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  const database = stageIn(join(folder.path, 'racedesk.db'))
  ingestAll(database, findingsOf(benchBodies().map(({ body }) => body)))
  database.close()
  const lines: BenchLine[] = []
  for (const [ask, limitMs] of Object.entries(limitsMs)) {
    const took: { readonly ms: number; readonly stallMs: number }[] = []
    for (let run = 0; run < runs; run += 1) {
      await using child = await startBundled('rows', { url: '', resultsUrl: '' }, folder.path)
      took.push(await child.ask(ask))
    }
    const of = (key: 'ms' | 'stallMs'): number => median(took.map((one) => one[key]))
    lines.push(limited(`rows: first ${ask} of 100,000`, of('ms'), limitMs, 'ms'))
    lines.push(limited(`rows: longest wait for it`, of('stallMs'), mostStallMs, 'ms'))
  }
  return lines
}
