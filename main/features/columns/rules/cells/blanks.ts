import type { Json } from '../../../../../preload/contract/ids.ts'

/** Words that services and statistics programs write for an empty value. */
const blankWords: ReadonlySet<string> = new Set('NA N/A #N/A n/a NaN nan null NULL None undefined'.split(' '))
/** A letter, a figure, or a picture: ticks, flags and signs of sex say something. */
const saying = /[\p{L}\p{N}\p{So}]/u

/** The text stands for no value: it says nothing, as "", "-----", "~~", "…" and "?" do, or says that there is none, as "N/A". */
export const isBlank = (text: string): boolean => {
  const first = text.charCodeAt(0)
  // Nearly all texts begin with a figure.
  if (first >= 0x30 && first <= 0x39) return false
  if (isLetter(first)) return text.length <= 11 && blankWords.has(text.trim())
  if (text.length > 11) return !saying.test(text)
  const said = text.trim()
  return !saying.test(said) || blankWords.has(said)
}

/** Of Latin without marks, or Cyrillic. */
const isLetter = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || (code >= 0x410 && code <= 0x44f)

/** The same of any cell. */
export const isBlankCell = (cell: Json | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && isBlank(cell))
