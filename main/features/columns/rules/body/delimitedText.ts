import { bodyLimits, excessOfLines, tooLarge, type Excess } from '../../../../kernel/bodyLimits.ts'
import { decodeHidden, hideEntities } from '../../../../kernel/text/htmlEntities.ts'
import type { FoundRows } from './foundRows.ts'
import { areNamelessRows, haveRowsOf, isCountedHeader, isPlainHeader, isWordedHeader } from './headerLines.ts'
import { readRecords, separatorOf, separators, type TextRecord } from './textRecords.ts'
import { readTables } from './textTables.ts'

/** Titles and remarks above the first header line. */
const mostAbove = 40

/**
 * The rows of comma, semicolon, tab or bar separated text; null for any other text. A header line says what it is: by words that
 * results have, or by names over columns of numbers and times. Without one the columns are called by their places from 1, if the
 * lines are rows beyond doubt: prose, messages and markup are no table. More cells than are read are not cut apart. `hasHeader`: a
 * user says whether the first line of several cells names the columns.
 */
export const readDelimited = (text: string, hasHeader: boolean | null = null): FoundRows | Excess | null => {
  const start = text.trimStart().charAt(0)
  if (start === '' || '<{['.includes(start)) return null
  const said = /^sep=(.)\r?\n/i.exec(text)
  const body = said === null ? text : text.slice(said[0].length)
  for (const separator of said === null ? separators : [said[1] ?? '']) {
    const excess = excessOfLines(text, separator)
    if (excess !== null) return excess
  }
  // The semicolon of an entity separates no cells.
  const hidden = hideEntities(body)
  const separator = said?.[1] ?? separatorOf(hidden)
  const records = separator === null ? null : readRecords(hidden, separator)
  const lines = hidden === body ? records : records && records.map(withEntities)
  if (separator === null || lines === null) return null
  const [first] = lines
  if (first !== undefined && first.cells.length > bodyLimits.columns) return tooLarge('columns')
  const header = hasHeader === null ? findHeader(lines, separator) : toldHeader(lines, hasHeader)
  if (header === undefined) return null
  if (header !== null && header.cells.length > bodyLimits.columns) return tooLarge('columns')
  const from = header === null || hasHeader === null ? 0 : lines.indexOf(header)
  return { ...readTables(body, from === 0 ? lines : lines.slice(from), header), incomplete: null }
}

const withEntities = (record: TextRecord): TextRecord => ({ ...record, cells: record.cells.map(decodeHidden) })

/** Undefined: no table. Null: a table without a header line. */
type FoundHeader = TextRecord | null | undefined

const toldHeader = (lines: readonly TextRecord[], hasHeader: boolean): FoundHeader => {
  const first = lines.find(({ filled }) => filled > 1)
  return first === undefined || hasHeader ? first : null
}

const findHeader = (lines: readonly TextRecord[], separator: string): FoundHeader => {
  const filled = lines.filter((line) => line.filled > 0)
  const worded = wordedHeader(filled)
  if (worded !== null) {
    const below = filled.slice(filled.indexOf(worded) + 1).filter((line) => line.cells.length > 1)
    if (below.length > 0 && haveRowsOf(worded, below, separator)) return worded
  }
  const [first] = filled
  if (first === undefined) return undefined
  const rows = filled.slice(1)
  if (isCountedHeader(first, rows) || isPlainHeader(first, rows, separator)) return first
  return areNamelessRows(
    filled.filter((line) => line.filled > 2),
    separator,
  )
    ? null
    : undefined
}

/** The first line that names columns, if the lines above it hold much less. */
const wordedHeader = (filled: readonly TextRecord[]): TextRecord | null => {
  let widest = 0
  for (const line of filled.slice(0, mostAbove)) {
    if (line.filled >= 2 && widest * 2 <= line.filled && isWordedHeader(line)) return line
    widest = Math.max(widest, line.filled)
  }
  return null
}
