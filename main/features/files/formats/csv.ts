import type { CsvPreset, ExportOptions } from '../../../../preload/contract/files.ts'
import { csvDialects, csvLineWriter } from '../rules/csv.ts'
import type { Piece } from '../fileWriting.ts'
import type { FileDocument, Format, FormatOptions, Lines } from './format.ts'
import { headsOf } from './heads.ts'

const linesPerPiece = 128

/** The text of a table in one of the presets; a line counts as one. `isForPrograms` as `csvLineWriter` takes it. */
export async function* csvPieces(
  header: readonly string[],
  lines: Lines,
  preset: CsvPreset,
  isForPrograms = false,
): AsyncGenerator<Piece> {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect, isForPrograms)
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

export const csvEnding = (preset: CsvPreset): 'csv' | 'tsv' => (preset === 'tsv' ? 'tsv' : 'csv')

/** One table of all lines, as spreadsheets of a language read it. */
export const csv: Format = {
  ending: (options) => csvEnding(presetOf(options)),
  content: (document, options) => ({
    total: document.all.total,
    ...(document.unit === undefined ? {} : { unit: document.unit }),
    encoding: csvDialects[presetOf(options)].encoding,
    pieces: csvPieces(headerOf(document, options), document.all.lines(), presetOf(options)),
  }),
}

/** Presets for people have heads in the file's language; programs, and exports without a preset, get the source's names. */
const headerOf = (document: FileDocument, options: FormatOptions): readonly string[] => {
  const { preset } = options
  const { columns } = document.all
  return preset === undefined || preset === 'import' || preset === 'raw'
    ? columns.map(({ name }) => name)
    : headsOf(document, columns, options)
}

/** Raw replies exist in JSON only; other requests were refused earlier. */
const presetOf = ({ preset = 'en' }: Pick<ExportOptions, 'preset'>): CsvPreset => (preset === 'raw' ? 'en' : preset)
