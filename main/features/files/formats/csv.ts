import type { Column } from '../../../../preload/contract/columns.ts'
import type { CsvPreset, ExportOptions } from '../../../../preload/contract/files.ts'
import { csvDialects, csvLineWriter } from '../rules/csv.ts'
import { columnHeads } from '../../columns/rules/sourceColumns.ts'
import type { Piece } from '../fileWriting.ts'
import type { Format, Lines } from './format.ts'

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
  content: ({ all, unit }, options) => ({
    total: all.total,
    ...(unit === undefined ? {} : { unit }),
    encoding: csvDialects[presetOf(options)].encoding,
    pieces: csvPieces(headsOf(all.columns, options.preset), all.lines(), presetOf(options)),
  }),
}

/** Presets for people have the service's labels; programs, and exports without a preset, get the source's names. */
const headsOf = (columns: readonly Column[], preset: ExportOptions['preset']): readonly string[] =>
  preset === undefined || preset === 'import' || preset === 'raw'
    ? columns.map(({ name }) => name)
    : columnHeads(columns)

/** Raw replies exist in JSON only; other requests were refused earlier. */
const presetOf = ({ preset = 'en' }: Pick<ExportOptions, 'preset'>): CsvPreset => (preset === 'raw' ? 'en' : preset)
