import { isBlank } from '../cells/blanks.ts'
import { holdsMeasures, isHeaderRow, isMeasure, sampleOf } from './fieldLists.ts'
import { isHeaderWord } from './fieldWords.ts'
import type { TextRecord } from './textRecords.ts'

const longestName = 80
const markup = /[<>{}]/
/** Ends as a sentence does, or another one begins in it; "No." and "Pl." are names. */
const sentence = /\S{4,}[.!?…]$|[.!?…]\s+\S/u
/** "(may be more) ..." stands at the end of a header line for all further columns. */
const furtherColumns = /^\(?[^;]*(?:\.{3}|…)\)?$/

/** The names of a header line as its columns are called. */
export const namesOf = ({ cells }: TextRecord): readonly string[] => {
  const names = cells.map((cell) => cell.trim())
  const last = names.findLastIndex((name) => name !== '')
  return last > 2 && furtherColumns.test(names[last] ?? '') ? names.slice(0, last) : names
}

/** A column called by a year, or one of several called 1, 2, 3. */
const isNumberName = (name: string): boolean => /^\d{1,2}$|^(?:19|20)\d\d$/.test(name)

const countWords = (names: readonly string[]): number => names.filter(isHeaderWord).length

/** The line names columns by words that results have; a time or a number is no such name, a year may stand beside names. */
export const isWordedHeader = (record: TextRecord): boolean => {
  if (record.filled < 2) return false
  const names = namesOf(record).filter((name) => name !== '')
  const words = names.filter((name) => !isNumberName(name))
  if (words.length < 2 || words.some((name) => name.length > longestName || isMeasure(name) || markup.test(name))) {
    return false
  }
  const known = countWords(words)
  if (words.length < names.length && known * 2 < words.length) return false
  return known >= 3 || (known === 2 && (words.length <= 6 || new Set(words).size === words.length))
}

/** Whether the lines below are rows of such a header: cut by the same separator, mostly as wide or with a good part of its cells. */
export const haveRowsOf = (header: TextRecord, rows: readonly TextRecord[], separator: string): boolean => {
  const names = namesOf(header)
  const known = countWords(names)
  if (separator === ',' && known < 3 && header.cells.some((cell) => /^\s+\S/.test(cell))) return false
  const even = rows.filter(({ cells }) => cells.length === header.cells.length).length
  if (even * 3 >= rows.length * 2) return true
  return (
    (known >= 3 || known === names.length) && rows.filter(({ filled }) => filled >= 3).length * 3 >= rows.length * 2
  )
}

/** Names of columns that no word list knows: distinct short texts over columns of numbers and times, in lines of one width. */
export const isPlainHeader = (header: TextRecord, rows: readonly TextRecord[], separator: string): boolean => {
  const names = header.cells.filter((name) => name.trim() !== '')
  if (header.cells.length < 2 || names.length * 2 < header.cells.length) return false
  if (names.some((name) => name.length > longestName || isMeasure(name) || markup.test(name) || sentence.test(name))) {
    return false
  }
  if (new Set(names).size * 2 < names.length) return false
  if (rows.length === 0) return isHeaderRow(header.cells, [])
  const even = rows.filter(({ cells }) => cells.length === header.cells.length).length
  if (even * 10 < rows.length * 9 || header.cells.some((name) => /^\s/.test(name))) return false
  const lists = rows.map(({ cells }) => cells)
  if (header.cells.some((_, index) => holdsMeasures(lists, index))) return true
  const isEven = even === rows.length
  return separator === ',' ? isEven && header.cells.length >= 3 && rows.length >= 2 : isEven
}

/** Every column is called by its number, as pandas writes columns without names. */
export const isCountedHeader = ({ cells }: TextRecord, rows: readonly TextRecord[]): boolean => {
  const names = cells.map((cell) => cell.trim())
  const first = names[0] === '' ? 1 : 0
  const start = Number(names[first])
  if (names.length - first < 3 || rows.length === 0 || (start !== 0 && start !== 1)) return false
  if (!names.every((name, index) => index < first || name === String(start + index - first))) return false
  return rows.some((row) => row.cells.length === cells.length && row.cells.some((cell) => /\p{L}{2}/u.test(cell)))
}

const sampleRows = 200

/**
 * Whether lines are rows of a table that nobody named: at least three cells a line, each column of one kind, texts in one and
 * times in another or numbers in two.
 */
export const areNamelessRows = (rows: readonly TextRecord[], separator: string): boolean => {
  if (rows.length < 2) return false
  const sample = sampleOf(rows, sampleRows)
  const widths = sample.map(({ cells }) => cells.length).sort((a, b) => a - b)
  const least = widths[Math.floor(widths.length / 10)] ?? 0
  if (least < 3) return false
  const lists = sample.map(({ cells }) => cells)
  if (lists.some((cells) => cells.some((cell) => cell.length > 400 || markup.test(cell)))) return false
  const blanks = lists.filter((cells) => cells.slice(1).some((cell) => /^\s+\S/.test(cell))).length
  if (separator === ',' && blanks * 4 > lists.length) return false
  let texts = 0
  let numbers = 0
  let times = 0
  for (let index = 0; index < least; index += 1) {
    const filled = lists.map((cells) => (cells[index] ?? '').trim()).filter((cell) => !isBlank(cell))
    if (filled.length * 3 < lists.length) continue
    const measures = filled.filter(isMeasure)
    // Words such as DNF stand among them.
    if (measures.length * 3 >= filled.length * 2) {
      if (measures.filter((cell) => cell.includes(':')).length * 2 > measures.length) times += 1
      else numbers += 1
    } else if (isTextColumn(filled)) texts += 1
  }
  return texts > 0 && (times > 0 || numbers >= 2)
}

/** Names and clubs: mostly letters, few sentences. */
const isTextColumn = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /\p{L}{2}/u.test(cell) && !isMeasure(cell)).length * 10 >= cells.length * 8 &&
  cells.filter((cell) => sentence.test(cell)).length * 5 < cells.length
