import type { CellBox } from './columnLayout.ts'
import { hideSlot, makeSlot, makeTemplate, nameSlot, type Slot } from './rowSlot.ts'
import type { TableColumn } from './tableTypes.ts'

/** Rows that move together: a block costs the browser one transform and one layer, not one for each row. */
export const rowsPerBlock = 3

export type RowBlock = {
  readonly element: HTMLElement
  readonly slots: readonly Slot[]
  /** Block index: the block's first row is `index * rowsPerBlock`; -1 while unused. */
  index: number
  /** Rows in use: fewer than `rowsPerBlock` only in the last block. */
  rows: number
}

/** A block to clone: cloning is several times cheaper than building rows. */
export const makeBlockTemplate = (columns: readonly TableColumn[], boxes: readonly CellBox[]): HTMLElement => {
  const element = document.createElement('div')
  element.className = 'data-table-block'
  element.setAttribute('role', 'presentation')
  const row = makeTemplate(columns, boxes)
  element.append(...Array.from({ length: rowsPerBlock }, () => row.cloneNode(true)))
  return element
}

export const makeBlock = (template: HTMLElement): RowBlock => {
  const element = template.cloneNode(true) as HTMLElement
  const slots = [...element.children].filter((child) => child instanceof HTMLElement).map(makeSlot)
  return { element, slots, index: -1, rows: 0 }
}

/** Moves the block to its place; `show` writes each of its rows. */
export const placeBlock = (
  block: RowBlock,
  index: number,
  rowCount: number,
  rowHeightPx: number,
  show: (slot: Slot) => void,
): void => {
  const firstRow = index * rowsPerBlock
  const rows = Math.min(rowsPerBlock, rowCount - firstRow)
  block.element.hidden = false
  block.element.style.transform = `translateY(${firstRow * rowHeightPx}px)`
  block.element.style.height = `${rows * rowHeightPx}px`
  block.index = index
  block.rows = rows
  block.slots.forEach((slot, at) => {
    if (at >= rows) {
      hideSlot(slot)
      return
    }
    nameSlot(slot, firstRow + at)
    show(slot)
  })
}

export const hideBlock = (block: RowBlock): void => {
  block.element.hidden = true
  block.index = -1
  block.rows = 0
  block.slots.forEach(hideSlot)
}
