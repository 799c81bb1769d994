import { startBundled } from './bundledChildren.ts'
import { limited, type BenchLine } from './report.ts'

type Mark = {
  readonly hour: number
  readonly rounds: number
  readonly heapMb: number
  readonly pageBytes: number
  readonly changedBytes: number
  readonly wholeBytes: number
  readonly changes: number
}

/** Rounds of half a minute: a day. */
const rounds = 2_880
const mb = 1_000_000

/** A day of watching by an injected clock: three live hours of the demo race, then quiet. */
export const benchWatchDay = async (): Promise<readonly BenchLine[]> => {
  await using child = await startBundled('watchDay', { url: '', resultsUrl: '' })
  const startedAt = performance.now()
  const marks = await child.ask<readonly Mark[]>(String(rounds))
  const tookS = (performance.now() - startedAt) / 1000
  const [first] = marks
  const quiet = marks.find(({ hour }) => hour >= 4)
  const last = marks.at(-1)
  if (first === undefined || quiet === undefined || last === undefined)
    return [{ row: 'watch 24 h', skipped: 'no marks' }]
  const grown = (of: 'pageBytes' | 'changedBytes' | 'wholeBytes'): number => (last[of] - first[of]) / mb
  const heaps = { ours: last.heapMb, peer: quiet.heapMb, peerName: 'the heap after 4 h', goalRatio: 1.1 }
  const note = `${last.rounds} rounds of 24 categories in ${tookS.toFixed(0)} s, ${last.changes} changes told`
  const peer = { peer: grown('changedBytes'), peerName: 'packed changes of bodies and the ledger', goalRatio: 2.5 }
  const came = `${grown('wholeBytes').toFixed(0)} MB of changed bodies came`
  return [
    { row: 'watch 24 h, heap at the end', ...heaps, unit: 'MB', note },
    { row: 'watch 24 h, database growth', ours: grown('pageBytes'), ...peer, unit: 'MB', note: came },
    limited('watch, 20 quiet hours, growth', (last.pageBytes - quiet.pageBytes) / 1000, 64, 'KB'),
  ]
}
