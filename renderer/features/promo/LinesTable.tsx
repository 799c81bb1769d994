import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PromoLine } from '../../../preload/contract/promo.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { settingsQuery } from '../../app/state/queries.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import type { RowAt, TableColumn, TableSelection, TableSort } from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import { useText, type Translate } from '../../text/text.ts'
import { isRefusedLine, verdictsText } from './promoText.ts'

type ColumnId = 'line' | 'code' | 'percent' | 'verdict'

const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }
const COLUMNS: readonly { readonly id: ColumnId; readonly kind: TableColumn['kind']; readonly widthPx: number }[] = [
  { id: 'line', kind: 'number', widthPx: 72 },
  { id: 'code', kind: 'json', widthPx: 180 },
  { id: 'percent', kind: 'number', widthPx: 92 },
  { id: 'verdict', kind: 'text', widthPx: 520 },
]

const isColumnId = (id: string): id is ColumnId => COLUMNS.some((column) => column.id === id)

/** Refused lines before warned ones before the rest. */
const gravity = (line: PromoLine): number => (isRefusedLine(line) ? 0 : line.verdicts.length > 0 ? 1 : 2)

const compare = (a: PromoLine, b: PromoLine, column: ColumnId): number => {
  if (column === 'code') return a.value < b.value ? -1 : a.value > b.value ? 1 : 0
  if (column === 'percent') return Number(a.discountPercent ?? -1) - Number(b.discountPercent ?? -1)
  return column === 'verdict' ? gravity(a) - gravity(b) : a.line - b.line
}

const sorted = (lines: readonly PromoLine[], [sort]: readonly TableSort[]): readonly PromoLine[] => {
  if (sort === undefined || !isColumnId(sort.column)) return lines
  const { column, isDescending } = sort
  return lines.toSorted((a, b) => (isDescending ? compare(b, a, column) : compare(a, b, column)))
}

const cellOf = (line: PromoLine, column: string, t: Translate): string => {
  if (column === 'line') return String(line.line)
  if (column === 'code') return line.value
  if (column === 'percent') return line.discountPercent ?? line.percentText
  return verdictsText(line.verdicts, t)
}

type LinesTableProps = {
  readonly lines: readonly PromoLine[]
  /** Shows a line where it can be mended. */
  readonly onOpen: (line: number) => void
}

/** Each line with what was read of it and its verdict. */
export const LinesTable = ({ lines, onOpen }: LinesTableProps) => {
  const { t, language } = useText()
  const rowHeight = useQuery(settingsQuery).data?.rowHeight ?? 'normal'
  const [layout, setLayout] = useState<readonly { readonly id: string; readonly widthPx: number }[]>(COLUMNS)
  const [sort, setSort] = useState<readonly TableSort[]>([])
  const [selection, setSelection] = useState<TableSelection>({ activeId: null, selectedIds: new Set() })
  const columns = useMemo(
    () =>
      layout.map(({ id, widthPx }): TableColumn => {
        const known = isColumnId(id) ? id : 'verdict'
        return { id, title: t(`promo.${known}`), kind: COLUMNS.find((one) => one.id === id)?.kind ?? 'text', widthPx }
      }),
    [layout, t],
  )
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  const showMenu = useTableMenu()
  const table = useMemo(() => {
    const shown = sorted(lines, sort)
    const rowAt: RowAt = (index) => {
      const line = shown[index]
      return line === undefined
        ? undefined
        : { id: String(line.line), cells: columns.map(({ id }) => cellOf(line, id, t)) }
    }
    return { shown, rowAt, version: nextVersion() }
  }, [lines, sort, columns, t])
  const sortBy = (column: string): void => {
    const [now] = sort
    if (now?.column !== column) return setSort([{ column, isDescending: false }])
    return setSort(now.isDescending ? [] : [{ column, isDescending: true }])
  }
  return (
    <div className="table-area fill promo-table">
      <DataTable
        columns={columns}
        rowCount={table.shown.length}
        rowAt={table.rowAt}
        version={table.version}
        onVisible={() => undefined}
        sort={sort}
        onSort={sortBy}
        selection={selection}
        onSelect={setSelection}
        onOpen={(index) => {
          const line = table.shown[index]
          if (line !== undefined) onOpen(line.line)
        }}
        onColumnsChange={(next) => setLayout(next.map(({ id, widthPx }) => ({ id, widthPx: widthPx ?? 120 })))}
        rowHeight={ROW_HEIGHTS[rowHeight]}
        highlight={[]}
        label={t('promo.table')}
        texts={texts}
        onMenu={(asked) => {
          const shown = asked.rows === 1 ? table.shown[asked.index] : undefined
          if (shown === undefined) return showMenu(asked)
          const open = { id: 'open', label: t('menu.open'), keys: 'Enter', onChoose: () => onOpen(shown.line) }
          showMenu(asked, { first: [open] })
        }}
      />
    </div>
  )
}
