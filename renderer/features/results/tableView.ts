import type { ColumnsOfView, ViewOfResults } from '../../../preload/contract/results.ts'
import type { TableSort } from '../../components/dataTable/tableTypes.ts'
import { noLayout, type ColumnLayout } from './columnLayout.ts'
import type { DeskPlace } from '../../app/stage/deskMemory.ts'
import type { Scope } from '../../app/stage/scope.ts'
import { fromQuerySort, toQuerySort } from './sorting.ts'

export const columnsOf = ({ order, hidden, shown = [], widths }: ColumnLayout): ColumnsOfView => ({
  order,
  hidden,
  ...(shown.length === 0 ? {} : { shown }),
  widths: Object.entries(widths).map(([column, widthPx]) => ({ column, widthPx: Math.round(widthPx) })),
})

/** A saved view without parts at their defaults. */
export const toSavedView = (place: Omit<DeskPlace, 'isByPerson'>, layout: ColumnLayout): ViewOfResults => {
  const { scope, search, filters, sort } = place
  const columns = columnsOf(layout)
  const isLaidOut = Object.values(columns).some((part) => part.length > 0)
  return {
    ...(scope.kind === 'distance' ? { distance: scope.guid } : {}),
    ...(scope.kind === 'category' ? { categories: [scope.id] } : {}),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(filters.length === 0 ? {} : { filters }),
    ...toQuerySort(sort),
    ...(isLaidOut ? { columns } : {}),
  }
}

export const scopeOf = ({ distance, categories }: ViewOfResults): Scope => {
  const [only] = categories ?? []
  if (only !== undefined) return { kind: 'category', id: only }
  return distance === undefined ? { kind: 'all' } : { kind: 'distance', guid: distance }
}

export const sortOf = ({ sort = [] }: ViewOfResults): readonly TableSort[] => fromQuerySort(sort)

export const layoutOf = (columns: ColumnsOfView | null | undefined): ColumnLayout =>
  columns === null || columns === undefined
    ? noLayout
    : { ...columns, widths: Object.fromEntries(columns.widths.map(({ column, widthPx }) => [column, widthPx])) }
