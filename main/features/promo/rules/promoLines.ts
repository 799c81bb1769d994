import type { PromoReading } from '../../../../preload/contract/promo.ts'
import { readCell } from '../../../kernel/text/csvCells.ts'
import { looksLikePercent } from './promoPercent.ts'

/** One line of the text that holds something, numbered from 1 as in an editor. */
export type SplitLine = {
  readonly line: number
  readonly value: string
  readonly percent: string
  /** A quote is opened and never closed on the line; its cells are then what stands there. */
  readonly hasOpenQuote: boolean
  /** It holds more than the columns that are read or named by a header. */
  readonly hasExtra: boolean
  /** The cell behind the percent. */
  readonly next: string
}

export type SplitText = { readonly reading: PromoReading; readonly lines: readonly SplitLine[] }

type Separator = '\t' | ';' | ','
type Cells = { readonly cells: readonly string[]; readonly hasOpenQuote: boolean }
type TextLine = { readonly line: number; readonly text: string }

const separators: readonly Separator[] = ['\t', ';', ',']
const names: { readonly [S in Separator]: NonNullable<PromoReading['delimiter']> } = {
  '\t': 'tab',
  ';': 'semicolon',
  ',': 'comma',
}
const lineEnd = /\r\n|\r|\n/
/** Lines that are looked at to find the separator of the whole. */
const sampleLines = 500

const valueNames = new Set(
  'value code codes promo promocode promocodes coupon couponcode voucher name код коды промо промокод промокоды купон значение'.split(
    ' ',
  ),
)
const percentNames = new Set(
  'discountpercent percent percents percentage discount discountpercentage скидка скидки процент проценты процентскидки скидкавпроцентах размерскидки % percentoff'.split(
    ' ',
  ),
)

const headerName = (cell: string): string => {
  const letters = cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
  return letters === '' && cell.includes('%') ? '%' : letters
}

/** Every cell of one line; a line end never stands inside a cell, since no code holds one. */
const splitCells = (text: string, separator: Separator | null): Cells => {
  if (separator === null) return { cells: [text], hasOpenQuote: false }
  const cells: string[] = []
  for (let at = 0; at <= text.length;) {
    const cell = readCell(text, at, separator)
    if (cell === null) return { cells: [...cells, ...text.slice(at).split(separator)], hasOpenQuote: true }
    cells.push(cell.text)
    at = cell.end + 1
  }
  return { cells, hasOpenQuote: false }
}

/** The one that leaves a percent behind a code most often; of equals a tab, then a semicolon: a comma may be a decimal one. */
const recogniseSeparator = (lines: readonly TextLine[]): Separator | null => {
  const score = (separator: Separator): number => {
    let percents = 0
    let splits = 0
    for (const { text } of lines.slice(0, sampleLines)) {
      const { cells } = splitCells(text, separator)
      if (cells.length > 1) splits += 1
      if (cells.slice(1).some(looksLikePercent)) percents += 1
    }
    return percents * (sampleLines + 1) + splits
  }
  let best: Separator | null = null
  let bestScore = 0
  for (const separator of separators) {
    const found = score(separator)
    if (found <= bestScore) continue
    best = separator
    bestScore = found
  }
  return best
}

/** A line typed under a pasted table may use another separator, but not a comma, which could be a decimal one. */
const cellsOf = (text: string, separator: Separator | null): Cells => {
  const split = splitCells(text, separator)
  if (split.cells.length > 1) return split
  for (const other of separators) {
    if (other === separator || other === ',') continue
    const again = splitCells(text, other)
    if (again.cells.length > 1) return again
  }
  return split
}

type Header = { readonly value: number; readonly percent: number; readonly width: number }

/** A first line that names both columns, or one of them beside a word; a code with its percent is no header. */
const headerOf = (cells: readonly string[]): Header | null => {
  if (cells.length < 2) return null
  const folded = cells.map(headerName)
  const value = folded.findIndex((name) => valueNames.has(name))
  const percent = folded.findIndex((name, index) => index !== value && percentNames.has(name))
  if (value === -1 && percent === -1) return null
  if (value !== -1 && percent !== -1) return { value, percent, width: cells.length }
  if (cells.some((cell) => /\d/.test(cell)) || folded.some((name) => name === '' || name === '%') || cells.length > 2)
    return null
  const known = Math.max(value, percent)
  return value === -1 ? { value: 1 - known, percent, width: 2 } : { value, percent: 1 - known, width: 2 }
}

/** Lines of a table typed, pasted or read from a file; those without anything in them are left out. */
export const splitPromoText = (text: string): SplitText => {
  const all: readonly TextLine[] = text
    .replace(/^\uFEFF/, '')
    .split(lineEnd)
    .map((content, index) => ({ line: index + 1, text: content }))
  const filled = all.filter(({ text: content }) => /[^\s;,"]/u.test(content))
  const separator = recogniseSeparator(filled)
  const [first] = filled
  const header = first === undefined ? null : headerOf(splitCells(first.text, separator).cells)
  const columns: Header = header ?? { value: 0, percent: 1, width: 2 }
  const lines = filled.slice(header === null ? 0 : 1).map(({ line, text: content }): SplitLine => {
    const { cells, hasOpenQuote } = cellsOf(content, separator)
    return {
      line,
      value: cells[columns.value] ?? '',
      percent: cells[columns.percent] ?? '',
      hasOpenQuote,
      hasExtra: cells.slice(columns.width).some((cell) => cell.trim() !== ''),
      next: cells[columns.percent + 1] ?? '',
    }
  })
  return {
    reading: {
      delimiter: separator === null ? null : names[separator],
      hasHeader: header !== null,
      hasDecimalComma: lines.some(({ percent }) => percent.includes(',') && looksLikePercent(percent)),
    },
    lines,
  }
}

/** The text with more codes under it, in the columns and with the separator that it has. */
export const appendPromoCodes = (text: string, codes: readonly string[], percent: string): string => {
  const { reading } = splitPromoText(text)
  const separator = separators.find((known) => names[known] === reading.delimiter) ?? '\t'
  const filled = text
    .replace(/^\uFEFF/, '')
    .split(lineEnd)
    .find((content) => /[^\s;,"]/u.test(content))
  const header = filled === undefined ? null : headerOf(splitCells(filled, separator).cells)
  const lineOf = (code: string): string => {
    const cells = Array.from({ length: header?.width ?? 2 }, () => '')
    cells[header?.value ?? 0] = quoted(code, separator)
    cells[header?.percent ?? 1] = percent
    return cells.join(separator)
  }
  const before = text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`
  return before + codes.map((code) => `${lineOf(code)}\n`).join('')
}

const quoted = (cell: string, separator: Separator): string =>
  cell.includes(separator) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell
