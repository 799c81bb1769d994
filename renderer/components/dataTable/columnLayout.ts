import { clampWidth, fitWidth, starWidthPx } from './columnWidths.ts'
import type { TableColumn, TableRow } from './tableTypes.ts'
import { createTextFit } from './textFit.ts'

/** A horizontal place on screen, in CSS pixels from the left edge of the rows. Column widths are at a scale of 1; boxes are scaled. */
export type CellBox = { readonly leftPx: number; readonly widthPx: number }

/** Where the cells of all rows are, and what fits into them. */
export type ColumnLayout = {
  readonly boxes: () => readonly CellBox[]
  readonly fits: (text: string, column: number) => boolean
  readonly refreshFont: () => void
  readonly scale: () => number
  /** Type size and everything with it against the design's; true when it changed. */
  readonly setScale: (scale: number) => boolean
  /** Whether the table is as narrow as a phone; true when that changed. */
  readonly setNarrow: (isNarrow: boolean) => boolean
  readonly widthPx: (column: number) => number
  /** Fits columns without a width to the sample, once for each column; true when a width changed. */
  readonly resolve: (columns: readonly TableColumn[], sample: () => readonly TableRow[]) => boolean
  readonly setWidth: (column: number, widthPx: number) => void
  /** Places the header cells and widens header and rows alike. */
  readonly placeHeader: () => void
}

const unfittedPx = 120

const paddingPx = 24
const narrowPaddingPx = 19

const boxesOf = (widths: readonly number[], scale: number): readonly CellBox[] => {
  let leftPx = 0
  return widths.map((width) => {
    const widthPx = Math.round(width * scale)
    const box = { leftPx, widthPx }
    leftPx += widthPx
    return box
  })
}

export const createColumnLayout = (headRow: HTMLElement, body: HTMLElement): ColumnLayout => {
  const fitted = new Map<string, number>()
  const fit = createTextFit(body)
  let widths: readonly number[] = []
  let boxes: readonly CellBox[] = []
  let scale = 1
  let isNarrow = false

  const fitToSample = (columns: readonly TableColumn[], sample: readonly TableRow[]): void => {
    if (sample.length === 0) return
    columns.forEach((column, index) => {
      if (!fitted.has(column.id)) fitted.set(column.id, fitWidth(column, index, sample))
    })
  }

  const take = (next: readonly number[]): void => {
    widths = next
    boxes = boxesOf(next, scale)
  }

  const ownWidthPx = ({ widthPx, narrowPx }: TableColumn): number | undefined =>
    isNarrow ? (narrowPx ?? widthPx) : widthPx

  return {
    boxes: () => boxes,
    fits: (text, column) =>
      fit.fits(text, (boxes[column]?.widthPx ?? 0) - (isNarrow ? narrowPaddingPx : paddingPx) * scale),
    refreshFont: fit.refresh,
    scale: () => scale,
    setScale: (next) => {
      if (next === scale) return false
      scale = next
      boxes = boxesOf(widths, scale)
      fit.refresh()
      return true
    },
    setNarrow: (next) => {
      if (next === isNarrow) return false
      isNarrow = next
      return true
    },
    widthPx: (column) => widths[column] ?? unfittedPx,
    resolve: (columns, sample) => {
      const isLacking = columns.some((column) => column.widthPx === undefined && !fitted.has(column.id))
      if (isLacking) fitToSample(columns, sample())
      const before = widths
      take(
        columns.map((column) =>
          column.isStar === true ? starWidthPx : clampWidth(ownWidthPx(column) ?? fitted.get(column.id) ?? unfittedPx),
        ),
      )
      return before.length !== widths.length || widths.some((width, index) => width !== before[index])
    },
    setWidth: (column, widthPx) => take(widths.map((width, index) => (index === column ? clampWidth(widthPx) : width))),
    placeHeader: () => {
      const end = boxes.at(-1)
      const totalPx = end === undefined ? 0 : end.leftPx + end.widthPx
      for (const part of [headRow, body]) part.style.width = `${totalPx}px`
      ;[...headRow.children].forEach((cell, index) => {
        const box = boxes[index]
        if (box === undefined || !(cell instanceof HTMLElement)) return
        cell.style.left = `${box.leftPx}px`
        cell.style.width = `${box.widthPx}px`
      })
    },
  }
}

/** Width of what an element holds, with the padding of a cell, at a scale of 1. */
export const contentWidthPx = (cell: Element | undefined, scale: number): number => {
  if (cell === undefined) return 0
  const range = document.createRange()
  range.selectNodeContents(cell)
  return Math.ceil(range.getBoundingClientRect().width / scale) + paddingPx
}
