import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { OrderPage, OrderSortColumn, OrderState, OrderSummary } from '../../../preload/contract/orders.ts'
import type { Problem } from '../../api.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { KEEP_MS, loadBetween, PAGE_ROWS, rowInPages, usePages } from '../../app/table/usePages.ts'

export type OrdersQuery = {
  readonly search: string
  readonly sort: { readonly column: OrderSortColumn; readonly isDescending: boolean }
}

export type OrderRow = OrderSummary & { readonly id: string }

export type Orders = {
  /** Null until the first page has come. */
  readonly total: number | null
  readonly kept: number
  readonly states: readonly OrderState[]
  readonly rowAt: (index: number) => OrderRow | undefined
  /** Rises whenever `rowAt` may answer differently. */
  readonly version: number
  readonly onVisible: (first: number, last: number) => void
  readonly loadRange: (first: number, last: number) => Promise<readonly OrderRow[]>
  readonly error: Problem | null
  readonly retry: () => void
}

const pageQuery = (query: OrdersQuery, page: number) => ({
  queryKey: ['orders', 'page', JSON.stringify(query), page] as const,
  queryFn: () => fetchValue('order:list', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: KEEP_MS,
})

const toRows = ({ orders }: OrderPage): readonly OrderRow[] => orders.map((order) => ({ ...order, id: order.guid }))

const noStates: readonly OrderState[] = []

/** Kept orders by pages. While another search loads, the rows before it stay. */
export const useOrders = (query: OrdersQuery): Orders => {
  const client = useQueryClient()
  const { pages, onVisible } = usePages()
  const first = useQuery({ ...pageQuery(query, 0), placeholderData: keepPreviousData })
  const others = useQueries({ queries: pages.filter((page) => page > 0).map((page) => pageQuery(query, page)) })
  const queryText = JSON.stringify(query)
  const stamp = [first.dataUpdatedAt, ...others.map(({ dataUpdatedAt }) => dataUpdatedAt)].join()
  const firstPage = first.data

  const loaded = useMemo(() => {
    const cached = client.getQueriesData<OrderPage>({ queryKey: ['orders', 'page', queryText] })
    const byPage = new Map<number, readonly OrderRow[]>()
    for (const [key, page] of cached) if (page !== undefined) byPage.set(key[3] as number, toRows(page))
    if (firstPage !== undefined) byPage.set(0, toRows(firstPage))
    // The stamp changes with the cache.
    return { stamp, version: nextVersion(), byPage }
  }, [client, queryText, stamp, firstPage])

  const rowAt = useCallback((index: number) => rowInPages(loaded.byPage, index), [loaded])
  const loadRange = (from: number, to: number): Promise<readonly OrderRow[]> =>
    loadBetween(from, to, async (page) => toRows(await client.ensureQueryData(pageQuery(query, page))))
  return {
    total: first.data?.total ?? null,
    kept: first.data?.kept ?? 0,
    states: first.data?.states ?? noStates,
    rowAt,
    version: loaded.version,
    onVisible,
    loadRange,
    error: first.data === undefined ? first.error : null,
    retry: () => void first.refetch(),
  }
}
