import type { Piece } from '../fileWriting.ts'
import type { FileDocument, Format, FormatOptions } from './format.ts'

export const html: Format = {
  ending: () => 'html',
  content: (document, options) => ({
    total: document.all.total,
    ...(document.unit === undefined ? {} : { unit: document.unit }),
    pieces: pieces(document, options),
  }),
}

async function* pieces(document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  // Loaded on first use: page layout would slow every start.
  const { pagePieces } = await import('./htmlPage.ts')
  yield* pagePieces(document, options)
}
