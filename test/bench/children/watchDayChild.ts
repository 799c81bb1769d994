import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { openBenchCore } from './benchCore.ts'

/**
 * A day of watching by a clock of its own: `node watchDayChild.ts ROUNDS`. The demo race runs live for its first three hours,
 * at its own pace; the rest of the day is quiet. Prints a mark after every fourth hour: {hour, rounds, heapMb, pageBytes,
 * changedBytes, wholeBytes, changes}.
 */
const [rounds = 2_880] = process.argv.slice(2).map(Number)
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
const startMs = Date.parse('2026-05-16T06:00:00.000Z')
let nowMs = startMs
const clock = (): number => nowMs
const { gate, call, close } = await openBenchCore(folder, {
  outside: {
    demo: createDemo({ isLive: true, liveSpeed: 1, now: clock }),
    clock,
    wait: async (ms) => {
      nowMs += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
  },
})
await call('profile:save', { demo: true })
const stage = (await call('stage:list', {}))[0]?.guid
if (stage === undefined) throw new Error('no stage')

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

const mark = (hour: number, done: number): object => {
  collect()
  const database = openAgain(join(folder, 'racedesk.db'))
  const one = (sql: string): number => number(Object.values(database.get(sql) ?? {})[0])
  const marked = {
    hour,
    rounds: done,
    heapMb: process.memoryUsage().heapUsed / 1e6,
    pageBytes: one('PRAGMA page_count') * one('PRAGMA page_size'),
    changedBytes:
      one('SELECT sum(length(body)) FROM snapshots') +
      one(`SELECT sum(length(type) + length(coalesce(bib, '')) + length(coalesce(name, '')) + length(coalesce(before, ''))
        + length(coalesce(after, '')) + length(coalesce(person, '')) + length(search_text) + length(at)) FROM ledger`),
    wholeBytes: one('SELECT sum(size_bytes) FROM snapshots'),
    changes: one('SELECT count(*) FROM ledger'),
  }
  database.close()
  return marked
}

const told = new Set<number>()
const finished = new Promise<void>((resolve) => {
  gate.listen((event) => {
    if (event.name !== 'watch:changed' || event.data.stage !== stage || event.data.state === null) return
    const { rounds: done, error } = event.data.state
    if (error !== null) throw new Error(JSON.stringify(error))
    const hour = Math.floor((nowMs - startMs) / 3_600_000)
    if (hour % 4 === 0 && done > 0 && !told.has(hour)) {
      told.add(hour)
      process.stdout.write(`${JSON.stringify(mark(hour, done))}\n`)
    }
    if (done >= rounds) resolve()
  })
})
await call('stage:watch', { stage, everyS: 30, budgetMbPerHour: 100_000 })
await finished
await call('stage:unwatch', { stage })
process.stdout.write(`${JSON.stringify(mark(Math.floor((nowMs - startMs) / 3_600_000), rounds))}\n`)
await close()
rmSync(folder, { recursive: true, force: true })
process.stdout.write('end\n')
process.exit(0)
