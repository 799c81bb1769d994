import type { TableColumn, TableRow } from './tableTypes.ts'

const minWidthPx = 48
export const starWidthPx = 36
const maxWidthPx = 900
export const maxFittedPx = 320
export const paddingPx = 24
// How far a column may exceed the width that fits most of the sample, to fit its longest text.
const longestPart = 1.3
// The bundled font at 13 px: fixed values, since it may not be loaded when the first rows arrive.
const digitPx = 8.4
const narrowPx = 4.9
const lowerPx = 7.8
const upperPx = 9.9
const widePx = 11.6
const titlePart = 12 / 13
const sortMarkPx = 18

export const clampWidth = (widthPx: number): number => Math.round(Math.min(Math.max(widthPx, minWidthPx), maxWidthPx))

const advances = new Map<string, number>()

const advanceOf = (character: string): number => {
  if (/\d/.test(character)) return digitPx
  if (/[ijlfrtI .,:;'’()|/!]/.test(character)) return narrowPx
  if (/[mwMWжмшщыюЖМФШЩЮД@%—]/.test(character)) return widePx
  return /\p{Lu}/u.test(character) ? upperPx : lowerPx
}

/** Names may be cut, but no number and no time. */
export const isNeverCut = ({ kind, longest, widthPx }: TableColumn): boolean =>
  widthPx === undefined && (kind === 'number' || kind === 'time' || longest !== undefined)

/** Width of the longest text as far as its length tells. */
export const longestPx = ({ longest = 0 }: TableColumn): number => longest * digitPx

/** Width of the widest of the texts. */
export const widestPx = (index: number, sample: readonly TableRow[]): number =>
  Math.max(0, ...sample.map((row) => textPx(row.cells[index] ?? '')))

const textPx = (text: string): number => {
  let px = 0
  for (const character of text) {
    const known = advances.get(character)
    const advance = known ?? advanceOf(character)
    if (known === undefined) advances.set(character, advance)
    px += advance
  }
  return px
}

/** A width, in CSS pixels, that shows nearly all of the sample in full; one very long value widens the column only a little. */
export const fitWidth = (column: TableColumn, index: number, sample: readonly TableRow[]): number => {
  const texts = sample.map((row) => textPx(row.cells[index] ?? '')).sort((a, b) => a - b)
  const usual = texts[Math.ceil(texts.length * 0.95) - 1] ?? 0
  const longest = Math.min(texts.at(-1) ?? 0, usual * longestPart)
  const wanted = Math.ceil(Math.max(longest + paddingPx, textPx(column.title) * titlePart + paddingPx + sortMarkPx))
  return clampWidth(Math.min(wanted, maxFittedPx))
}

/** The columns with the one at `from` standing at `to`. */
export const moveColumn = (columns: readonly TableColumn[], from: number, to: number): readonly TableColumn[] => {
  const moved = columns[from]
  if (moved === undefined) return columns
  const rest = columns.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, moved)
}

export const resizeColumn = (columns: readonly TableColumn[], index: number, widthPx: number): readonly TableColumn[] =>
  columns.map((column, at) => (at === index ? { ...column, widthPx: clampWidth(widthPx) } : column))
