import type { WatchState } from '../../../preload/contract/watch.ts'
import { answerOrders, openBenchCore } from './benchCore.ts'

/**
 * A core that watches, in a process of its own: `node pollChild.ts BASE_URL RESULTS_URL`. Takes the stage with its first poll
 * and prints `ready`; each line on its input is answered with a poll's {ms, cpuMs, changed}.
 */
const [baseUrl = '', resultsUrl = ''] = process.argv.slice(2)
let nowMs = Date.now()
const pause = { end: (): void => undefined }
const { gate, call, addStage, close } = await openBenchCore(null, {
  unsaved: { baseUrl, resultsUrl },
  parallelCalls: 8,
  outside: {
    clock: () => nowMs,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
        pause.end = () => {
          nowMs += ms
          resolve()
        }
      }),
  },
})
const stage = await addStage()

const roundEnd = (after: number): Promise<WatchState> =>
  new Promise((resolve) => {
    const stop = gate.listen((event) => {
      if (event.name !== 'watch:changed' || event.data.state === null || event.data.state.rounds <= after) return
      stop()
      resolve(event.data.state)
    })
  })

let rounds = 0
const first = roundEnd(rounds)
await call('stage:watch', { stage, everyS: 30, budgetMbPerHour: 100_000 })
rounds = (await first).rounds

const poll = async (): Promise<object> => {
  const ended = roundEnd(rounds)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  pause.end()
  const state = await ended
  const ms = performance.now() - startedAt
  const used = process.cpuUsage(cpu)
  rounds = state.rounds
  if (state.error !== null) throw new Error(JSON.stringify(state.error))
  return { ms, cpuMs: (used.user + used.system) / 1000, changed: state.changedLastPoll }
}

await answerOrders(poll, close)
