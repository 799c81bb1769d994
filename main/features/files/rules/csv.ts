import type { CsvPreset, ExportOptions } from '../../../../preload/contract/files.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'

/** How a preset writes its file; the presets are those of the product's formats. */
type CsvDialect = {
  readonly separator: ',' | ';' | '\t'
  readonly encoding: 'utf8' | 'utf16le'
  readonly hasByteOrderMark: boolean
  readonly lineEnd: '\r\n'
}

type Preset = ExportOptions['preset']

/** CSV for programs has every column as the source names and writes it (interface.md, "Files"). */
export const isForPrograms = (preset: Preset): preset is Extract<Preset, undefined | 'import' | 'raw'> =>
  preset === undefined || preset === 'import' || preset === 'raw'

export const csvDialects: { readonly [P in CsvPreset]: CsvDialect } = {
  ru: { separator: ';', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
  en: { separator: ',', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
  import: { separator: ',', encoding: 'utf8', hasByteOrderMark: false, lineEnd: '\r\n' },
  tsv: { separator: '\t', encoding: 'utf16le', hasByteOrderMark: true, lineEnd: '\r\n' },
}

/** The separators of all presets: a program may read a file with another separator than it was written with. */
const needsQuotes = /[",;\t\r\n]/

/**
 * Spreadsheets treat text with this beginning as a formula (OWASP, CSV injection), also in full width and after blanks or
 * invisible characters. `renderer/components/dataTable/copyRows.ts` has the same rule for the clipboard.
 */
const formulaStart = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u
/** Numbers, times and gaps, which spreadsheets do not treat as formulas. */
const harmless = /^[+-]?(?:\d{1,15}(?:[.,]\d{1,15})?|(?:\d{1,4}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?)$/

const isFormula = (text: string): boolean =>
  formulaStart.test(text) && (text.startsWith('\t') || text.startsWith('\r') || !harmless.test(text.trim()))

/** Puts an apostrophe before text that a spreadsheet would evaluate. */
export const guardFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Without the beginning that makes text a formula, where its receiver would take an apostrophe for a part of the name. */
export const withoutFormulaStart = (text: string): string =>
  isFormula(text) ? text.replace(/^[\s\p{Cc}\p{Cf}=+\-@＝＋－＠]+/u, '') : text

/**
 * Writes lines of one dialect, quoted by RFC 4180. Texts are guarded against evaluation as formulas; numbers and
 * JSON need no guard. `isForPrograms`: texts stay as they are, since the program that takes the file takes no apostrophes.
 */
export const csvLineWriter = (
  { separator, lineEnd }: CsvDialect,
  isForPrograms = false,
): ((cells: readonly (Cell | undefined)[]) => string) => {
  const textOf = isForPrograms ? (text: string): string => text : guardFormula
  return (cells) => {
    let line = ''
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (index > 0) line += separator
      if (cell === undefined || cell === null) continue
      if (typeof cell === 'number' || typeof cell === 'boolean') {
        line += String(cell)
        continue
      }
      const text = typeof cell === 'string' ? textOf(cell) : JSON.stringify(cell)
      line += needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    }
    return line + lineEnd
  }
}
