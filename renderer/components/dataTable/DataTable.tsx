import {
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react'
import { copyAtOnce } from './copyRows.ts'
import { isFromKeys, menuPoint } from '../menuPoint.ts'
import { TableHeader } from './TableHeader.tsx'
import { createTableController, type ControllerProps, type TableController } from './tableController.ts'
import type {
  CopyOutcome,
  RowAt,
  SelectGesture,
  TableColumn,
  TableHandle,
  TableMenuRequest,
  TableRow,
  TableSelection,
  TableSort,
  TableTexts,
} from './tableTypes.ts'

type DataTableProps = {
  readonly columns: readonly TableColumn[]
  readonly rowCount: number
  readonly rowAt: RowAt
  /** Rows in the DOM, a few beyond the view; at most once a frame. Comes again after a new `version` that leaves some of them unloaded. */
  readonly onVisible: (first: number, last: number) => void
  /** Bump it when what `rowAt` answers has changed: rows are rewritten in place. */
  readonly version: number
  readonly sort: readonly TableSort[]
  readonly onSort: (columnId: string, isAdditional: boolean) => void
  readonly selection: TableSelection
  readonly onSelect: (next: TableSelection, gesture: SelectGesture) => void
  readonly onOpen: (index: number) => void
  readonly onStar?: (index: number) => void
  /** CSS pixels at a type size of 13 px; larger type makes rows and columns larger alike. */
  readonly rowHeight: 24 | 28 | 36
  /** Search words to mark in the cells, folded or as typed. */
  readonly highlight: readonly string[]
  /** The columns after the user moved or resized one (then with `widthPx`). */
  readonly onColumnsChange: (columns: readonly TableColumn[]) => void
  readonly label: string
  readonly texts: TableTexts
  /** All selected rows in order, for a copy of rows that are not all loaded; without it only loaded rows are copied. */
  readonly loadSelected?: (ids: ReadonlySet<string>) => Promise<readonly TableRow[]>
  readonly onCopy?: (outcome: CopyOutcome) => void
  readonly onMenu?: (asked: TableMenuRequest) => void
  readonly ref?: Ref<TableHandle>
}

/** A grid of any number of rows. React renders the frame and the header; the rows are a pool of recycled elements. */
export const DataTable = (props: DataTableProps) => {
  const idPrefix = useId()
  const grid = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const headRow = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const controller = useRef<TableController | null>(null)
  const latest = useRef<ControllerProps>(props)

  useLayoutEffect(() => {
    latest.current = props
    controller.current?.update(props)
  })

  useLayoutEffect(() => {
    if (grid.current === null || head.current === null || headRow.current === null || body.current === null) return
    const elements = { grid: grid.current, head: head.current, headRow: headRow.current, body: body.current }
    const focusHeader = (): void => elements.headRow.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    const made = createTableController(elements, latest.current, idPrefix, focusHeader)
    made.update(latest.current)
    controller.current = made
    return () => {
      controller.current = null
      made.dispose()
    }
  }, [idPrefix])

  useImperativeHandle(
    props.ref,
    () => ({
      scrollToRow: (index, offsetPx) => controller.current?.pool.scrollToRow(index, offsetPx),
      focus: () => grid.current?.focus(),
      place: () => controller.current?.place() ?? null,
    }),
    [],
  )

  const announce = useCallback((text: string): void => {
    if (status.current !== null) status.current.textContent = text
  }, [])

  const pressKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.altKey) return
    const press = { key: event.key, isCommand: event.ctrlKey || event.metaKey, isShift: event.shiftKey }
    if (controller.current?.pressKey(press) !== true) return
    event.preventDefault()
    grid.current?.classList.add('is-keyboard')
  }

  const tellCopied = (outcome: CopyOutcome): void => {
    announce(props.texts.copied(outcome))
    props.onCopy?.(outcome)
  }

  const copy = (event: ClipboardEvent<HTMLDivElement>): void => {
    const copying = controller.current?.copy(event.clipboardData) ?? null
    if (copying === null) return
    event.preventDefault()
    void copying.then(tellCopied)
  }

  const openMenu = (event: MouseEvent<HTMLDivElement>): void => {
    if (props.onMenu === undefined) return
    const row = controller.current?.menuRow(event.target, isFromKeys(event)) ?? null
    if (row === null) return
    event.preventDefault()
    const { index, rows, cell } = row
    props.onMenu({
      ...menuPoint(event, row.element),
      index,
      rows,
      copyRows: () => void controller.current?.copyRows().then(tellCopied),
      copyCell:
        rows > 1 || cell === '' ? null : () => tellCopied({ isCopied: copyAtOnce([[cell]]), rows: 1, missingRows: 0 }),
    })
  }

  const click = (event: MouseEvent<HTMLDivElement>): void =>
    controller.current?.click(event.target, { isCommand: event.ctrlKey || event.metaKey, isShift: event.shiftKey })

  return (
    <div className="data-table">
      <div
        className="data-table-grid"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable="true"
        aria-rowcount={props.rowCount + 1}
        aria-colcount={props.columns.length}
        ref={grid}
        onKeyDown={pressKey}
        onCopy={copy}
        onContextMenu={openMenu}
        onPointerDown={() => grid.current?.classList.remove('is-keyboard')}
        onFocus={(event) => controller.current?.showFocus(event.target === event.currentTarget)}
        onBlur={() => controller.current?.showFocus(false)}
      >
        <TableHeader
          columns={props.columns}
          sort={props.sort}
          texts={props.texts}
          headRef={head}
          rowRef={headRow}
          onSort={props.onSort}
          onColumnsChange={props.onColumnsChange}
          onAnnounce={announce}
          onLeave={() => grid.current?.focus()}
          widthPx={(column) => controller.current?.pool.widthPx(column) ?? 0}
          fittedWidthPx={(column) => controller.current?.pool.fittedWidthPx(column) ?? 0}
          scale={() => controller.current?.pool.scale() ?? 1}
          onResizing={(column, widthPx) => controller.current?.pool.setWidth(column, widthPx)}
          onReveal={(column) => controller.current?.pool.scrollToColumn(column)}
        />
        <div
          className="data-table-body"
          role="rowgroup"
          ref={body}
          onClick={click}
          onPointerOver={(event) => controller.current?.hover(event.target)}
          onPointerLeave={() => controller.current?.hover(null)}
        />
      </div>
      <div className="data-table-unseen" role="status" ref={status} />
    </div>
  )
}
