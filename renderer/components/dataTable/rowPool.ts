import { contentWidthPx, createColumnLayout } from './columnLayout.ts'
import { clampWidth } from './columnWidths.ts'
import { soughtWords } from '../marks/matches.ts'
import { hideBlock, makeBlock, makeBlockTemplate, placeBlock, rowsPerBlock, type RowBlock } from './rowBlock.ts'
import { layCells, showActive, showRow, showSelected, type Slot } from './rowSlot.ts'
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
  /** Scale of the interface: widths and row heights are given at 1. */
  readonly scale: () => number
  /** Row height on screen. */
  readonly rowPx: () => number
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
const overscanRows = 6
const sampledRows = 30
const skeletonDelayMs = 150
// Font size that row heights and column widths are given for.
const designFontPx = 13
// Wider than phones, at a scale of 1.
const narrowViewPx = 560

/** Recycling of row elements: while scrolling, only rows that come into the window are rewritten. `onRange` gets the rows in the DOM. */
export const createRowPool = (
  { grid, head, headRow, body }: PoolElements,
  initial: PoolState,
  onRange: (first: number, last: number) => void,
): RowPool => {
  const layout = createColumnLayout(headRow, body)
  let state = initial
  let words = soughtWords(initial.highlight.join(' '))
  let blocks: readonly RowBlock[] = []
  let slotOfElement: ReadonlyMap<Element, Slot> = new Map()
  let rowPx: number = initial.rowHeight
  // Read once per scroll: reading it forces a layout.
  let topPx = 0
  let viewPx = 0
  let viewWidthPx = 0
  let first = 0
  let last = -1
  let skeletonTimer: number | null = null
  // The first frame draws the visible rows only; rows around them follow.
  let aroundRows = 0
  let isDisposed = false

  const slotsInUse = (): readonly Slot[] =>
    blocks.flatMap((block) => (block.index < 0 ? [] : block.slots.slice(0, block.rows)))

  const show = (slot: Slot): void => {
    showRow(slot, state.rowAt(slot.index), words, layout)
    showSelected(slot, slot.id !== null && state.selection.selectedIds.has(slot.id))
    showActive(slot, slot.id !== null && slot.id === state.selection.activeId)
  }

  const hideSkeleton = (): void => {
    if (skeletonTimer !== null) clearTimeout(skeletonTimer)
    skeletonTimer = null
    body.classList.remove('is-waiting')
  }

  const tellLoading = (isLoading: boolean): void => {
    if (isLoading) skeletonTimer ??= window.setTimeout(() => body.classList.add('is-waiting'), skeletonDelayMs)
    else if (skeletonTimer !== null) hideSkeleton()
  }

  const visibleRows = (): number => Math.ceil(viewPx / rowPx) + 1

  /** Rows from the view and around it, in whole blocks. */
  const findWindow = (): { readonly from: number; readonly to: number } => {
    const top = Math.floor(topPx / rowPx)
    const end = Math.min(top + visibleRows() + aroundRows, state.rowCount)
    const from = Math.floor(Math.max(top - aroundRows, 0) / rowsPerBlock) * rowsPerBlock
    return { from, to: Math.min(Math.ceil(end / rowsPerBlock) * rowsPerBlock, state.rowCount) - 1 }
  }

  const layAll = (): void => {
    layout.placeHeader()
    for (const block of blocks) for (const slot of block.slots) layCells(slot, layout)
  }

  const fill = (isForced: boolean): void => {
    let isLoading = false
    for (let index = first / rowsPerBlock; index * rowsPerBlock <= last; index += 1) {
      const block = blocks[index % blocks.length]
      if (block === undefined) continue
      if (isForced || block.index !== index) placeBlock(block, index, state.rowCount, rowPx, show)
      isLoading ||= block.slots.some((slot) => !slot.isLoaded)
    }
    tellLoading(isLoading)
    if (layout.grow()) layAll()
  }

  const moveWindow = (): boolean => {
    const { from, to } = findWindow()
    const isMoved = from !== first || to !== last
    first = from
    last = to
    return isMoved
  }

  const fillWindow = (): void => {
    fill(false)
    onRange(first, last)
  }

  const sync = (): void => {
    topPx = grid.scrollTop
    if (moveWindow()) fillWindow()
  }

  /** Rows that columns are fitted to, also before the row count is known. */
  const sampleRows = (): readonly TableRow[] => {
    const { from, to } = findWindow()
    const rows = Math.min(Math.max(to - from + 1, sampledRows), state.rowCount - from)
    return Array.from({ length: rows }, (_, at) => state.rowAt(from + at)).filter((row) => row !== undefined)
  }

  const growPool = (): void => {
    const view = Math.ceil((visibleRows() + 2 * aroundRows) / rowsPerBlock) + 1
    const wanted = Math.min(view, Math.ceil(state.rowCount / rowsPerBlock))
    if (blocks.length >= wanted) return
    const template = makeBlockTemplate(state.columns, layout.boxes())
    const added = Array.from({ length: wanted - blocks.length }, () => makeBlock(template))
    blocks = [...blocks, ...added]
    // A block stays if its slot is the same in the longer cycle.
    blocks.forEach((block, place) => {
      if (block.index >= 0 && block.index % blocks.length !== place) hideBlock(block)
    })
    slotOfElement = new Map(blocks.flatMap((block) => block.slots.map((slot) => [slot.element, slot] as const)))
    moveWindow()
    fill(false)
    // Filled before it enters the document: one insertion, one layout.
    const fragment = document.createDocumentFragment()
    fragment.append(...added.map((block) => block.element))
    body.append(fragment)
    onRange(first, last)
  }

  const emptyPool = (): void => {
    blocks.forEach(hideBlock)
    body.replaceChildren()
    blocks = []
    slotOfElement = new Map()
  }

  const refill = (): void => {
    topPx = grid.scrollTop
    growPool()
    const isMoved = moveWindow()
    // Blocks outside the window would reappear with old content.
    for (const block of blocks) {
      const row = block.index * rowsPerBlock
      if (row < first || row > last) hideBlock(block)
    }
    fill(true)
    if (isMoved || slotsInUse().some((slot) => !slot.isLoaded)) onRange(first, last)
  }

  const sizeBody = (): void => {
    const before = rowPx
    rowPx = Math.round(state.rowHeight * layout.scale())
    body.style.height = `${state.rowCount * rowPx}px`
    grid.style.setProperty('--row-height', `${rowPx}px`)
    // The same rows stay in view when all become higher.
    if (rowPx !== before && topPx > 0) grid.scrollTop = (topPx / before) * rowPx
  }

  const measure = (): void => {
    const isScale = layout.setScale(parseFloat(getComputedStyle(grid).fontSize) / designFontPx)
    if (isScale) sizeBody()
    const height = grid.clientHeight - head.offsetHeight
    viewWidthPx = grid.clientWidth
    const isNarrow = viewWidthPx < narrowViewPx * layout.scale()
    const isOtherWidth = layout.setNarrow(isNarrow)
    if (isOtherWidth) {
      grid.classList.toggle('is-narrow', isNarrow)
      layout.resolve(state.columns, sampleRows)
    }
    if (isScale || isOtherWidth) layAll()
    if (height === viewPx && !isScale) return
    viewPx = height
    if (isScale) refill()
    else growPool()
    if (moveWindow()) fillWindow()
  }

  const sameKinds = (before: readonly TableColumn[]): boolean =>
    before.length === state.columns.length &&
    before.every((column, index) => {
      const next = state.columns[index]
      return column.kind === next?.kind && column.isStar === next.isStar
    })

  const update = (next: PoolState): void => {
    const before = state
    state = next
    const isColumns = before.columns !== next.columns
    const isSize = before.rowCount !== next.rowCount || before.rowHeight !== next.rowHeight
    const isData = isColumns || isSize || before.version !== next.version
    const isHighlight = before.highlight.join('\n') !== next.highlight.join('\n')
    if (isHighlight) words = soughtWords(next.highlight.join(' '))
    if (isColumns && !sameKinds(before.columns)) emptyPool()
    if (isSize) sizeBody()
    if (isData && (layout.resolve(next.columns, sampleRows) || isColumns)) layAll()
    if (isData || isHighlight) refill()
    else if (before.selection !== next.selection) slotsInUse().forEach(show)
  }

  const scrollToRow = (index: number, offsetPx?: number): void => {
    const top = index * rowPx
    const lowest = top + rowPx - viewPx
    if (offsetPx !== undefined) grid.scrollTop = top - offsetPx
    else if (grid.scrollTop > top) grid.scrollTop = top
    else if (grid.scrollTop < lowest) grid.scrollTop = lowest
    sync()
  }

  const scrollToColumn = (column: number): void => {
    const box = layout.boxes()[column]
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
    for (const block of blocks.toSorted((a, b) => a.index - b.index)) {
      if (block.element === next) next = next.nextElementSibling
      else body.insertBefore(block.element, next)
    }
  }

  // A web font that arrives late has other advances.
  const refreshFont = (): void => {
    layout.refreshFont()
    layAll()
    if (layout.grow()) layAll()
  }
  document.fonts.addEventListener('loadingdone', refreshFont)

  const widen = (): void => {
    if (isDisposed) return
    aroundRows = overscanRows
    growPool()
    sync()
  }

  sizeBody()
  layout.resolve(state.columns, sampleRows)
  layout.placeHeader()
  measure()
  // One frame later, so that callers waiting for the rows continue first.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(widen)))

  return {
    update,
    sync,
    measure,
    setWidth: (column, widthPx) => {
      layout.setWidth(column, widthPx)
      layAll()
    },
    widthPx: layout.widthPx,
    scale: layout.scale,
    rowPx: () => rowPx,
    fittedWidthPx: (column) => {
      const cells = [headRow.children[column], ...slotsInUse().map((slot) => slot.cells[column])]
      return clampWidth(Math.max(...cells.map((cell) => contentWidthPx(cell, layout.scale()))))
    },
    scrollToRow,
    scrollToColumn,
    rowOffsetPx: (index) => index * rowPx - grid.scrollTop,
    firstVisible: () => Math.ceil(grid.scrollTop / rowPx),
    pageRows: () => Math.max(Math.floor(viewPx / rowPx), 1),
    slotOf,
    slotOfActive: () => slotsInUse().find((slot) => slot.isActive && slot.index >= first && slot.index <= last) ?? null,
    order,
    dispose: () => {
      isDisposed = true
      document.fonts.removeEventListener('loadingdone', refreshFont)
      hideSkeleton()
      emptyPool()
    },
  }
}
