import { createHash } from 'node:crypto'
import type { Input } from '../../../preload/contract.ts'
import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Exports } from './exportResults.ts'
import { recorded, type ExportRequest } from './exportDesk.ts'
import { writePieces } from './fileWriting.ts'
import { tooLong } from './formats/pdf.ts'
import type { JobControl, JobEnd, Jobs } from '../jobs/jobs.ts'
import type { Ledger } from '../changes/ledger.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Previews, Printing } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'

export type PrintoutsParts = {
  readonly exports: Pick<Exports, 'content'>
  readonly jobs: Pick<Jobs, 'start'>
  readonly ledger: Pick<Ledger, 'mark'>
  readonly store: Pick<StageStore, 'stage'>
  /** Prints by itself; null where the page that asked prints what it is given. */
  readonly printing: Printing | null
  /** Where such a page fetches it; null in a face without a screen. */
  readonly prints?: Previews
  /** Maps a throw to an error. */
  readonly errorOf: (thrown: unknown) => AppError
}

/** Results on paper: the page of the format, laid out by the face. Printed is what was handed to its dialog. */
export const createPrintouts =
  (parts: PrintoutsParts) =>
  async (chosen: Input<'results:print'>): Promise<Result<{ readonly jobId: JobId }>> => {
    const { exports, jobs, printing, prints, store } = parts
    if (printing === null && prints === undefined) return notFound('printer')
    const made = await exports.content({ format: 'html', ...chosen, isPage: true })
    if (!made.ok) return made
    const error = tooLong(made.value.content.total)
    if (error !== null) return { ok: false, error }
    const title = store.stage(chosen.stage)?.name ?? ''
    const run = async (control: JobControl): Promise<JobEnd> => {
      const page = await gather(made.value.content, control)
      if (!page.ok) return endedBy(page.error)
      const { text, rows } = page.value
      const printed = (await printing?.print(text, control.signal)) ?? page
      if (!printed.ok) return endedBy(printed.error)
      const download = printing === null ? (prints?.publish(text) ?? null) : null
      const file: ExportedFile = { name: title, rows, sha256: sha256Of(text), path: null, download }
      const mark = (): unknown => parts.ledger.mark(chosen.stage, 'printed', made.value.known)
      return { state: 'done', file: recorded(file, parts.errorOf, mark) }
    }
    return { ok: true, value: { jobId: jobs.start({ kind: 'print', stage: chosen.stage, title, run }) } }
  }

const endedBy = (error: AppError): JobEnd => ({ state: error.kind === 'cancelled' ? 'cancelled' : 'failed', error })

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

const gather = async (
  content: ExportRequest['content'],
  control: JobControl,
): Promise<Result<{ readonly text: string; readonly rows: number }>> => {
  const chunks: string[] = []
  control.report({ total: content.total })
  const write = async (chunk: string | Uint8Array): Promise<Result<null>> => {
    if (typeof chunk === 'string') chunks.push(chunk)
    return { ok: true, value: null }
  }
  const written = await writePieces({ write }, content, control)
  return written.ok ? { ok: true, value: { text: chunks.join(''), rows: written.value } } : written
}
