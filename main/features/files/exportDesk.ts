import { basename, dirname, extname, join } from 'node:path'
import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { fileStem } from './rules/fileNames.ts'
import { writeReceipt, type ReceiptFacts } from './rules/receipts.ts'
import { sheetLimits } from './rules/sheetLimits.ts'
import { writePieces, type FileContent, type WritingControl } from './fileWriting.ts'
import type { JobEnd, Jobs } from '../jobs/jobs.ts'
import type { ExportStore } from './exportTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Delivery, DeliveryTarget } from '../../kernel/face.ts'
import type { Files, WrittenFile } from '../../platform/files/files.ts'
import type { Failure } from '../../kernel/result.ts'

/** The receipt to write. */
export type RequestedReceipt = {
  /** Beside the file too, not in the store alone. */
  readonly isWanted: boolean
  readonly facts: () => ReceiptFacts
}

export type ExportRequest = {
  /** File name: parts between date and time, or the exact name. */
  readonly name: readonly string[] | { readonly exactly: string }
  /** Without a dot. */
  readonly ending: string
  readonly stage: StageGuid | null
  /** Job title; defaults to the file name. */
  readonly title?: string
  readonly content: FileContent
  /** Absent for what is made of no document. */
  readonly receipt?: RequestedReceipt
  /** Told once the file is there. */
  readonly written?: () => void
}

export type ExportDesk = {
  /** Asks where the file goes and writes it as a job; null when the user closed the dialog. */
  readonly start: (request: ExportRequest) => Promise<Result<{ readonly jobId: JobId } | null>>
  /** Writes it now. Content with the hash `unlessSha256` is not written again; the answer then has no file. */
  readonly write: (
    target: DeliveryTarget,
    request: Pick<ExportRequest, 'content' | 'receipt' | 'ending'>,
    control: WritingControl,
    unlessSha256?: string,
  ) => Promise<JobEnd>
}

export type ExportDeskParts = {
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Pick<Jobs, 'start'>
  readonly store: Pick<ExportStore, 'rememberExport'>
  readonly clock: Clock
  readonly appVersion: string
  /** Hides secrets. */
  readonly mask: (text: string) => string
  /** Maps a throw to an error. */
  readonly errorOf: (thrown: unknown) => AppError
}

/** Behind the name of a file, of the receipt beside it. */
export const receiptEnding = '.receipt.json'

/** Every file that leaves the app goes out by here: partial file, progress, cancel, rename, receipt. */
export const createExportDesk = (parts: ExportDeskParts): ExportDesk => ({
  start: async (request) => {
    const { name, ending, stage, title, written } = request
    const stem = 'exactly' in name ? name.exactly : suggestStem(name, new Date(parts.clock()))
    const target = await parts.delivery.choose(`${stem}.${ending}`)
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const run = async (control: WritingControl): Promise<JobEnd> => {
      const end = await writeFile(parts, target.value, request, control)
      return end.file === undefined ? end : { ...end, file: recorded(end.file, parts.errorOf, () => written?.()) }
    }
    return {
      ok: true,
      value: { jobId: parts.jobs.start({ kind: 'export', stage, title: title ?? basename(target.value.path), run }) },
    }
  },
  write: (target, request, control, unlessSha256) => writeFile(parts, target, request, control, unlessSha256),
})

/** An export whose file is in place is done, even if recording it fails. */
export const recorded = (
  file: ExportedFile,
  errorOf: ExportDeskParts['errorOf'],
  record: () => unknown,
): ExportedFile => {
  try {
    record()
    return file
  } catch (thrown) {
    return { ...file, unrecorded: errorOf(thrown) }
  }
}

/** `2026-05-16 Stage - 10 km - M40 1405`, in local time. */
const suggestStem = (name: readonly string[], now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return fileStem([date, name.join(' - '), `${two(now.getHours())}${two(now.getMinutes())}`])
}

