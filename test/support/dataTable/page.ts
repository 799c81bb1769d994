import { createElement, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { DataTable } from '../../../renderer/components/dataTable/DataTable.tsx'
import type {
  RowAt,
  TableColumn,
  TableHandle,
  TableRow,
  TableSelection,
  TableSort,
} from '../../../renderer/components/dataTable/tableTypes.ts'

/** Values that a test may set and read; the page owns the table as a screen does. */
export type TablePage = {
  /** Replaces the table by one that nobody has used. */
  readonly begin: () => void
  readonly set: (change: Partial<Model>) => void
  readonly handle: () => TableHandle | null
  readonly log: string[]
  readonly selected: () => readonly string[]
  /** Rows from here on are not loaded until `load`. */
  readonly load: () => void
}

type Model = {
  readonly rowCount: number
  readonly loadedRows: number
  readonly isReversed: boolean
  readonly rowHeight: 24 | 28 | 36
  readonly highlight: readonly string[]
  readonly version: number
  readonly columns: readonly TableColumn[]
}

const columns: readonly TableColumn[] = [
  { id: 'place', title: 'Place', kind: 'number', widthPx: 64 },
  { id: 'bib', title: 'Bib', kind: 'number', widthPx: 64 },
  { id: 'name', title: 'Name', kind: 'text', widthPx: 180 },
  { id: 'club', title: 'Club', kind: 'text' },
  { id: 'result', title: 'Result', kind: 'time' },
  { id: 'laps', title: 'Laps', kind: 'json', widthPx: 160 },
]

const names = [
  'Иванов Пётр',
  'Семёнова Анна',
  'Müller Jörg',
  'O’Neil Kate',
  'Ли Мин',
  'Щукин-Белый Константин Эдуардович',
]
const clubs = ['Динамо', 'Long Distance Runners of the Northern River', '', '<b>Bold & Co</b>']

/** Wider than what the first rows have. */
const penalties = ['', '', '', '', '', ' + 0:10:00']
const penaltyOf = (index: number): string =>
  index === 5_000 ? ' + 100:10:00' : (penalties[index % penalties.length] ?? '')

const rowFor = (index: number): TableRow => ({
  id: `r${index}`,
  cells: [
    String(index + 1),
    String(1000 + ((index * 37) % 9000)),
    names[index % names.length] ?? '',
    clubs[index % clubs.length] ?? '',
    `1:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}${penaltyOf(index)}`,
    `[{"lap":1,"time":"12:${String(index % 60).padStart(2, '0')}"}]`,
  ],
})

const initial: Model = {
  rowCount: 100_000,
  loadedRows: 100_000,
  isReversed: false,
  rowHeight: 28,
  highlight: [],
  version: 0,
  columns,
}
const log: string[] = []

type Inside = {
  readonly set: (change: Partial<Model>) => void
  readonly selection: TableSelection
  readonly handle: TableHandle | null
}

const Owner = ({ expose }: { readonly expose: (inside: Inside) => void }): ReactElement => {
  const [model, change] = useState(initial)
  const [selection, setSelection] = useState<TableSelection>({ activeId: null, selectedIds: new Set() })
  const [sort, setSort] = useState<readonly TableSort[]>([{ column: 'place', isDescending: false }])
  const table = useRef<TableHandle>(null)
  const set = (next: Partial<Model>): void => change((before) => ({ ...before, version: before.version + 1, ...next }))
  useLayoutEffect(() => expose({ set, selection, handle: table.current }))
  const rowAt: RowAt = (index) => {
    if (index >= model.loadedRows) return undefined
    const row = rowFor(model.isReversed ? model.rowCount - 1 - index : index)
    const at = model.columns.map((column) => columns.findIndex((one) => one.id === column.id))
    return { id: row.id, cells: at.map((cell) => row.cells[cell] ?? '') }
  }
  return createElement(DataTable, {
    ref: table,
    columns: model.columns,
    rowCount: model.rowCount,
    rowAt,
    version: model.version,
    onVisible: (first, last) => log.push(`visible ${first} ${last}`),
    sort,
    onSort: (column, isAdditional) => {
      log.push(`sort ${column} ${isAdditional}`)
      setSort((before) => [...(isAdditional ? before : []), { column, isDescending: false }])
    },
    selection,
    onSelect: (next, gesture) => {
      log.push(`select ${gesture.kind}`)
      setSelection(next)
    },
    onOpen: (index) => log.push(`open ${index}`),
    rowHeight: model.rowHeight,
    highlight: model.highlight,
    onColumnsChange: (next) => set({ columns: next }),
    label: 'Results',
    texts: {
      headerHint: 'Enter sorts, Shift with arrows resizes, Ctrl and Shift with arrows moves',
      columnResized: (title, widthPx) => `${title} is ${widthPx} wide`,
      columnMoved: (title, position, count) => `${title} is column ${position} of ${count}`,
      copied: ({ rows, missingRows }) => `copied ${rows}, missing ${missingRows}`,
    },
  })
}

let inside: Inside | null = null
const expose = (next: Inside): void => {
  inside = next
}
const stage = document.querySelector('#stage')
const root = stage === null ? null : createRoot(stage)
let tables = 0

const page: TablePage = {
  begin: () => {
    document.documentElement.removeAttribute('data-scale')
    log.length = 0
    tables += 1
    flushSync(() => root?.render(createElement(Owner, { key: tables, expose })))
  },
  set: (change) => inside?.set(change),
  handle: () => inside?.handle ?? null,
  log,
  selected: () => [...(inside?.selection.selectedIds ?? [])],
  load: () => inside?.set({ loadedRows: 100_000 }),
}
Object.assign(window, { table: page })
