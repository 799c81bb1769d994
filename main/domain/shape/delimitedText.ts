import { bodyLimits, excessOfLines, tooLarge, type Excess } from '../bodyLimits.ts'
import { readCell } from '../csvCells.ts'
import { holdsMeasures, isHeaderRow, isMeasure } from './fieldLists.ts'
import { isHeaderWord } from './fieldWords.ts'
import type { FoundRows } from './foundRows.ts'
import { positionalReader } from './rowObjects.ts'

type TextRow = { readonly cells: readonly string[]; readonly source: string }

/** Of separators that fit equally well the first wins. */
const separators: readonly string[] = ['\t', ';', '|', ',']
const sampleRecords = 24
const longestName = 80
const mostTitles = 4
const markup = /[<>{}]/
/** Ends as a sentence does, or another one begins in it; "No." and "Pl." are names. */
const sentence = /\S{4,}[.!?…]$|[.!?…]\s+\S/u

/**
 * The rows of comma, semicolon, tab or bar separated text whose first line names the columns; null for any other text. Prose,
 * messages and markup are no table: names are short, stand tight between their separators, are no numbers, and the lines
 * below are as wide as they. More cells than are read are not cut apart. `hasHeader`: a user says whether the first line names
 * the columns; columns without names are called by their places from 1.
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
  if (hasHeader !== null) return readAsTold(body, said?.[1] ?? null, hasHeader)
  return readTable(body, said?.[1] ?? null, 0) ?? readTable(body, said?.[1] ?? null, mostTitles)
}

/** Lines of one cell above the names of the columns are titles. */
const readTable = (text: string, said: string | null, titles: number): FoundRows | Excess | null => {
  const separator = said ?? separatorOf(text, titles)
  if (separator === null) return null
  const { header, rows } = headed(readRecords(text, separator, Infinity) ?? [], titles)
  if (header !== undefined && header.cells.length > bodyLimits.columns) return tooLarge('columns')
  if (header === undefined || !isTable(header.cells, rows, separator, titles > 0)) return null
  const read = positionalReader(header.cells.map((name) => name.trim()))
  return { rows: rows.map(({ cells }) => read(cells)), sources: rows.map(({ source }) => source), incomplete: null }
}

const readAsTold = (text: string, said: string | null, hasHeader: boolean): FoundRows | Excess | null => {
  const separator = said ?? separatorOf(text, hasHeader ? mostTitles : 0)
  const records = separator === null ? null : readRecords(text, separator, Infinity)
  if (records === null) return null
  const { header, rows: below } = headed(records, mostTitles)
  if (header === undefined || header.cells.length < 2) return null
  if (header.cells.length > bodyLimits.columns) return tooLarge('columns')
  const rows = hasHeader ? below : records
  const read = positionalReader(hasHeader ? header.cells.map((name) => name.trim()) : header.cells.map(() => ''))
  return { rows: rows.map(({ cells }) => read(cells)), sources: rows.map(({ source }) => source), incomplete: null }
}

type Headed = { readonly header: TextRow | undefined; readonly rows: readonly TextRow[] }

const headed = (records: readonly TextRow[], titles: number): Headed => {
  const first = records.slice(0, titles + 1).findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  return { header: records[Math.max(first, 0)], rows: records.slice(Math.max(first, 0) + 1) }
}

/** The one that cuts most of the first lines as wide as the line of names. */
const separatorOf = (text: string, titles: number): string | null => {
  let best: string | null = null
  let most = 0
  for (const separator of separators) {
    const { header, rows } = headed(readRecords(text, separator, sampleRecords) ?? [], titles)
    if (header === undefined || header.cells.length < 2) continue
    const even = rows.filter(({ cells }) => cells.length === header.cells.length).length
    const score = (1 + even) / (1 + rows.length)
    if (score > most) [best, most] = [separator, score]
  }
  return best
}

/** Null when a quote is never closed: then the text is cut off, or no table at all. */
const readRecords = (text: string, separator: string, most: number): readonly TextRow[] | null => {
  const records: TextRow[] = []
  let at = 0
  while (at < text.length && records.length < most) {
    const start = at
    const cells: string[] = []
    for (;;) {
      const cell = readCell(text, at, separator)
      if (cell === null) return null
      cells.push(cell.text)
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, source: text.slice(start, at) })
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  return records
}

const isTable = (
  header: readonly string[],
  rows: readonly TextRow[],
  separator: string,
  isTitled: boolean,
): boolean => {
  const names = header.filter((name) => name.trim() !== '')
  if (header.length < 2 || names.length * 2 < header.length) return false
  if (names.some((name) => name.length > longestName || isMeasure(name) || markup.test(name))) return false
  const known = header.filter(isHeaderWord).length
  if (known < 2 && names.some((name) => sentence.test(name))) return false
  if (new Set(names).size * 2 < names.length) return false
  const lists = rows.map(({ cells }) => cells)
  if (rows.length === 0) return isHeaderRow(header, [])
  const even = lists.filter(({ length }) => length === header.length).length
  // Lines below the table, such as a sum, are no reason to lose it when its names are known.
  if (even * 3 < rows.length * 2) return false
  if (known >= 2) return true
  if (isTitled || even * 10 < rows.length * 9) return false
  if (header.some((name) => /^\s/.test(name))) return false
  if (header.some((_, index) => holdsMeasures(lists, index))) return true
  const isEven = even === rows.length
  return separator === ',' ? isEven && header.length >= 3 && rows.length >= 2 : isEven
}
