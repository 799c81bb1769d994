import type { CallExport, CallRowsQuery } from '../../../preload/contract/calls.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { publicColumn } from '../columns/rules/table/columns.ts'
import { writeSavedCalls } from './rules/savedCallFile.ts'
import type { ExportRequest } from '../files/exportDesk.ts'
import type { Piece } from '../files/fileWriting.ts'
import { aboutWriting, fileContent, fileRefusal, type FileParts } from '../files/fileParts.ts'
import type { FileDocument, Line } from '../files/formats/format.ts'
import type { ReplyReading, ReplyReadings } from './replyReading.ts'
import type { CallStore, StoredCall } from './callTables.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'

export type CallExportsParts = FileParts & {
  readonly store: CallStore
  readonly readings: ReplyReadings
  readonly mask: (text: string) => string
}

type Content = Pick<ExportRequest, 'ending' | 'content'> & { readonly title: string }

export const createCallExports =
  (parts: CallExportsParts) =>
  async (wanted: CallExport): Promise<Result<{ readonly jobId: JobId } | null>> => {
    const content = await contentOf(parts, wanted)
    if (!content.ok) return content
    return await parts.desk.start({ ...content.value, name: [content.value.title], stage: null })
  }

const noReply = notFound('reply')

const contentOf = async (parts: CallExportsParts, wanted: CallExport): Promise<Result<Content>> => {
  if (wanted.as === 'saved') return { ok: true, value: savedContent(parts) }
  const call = parts.store.callById(wanted.id)
  if (call === null) return noReply
  if (wanted.as === 'body') {
    const body = await parts.store.callBody(wanted.id)
    return body === null ? noReply : { ok: true, value: bodyContent(call, body) }
  }
  const reading = await parts.readings.of(wanted.id)
  const selected = reading === null ? [] : await reading.select(wanted)
  if (selected === null) {
    return invalidInput('column', 'no such column')
  }
  if (reading === null || reading.rows() === null) return noReply
  const rows = { call, reading, selected }
  if (wanted.as === 'json') return { ok: true, value: jsonContent(rows) }
  const document = tableDocument(parts, rows, wanted)
  const refusal = fileRefusal(parts, document, wanted)
  if (refusal !== null) return { ok: false, error: refusal }
  return { ok: true, value: { title: document.title, ...fileContent(parts, document, wanted) } }
}

const savedContent = ({ store, mask }: CallExportsParts): Content => {
  const saved = store.savedCalls()
  return {
    title: 'Saved calls',
    ending: 'json',
    content: {
      total: saved.length,
      unit: 'calls',
      pieces: [{ bytes: mask(writeSavedCalls(saved)), done: saved.length }],
    },
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
    content: { total: body.length, unit: 'bytes', pieces: [{ bytes: body, done: body.length }] },
  }
}

type Rows = { readonly call: StoredCall; readonly reading: ReplyReading; readonly selected: readonly number[] }

const tableDocument = (
  parts: CallExportsParts,
  { call, reading, selected }: Rows,
  { search, column, sort }: CallRowsQuery,
): FileDocument => {
  const table = reading.rows()
  const columns = table?.columns ?? []
  const readers = columns.map(({ name }) => table?.readers.get(name))
  const lines = function* (): Generator<readonly Line[]> {
    for (const index of selected) {
      const row = table?.rows[index]
      if (row !== undefined) yield [readers.map((read) => read?.(row))]
    }
  }
  return {
    title: titleOf(call),
    about: {
      ...aboutWriting(parts),
      subject: 'reply',
      stage: null,
      origin: call.profileName,
      choice: {
        path: parts.mask(call.path),
        sentAt: call.sentAt,
        search: search ?? '',
        column: column ?? null,
        sort: sort ?? [],
      },
      sources: () => [],
    },
    all: { columns: columns.map(publicColumn), total: selected.length, lines },
    categories: null,
  }
}

const jsonContent = ({ call, reading, selected }: Rows): Content => {
  const pieces = function* (): Generator<Piece> {
    const table = reading.rows()
    let start = '[\n'
    for (const [position, index] of selected.entries()) {
      yield { bytes: start + JSON.stringify(table?.rows[index] ?? null), done: position + 1 }
      start = ',\n'
    }
    yield { bytes: selected.length === 0 ? '[\n]\n' : '\n]\n' }
  }
  return { title: titleOf(call), ending: 'json', content: { total: selected.length, pieces: pieces() } }
}
