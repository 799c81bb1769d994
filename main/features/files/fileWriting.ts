import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Progress } from '../jobs/jobs.ts'
import { turn } from '../../kernel/turns.ts'
import type { FileWriter } from '../../platform/files/files.ts'

/**
 * `done`: how many of the content's `total` are in the file with this piece; absent for what counts for none. `error`: what has
 * come shows that there can be no such file.
 */
export type Piece = { readonly bytes: string | Uint8Array; readonly done?: number } | { readonly error: AppError }

/** File content in pieces, never whole in memory. */
export type FileContent = {
  /** Total of the progress, in rows or in `unit`. */
  readonly total: number
  readonly unit?: NonNullable<ExportedFile['unit']>
  /** Encoding of text pieces. */
  readonly encoding?: 'utf8' | 'utf16le'
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
}

export type WritingControl = { readonly signal: AbortSignal; readonly report: (progress: Progress) => void }

/** Texts are gathered to so many characters before they are written. */
const chunkLength = 256 * 1024

/** Gives how many are in the file. Errors: those of the writer, cancelled. */
export const writePieces = async (
  writer: Pick<FileWriter, 'write'>,
  { pieces, encoding = 'utf8' }: FileContent,
  control: WritingControl,
): Promise<Result<number>> => {
  let text = ''
  let done = 0
  const writeText = async (): Promise<Result<null>> => {
    const waiting = text
    text = ''
    if (control.signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
    return await writer.write(encoding === 'utf8' ? waiting : Buffer.from(waiting, 'utf16le'))
  }
  let seen = 0
  for await (const piece of pieces) {
    if ('error' in piece) return { ok: false, error: piece.error }
    const { bytes, done: now } = piece
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
    if (seen % 64 !== 0) continue
    await turn()
    if (control.signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
  }
  const last = await writeText()
  if (!last.ok) return last
  control.report({ done })
  return { ok: true, value: done }
}
