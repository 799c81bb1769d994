import { clampWidth, fitWidth } from './columnWidths.ts'
import type { TableColumn, TableRow } from './tableTypes.ts'
import { createTextFit } from './textFit.ts'
import type { TextFit } from './textFit.ts'

/** A horizontal place, in CSS pixels from the left edge of the rows. */
export type CellBox = { readonly leftPx: number; readonly widthPx: number }

/** Where the cells of all rows are, and what fits into them. */
export type ColumnLayout = {
  readonly boxes: () => readonly CellBox[]
  readonly fit: TextFit
  /** Fits columns without a width to the sample, once for each column; true when a width changed. */
  readonly resolve: (columns: readonly TableColumn[], sample: () => readonly TableRow[]) => boolean
  readonly setWidth: (column: number, widthPx: number) => void
  /** Places the header cells and widens header and rows alike. */
  readonly placeHeader: () => void
}

const unfittedPx = 120

const boxesOf = (widths: readonly number[]): readonly CellBox[] => {
  let leftPx = 0
  return widths.map((widthPx) => {
    const box = { leftPx, widthPx }
    leftPx += widthPx
    return box
  })
}

export const createColumnLayout = (headRow: HTMLElement, body: HTMLElement): ColumnLayout => {
  const fitted = new Map<string, number>()
  let boxes: readonly CellBox[] = []

  const fitToSample = (columns: readonly TableColumn[], sample: readonly TableRow[]): void => {
    if (sample.length === 0) return
    columns.forEach((column, index) => {
      if (!fitted.has(column.id)) fitted.set(column.id, fitWidth(column, index, sample))
    })
  }

  return {
    boxes: () => boxes,
    fit: createTextFit(body),
    resolve: (columns, sample) => {
      const isLacking = columns.some((column) => column.widthPx === undefined && !fitted.has(column.id))
      if (isLacking) fitToSample(columns, sample())
      const before = boxes
      boxes = boxesOf(columns.map((column) => clampWidth(column.widthPx ?? fitted.get(column.id) ?? unfittedPx)))
      return before.length !== boxes.length || boxes.some((box, index) => box.widthPx !== before[index]?.widthPx)
    },
    setWidth: (column, widthPx) => {
      boxes = boxesOf(boxes.map((box, index) => (index === column ? clampWidth(widthPx) : box.widthPx)))
    },
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

/** Width of what an element holds, with the padding of a cell. */
export const contentWidthPx = (cell: Element | undefined): number => {
  if (cell === undefined) return 0
  const range = document.createRange()
  range.selectNodeContents(cell)
  const paddingPx = 24
  return Math.ceil(range.getBoundingClientRect().width / zoomOf(cell)) + paddingPx
}

/** Client coordinates are in zoomed pixels, widths are not. */
export const zoomOf = (element: Element): number =>
  'currentCSSZoom' in element && typeof element.currentCSSZoom === 'number' ? element.currentCSSZoom : 1
