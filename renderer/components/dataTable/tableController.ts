import { createCellPeek, isCut, saidBy } from './cellPeek.ts'
import { copyAtOnce, copyLater, copyNow } from './copyRows.ts'
import { gridAction, type Cursor, type GridAction, type KeyPress } from './keyboard.ts'
import { createRowPool, type PoolElements, type PoolState, type RowPool } from './rowPool.ts'
import { findRow, nextSelection } from './selection.ts'
import type { CopyOutcome, RowPlace, SelectGesture, TableRow, TableSelection } from './tableTypes.ts'

export type ControllerProps = PoolState & {
  readonly onVisible: (first: number, last: number) => void
  readonly onSelect: (next: TableSelection, gesture: SelectGesture) => void
  readonly onOpen: (index: number) => void
  /** A click on a cell of a column with a star. */
  readonly onStar?: (index: number) => void
  readonly loadSelected?: (ids: ReadonlySet<string>) => Promise<readonly TableRow[]>
}

export type TableController = {
  readonly pool: RowPool
  readonly update: (props: ControllerProps) => void
  /** True when the key was taken. */
  readonly pressKey: (press: KeyPress) => boolean
  /** A plain click selects the row and opens it; Shift and the command key only select. */
  readonly click: (target: EventTarget, keys: { readonly isCommand: boolean; readonly isShift: boolean }) => void
  readonly hover: (target: EventTarget | null) => void
  /** Null: nothing to copy, the event is not taken. */
  readonly copy: (data: DataTransfer) => Promise<CopyOutcome> | null
  readonly copyRows: () => Promise<CopyOutcome>
  /** The row of a context menu; selects it if it was not. Keys mean the active row. Null: no row. */
  readonly menuRow: (target: EventTarget, isFromKeys: boolean) => MenuRow | null
  readonly showFocus: (isFocused: boolean) => void
  readonly place: () => RowPlace | null
  readonly dispose: () => void
}

export type MenuRow = {
  readonly index: number
  /** Selected rows, this one included. */
  readonly rows: number
  /** The row, or the cell of it under the mouse or the cursor. */
  readonly element: Element
  /** Text of that cell; '' for a row. */
  readonly cell: string
}

// Programmatic scrolls fire scrollend every frame, so stillness is timed here.
const stillAfterMs = 150

