import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement, memo, useRef, type ComponentType, type CSSProperties, type ReactElement } from 'react'
import { List } from 'react-window'
import { DataTable } from '../../../renderer/components/dataTable/DataTable.tsx'
import type { TableRow } from '../../../renderer/components/dataTable/tableTypes.ts'
import { columns } from './rows.ts'

const rowHeightPx = 28
// Rows beyond the view on either side: what ours has on average, its six rounded up to whole blocks.
const overscanRows = 7

type Rows = { readonly rows: readonly TableRow[] }

const cellsOf = (row: TableRow | undefined): readonly ReactElement[] =>
  columns.map((column, index) =>
    createElement(
      'div',
      {
        key: column.id,
        role: 'gridcell',
        className: column.kind === 'number' || column.kind === 'time' ? 'peer-cell is-number' : 'peer-cell',
      },
      row?.cells[index],
    ),
  )

const WindowRow = ({ index, style, rows }: { index: number; style: CSSProperties } & Rows): ReactElement =>
  createElement('div', { className: 'peer-row', role: 'row', style }, cellsOf(rows[index]))

export const ReactWindow = ({ rows }: Rows): ReactElement =>
  createElement(List<Rows>, {
    className: 'peer',
    role: 'grid',
    rowComponent: WindowRow,
    rowCount: rows.length,
    rowHeight: rowHeightPx,
    rowProps: { rows },
    overscanCount: overscanRows,
  })

type Placed = { readonly startPx: number; readonly row: TableRow | undefined }

const PlacedRow = ({ startPx, row }: Placed): ReactElement =>
  createElement(
    'div',
    { className: 'peer-row is-placed', role: 'row', style: { transform: `translateY(${startPx}px)` } },
    cellsOf(row),
  )

const listWith = (Row: ComponentType<Placed>) =>
  function List({ rows }: Rows): ReactElement {
    const scroller = useRef<HTMLDivElement>(null)
    const virtualizer = useVirtualizer({
      count: rows.length,
      getScrollElement: () => scroller.current,
      estimateSize: () => rowHeightPx,
      overscan: overscanRows,
    })
    const items = virtualizer
      .getVirtualItems()
      .map((item) => createElement(Row, { key: item.key, startPx: item.start, row: rows[item.index] }))
    const space = createElement(
      'div',
      { className: 'peer-space', style: { height: virtualizer.getTotalSize() } },
      items,
    )
    return createElement('div', { className: 'peer', role: 'grid', ref: scroller }, space)
  }

/** As its documentation shows it: every row in the window renders with each scroll. */
export const TanStackVirtual = listWith(PlacedRow)

/** With memoised rows, which its users may add: only rows that come into the window render. */
export const TanStackMemo = listWith(memo(PlacedRow))

const noSelection = { activeId: null, selectedIds: new Set<string>() }
const texts = { headerHint: '', columnResized: () => '', columnMoved: () => '', copied: () => '' }
const ignore = (): void => undefined

export const Ours = ({ rows }: Rows): ReactElement =>
  createElement(DataTable, {
    columns,
    rowCount: rows.length,
    rowAt: (index) => rows[index],
    onVisible: ignore,
    version: 0,
    sort: [],
    onSort: ignore,
    selection: noSelection,
    onSelect: ignore,
    onOpen: ignore,
    rowHeight: rowHeightPx,
    highlight: [],
    onColumnsChange: ignore,
    label: 'Results',
    texts,
  })
