import type { AppError } from '../../../../preload/contract/result.ts'
import type { Piece } from '../fileWriting.ts'
import { html } from './html.ts'
import type { Format } from './format.ts'
import type { Printing } from '../../../kernel/face.ts'

/** Larger documents are useless on paper and take minutes to lay out. */
const mostPrintedRows = 50_000

export const tooLong = (rows: number): AppError | null =>
  rows > mostPrintedRows ? { kind: 'sheet-too-large', what: 'paper', limit: mostPrintedRows } : null

/** The page of `html` on paper; null where the face has nothing that lays pages out. */
export const pdf = (printing: Printing | null): Format => ({
  refusal: ({ all }) =>
    printing === null
      ? { kind: 'invalid-input', issues: [{ path: 'format', message: 'PDF is written by the desktop app' }] }
      : tooLong(all.total),
  ending: () => 'pdf',
  content: (document, options) => {
    const page = html.content(document, options)
    const pieces = async function* (): AsyncGenerator<Piece> {
      let text = ''
      for await (const piece of page.pieces) {
        if ('error' in piece) {
          yield piece
          return
        }
        text += typeof piece.bytes === 'string' ? piece.bytes : ''
        yield { bytes: '' }
      }
      const bytes = (await printing?.toPdf(text)) ?? null
      yield bytes === null ? { error: { kind: 'not-printed', reason: 'layout' } } : { bytes, done: document.all.total }
    }
    return { ...page, pieces: pieces() }
  },
})
