import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { createCore } from '../../../main/core.ts'
import { benchStage } from '../benchRace.ts'

/**
 * A core that watches, in a process of its own: `node pollChild.ts BASE_URL RESULTS_URL`. Takes the stage with its first poll
 * and prints `ready`; each line on its input is answered with a poll's {ms, cpuMs, changed}.
 */
const [baseUrl = '', resultsUrl = ''] = process.argv.slice(2)
const stage = benchStage as StageGuid
const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
let nowMs = Date.now()
/** Ends the pause of the watch. */
const pause = { end: (): void => undefined }
const core = await createCore({
  face: 'terminal',
  dataDir: folder,
  env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' },
  systemLanguage: 'en',
  delivery: { choose: async () => null },
  version: 'bench',
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
if (!core.ok) throw new Error(JSON.stringify(core.error))
const { gate, unsavedProfile, close } = core.value
if (unsavedProfile === null) throw new Error('No profile')
await gate.call('stage:add', { profileId: unsavedProfile.id, text: benchStage })

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
const started = await gate.call('stage:watch', { stage, everyS: 30, budgetMbPerHour: 100_000 })
if (!started.ok) throw new Error(JSON.stringify(started.error))
rounds = (await first).rounds

process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) {
  const ended = roundEnd(rounds)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  pause.end()
  const state = await ended
  const ms = performance.now() - startedAt
  const used = process.cpuUsage(cpu)
  rounds = state.rounds
  if (state.error !== null) throw new Error(JSON.stringify(state.error))
  process.stdout.write(
    `${JSON.stringify({ ms, cpuMs: (used.user + used.system) / 1000, changed: state.changedLastPoll })}\n`,
  )
}
await close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
