import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type Ref } from 'react'
import { moveColumn, resizeColumn } from './columnWidths.ts'
import { headerAction } from './keyboard.ts'
import type { TableColumn, TableSort, TableTexts } from './tableTypes.ts'

type HeaderProps = {
  readonly columns: readonly TableColumn[]
  readonly sort: readonly TableSort[]
  readonly texts: TableTexts
  readonly headRef: Ref<HTMLDivElement>
  readonly rowRef: Ref<HTMLDivElement>
  readonly onSort: (columnId: string, isAdditional: boolean) => void
  readonly onColumnsChange: (columns: readonly TableColumn[]) => void
  readonly onAnnounce: (text: string) => void
  readonly onLeave: () => void
  readonly widthPx: (column: number) => number
  readonly fittedWidthPx: (column: number) => number
  readonly scale: () => number
  /** While a column is resized; the owner is told at the end. */
  readonly onResizing: (column: number, widthPx: number) => void
  readonly onReveal: (column: number) => void
}

type Drag = { readonly column: number; readonly startX: number; readonly startPx: number }

/** Column the dragged one would stand at when dropped at this x: past the middle of a neighbour it changes places. */
const dropTarget = (cells: readonly Element[], from: number, clientX: number): number => {
  const middles = cells.map((cell) => {
    const box = cell.getBoundingClientRect()
    return box.left + box.width / 2
  })
  const before = middles.filter((middle, index) => index !== from && middle < clientX).length
  return before
}

const headClass = ({ kind, isStar }: TableColumn): string => {
  if (isStar === true) return 'data-table-head-cell is-star'
  return kind === 'number' || kind === 'time' ? 'data-table-head-cell is-number' : 'data-table-head-cell'
}

/** A tooltip only where it says more than the header does. */
const showTitle = (cell: HTMLElement, { title, hint, isStar }: TableColumn): void => {
  const text = cell.querySelector('.data-table-head-title')
  const isCut = isStar === true || (text !== null && text.scrollWidth > text.clientWidth)
  const words = [...(isCut ? [title] : []), ...(hint === undefined ? [] : [hint])]
  if (words.length > 0) cell.title = words.join('\n')
  else cell.removeAttribute('title')
}

