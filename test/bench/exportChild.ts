import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Job, StageGuid } from '../../preload/contract.ts'
import { createCore } from '../../main/core.ts'
import { benchStage } from './benchRace.ts'

/**
 * A core that has taken the bench's stage: `node exportChild.ts BASE_URL RESULTS_URL FOLDER`. Writes the same rows as plain SQL
 * rows to FOLDER/plain.db for the peers, then answers every line with one export to FOLDER/ours.csv: {ms, grownMb}.
 */
const [baseUrl = '', resultsUrl = '', folder = ''] = process.argv.slice(2)
const stage = benchStage as StageGuid
const path = join(folder, 'ours.csv')
const core = await createCore({
  face: 'terminal',
  dataDir: join(folder, 'data'),
  env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' },
  systemLanguage: 'en',
  delivery: { choose: async () => ({ ok: true, value: { path, finish: () => ({ path, download: null }) } }) },
  version: 'bench',
  unsaved: { baseUrl, resultsUrl },
  parallelCalls: 8,
})
if (!core.ok) throw new Error(JSON.stringify(core.error))
const { gate, unsavedProfile, close } = core.value
if (unsavedProfile === null) throw new Error('No profile')

const finish = async (start: () => Promise<unknown>): Promise<void> => {
  const finished = new Promise<Job>((resolve) => {
    const stop = gate.listen((event) => {
      if (event.name !== 'job:finished') return
      stop()
      resolve(event.data)
    })
  })
  await start()
  const job = await finished
  if (job.state !== 'done') throw new Error(`${job.kind} ended ${job.state}: ${JSON.stringify(job.error)}`)
}

const writePlainRows = async (): Promise<void> => {
  const database = new DatabaseSync(join(folder, 'plain.db'))
  let insert: ReturnType<DatabaseSync['prepare']> | null = null
  database.exec('BEGIN')
  for (let offset = 0; ; offset += 1_000) {
    const page = await gate.call('results:page', { stage, offset, limit: 1_000 })
    if (!page.ok || page.value.rows.length === 0) break
    if (insert === null) {
      const names = ['distance', 'category', ...page.value.columns.map(({ name }) => name)]
      database.exec(`CREATE TABLE rows (${names.map((name) => `"${name}"`).join(', ')})`)
      insert = database.prepare(`INSERT INTO rows VALUES (${names.map(() => '?').join(', ')})`)
    }
    for (const { category, cells } of page.value.rows) {
      insert.run(
        '10 km',
        `Category ${category}`,
        ...cells.map((cell) => (typeof cell === 'number' ? cell : String(cell))),
      )
    }
  }
  database.exec('COMMIT')
  database.close()
}

await gate.call('stage:add', { profileId: unsavedProfile.id, text: benchStage })
await finish(() => gate.call('stage:take', { stage }))
await writePlainRows()
process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) {
  const beforeMb = process.memoryUsage().rss / 2 ** 20
  let peakMb = beforeMb
  const watch = setInterval(() => (peakMb = Math.max(peakMb, process.memoryUsage().rss / 2 ** 20)), 10)
  const startedAt = performance.now()
  await finish(() => gate.call('results:export', { stage, format: 'csv', preset: 'en' }))
  const ms = performance.now() - startedAt
  clearInterval(watch)
  process.stdout.write(`${JSON.stringify({ ms, grownMb: peakMb - beforeMb })}\n`)
}
await close()
process.exit(0)
