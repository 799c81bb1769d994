import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { answerOrders, openBenchCore } from './benchCore.ts'

/**
 * A day of watching by a clock of its own. The demo race runs live for its first three hours, at its own pace; the rest of the day
 * is quiet. A line with a number of rounds is answered with a mark of every fourth hour: {hour, rounds, heapMb, pageBytes,
 * changedBytes, wholeBytes, changes}.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const startMs = Date.parse('2026-05-16T06:00:00.000Z')
let nowMs = startMs
const clock = (): number => nowMs
const { dataDir, gate, call, close } = await openBenchCore(null, {
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
  const database = openAgain(join(dataDir, 'racedesk.db'))
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

const watchDay = async (rounds: number): Promise<readonly object[]> => {
  const marks = new Map<number, object>()
  const hourNow = (): number => Math.floor((nowMs - startMs) / 3_600_000)
  const finished = new Promise<void>((resolve) => {
    gate.listen((event) => {
      if (event.name !== 'watch:changed' || event.data.stage !== stage || event.data.state === null) return
      const { rounds: done, error } = event.data.state
      if (error !== null) throw new Error(JSON.stringify(error))
      const hour = hourNow()
      if (hour % 4 === 0 && done > 0 && !marks.has(hour)) marks.set(hour, mark(hour, done))
      if (done >= rounds) resolve()
    })
  })
  await call('stage:watch', { stage, everyS: 30, budgetMbPerHour: 100_000 })
  await finished
  await call('stage:unwatch', { stage })
  return [...marks.values(), mark(hourNow(), rounds)]
}

await answerOrders((rounds) => watchDay(Number(rounds)), close)
