import {
  clampWidth,
  fitWidth,
  isNeverCut,
  longestPx,
  maxFittedPx,
  paddingPx,
  starWidthPx,
  widestPx,
} from './columnWidths.ts'
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
  /** Widens the columns that cut a text though they should not; true when there was one. */
  readonly grow: () => boolean
  readonly setWidth: (column: number, widthPx: number) => void
  /** Places the header cells and widens header and rows alike. */
  readonly placeHeader: () => void
}

const unfittedPx = 120

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
  /** The widest text met in a column that cuts none. */
  const widest = new Map<string, number>()
  const fit = createTextFit(body)
  let shown: readonly TableColumn[] = []
  let hasCut = false
  let widths: readonly number[] = []
  let boxes: readonly CellBox[] = []
  let scale = 1
  let isNarrow = false

  const fitToSample = (columns: readonly TableColumn[], sample: readonly TableRow[]): void => {
    if (sample.length === 0) return
    columns.forEach((column, index) => {
      if (fitted.has(column.id)) return
      fitted.set(column.id, fitWidth(column, index, sample))
      widest.set(column.id, widestPx(index, sample))
    })
  }

  const take = (next: readonly number[]): void => {
    widths = next
    boxes = boxesOf(next, scale)
  }

  const widthOf = (column: TableColumn): number => {
    const { id, widthPx, narrowPx, isStar } = column
    if (isStar === true) return starWidthPx
    const ownPx = (isNarrow ? narrowPx : undefined) ?? widthPx ?? fitted.get(id) ?? unfittedPx
    if (!isNeverCut(column)) return clampWidth(ownPx)
    const textPx = Math.max(longestPx(column), widest.get(id) ?? 0) + (isNarrow ? narrowPaddingPx : paddingPx)
    return clampWidth(Math.max(ownPx, Math.min(textPx, maxFittedPx)))
  }

  /** True when a width changed. */
  const place = (): boolean => {
    const before = widths
    take(shown.map(widthOf))
    return before.length !== widths.length || widths.some((width, index) => width !== before[index])
  }

  const fits = (text: string, index: number): boolean => {
    const isWhole = fit.fits(text, (boxes[index]?.widthPx ?? 0) - (isNarrow ? narrowPaddingPx : paddingPx) * scale)
    const column = shown[index]
    if (isWhole || column === undefined || !isNeverCut(column)) return isWhole
    hasCut = true
    widest.set(column.id, Math.max(widest.get(column.id) ?? 0, Math.ceil(fit.widthPx(text) / scale)))
    return false
  }

  return {
    boxes: () => boxes,
    fits,
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
      shown = columns
      return place()
    },
    grow: () => {
      if (!hasCut) return false
      hasCut = false
      return place()
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
