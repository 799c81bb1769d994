import { setImmediate } from 'node:timers/promises'
import type { AppError, CsvPreset, JobId, Result, ResultsQuery, Stage } from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
import { fileStem } from '../domain/fileNames.ts'
import { columnKeys } from '../domain/sourceColumns.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type { Clock, Delivery, DeliveryTarget, Files, FileWriter, Store } from './ports.ts'
import type { Results, Selection } from './results.ts'

export type Exports = {
  /** Null when the user closed the dialog. */
  readonly start: (query: ResultsQuery, preset: CsvPreset) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type ExportsParts = {
  readonly store: Pick<Store, 'stage'>
  readonly results: Results
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Jobs
  readonly clock: Clock
}

const chunkLength = 256 * 1024
const turnMs = 8

export const createExports = ({ store, results, files, delivery, jobs, clock }: ExportsParts): Exports => ({
  start: async (query, preset) => {
    const stage = store.stage(query.stage)
    if (stage === null) return { ok: false, error: { kind: 'not-found', what: 'stage' } }
    const selection = await results.select(query, query.sort === undefined || query.sort.length === 0)
    if (!selection.ok) return selection
    const target = await delivery.choose(suggestName(stage, selection.value, preset, new Date(clock())))
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const jobId = jobs.start({
      kind: 'export',
      stage: stage.guid,
      title: stage.name,
      run: (control) => writeCsv(files, target.value, selection.value, preset, control),
    })
    return { ok: true, value: { jobId } }
  },
})

/** `2026-05-16 Stage - 10 km - M40 1405.csv`, in local time; what is not chosen is left out. */
const suggestName = (stage: Stage, { tables }: Selection, preset: CsvPreset, now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const distances = new Set(tables.map(({ distanceName }) => distanceName))
  const [only] = tables
  const parts = [
    stage.name,
    ...(distances.size === 1 && only !== undefined ? [only.distanceName] : []),
    ...(tables.length === 1 && only !== undefined ? [only.categoryName] : []),
  ]
  const stem = fileStem([date, parts.join(' - '), `${two(now.getHours())}${two(now.getMinutes())}`])
  return `${stem}.${preset === 'tsv' ? 'tsv' : 'csv'}`
}

/** Rows stream from the store to a partial file; the name itself appears only when all are written. */
const writeCsv = async (
  files: Files,
  target: DeliveryTarget,
  selection: Selection,
  preset: CsvPreset,
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: selection.total })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const written = await writeRows(writer, selection, preset, control)
  if (written !== null) {
    await writer.discard()
    return { state: written.kind === 'cancelled' ? 'cancelled' : 'failed', error: written }
  }
  const finished = await writer.finish()
  if (!finished.ok) {
    await writer.discard()
    return { state: 'failed', error: finished.error }
  }
  const { path, download } = target.finish()
  const name = target.path.replace(/^.*[/\\]/, '')
  control.report({ done: selection.total })
  return {
    state: 'done',
    file: { name, rows: selection.total, sha256: finished.value.sha256, path, download },
  }
}

const writeRows = async (
  writer: FileWriter,
  selection: Selection,
  preset: CsvPreset,
  control: JobControl,
): Promise<AppError | null> => {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  const encode = (text: string): string | Uint8Array =>
    dialect.encoding === 'utf8' ? text : Buffer.from(text, 'utf16le')
  let text = dialect.hasByteOrderMark ? '\uFEFF' : ''
  text += writeLine(['distance', 'category', ...columnKeys(selection.columns.map(({ name }) => name))])
  let turnStartedAt = performance.now()
  for (let position = 0; position < selection.total; position += 1) {
    const { table, index } = selection.rowAt(position)
    text += writeLine([table.distanceName, table.categoryName, ...selection.cellsOf(table, index)])
    if (text.length >= chunkLength) {
      if (control.signal.aborted) return { kind: 'cancelled' }
      const done = await writer.write(encode(text))
      if (!done.ok) return done.error
      text = ''
      control.report({ done: position + 1 })
    }
    if (position % 64 === 0 && performance.now() - turnStartedAt > turnMs) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
  }
  if (control.signal.aborted) return { kind: 'cancelled' }
  const last = await writer.write(encode(text))
  return last.ok ? null : last.error
}
