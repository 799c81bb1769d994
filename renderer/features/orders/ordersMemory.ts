import type { TableSort } from '../../components/dataTable/tableTypes.ts'
import { ORDER_COLUMNS } from './orderRow.ts'
import type { OrdersQuery } from './useOrders.ts'

/** Where the user was, so that coming back from another section finds it as it was. */
type OrdersPlace = { readonly search: string; readonly sort: readonly TableSort[] }

let place: OrdersPlace = { search: '', sort: [] }

export const recallSearch = (): OrdersPlace => place

export const keepSearch = (next: OrdersPlace): void => {
  place = next
}

/** A click on a header: ascending, descending, newest first again; columns without an order stay as they are. */
export const nextOrderSort = (sort: readonly TableSort[], column: string): readonly TableSort[] => {
  if (ORDER_COLUMNS.find(({ id }) => id === column)?.sort == null) return sort
  const known = sort.find((entry) => entry.column === column)
  if (known === undefined) return [{ column, isDescending: false }]
  return known.isDescending ? [] : [{ column, isDescending: true }]
}

export const toQuerySort = (sort: readonly TableSort[]): OrdersQuery['sort'] => {
  const [first] = sort
  const column = first === undefined ? null : (ORDER_COLUMNS.find(({ id }) => id === first.column)?.sort ?? null)
  return first === undefined || column === null
    ? { column: 'firstSeen', isDescending: true }
    : { column, isDescending: first.isDescending }
}
