import type { AppError, CallExport, CsvPreset, ExportedFile, JobId, Result } from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
import { fileStem } from '../domain/fileNames.ts'
import { writeSavedCalls } from '../domain/savedCallFile.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type { CallStore, Clock, Delivery, DeliveryTarget, Files, FileWriter, StoredCall } from './ports.ts'
import type { ReplyReading, ReplyReadings } from './replyReading.ts'
import { createTurns } from './turns.ts'

export type CallExportsParts = {
  readonly store: CallStore
  readonly readings: ReplyReadings
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Pick<Jobs, 'start'>
  readonly clock: Clock
  readonly mask: (text: string) => string
}

type Counted = Pick<ExportedFile, 'rows' | 'unit'>

/** What a file is named after, how many things will be in it, and what writes them. */
type Content = {
  readonly title: string
  readonly ending: string
  readonly total: number
  readonly unit?: ExportedFile['unit']
  readonly write: (put: Put, control: JobControl) => Promise<void>
}

/** Throws nothing: after a failure or a cancel it does nothing any more. */
type Put = (text: string | Uint8Array, done: number) => Promise<void>

const chunkLength = 256 * 1024

export const createCallExports =
  (parts: CallExportsParts) =>
  async (wanted: CallExport): Promise<Result<{ readonly jobId: JobId } | null>> => {
    const content = await contentOf(parts, wanted)
    if (!content.ok) return content
    const { title, ending } = content.value
    const target = await parts.delivery.choose(suggestName(title, ending, new Date(parts.clock())))
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const jobId = parts.jobs.start({
      kind: 'export',
      stage: null,
      title,
      run: (control) => writeFile(parts.files, target.value, content.value, control),
    })
    return { ok: true, value: { jobId } }
  }

const notFound: { readonly ok: false; readonly error: AppError } = {
  ok: false,
  error: { kind: 'not-found', what: 'reply' },
}

const contentOf = async (parts: CallExportsParts, wanted: CallExport): Promise<Result<Content>> => {
  if (wanted.as === 'saved') return { ok: true, value: savedContent(parts) }
  const call = parts.store.callById(wanted.id)
  if (call === null) return notFound
  if (wanted.as === 'body') {
    const body = await parts.store.callBody(wanted.id)
    return body === null ? notFound : { ok: true, value: bodyContent(call, body) }
  }
  const reading = await parts.readings.of(wanted.id)
  const selected = reading === null ? [] : await reading.select(wanted)
  if (selected === null) {
    return { ok: false, error: { kind: 'invalid-input', issues: [{ path: 'column', message: 'no such column' }] } }
  }
  if (reading === null || reading.rows() === null) return notFound
  const rows = { call, reading, selected }
  return { ok: true, value: wanted.as === 'csv' ? csvContent(rows, wanted.preset) : jsonContent(rows) }
}

const savedContent = ({ store, mask }: CallExportsParts): Content => {
  const saved = store.savedCalls()
  return {
    title: 'Saved calls',
    ending: 'json',
    total: saved.length,
    unit: 'calls',
    write: (put) => put(mask(writeSavedCalls(saved)), saved.length),
  }
}

const titleOf = ({ path }: StoredCall): string => path.replace(/[?].*$/su, '').replace(/^\/v3\//u, '')

const endings: readonly (readonly [RegExp, string])[] = [
  [/json/i, 'json'],
  [/html/i, 'html'],
  [/csv/i, 'csv'],
  [/xml/i, 'xml'],
  [/^text\//i, 'txt'],
]

const bodyContent = (call: StoredCall, body: Uint8Array): Content => {
  const type = call.headers['content-type'] ?? ''
  return {
    title: titleOf(call),
    ending: endings.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin',
    total: body.length,
    unit: 'bytes',
    write: (put) => put(body, body.length),
  }
}

type Rows = { readonly call: StoredCall; readonly reading: ReplyReading; readonly selected: readonly number[] }

const csvContent = ({ call, reading, selected }: Rows, preset: CsvPreset): Content => ({
  title: titleOf(call),
  ending: preset === 'tsv' ? 'tsv' : 'csv',
  total: selected.length,
  write: async (put) => {
    const table = reading.rows()
    const dialect = csvDialects[preset]
    const writeLine = csvLineWriter(dialect)
    const columns = table?.columns ?? []
    const readers = columns.map(({ name }) => table?.readers.get(name))
    const encode = (text: string): string | Uint8Array =>
      dialect.encoding === 'utf8' ? text : Buffer.from(text, 'utf16le')
    const head = (dialect.hasByteOrderMark ? '\uFEFF' : '') + writeLine(columns.map(({ name }) => name))
    await putRows(
      selected,
      head,
      '',
      (text, done) => put(encode(text), done),
      (index) => {
        const row = table?.rows[index]
        return row === undefined ? '' : writeLine(readers.map((read) => read?.(row)))
      },
    )
  },
})

const jsonContent = ({ call, reading, selected }: Rows): Content => ({
  title: titleOf(call),
  ending: 'json',
  total: selected.length,
  write: async (put) => {
    const table = reading.rows()
    let isFirst = true
    await putRows(selected, '[', '\n]\n', put, (index) => {
      const start = isFirst ? '\n' : ',\n'
      isFirst = false
      return start + JSON.stringify(table?.rows[index] ?? null)
    })
  },
})

const putRows = async (
  rows: readonly number[],
  head: string,
  tail: string,
  put: (text: string, done: number) => Promise<void>,
  lineOf: (row: number) => string,
): Promise<void> => {
  const turn = createTurns()
  let text = head
  for (const [position, row] of rows.entries()) {
    text += lineOf(row)
    if (text.length >= chunkLength) {
      await put(text, position + 1)
      text = ''
    }
    if (position % 64 === 0) await turn()
  }
  await put(text + tail, rows.length)
}

/** `2026-05-16 Orders Details 1405.json`, in local time. */
const suggestName = (title: string, ending: string, now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${fileStem([date, title, `${two(now.getHours())}${two(now.getMinutes())}`])}.${ending}`
}

const writeFile = async (
  files: Files,
  target: DeliveryTarget,
  content: Content,
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: content.total })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const failure = await writeContent(writer, content, control)
  if (failure !== null) {
    await writer.discard()
    return { state: failure.kind === 'cancelled' ? 'cancelled' : 'failed', error: failure }
  }
  const finished = await writer.finish()
  if (!finished.ok) return { state: 'failed', error: finished.error }
  const { path, download } = target.finish()
  const name = target.path.replace(/^.*[/\\]/, '')
  const counted: Counted = { rows: content.total, ...(content.unit === undefined ? {} : { unit: content.unit }) }
  return { state: 'done', file: { name, ...counted, sha256: finished.value.sha256, path, download } }
}

const writeContent = async (writer: FileWriter, content: Content, control: JobControl): Promise<AppError | null> => {
  let failure: AppError | null = null
  await content.write(async (piece, done) => {
    if (control.signal.aborted) failure ??= { kind: 'cancelled' }
    if (failure !== null) return
    const written = await writer.write(piece)
    if (!written.ok) failure = written.error
    else control.report({ done })
  }, control)
  return failure
}
