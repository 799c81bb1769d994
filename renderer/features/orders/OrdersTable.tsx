import { useMemo, type Ref } from 'react'
import type { Guid } from '../../../preload/contract/ids.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { useNow } from '../../app/state/now.ts'
import { useRemembered } from '../../app/state/remembered.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import type {
  RowAt,
  SelectGesture,
  TableColumn,
  TableHandle,
  TableMenuRequest,
  TableRow,
  TableSelection,
  TableSort,
} from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import { useText } from '../../text/text.ts'
import { ORDER_COLUMNS, toTableRow, isOrderLayout, type OrderLayout } from './orderRow.ts'
import type { OrderRow, Orders } from './useOrders.ts'

const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }

const initialLayout: OrderLayout = ORDER_COLUMNS.map(({ id, widthPx }) => ({ id, widthPx }))

type OrdersTableProps = {
  readonly orders: Orders
  readonly removing: ReadonlySet<Guid>
  readonly search: string
  readonly sort: readonly TableSort[]
  readonly onSort: (columnId: string) => void
  readonly selection: TableSelection
  readonly onSelect: (selection: TableSelection, gesture: SelectGesture) => void
  readonly onOpen: (index: number) => void
  readonly onMenu: (asked: TableMenuRequest) => void
  readonly rowHeight: Settings['rowHeight']
  readonly ref: Ref<TableHandle>
}

export const OrdersTable = ({ orders, removing, search, sort, rowHeight, ...props }: OrdersTableProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const [layout, setLayout] = useRemembered('orderColumns', isOrderLayout, initialLayout)
  const columns = useMemo(
    () =>
      layout.flatMap(({ id, widthPx }): readonly TableColumn[] => {
        const column = ORDER_COLUMNS.find((known) => known.id === id)
        return column === undefined ? [] : [{ id, widthPx, title: t(column.title), kind: column.kind }]
      }),
    [layout, t],
  )
  const { rowAt: orderAt, version, loadRange, total } = orders
  const places = useMemo(() => layout.map(({ id }) => ORDER_COLUMNS.findIndex((known) => known.id === id)), [layout])
  const table = useMemo(() => {
    const toRow = (order: OrderRow): TableRow => {
      const row = toTableRow(order, { t, language, nowMs, isRemoving: removing.has(order.guid) })
      return { id: row.id, cells: places.map((place) => row.cells[place] ?? '') }
    }
    const made = new Map<number, TableRow>()
    const rowAt: RowAt = (index) => {
      const order = made.has(index) ? undefined : orderAt(index)
      if (order !== undefined) made.set(index, toRow(order))
      return made.get(index)
    }
    return { rowAt, toRow, of: version, version: nextVersion() }
  }, [orderAt, version, places, t, language, nowMs, removing])
  const highlight = useMemo(() => search.split(/\s+/).filter((word) => word !== ''), [search])
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  return (
    <DataTable
      {...props}
      columns={columns}
      rowCount={total ?? 0}
      rowAt={table.rowAt}
      version={table.version}
      onVisible={orders.onVisible}
      sort={sort}
      onSort={props.onSort}
      onColumnsChange={(next) =>
        setLayout(
          next.map(({ id, widthPx }) => ({
            id,
            widthPx: widthPx ?? initialLayout.find((known) => known.id === id)?.widthPx ?? 120,
          })),
        )
      }
      rowHeight={ROW_HEIGHTS[rowHeight]}
      highlight={highlight}
      loadSelected={async (ids) => {
        const all = await loadRange(0, Math.max(0, (total ?? 0) - 1))
        return all.filter(({ id }) => ids.has(id)).map(table.toRow)
      }}
      label={t('orders.table')}
      texts={texts}
    />
  )
}
