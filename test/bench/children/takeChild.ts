import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { createCore } from '../../../main/core.ts'
import { benchStage } from '../benchRace.ts'
import { memoryMb } from '../processMemory.ts'

/**
 * A core in a process of its own: `node takeChild.ts BASE_URL RESULTS_URL`. Each line on its input is an order:
 * `take` answers {ms, rows, peakMb}; `take+pages` also asks for pages all the while and answers how long each took.
 */
const [baseUrl = '', resultsUrl = ''] = process.argv.slice(2)
const stage = benchStage as StageGuid
const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
const core = await createCore({
  face: 'terminal',
  dataDir: folder,
  env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' },
  systemLanguage: 'en',
  delivery: { choose: async () => null },
  version: 'bench',
  unsaved: { baseUrl, resultsUrl },
  parallelCalls: 8,
})
if (!core.ok) throw new Error(JSON.stringify(core.error))
const { gate, unsavedProfile, close } = core.value
if (unsavedProfile === null) throw new Error('No profile')
await gate.call('stage:add', { profileId: unsavedProfile.id, text: benchStage })

const take = async (): Promise<number> => {
  const startedAt = performance.now()
  const finished = new Promise<Job>((resolve) => {
    const stop = gate.listen((event) => {
      if (event.name !== 'job:finished') return
      stop()
      resolve(event.data)
    })
  })
  const started = await gate.call('stage:take', { stage })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const job = await finished
  if (job.state !== 'done') throw new Error(`The take ended ${job.state}: ${JSON.stringify(job.error)}`)
  return performance.now() - startedAt
}

/** As a crew would: pages of the whole stage, a search, a scroll deep down, one after the other. */
const askPages = async (isOver: () => boolean): Promise<readonly number[]> => {
  const took: number[] = []
  const queries = [{}, { search: 'иван' }, { offset: 5_000 }, { search: '214' }, { search: 'щегл динамо' }]
  for (let turn = 0; !isOver(); turn += 1) {
    const startedAt = performance.now()
    const page = await gate.call('results:page', { stage, offset: 0, limit: 200, ...queries[turn % queries.length] })
    took.push(performance.now() - startedAt)
    if (!page.ok) throw new Error(JSON.stringify(page.error))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return took
}

const answer = async (order: string): Promise<object> => {
  let isOver = false
  const pages = order === 'take+pages' ? askPages(() => isOver) : Promise.resolve([])
  const ms = await take()
  isOver = true
  const took = await pages
  const stages = await gate.call('stage:list', {})
  const rows = stages.ok ? stages.value[0]?.rows : 0
  const peakMb = memoryMb('VmHWM')
  return { ms, rows, peakMb, pagesMs: took }
}

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`)
}
await close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
