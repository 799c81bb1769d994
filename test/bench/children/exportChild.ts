import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAtomicFiles } from '../../../main/platform/files/atomicFiles.ts'
import { zipFiles } from '../../../main/platform/files/fflateZip.ts'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'
import { createCategoryRows } from '../../../main/features/columns/categoryRows.ts'
import { writePieces } from '../../../main/features/files/fileWriting.ts'
import { xlsx } from '../../../main/features/files/formats/xlsx.ts'
import { resultDocument } from '../../../main/features/files/resultDocument.ts'
import { createResults } from '../../../main/features/results/results.ts'
import type { TableFormat } from '../../../preload/contract/files.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import { deliverTo } from '../../support/openCore.ts'
import { benchStage } from '../benchRace.ts'
import { quantile } from '../report.ts'
import { memoryMb } from '../processMemory.ts'
import { answerOrders, askPages, openBenchCore } from './benchCore.ts'

/**
 * A core on FOLDER/data: `node exportChild.ts BASE_URL RESULTS_URL FOLDER`. Each line on its input is an order, answered with a
 * line: `take` · `plain` writes the rows as plain SQL rows to FOLDER/plain.db for the peers · `export FORMAT` writes FOLDER/ours
 * and answers {ms, peakMb, idleMb, rows} · `one-sheet` writes a workbook of all rows without the sheets of categories, {ms} ·
 * `busy FORMAT` exports, takes another stage and watches a third, while pages are asked for: {ms, p99, pages, longestMs}.
 */
const [baseUrl = '', resultsUrl = '', folder = ''] = process.argv.slice(2)
const path = join(folder, 'ours')
const dataDir = join(folder, 'data')
const core = await openBenchCore(dataDir, {
  delivery: deliverTo(path),
  unsaved: { baseUrl, resultsUrl },
  parallelCalls: 8,
})
const { gate, call, finish, addStage } = core
const stage = benchStage as StageGuid
const otherStage = (end: string): string => benchStage.slice(0, -1) + end

const take = async (guid: string): Promise<object> => {
  const added = await addStage(guid)
  return { done: (await finish(() => call('stage:take', { stage: added }))).done }
}

const writePlainRows = async (): Promise<object> => {
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
  return {}
}

/** The marks of the process at its start are the idle ones: ask for one export of a process to know how much it takes. */
const idleMb = memoryMb('VmRSS')

const exportAs = async (format: TableFormat): Promise<object> => {
  const startedAt = performance.now()
  const job = await finish(() => call('results:export', { stage, format }))
  return { ms: performance.now() - startedAt, peakMb: memoryMb('VmHWM'), idleMb, rows: job.file?.rows ?? 0 }
}

/** The same document, parts and writer that the gate uses, without the sheets of categories, as the peer has none. */
const writeOneSheet = async (): Promise<object> => {
  const { store } = openSqliteStore(dataDir, new Date().toISOString() as Instant)
  const cache = createCategoryRows(store)
  const startedAt = performance.now()
  const about = { stage: null, origin: null, writtenAt: new Date().toISOString() as Instant, appVersion: 'bench' }
  const found = await resultDocument({ store, results: createResults(store, cache) }, about, 'bench', {
    stage,
  })
  if (!found.ok) throw new Error(found.error.kind)
  const content = xlsx(zipFiles).content({ ...found.value, categories: null }, { language: 'en' })
  const file = await createAtomicFiles().create(path)
  if (!file.ok) throw new Error(file.error.kind)
  const control = { signal: new AbortController().signal, report: () => undefined }
  const written = await writePieces(file.value, content, control)
  const finished = await file.value.finish()
  if (!written.ok || !finished.ok) throw new Error('The workbook could not be written')
  const ms = performance.now() - startedAt
  await store.close()
  return { ms, rows: written.value }
}

const measureBusy = async (format: TableFormat): Promise<object> => {
  const watched = await addStage(otherStage('9'))
  // The first search of a stage makes its index; the crew has been at work for long.
  let turns = 0
  await askPages(core, stage, () => (turns += 1) > 5)
  const startedAt = performance.now()
  let isOver = false
  const pages = askPages(core, stage, () => isOver)
  await call('stage:watch', { stage: watched, everyS: 30, budgetMbPerHour: 100_000 })
  const exportOnAndOn = async (): Promise<void> => {
    // With fewer than some hundred pages, p99 would be the longest.
    while (performance.now() - startedAt < 10_000) await finish(() => call('results:export', { stage, format }))
  }
  await Promise.all([take(otherStage('8')), exportOnAndOn()])
  isOver = true
  const took = await pages
  await call('stage:unwatch', { stage: watched })
  const ms = performance.now() - startedAt
  return { ms, p99: quantile(took, 0.99), pages: took.length, longestMs: Math.max(...took) }
}

const answer = (order: string): Promise<object> => {
  const [what, format = 'csv'] = order.split(' ')
  if (what === 'take') return take(stage)
  if (what === 'plain') return writePlainRows()
  if (what === 'one-sheet') return writeOneSheet()
  return what === 'busy' ? measureBusy(format as TableFormat) : exportAs(format as TableFormat)
}

await answerOrders(answer, core.close)