/** `name (2).xlsx` */
const otherPath = (path: string, attempt: number): string => {
  const ending = extname(path)
  return join(dirname(path), `${basename(path, ending)} (${attempt})${ending}`)
}

const writeFile = async (
  parts: ExportDeskParts,
  target: DeliveryTarget,
  { content, receipt, ending }: Pick<ExportRequest, 'content' | 'receipt' | 'ending'>,
  control: WritingControl,
  unlessSha256?: string,
): Promise<JobEnd> => {
  control.report({ total: content.total })
  const facts = receipt?.facts() ?? plainFacts(parts, ending)
  const created = await parts.files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const pieces = await writePieces(writer, content, control).catch(async (thrown: unknown) => {
    if (isBeyondZip(thrown)) return archiveTooLarge
    await writer.discard()
    throw thrown
  })
  if (pieces.ok && writer.sha256() === unlessSha256) {
    await writer.discard()
    return { state: 'done' }
  }
  const elsewhere = (attempt: number): string => otherPath(target.path, attempt)
  const finished = pieces.ok ? await writer.finish(target.canBeRenamed === true ? elsewhere : undefined) : pieces
  if (!pieces.ok || !finished.ok) {
    await writer.discard()
    const error: AppError = finished.ok ? { kind: 'cancelled' } : finished.error
    return { state: error.kind === 'cancelled' ? 'cancelled' : 'failed', error }
  }
  const { path, sha256, sizeBytes } = finished.value
  const place = target.finish(path)
  const name = basename(path)
  const asked = basename(target.path)
  const rows = content.unit === undefined ? pieces.value : null
  const text = writeReceipt(facts, { name, sizeBytes, sha256, rows }, parts.mask)
  const remembered = { sha256, name, path: place.path === null ? null : path, writtenAt: facts.writtenAt }
  const written: ExportedFile = {
    name,
    rows: pieces.value,
    ...(content.unit === undefined ? {} : { unit: content.unit }),
    sha256,
    ...place,
    ...(name === asked ? {} : { insteadOf: asked }),
  }
  const file = recorded(written, parts.errorOf, () => parts.store.rememberExport({ ...remembered, receipt: text }))
  if (receipt?.isWanted !== true) return { state: 'done', file }
  const left = await leaveReceipt(parts.files, target, finished.value, text)
  return left.ok
    ? { state: 'done', file: { ...file, receipt: left.value } }
    : { state: 'partial', error: left.error, file }
}

const isBeyondZip = (thrown: unknown): boolean => thrown instanceof RangeError && thrown.cause === 'zip'

const archiveTooLarge: Failure = {
  ok: false,
  error: { kind: 'sheet-too-large', what: 'bytes', limit: sheetLimits.sizeBytes },
}

const plainFacts = ({ clock, appVersion }: ExportDeskParts, ending: string): ReceiptFacts => ({
  file: { format: ending, preset: null },
  writtenAt: new Date(clock()).toISOString() as Instant,
  appVersion,
  subject: 'other',
  stage: null,
  origin: null,
  state: null,
  sources: [],
  mapping: [],
  choice: {},
})

/** Beside the file, or wherever the face puts a second one. */
const leaveReceipt = async (
  files: Files,
  { beside }: DeliveryTarget,
  file: WrittenFile,
  text: string,
): Promise<Result<NonNullable<ExportedFile['receipt']>>> => {
  const name = `${basename(file.path)}${receiptEnding}`
  const path = join(dirname(file.path), name)
  const target = (await beside?.(name)) ?? { ok: true, value: { path, finish: () => ({ path, download: null }) } }
  if (!target.ok) return target
  const created = await files.create(target.value.path)
  if (!created.ok) return created
  const written = await created.value.write(text)
  const finished = written.ok ? await created.value.finish() : written
  if (!finished.ok) {
    await created.value.discard()
    return finished
  }
  return { ok: true, value: { name, ...target.value.finish(finished.value.path) } }
}
