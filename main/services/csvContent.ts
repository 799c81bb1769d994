import type { Cell, CsvPreset } from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
import type { FileContent, Piece } from './exportDesk.ts'

export type CsvLine = readonly (Cell | undefined)[]

export type CsvTable = {
  readonly header: readonly string[]
  /** As many at a time as are at hand. */
  readonly lines: Iterable<readonly CsvLine[]> | AsyncIterable<readonly CsvLine[]>
}

const linesPerPiece = 128

/** The text of a table in one of the presets; a line counts as one. */
export async function* csvPieces({ header, lines }: CsvTable, preset: CsvPreset): AsyncGenerator<Piece> {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  let text = (dialect.hasByteOrderMark ? '\uFEFF' : '') + writeLine(header)
  let done = 0
  for await (const some of lines) {
    for (const line of some) {
      text += writeLine(line)
      done += 1
      if (done % linesPerPiece !== 0) continue
      yield { bytes: text, done }
      text = ''
    }
  }
  yield { bytes: text, done }
}

export const csvContent = (
  { header, lines, ...counted }: CsvTable & Pick<FileContent, 'total' | 'unit'>,
  preset: CsvPreset,
): FileContent => ({
  ...counted,
  encoding: csvDialects[preset].encoding,
  pieces: csvPieces({ header, lines }, preset),
})

export const csvEnding = (preset: CsvPreset): 'csv' | 'tsv' => (preset === 'tsv' ? 'tsv' : 'csv')
