import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import type { BenchLine } from './report.ts'

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
  await bundleChildren()
  const startedAt = performance.now()
  const marks = await readMarks()
  const tookS = (performance.now() - startedAt) / 1000
  const [first] = marks
  const quiet = marks.find(({ hour }) => hour >= 4)
  const last = marks.at(-1)
  if (first === undefined || quiet === undefined || last === undefined)
    return [{ row: 'watch 24 h', skipped: 'no marks' }]
  const note = `${last.rounds} rounds of 24 categories in ${tookS.toFixed(0)} s, ${last.changes} changes told`
  return [
    {
      row: 'watch 24 h, heap at the end',
      ours: last.heapMb,
      peer: quiet.heapMb,
      unit: 'MB',
      peerName: 'the heap after 4 h',
      goalRatio: 1.1,
      note,
    },
    {
      row: 'watch 24 h, database growth',
      ours: (last.pageBytes - first.pageBytes) / mb,
      peer: (last.changedBytes - first.changedBytes) / mb,
      unit: 'MB',
      peerName: 'packed changes of bodies and the ledger',
      goalRatio: 2.5,
      note: `${((last.wholeBytes - first.wholeBytes) / mb).toFixed(0)} MB of changed bodies came`,
    },
    {
      row: 'watch, 20 quiet hours, growth',
      ours: (last.pageBytes - quiet.pageBytes) / 1000,
      peer: 64,
      unit: 'KB',
      peerName: 'the limit of 64 KB',
      goalRatio: 1,
    },
  ]
}

const readMarks = async (): Promise<readonly Mark[]> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('watchDayChild.js', bundledFolder)), String(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const marks: Mark[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'end') marks.push(JSON.parse(line) as Mark)
  }
  return marks
}
