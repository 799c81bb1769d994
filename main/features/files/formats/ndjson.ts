import type { Piece } from '../fileWriting.ts'
import { rowTexts, schemaVersion } from './json.ts'
import type { FileDocument, Format, FormatOptions, Lines } from './format.ts'

const rowsPerPiece = 128

/** A line for each row, each an object that can be understood without the others. */
export const ndjson: Format = {
  ending: () => 'ndjson',
  content: (document, options) => ({
    total: document.all.total,
    ...(document.unit === undefined ? {} : { unit: document.unit }),
    pieces: linePieces(rowTexts(document, options, lineStart(document, options))),
  }),
}

const lineStart = ({ about, results }: FileDocument, { isFinal = false }: FormatOptions): string =>
  results === undefined
    ? ''
    : JSON.stringify({
        schema: 'racedesk.result',
        schemaVersion,
        stage: about.stage?.guid ?? null,
        state: isFinal ? 'final' : 'preliminary',
      }).slice(0, -1)

async function* linePieces(texts: Lines<string>): AsyncGenerator<Piece> {
  let text = ''
  let done = 0
  for await (const some of texts) {
    for (const row of some) {
      text += `${row}\n`
      done += 1
      if (done % rowsPerPiece !== 0) continue
      yield { bytes: text, done }
      text = ''
    }
  }
  yield { bytes: text, done }
}
