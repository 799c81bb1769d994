import type { CsvPreset, ExportOptions } from '../../../../preload/contract/files.ts'
import { csvDialects, csvLineWriter, isForPrograms } from '../rules/csv.ts'
import { decimalSign, excelCells } from '../rules/excelCells.ts'
import type { Piece } from '../fileWriting.ts'
import type { FileDocument, Format, FormatOptions, Line, Lines, Sheet } from './format.ts'
import { headsOf } from './heads.ts'
import { meaningfulColumns } from './meaningfulColumns.ts'

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
    pieces: pieces(document, options),
  }),
}

async function* pieces(document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  const { heads, sheet } = await csvTable(document, options)
  yield* csvPieces(heads, sheet.lines(), presetOf(options))
}

/** Programs get every column as received; people get columns with a meaning, in words and as Excel reads them. */
export const csvTable = async (
  document: FileDocument,
  options: FormatOptions,
): Promise<{ readonly heads: readonly string[]; readonly sheet: Sheet }> => {
  const { preset } = options
  if (isForPrograms(preset)) {
    return { heads: document.all.columns.map(({ name }) => name), sheet: document.all }
  }
  const sheet = (await meaningfulColumns(document, options))(document.all)
  const heads = headsOf(document, sheet.columns, options)
  return { heads, sheet: options.areAllSent === true ? sheet : forExcel(sheet, preset, options) }
}

/** The lines as Excel reads them; those for imports stay. */
export const forExcel = <T extends Pick<Sheet, 'columns' | 'lines'>>(
  sheet: T,
  preset: CsvPreset,
  { language }: Pick<FormatOptions, 'language'>,
): T => {
  if (preset === 'import') return sheet
  const write = excelCells(sheet.columns, decimalSign(preset, language))
  const lines = async function* (): AsyncGenerator<readonly Line[]> {
    for await (const some of sheet.lines()) yield some.map(write)
  }
  return { ...sheet, lines }
}

/** Raw replies exist in JSON only; other requests were refused earlier. */
const presetOf = ({ preset = 'en' }: Pick<ExportOptions, 'preset'>): CsvPreset => (preset === 'raw' ? 'en' : preset)
