import type { BibQuery } from './bibQuery.ts'
import type { QueryWord } from './queryWords.ts'
import { firstLettersFor, spellsCyrillic, spellsLatin, type Script } from './transliteration.ts'

/** A search text: a line for each row, and where each begins. */
export type SearchLines = { readonly text: string; readonly starts: Uint32Array }

/** Calls `take` with rows, each once or more, in any order. */
export type Mark = (lines: SearchLines, take: (row: number) => unknown) => void

/** Rows that hold every word or have a bib near the query, in order, and how near; null for the others. */
type LineHits = { readonly rows: readonly number[]; readonly nearness: readonly (number | null)[] }

export const linesOf = (text: string, rows: number): SearchLines => {
  const starts = new Uint32Array(rows + 1)
  for (let row = 1; row <= rows; row += 1) {
    const end = text.indexOf('\n', starts[row - 1])
    starts[row] = end === -1 ? text.length : end + 1
  }
  return { text, starts }
}

/** `bib`: null where the lines do not begin with bibs. */
export const scanLines = (lines: SearchLines, marks: readonly Mark[], bib: BibQuery | null): LineHits => {
  const found = rowsWith(lines, marks)
  const near = new Map<number, number>()
  if (bib !== null) {
    markText(bib.word)(lines, (row) => {
      const nearness = bib.nearness(bibAt(lines, row))
      if (nearness !== null) near.set(row, nearness)
    })
  }
  const rows = near.size === 0 ? found : [...new Set([...found, ...near.keys()])].sort((a, b) => a - b)
  return { rows, nearness: rows.map((row) => near.get(row) ?? null) }
}

/** Rows that have every mark, in order. Each mark is looked for only in the lines that have the earlier ones. */
const rowsWith = (lines: SearchLines, marks: readonly Mark[]): readonly number[] => {
  const [mark, ...others] = marks
  const isMarked = new Uint8Array(lines.starts.length - 1)
  mark?.(lines, (row) => (isMarked[row] = 1))
  const rows: number[] = []
  for (let row = 0; row < isMarked.length; row += 1) if (mark === undefined || isMarked[row] === 1) rows.push(row)
  if (others.length === 0 || rows.length === 0) return rows
  const text = rows.map((row) => lines.text.slice(lines.starts[row], lines.starts[row + 1])).join('')
  return rowsWith(linesOf(text, rows.length), others).map((at) => rows[at] ?? 0)
}

/** Rows that hold the word, or in which it begins a run of letters written in the other script. */
export const markWord = ({ word, spelled, script }: QueryWord): Mark => {
  const isHeld = markText(word)
  return script === null ? isHeld : markEither(isHeld, markSpelled(spelled, script))
}

/** Rows that any of them marks. */
export const markEither =
  (...either: readonly Mark[]): Mark =>
  (lines, take) => {
    for (const mark of either) mark(lines, take)
  }

const markText =
  (word: string): Mark =>
  ({ text, starts }, take) => {
    let row = 0
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[row])) {
      while ((starts[row + 1] ?? Infinity) <= at) row += 1
      take(row)
      row += 1
      if (row >= starts.length - 1) return
    }
  }

const isGap = (code: number): boolean => code === 32 || code === 10 || Number.isNaN(code)

/** Rows that hold the token as a whole word. */
export const markToken =
  (token: string): Mark =>
  ({ text, starts }, take) => {
    let row = 0
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
      if (!isGap(text.charCodeAt(at - 1)) || !isGap(text.charCodeAt(at + token.length))) continue
      while ((starts[row + 1] ?? Infinity) <= at) row += 1
      take(row)
    }
  }

/** Calls `take` with the beginning and the end of each word of the text. */
export const eachToken = (text: string, take: (start: number, end: number) => void): void => {
  let start = -1
  for (let at = 0; at <= text.length; at += 1) {
    const isBetween = isGap(text.charCodeAt(at))
    if (isBetween && start !== -1) take(start, at)
    start = isBetween ? -1 : start === -1 ? at : start
  }
}

const markSpelled = (word: string, script: Script): Mark => {
  const [spells, own] = script === 'latin' ? [spellsLatin, '\\u0400-\\u04ff'] : [spellsCyrillic, 'a-z']
  const letters = firstLettersFor(word, script).filter((letter) => new RegExp(`[${own}]`).test(letter))
  if (letters.length === 0) return () => undefined
  // The letter comes first, since it is rarer than the beginning of a word.
  const beginning = new RegExp(`[${letters.join('')}](?<![${own}].)`, 'g')
  return ({ text, starts }, take) => {
    let row = 0
    beginning.lastIndex = 0
    while (beginning.test(text)) {
      const at = beginning.lastIndex - 1
      if (spells(word, text, at) === 0) continue
      while ((starts[row + 1] ?? Infinity) <= at) row += 1
      take(row)
      row += 1
      if (row >= starts.length - 1) return
      beginning.lastIndex = starts[row] ?? 0
    }
  }
}

/** The bib that a line begins with: up to two spaces, or to the end of its line. */
const bibAt = ({ text, starts }: SearchLines, row: number): string => {
  const at = starts[row] ?? 0
  const next = starts[row + 1] ?? text.length
  const end = text.charCodeAt(next - 1) === 10 ? next - 1 : next
  const begin = row === 0 ? at : at + 1
  const bibEnd = Math.min(end, text.indexOf('  ', begin))
  return bibEnd > begin ? text.slice(begin, bibEnd) : ''
}
