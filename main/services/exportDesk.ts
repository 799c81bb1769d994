import type { AppError, ExportedFile, JobId, Result, StageGuid } from '../../preload/contract.ts'
import { fileStem } from '../domain/fileNames.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type { Clock, Delivery, DeliveryTarget, Files, FileWriter } from './ports.ts'
import { createTurns } from './turns.ts'

/** `done`: how many of the content's `total` are in the file with this piece; absent for what counts for none. */
export type Piece = { readonly bytes: string | Uint8Array; readonly done?: number }

/** What goes into a file, taken piece by piece, so that it never stands in memory as a whole. */
export type FileContent = {
  /** What progress counts to: rows, or `unit`. */
  readonly total: number
  readonly unit?: NonNullable<ExportedFile['unit']>
  /** Of pieces that are text. */
  readonly encoding?: 'utf8' | 'utf16le'
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
}

export type ExportRequest = {
  /** Of the file: parts between its date and its time, or the whole of it. */
  readonly name: readonly string[] | { readonly exactly: string }
  /** Without a dot. */
  readonly ending: string
  readonly stage: StageGuid | null
  /** Of the job; absent: the name of the file. */
  readonly title?: string
  readonly content: FileContent
  /** Told once the file is there. */
  readonly written?: () => void
}

export type ExportDesk = {
  /** Asks where the file goes and writes it as a job; null when the user closed the dialog. */
  readonly start: (request: ExportRequest) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type ExportDeskParts = {
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Pick<Jobs, 'start'>
  readonly clock: Clock
}

/** Texts are gathered to so many characters before they are written. */
const chunkLength = 256 * 1024

/** Every file that leaves the app goes out by here: partial file, progress, cancel, rename. */
export const createExportDesk = ({ files, delivery, jobs, clock }: ExportDeskParts): ExportDesk => ({
  start: async ({ name, ending, stage, title, content, written }) => {
    const stem = 'exactly' in name ? name.exactly : suggestStem(name, new Date(clock()))
    const target = await delivery.choose(`${stem}.${ending}`)
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const run = async (control: JobControl): Promise<JobEnd> => {
      const end = await writeFile(files, target.value, content, control)
      if (end.state === 'done') written?.()
      return end
    }
    return {
      ok: true,
      value: { jobId: jobs.start({ kind: 'export', stage, title: title ?? nameOf(target.value), run }) },
    }
  },
})

const nameOf = ({ path }: DeliveryTarget): string => path.replace(/^.*[/\\]/, '')

/** `2026-05-16 Stage - 10 km - M40 1405`, in local time. */
const suggestStem = (name: readonly string[], now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return fileStem([date, name.join(' - '), `${two(now.getHours())}${two(now.getMinutes())}`])
}

const writeFile = async (
  files: Files,
  target: DeliveryTarget,
  content: FileContent,
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: content.total })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const written = await writePieces(writer, content, control)
  const finished = written.ok ? await writer.finish() : written
  if (!written.ok || !finished.ok) {
    await writer.discard()
    const error: AppError = finished.ok ? { kind: 'cancelled' } : finished.error
    return { state: error.kind === 'cancelled' ? 'cancelled' : 'failed', error }
  }
  const { path, download } = target.finish()
  const counted = { rows: written.value, ...(content.unit === undefined ? {} : { unit: content.unit }) }
  return { state: 'done', file: { name: nameOf(target), ...counted, sha256: finished.value.sha256, path, download } }
}

/** Gives how many are in the file. */
const writePieces = async (
  writer: FileWriter,
  { pieces, encoding = 'utf8' }: FileContent,
  control: JobControl,
): Promise<Result<number>> => {
  const turn = createTurns()
  let text = ''
  let done = 0
  const writeText = async (): Promise<Result<null>> => {
    const waiting = text
    text = ''
    if (control.signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
    return await writer.write(encoding === 'utf8' ? waiting : Buffer.from(waiting, 'utf16le'))
  }
  let seen = 0
  for await (const { bytes, done: now } of pieces) {
    if (typeof bytes === 'string') text += bytes
    const isBytes = typeof bytes !== 'string'
    if (isBytes || text.length >= chunkLength) {
      const flushed = await writeText()
      if (!flushed.ok) return flushed
      const written = isBytes ? await writer.write(bytes) : flushed
      if (!written.ok) return written
      control.report({ done: now ?? done })
    }
    done = now ?? done
    seen += 1
    if (seen % 64 === 0) await turn()
  }
  const last = await writeText()
  if (!last.ok) return last
  control.report({ done })
  return { ok: true, value: done }
}
