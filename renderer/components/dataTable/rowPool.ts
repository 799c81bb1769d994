import { clampWidth, fitWidth } from './columnWidths.ts'
import { foldWords } from './highlight.ts'
import { hideSlot, makeSlot, makeTemplate, moveSlot, placeCell, showActive, showRow, showSelected } from './rowSlot.ts'
import type { CellBox, Slot } from './rowSlot.ts'
import type { RowAt, TableColumn, TableRow, TableSelection } from './tableTypes.ts'

export type PoolState = {
  readonly columns: readonly TableColumn[]
  readonly rowCount: number
  readonly rowAt: RowAt
  readonly version: number
  readonly selection: TableSelection
  readonly rowHeight: number
  readonly highlight: readonly string[]
}

/** The elements that React owns; the pool fills `body` and sets sizes, nothing else. */
export type PoolElements = {
  readonly grid: HTMLElement
  readonly head: HTMLElement
  readonly headRow: HTMLElement
  readonly body: HTMLElement
}

export type RowPool = {
  readonly update: (state: PoolState) => void
  /** Brings the rows in line with the scroll position; cheap when nothing moved. */
  readonly sync: () => void
  readonly measure: () => void
  readonly setWidth: (column: number, widthPx: number) => void
  readonly widthPx: (column: number) => number
  /** Width that shows the rows on screen in full. */
  readonly fittedWidthPx: (column: number) => number
  readonly scrollToRow: (index: number, offsetPx?: number) => void
  readonly scrollToColumn: (column: number) => void
  readonly rowOffsetPx: (index: number) => number
  readonly firstVisible: () => number
  readonly pageRows: () => number
  readonly slotOf: (node: EventTarget | null) => Slot | null
  readonly slotOfActive: () => Slot | null
  readonly order: () => void
  readonly dispose: () => void
}

// Beyond the view on either side: what the compositor may scroll to before the main thread answers.
const overscanRows = 8
const unfittedPx = 120
const skeletonDelayMs = 150

const boxesOf = (widths: readonly number[]): readonly CellBox[] => {
  let leftPx = 0
  return widths.map((widthPx) => {
    const box = { leftPx, widthPx }
    leftPx += widthPx
    return box
  })
}

