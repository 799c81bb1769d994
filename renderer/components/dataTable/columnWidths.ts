import type { TableColumn, TableRow } from './tableTypes.ts'

export const minWidthPx = 48
export const starWidthPx = 36
export const maxWidthPx = 900
const maxFittedPx = 320
// 13 px type in the bundled sans: an average over Latin, Cyrillic and digits.
const characterPx = 7.2
const cellPaddingPx = 24
const sortMarkPx = 18

export const clampWidth = (widthPx: number): number => Math.round(Math.min(Math.max(widthPx, minWidthPx), maxWidthPx))

const widthOf = (characters: number, extraPx: number): number => Math.ceil(characters * characterPx) + extraPx

/** A width, in CSS pixels, that shows nearly all of the sample in full; one very long value does not widen the column. */
export const fitWidth = (column: TableColumn, index: number, sample: readonly TableRow[]): number => {
  const lengths = sample.map((row) => row.cells[index]?.length ?? 0).sort((a, b) => a - b)
  const usual = lengths[Math.ceil(lengths.length * 0.95) - 1] ?? 8
  const wanted = Math.max(widthOf(usual, cellPaddingPx), widthOf(column.title.length, cellPaddingPx + sortMarkPx))
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
