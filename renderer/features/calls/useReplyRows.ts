import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { CallRowsQuery } from '../../../preload/contract/calls.ts'
import type { CallId, Cell } from '../../../preload/contract/ids.ts'
import type { Problem } from '../../api.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { KEEP_MS, loadBetween, PAGE_ROWS, rowInPages, usePages } from '../../app/table/usePages.ts'
import type { TableRow } from '../../components/dataTable/tableTypes.ts'
import { readPiece } from './useReply.ts'

export type ReplyRows = {
  /** Null until the first page has come. */
  readonly total: number | null
  /** One cell for each column of the reply's table. */
  readonly rowAt: (index: number) => TableRow | undefined
  readonly version: number
  readonly onVisible: (first: number, last: number) => void
  readonly loadRange: (first: number, last: number) => Promise<readonly TableRow[]>
  readonly error: Problem | null
  readonly retry: () => void
}

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

type LoadedPage = { readonly total: number; readonly rows: readonly TableRow[] }

const pageQuery = (id: CallId, query: CallRowsQuery, page: number) => ({
  queryKey: ['call', id, 'rows', JSON.stringify(query), page] as const,
  queryFn: async (): Promise<LoadedPage> => {
    const piece = await readPiece(id, { kind: 'rows', ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS })
    const rows = piece.rows.map(({ index, cells }): TableRow => ({ id: String(index), cells: cells.map(cellText) }))
    return { total: piece.total, rows }
  },
  gcTime: KEEP_MS,
})

/** The list of a stored reply by pages. While another query loads, the rows before it stay. */
export const useReplyRows = (id: CallId, query: CallRowsQuery): ReplyRows => {
  const client = useQueryClient()
  const key = JSON.stringify(query)
  const { pages, onVisible } = usePages()
  const first = useQuery({ ...pageQuery(id, query, 0), placeholderData: keepPreviousData })
  const others = useQueries({
    queries: pages.filter((page) => page > 0).map((page) => pageQuery(id, query, page)),
  })
  const stamp = [key, ...others.map(({ dataUpdatedAt }) => dataUpdatedAt)].join('|')
  const firstRows = first.data?.rows
  const loaded = useMemo(() => {
    const cached = client.getQueriesData<LoadedPage>({ queryKey: ['call', id, 'rows', key] })
    const byPage = new Map(
      cached.flatMap(([name, page]) => (page === undefined ? [] : [[name[4] as number, page.rows] as const])),
    )
    if (firstRows !== undefined) byPage.set(0, firstRows)
    // The stamp changes with the cache.
    return { stamp, version: nextVersion(), byPage }
  }, [client, id, key, stamp, firstRows])

  const rowAt = useCallback((index: number) => rowInPages(loaded.byPage, index), [loaded])
  const loadRange = (from: number, to: number): Promise<readonly TableRow[]> =>
    loadBetween(from, to, async (page) => (await client.ensureQueryData(pageQuery(id, query, page))).rows)
  return {
    total: first.data?.total ?? null,
    rowAt,
    version: loaded.version,
    onVisible,
    loadRange,
    error: first.data === undefined ? first.error : null,
    retry: () => void first.refetch(),
  }
}