/** Handles user input for the pool: the cursor, the anchor of ranges, and a move that waits for its row. */
export const createTableController = (
  elements: PoolElements,
  initial: ControllerProps,
  idPrefix: string,
  focusHeader: () => void,
): TableController => {
  const { grid, body } = elements
  let props = initial
  let hint = 0
  let column = -1
  let anchor: { readonly index: number; readonly id: string } | null = null
  let pending: { readonly row: number; readonly isExtending: boolean } | null = null
  let titled: HTMLElement | null = null
  let marked: HTMLElement | null = null
  let isFocused = false
  let frame: number | null = null
  let still: number | null = null
  let scrolledAtMs = 0
  let seen: readonly [number, number] = [0, -1]
  const peek = createCellPeek(body)

  const tellVisible = (): void => {
    frame = null
    if (seen[1] >= seen[0]) props.onVisible(seen[0], seen[1])
  }

  const showTitle = (cell: HTMLElement | null): void => {
    if (titled === cell) return
    titled?.removeAttribute('title')
    titled = cell
    if (cell === null) return
    const words = cell.getAttribute('aria-description')
    const isTextShown = words === null || isCut(cell)
    cell.title = [...(isTextShown ? [saidBy(cell)] : []), ...(words === null ? [] : [words])].join('\n')
  }

  const onRange = (first: number, last: number): void => {
    seen = [first, last]
    frame ??= requestAnimationFrame(tellVisible)
    if (titled !== null) showTitle(null)
  }

  const pool = createRowPool(elements, initial, onRange)

  const rowOf = (id: string): number => findRow(id, hint, props.rowAt, props.rowCount)

  const activeRow = (): number => {
    if (pending !== null) return pending.row
    const id = props.selection.activeId
    if (id === null) return -1
    hint = Math.max(rowOf(id), -1)
    return hint
  }

  /** The element that assistive technology takes as focused, and the ring goes around. */
  const showCursor = (): void => {
    const slot = pool.slotOfActive()
    const target = slot === null ? null : (slot.cells[column] ?? slot.element)
    const id = slot === null ? '' : `${idPrefix}r${slot.index}${column < 0 ? '' : `c${column}`}`
    if (marked !== target || (target !== null && target.id !== id)) {
      marked?.classList.remove('is-cursor')
      marked?.removeAttribute('id')
      marked = target
      if (target !== null) {
        target.classList.add('is-cursor')
        target.id = id
      }
    }
    if (target === null) grid.removeAttribute('aria-activedescendant')
    else if (grid.getAttribute('aria-activedescendant') !== id) grid.setAttribute('aria-activedescendant', id)
    if (isFocused && slot !== null && column >= 0 && target !== null && isCut(target)) {
      peek.show(target, (slot.index + 1) * pool.rowPx())
    } else peek.hide()
  }

  const select = (gesture: SelectGesture): void => {
    const next = nextSelection(props.selection, gesture, props.rowAt, props.rowCount)
    if (gesture.kind !== 'all') {
      hint = gesture.index
      if (gesture.kind !== 'extend' && next.activeId !== null) anchor = { index: gesture.index, id: next.activeId }
    }
    props.onSelect(next, gesture)
  }

  const anchorRow = (fallback: number): number => {
    if (anchor === null) return fallback
    if (props.rowAt(anchor.index)?.id === anchor.id) return anchor.index
    const found = rowOf(anchor.id)
    return found < 0 ? fallback : found
  }

  const goTo = (row: number, isExtending: boolean, from: number): void => {
    pool.scrollToRow(row)
    if (props.rowAt(row) === undefined) {
      pending = { row, isExtending }
      return
    }
    pending = null
    if (isExtending) select({ kind: 'extend', anchorIndex: anchorRow(Math.max(from, 0)), index: row })
    else select({ kind: 'only', index: row })
  }

  const act = (action: GridAction, from: number): void => {
    switch (action.kind) {
      case 'row':
        goTo(action.row, action.isExtending, from)
        break
      case 'column':
        column = action.column
        if (column >= 0) pool.scrollToColumn(column)
        else grid.scrollLeft = 0
        break
      case 'open':
        props.onOpen(action.row)
        break
      case 'toggle':
        select({ kind: 'toggle', index: action.row })
        break
      case 'all':
        select({ kind: 'all' })
        break
      case 'header':
        focusHeader()
        break
    }
    showCursor()
  }

  const pressKey = (press: KeyPress): boolean => {
    const cursor: Cursor = { row: activeRow(), column }
    const action = gridAction(press, cursor, {
      rows: props.rowCount,
      columns: props.columns.length,
      pageRows: pool.pageRows(),
      firstVisible: pool.firstVisible(),
    })
    if (action === null) return false
    act(action, cursor.row)
    return true
  }

  const update = (next: ControllerProps): void => {
    props = next
    if (column >= next.columns.length) column = next.columns.length - 1
    pool.update(next)
    if (pending !== null && pending.row >= next.rowCount) pending = null
    if (pending !== null && next.rowAt(pending.row) !== undefined) goTo(pending.row, pending.isExtending, pending.row)
    showCursor()
  }

  const loadedSelection = (): readonly TableRow[] => {
    const { selectedIds } = props.selection
    const rows: TableRow[] = []
    for (let index = 0; index < props.rowCount && rows.length < selectedIds.size; index += 1) {
      const row = props.rowAt(index)
      if (row !== undefined && selectedIds.has(row.id)) rows.push(row)
    }
    return rows
  }

  /** Without the star, which files leave out too: a spreadsheet would begin with an empty column. */
  const copiedCells = (rows: readonly TableRow[]): readonly (readonly string[])[] =>
    rows.map(({ cells }) => cells.filter((_cell, index) => props.columns[index]?.isStar !== true))

  const copyRows = async (): Promise<CopyOutcome> => {
    const { selectedIds } = props.selection
    const loaded = loadedSelection()
    const later = loaded.length < selectedIds.size ? props.loadSelected?.(selectedIds) : undefined
    const isCopied = later === undefined ? copyAtOnce(copiedCells(loaded)) : await copyLater(later.then(copiedCells))
    const rows = later === undefined ? loaded.length : selectedIds.size
    return { isCopied, rows: isCopied ? rows : 0, missingRows: selectedIds.size - rows }
  }

  const copy = (data: DataTransfer): Promise<CopyOutcome> | null => {
    const { selectedIds } = props.selection
    const active = pool.slotOfActive()
    if (column >= 0 && selectedIds.size <= 1 && active !== null) {
      copyNow(data, [[active.shown[column] ?? '']])
      return Promise.resolve({ isCopied: true, rows: 1, missingRows: 0 })
    }
    if (selectedIds.size === 0) return null
    const rows = loadedSelection()
    const missingRows = selectedIds.size - rows.length
    if (missingRows > 0 && props.loadSelected !== undefined) return copyRows()
    copyNow(data, copiedCells(rows))
    return Promise.resolve({ isCopied: true, rows: rows.length, missingRows })
  }

  const menuRow = (target: EventTarget, isFromKeys: boolean): MenuRow | null => {
    const isAtCursor = isFromKeys && target === grid
    const active = isAtCursor ? activeRow() : -1
    if (active >= 0) pool.scrollToRow(active)
    const slot = isAtCursor ? pool.slotOfActive() : pool.slotOf(target)
    if (slot === null || slot.id === null) return null
    const cell = isAtCursor
      ? slot.cells[column]
      : slot.cells.find((one) => target instanceof Node && one.contains(target))
    const { selectedIds } = props.selection
    const isChosen = selectedIds.has(slot.id)
    if (!isChosen) {
      pending = null
      if (!isAtCursor) column = -1
      select({ kind: 'only', index: slot.index })
      showCursor()
    }
    return {
      index: slot.index,
      rows: isChosen ? selectedIds.size : 1,
      element: cell ?? slot.element,
      cell: cell === undefined || cell.matches('.is-star') ? '' : (slot.shown[slot.cells.indexOf(cell)] ?? ''),
    }
  }

  const place = (): RowPlace | null => {
    if (props.rowCount === 0) return null
    const active = pool.slotOfActive()
    const index = active?.index ?? Math.min(pool.firstVisible(), props.rowCount - 1)
    return { index, id: props.rowAt(index)?.id ?? null, offsetPx: pool.rowOffsetPx(index) }
  }

  /** One timer for a whole scroll: it looks again until the view has been still. */
  const orderWhenStill = (): void => {
    const stillMs = performance.now() - scrolledAtMs
    if (stillMs < stillAfterMs) still = window.setTimeout(orderWhenStill, stillAfterMs - stillMs)
    else {
      still = null
      pool.order()
    }
  }

  const onScroll = (): void => {
    scrolledAtMs = performance.now()
    still ??= window.setTimeout(orderWhenStill, stillAfterMs)
    pool.sync()
    if (marked !== null || props.selection.activeId !== null) showCursor()
  }
  grid.addEventListener('scroll', onScroll, { passive: true })
  const resized = new ResizeObserver(() => pool.measure())
  resized.observe(grid)
  // Only the header changes its size with the font.
  resized.observe(elements.head)

  return {
    pool,
    update,
    pressKey,
    click: (target, keys) => {
      const slot = pool.slotOf(target)
      if (slot === null || slot.id === null) return
      const isStar = target instanceof Element && target.closest('.is-star') !== null
      if (isStar && props.onStar !== undefined) return props.onStar(slot.index)
      pending = null
      column = -1
      if (keys.isShift) select({ kind: 'extend', anchorIndex: anchorRow(slot.index), index: slot.index })
      else select({ kind: keys.isCommand ? 'toggle' : 'only', index: slot.index })
      showCursor()
      if (!keys.isShift && !keys.isCommand) props.onOpen(slot.index)
    },
    hover: (target) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('.data-table-cell') : null
      showTitle(cell !== null && (isCut(cell) || cell.hasAttribute('aria-description')) ? cell : null)
    },
    copy,
    copyRows,
    menuRow,
    showFocus: (isNowFocused) => {
      isFocused = isNowFocused
      showCursor()
    },
    place,
    dispose: () => {
      grid.removeEventListener('scroll', onScroll)
      resized.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
      if (still !== null) clearTimeout(still)
      peek.hide()
      showTitle(null)
      pool.dispose()
    },
  }
}