/** Fixed-size recycling of row elements: while scrolling, only rows that come into the window are rewritten. `onRange` gets the rows in the DOM. */
export const createRowPool = (
  { grid, head, headRow, body }: PoolElements,
  initial: PoolState,
  onRange: (first: number, last: number) => void,
): RowPool => {
  let state = initial
  let words = foldWords(initial.highlight)
  let widths: number[] = []
  let boxes: readonly CellBox[] = []
  let slots: Slot[] = []
  let slotOfElement = new Map<Element, Slot>()
  let viewPx = 0
  let viewWidthPx = 0
  let first = 0
  let last = -1
  let skeletonTimer: number | null = null
  const fitted = new Map<string, number>()

  const show = (slot: Slot): void => {
    showRow(slot, state.rowAt(slot.index), words)
    showSelected(slot, slot.id !== null && state.selection.selectedIds.has(slot.id))
    showActive(slot, slot.id !== null && slot.id === state.selection.activeId)
  }

  const hideSkeleton = (): void => {
    if (skeletonTimer !== null) clearTimeout(skeletonTimer)
    skeletonTimer = null
    body.classList.remove('is-waiting')
  }

  const showSkeletonLater = (): void => {
    skeletonTimer ??= window.setTimeout(() => body.classList.add('is-waiting'), skeletonDelayMs)
  }

  const window_ = (): { readonly from: number; readonly to: number } => {
    const top = Math.floor(grid.scrollTop / state.rowHeight)
    const visible = Math.ceil(viewPx / state.rowHeight) + 1
    return { from: Math.max(top - overscanRows, 0), to: Math.min(top + visible + overscanRows, state.rowCount) - 1 }
  }

  const fill = (from: number, to: number): void => {
    let isLoading = false
    for (let index = from; index <= to; index += 1) {
      const slot = slots[index % slots.length]
      if (slot === undefined) continue
      if (slot.index !== index) {
        moveSlot(slot, index, state.rowHeight)
        show(slot)
      }
      isLoading ||= !slot.isLoaded
    }
    if (isLoading) showSkeletonLater()
    else if (skeletonTimer !== null) hideSkeleton()
  }

  const sync = (): void => {
    const { from, to } = window_()
    if (from === first && to === last) return
    first = from
    last = to
    fill(from, to)
    onRange(from, to)
  }

  const resolveWidths = (): void => {
    const lacking = state.columns.some((column) => column.widthPx === undefined && !fitted.has(column.id))
    if (lacking) {
      const { from, to } = window_()
      const sample: TableRow[] = []
      for (let index = from; index <= to; index += 1) {
        const row = state.rowAt(index)
        if (row !== undefined) sample.push(row)
      }
      state.columns.forEach((column, index) => {
        if (sample.length > 0 && !fitted.has(column.id)) fitted.set(column.id, fitWidth(column, index, sample))
      })
    }
    widths = state.columns.map((column) => clampWidth(column.widthPx ?? fitted.get(column.id) ?? unfittedPx))
  }

  const placeAll = (): void => {
    boxes = boxesOf(widths)
    const totalPx = widths.reduce((sum, width) => sum + width, 0)
    for (const part of [headRow, body]) part.style.width = `${totalPx}px`
    ;[...headRow.children].forEach((cell, index) => {
      const box = boxes[index]
      if (box !== undefined && cell instanceof HTMLElement) placeCell(cell, box)
    })
    for (const slot of slots) {
      boxes.forEach((box, index) => {
        const cell = slot.cells[index]
        if (cell !== undefined) placeCell(cell, box)
      })
    }
  }

  const applyWidths = (): void => {
    const before = widths
    resolveWidths()
    if (before.length !== widths.length || before.some((width, index) => width !== widths[index])) placeAll()
  }

  const fillPool = (): void => {
    const wanted = Math.min(Math.ceil(viewPx / state.rowHeight) + 1 + 2 * overscanRows, state.rowCount)
    if (slots.length >= wanted) return
    const template = makeTemplate(state.columns, boxes)
    const added = Array.from({ length: wanted - slots.length }, () => makeSlot(template))
    for (const slot of slots) hideSlot(slot)
    slots = [...slots, ...added]
    slotOfElement = new Map(slots.map((slot) => [slot.element, slot]))
    const { from, to } = window_()
    first = from
    last = to
    fill(from, to)
    // Filled before it enters the document: one insertion, one layout.
    const fragment = document.createDocumentFragment()
    fragment.append(...added.map((slot) => slot.element))
    body.append(fragment)
    onRange(from, to)
  }

  const emptyPool = (): void => {
    for (const slot of slots) hideSlot(slot)
    body.replaceChildren()
    slots = []
    slotOfElement = new Map()
  }

  const refill = (): void => {
    fillPool()
    const { from, to } = window_()
    const isMoved = from !== first || to !== last
    first = from
    last = to
    for (const slot of slots) {
      if (slot.index >= state.rowCount) hideSlot(slot)
      else if (slot.index >= 0) {
        moveSlot(slot, slot.index, state.rowHeight)
        show(slot)
      }
    }
    fill(from, to)
    if (isMoved || slots.some((slot) => slot.index >= from && slot.index <= to && !slot.isLoaded)) onRange(from, to)
  }

  const sizeBody = (): void => {
    body.style.height = `${state.rowCount * state.rowHeight}px`
    grid.style.setProperty('--row-height', `${state.rowHeight}px`)
  }

  const measure = (): void => {
    const height = grid.clientHeight - head.offsetHeight
    viewWidthPx = grid.clientWidth
    if (height === viewPx) return
    viewPx = height
    fillPool()
    sync()
  }

  const sameKinds = (before: readonly TableColumn[]): boolean =>
    before.length === state.columns.length && before.every((column, index) => column.kind === state.columns[index]?.kind)

  const update = (next: PoolState): void => {
    const before = state
    state = next
    const isShape = before.columns !== next.columns && !sameKinds(before.columns)
    const isSize = before.rowCount !== next.rowCount || before.rowHeight !== next.rowHeight
    const isData = isShape || isSize || before.version !== next.version || before.columns !== next.columns
    const isHighlight = before.highlight !== next.highlight && before.highlight.join('\n') !== next.highlight.join('\n')
    if (isHighlight) words = foldWords(next.highlight)
    if (isShape) emptyPool()
    if (isSize) sizeBody()
    if (isData) applyWidths()
    if (isData || isHighlight) refill()
    else if (before.selection !== next.selection) for (const slot of slots) if (slot.index >= 0) show(slot)
  }

  const scrollToRow = (index: number, offsetPx?: number): void => {
    const top = index * state.rowHeight
    const lowest = top + state.rowHeight - viewPx
    if (offsetPx !== undefined) grid.scrollTop = top - offsetPx
    else if (grid.scrollTop > top) grid.scrollTop = top
    else if (grid.scrollTop < lowest) grid.scrollTop = lowest
    sync()
  }

  const scrollToColumn = (column: number): void => {
    const box = boxes[column]
    if (box === undefined) return
    if (box.leftPx < grid.scrollLeft) grid.scrollLeft = box.leftPx
    else if (box.leftPx + box.widthPx > grid.scrollLeft + viewWidthPx) {
      grid.scrollLeft = Math.min(box.leftPx, box.leftPx + box.widthPx - viewWidthPx)
    }
  }

  const slotOf = (node: EventTarget | null): Slot | null => {
    const element = node instanceof Element ? node.closest('.data-table-row') : null
    return element === null ? null : (slotOfElement.get(element) ?? null)
  }

  /** Document order follows row order again, for reading modes of screen readers; not while scrolling. */
  const order = (): void => {
    let next = body.firstElementChild
    for (const slot of slots.toSorted((a, b) => a.index - b.index)) {
      if (slot.element === next) next = next.nextElementSibling
      else body.insertBefore(slot.element, next)
    }
  }

  sizeBody()
  applyWidths()
  measure()

  return {
    update,
    sync,
    measure,
    setWidth: (column, widthPx) => {
      widths = widths.map((width, index) => (index === column ? clampWidth(widthPx) : width))
      placeAll()
    },
    widthPx: (column) => widths[column] ?? unfittedPx,
    fittedWidthPx: (column) => {
      const headCell = headRow.children[column]
      const cells = slots.filter((slot) => slot.index >= 0).map((slot) => slot.cells[column])
      const wanted = [headCell, ...cells].map((cell) => contentWidthPx(cell))
      return clampWidth(Math.max(...wanted))
    },
    scrollToRow,
    scrollToColumn,
    rowOffsetPx: (index) => index * state.rowHeight - grid.scrollTop,
    firstVisible: () => Math.ceil(grid.scrollTop / state.rowHeight),
    pageRows: () => Math.max(Math.floor(viewPx / state.rowHeight), 1),
    slotOf,
    slotOfActive: () => slots.find((slot) => slot.isActive && slot.index >= first && slot.index <= last) ?? null,
    order,
    dispose: () => {
      hideSkeleton()
      emptyPool()
    },
  }
}

const contentWidthPx = (cell: Element | undefined): number => {
  if (cell === undefined) return 0
  const range = document.createRange()
  range.selectNodeContents(cell)
  const paddingPx = 24
  return Math.ceil(range.getBoundingClientRect().width) + paddingPx
}