export const TableHeader = (props: HeaderProps) => {
  const { columns, sort, texts } = props
  const hintId = useId()
  const [focusable, setFocusable] = useState(0)
  const resize = useRef<Drag | null>(null)
  const move = useRef<(Drag & { readonly to: number | null }) | null>(null)
  const wasDragged = useRef(false)
  const drop = useRef<HTMLDivElement>(null)
  const focusColumn = Math.min(focusable, columns.length - 1)

  const cellsOf = (cell: Element): readonly HTMLElement[] =>
    [...(cell.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement)

  const changeWidth = (column: number, widthPx: number): void => {
    const next = resizeColumn(columns, column, widthPx)
    props.onColumnsChange(next)
    const changed = next[column]
    if (changed?.widthPx !== undefined) props.onAnnounce(texts.columnResized(changed.title, changed.widthPx))
  }

  const changeOrder = (from: number, to: number): void => {
    const moved = columns[from]
    if (moved === undefined || from === to || to < 0 || to >= columns.length) return
    props.onColumnsChange(moveColumn(columns, from, to))
    setFocusable(to)
    props.onAnnounce(texts.columnMoved(moved.title, to + 1, columns.length))
  }

  const pressKey = (event: KeyboardEvent<HTMLDivElement>, column: number): void => {
    const press = { key: event.key, isCommand: event.ctrlKey || event.metaKey, isShift: event.shiftKey }
    const action = event.altKey ? null : headerAction(press, column, columns.length)
    if (action === null) return
    event.preventDefault()
    const id = columns[column]?.id
    if (action.kind === 'sort' && id !== undefined) props.onSort(id, action.isAdditional)
    if (action.kind === 'resize') changeWidth(column, props.widthPx(column) + action.byPx)
    if (action.kind === 'move') changeOrder(column, column + action.by)
    if (action.kind === 'body') props.onLeave()
    if (action.kind === 'focus') {
      props.onReveal(action.column)
      cellsOf(event.currentTarget)[action.column]?.focus()
    }
  }

  const startMove = (event: PointerEvent<HTMLDivElement>, column: number): void => {
    wasDragged.current = false
    if (event.button !== 0) return
    move.current = { column, startX: event.clientX, startPx: 0, to: null }
  }

  const showDrop = (cells: readonly HTMLElement[], from: number, to: number): void => {
    const line = drop.current
    const cell = cells[to]
    if (line === null || cell === undefined) return
    line.hidden = to === from
    line.style.left = `${to > from ? cell.offsetLeft + cell.offsetWidth : cell.offsetLeft}px`
  }

  const trackMove = (event: PointerEvent<HTMLDivElement>): void => {
    const drag = move.current
    if (drag === null || (drag.to === null && Math.abs(event.clientX - drag.startX) < 5)) return
    if (drag.to === null) event.currentTarget.setPointerCapture(event.pointerId)
    const cells = cellsOf(event.currentTarget)
    const to = dropTarget(cells.slice(0, columns.length), drag.column, event.clientX)
    move.current = { ...drag, to }
    wasDragged.current = true
    showDrop(cells, drag.column, to)
  }

  const endMove = (isDropped: boolean): void => {
    const drag = move.current
    move.current = null
    if (drop.current !== null) drop.current.hidden = true
    if (isDropped && drag !== null && drag.to !== null) changeOrder(drag.column, drag.to)
  }

  const startResize = (event: PointerEvent<HTMLSpanElement>, column: number): void => {
    event.stopPropagation()
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    resize.current = { column, startX: event.clientX, startPx: props.widthPx(column) }
  }

  const resizedPx = (event: PointerEvent<HTMLSpanElement>, drag: Drag): number =>
    drag.startPx + (event.clientX - drag.startX) / props.scale()

  const trackResize = (event: PointerEvent<HTMLSpanElement>): void => {
    event.stopPropagation()
    if (resize.current !== null) props.onResizing(resize.current.column, resizedPx(event, resize.current))
  }

  const endResize = (event: PointerEvent<HTMLSpanElement>): void => {
    event.stopPropagation()
    const drag = resize.current
    resize.current = null
    if (drag !== null && event.clientX !== drag.startX) changeWidth(drag.column, resizedPx(event, drag))
  }

  const click = (event: MouseEvent<HTMLDivElement>, column: TableColumn): void => {
    if (!wasDragged.current) props.onSort(column.id, event.shiftKey)
    wasDragged.current = false
  }

  return (
    <div className="data-table-head" role="rowgroup" ref={props.headRef}>
      <div className="data-table-head-row" role="row" aria-rowindex={1} ref={props.rowRef}>
        {columns.map((column, index) => {
          const at = sort.findIndex((one) => one.column === column.id)
          const key = sort[at]
          const direction = key === undefined ? 'none' : key.isDescending ? 'descending' : 'ascending'
          return (
            <div
              key={column.id}
              role="columnheader"
              className={headClass(column)}
              tabIndex={index === focusColumn ? 0 : -1}
              aria-sort={at <= 0 ? direction : undefined}
              aria-describedby={hintId}
              onPointerEnter={(event) => showTitle(event.currentTarget, column)}
              onFocus={() => setFocusable(index)}
              onKeyDown={(event) => pressKey(event, index)}
              onClick={(event) => click(event, column)}
              onPointerDown={(event) => startMove(event, index)}
              onPointerMove={trackMove}
              onPointerUp={() => endMove(true)}
              onPointerCancel={() => endMove(false)}
            >
              <span className={column.isStar === true ? 'data-table-unseen' : 'data-table-head-title'}>
                {column.title}
              </span>
              {key === undefined ? null : (
                <SortMark isDescending={key.isDescending} position={sort.length > 1 ? at + 1 : 0} />
              )}
              <span
                className="data-table-resize"
                onPointerDown={(event) => startResize(event, index)}
                onPointerMove={trackResize}
                onPointerUp={endResize}
                onPointerCancel={endResize}
                onClick={(event) => event.stopPropagation()}
                onDoubleClick={() => changeWidth(index, props.fittedWidthPx(index))}
              />
            </div>
          )
        })}
      </div>
      <div className="data-table-drop" aria-hidden="true" hidden ref={drop} />
      <div id={hintId} className="data-table-unseen" aria-hidden="true">
        {texts.headerHint}
      </div>
    </div>
  )
}

const SortMark = ({ isDescending, position }: { readonly isDescending: boolean; readonly position: number }) => (
  <span className="data-table-sort" aria-hidden="true">
    <svg viewBox="0 0 8 8" width="0.8em" height="0.8em">
      <path
        d={isDescending ? 'M1 2.5 4 5.5 7 2.5' : 'M1 5.5 4 2.5 7 5.5'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
    {position === 0 ? null : position}
  </span>
)
