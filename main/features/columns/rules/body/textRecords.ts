import { usualWidth } from './fieldLists.ts'
import { readCell } from '../../../../kernel/text/csvCells.ts'

/** A line of cells, which a quoted cell may stretch over several lines. `start` and `end` are its place in the text. */
export type TextRecord = {
  readonly cells: readonly string[]
  readonly start: number
  readonly end: number
  /** Number of cells that are not blank. */
  readonly filled: number
}

/** The first of separators that fit equally well wins. */
export const separators: readonly string[] = ['\t', ';', '|', ',']
const sampleRecords = 60

const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== ''

/** Null when a quote is never closed: then the text is cut off, or no table at all. Lines without a character are left out. */
export const readRecords = (text: string, separator: string, most = Infinity): readonly TextRecord[] | null => {
  const records: TextRecord[] = []
  let at = 0
  while (at < text.length && records.length < most) {
    const start = at
    const cells: string[] = []
    let filled = 0
    for (;;) {
      const cell = readCell(text, at, separator)
      if (cell === null) return null
      cells.push(cell.text)
      if (isFilled(cell.text)) filled += 1
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    records.push({ cells, start, end: at, filled })
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  return records
}

/** The separator that cuts most of the first lines into the most cells; commas occur in any text, the others rarely. */
export const separatorOf = (text: string): string | null => {
  let best: string | null = null
  let most = 0
  for (const separator of separators) {
    const records = (readRecords(text, separator, sampleRecords) ?? []).filter(({ filled }) => filled > 0)
    const cut = records.filter(({ cells }) => cells.length > 1)
    if (cut.length === 0) continue
    const width = usualWidth(cut.map(({ cells }) => cells))
    const even = cut.filter(({ cells }) => cells.length === width).length
    const evenness = (1 + even / cut.length) / 2
    const score = (cut.length / records.length) * evenness * Math.log2(1 + width) * (separator === ',' ? 1 : 1.3)
    if (score > most) [best, most] = [separator, score]
  }
  return best
}
