import type { Cell, CsvPreset } from '../../preload/contract.ts'

/** How a preset writes its file; the presets are those of the product's formats. */
export type CsvDialect = {
  readonly separator: ',' | ';' | '\t'
  readonly encoding: 'utf8' | 'utf16le'
  readonly hasByteOrderMark: boolean
  readonly lineEnd: '\r\n'
}

export const csvDialects: { readonly [P in CsvPreset]: CsvDialect } = {
  ru: { separator: ';', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
  en: { separator: ',', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
  import: { separator: ',', encoding: 'utf8', hasByteOrderMark: false, lineEnd: '\r\n' },
  tsv: { separator: '\t', encoding: 'utf16le', hasByteOrderMark: true, lineEnd: '\r\n' },
}

const needsQuotes: { readonly [S in CsvDialect['separator']]: RegExp } = {
  ',': /[",\r\n]/,
  ';': /[";\r\n]/,
  '\t': /["\t\r\n]/,
}

/** A spreadsheet takes text that begins so for a formula (OWASP, CSV injection). */
const formulaStart = /^[=+\-@\t\r]/
/** Times and gaps, which a spreadsheet reads as what they are. */
const timeOrGap = /^[+-]?(?:\d{1,4}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?$/

export const guardFormula = (text: string): string =>
  formulaStart.test(text) && !timeOrGap.test(text) ? `'${text}` : text

/** The text of a cell, unguarded: blank for nothing, JSON for arrays and objects. */
export const cellText = (cell: Cell | undefined): string => {
  if (typeof cell === 'string') return cell
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** Writes lines of one dialect, quoted as RFC 4180 says; texts get the formula guard, numbers and JSON need none. */
export const csvLineWriter = ({
  separator,
  lineEnd,
}: CsvDialect): ((cells: readonly (Cell | undefined)[]) => string) => {
  const quoted = needsQuotes[separator]
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
      const text = typeof cell === 'string' ? guardFormula(cell) : JSON.stringify(cell)
      line += quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    }
    return line + lineEnd
  }
}
