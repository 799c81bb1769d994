import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallRowsQuery } from '../../../preload/contract/calls.ts'
import type { CallId, Cell } from '../../../preload/contract/ids.ts'
import type { Problem } from '../../api.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import type { TableRow } from '../../components/dataTable/tableTypes.ts'
import { readPiece } from './useReply.ts'

const PAGE_ROWS = 200
const REST_MS = 40
const KEEP_MS = 60_000

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

const pagesBetween = (first: number, last: number): readonly number[] => {
  const from = Math.floor(first / PAGE_ROWS)
  return Array.from({ length: Math.floor(last / PAGE_ROWS) - from + 1 }, (_, offset) => from + offset)
}

/** The list of a stored reply by pages. While another query loads, the rows before it stay. */
export const useReplyRows = (id: CallId, query: CallRowsQuery): ReplyRows => {
  const client = useQueryClient()
  const key = JSON.stringify(query)
  const [pages, setPages] = useState<readonly number[]>([])
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
    // The stamp stands for what the cache holds.
    return { stamp, version: nextVersion(), byPage }
  }, [client, id, key, stamp, firstRows])

  const rowAt = useCallback(
    (index: number) => loaded.byPage.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    [loaded],
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onVisible = useCallback((from: number, to: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const visible = pagesBetween(Math.max(0, from), Math.max(0, to))
      setPages((known) => (known.join() === visible.join() ? known : visible))
    }, REST_MS)
  }, [])
  const loadRange = async (from: number, to: number): Promise<readonly TableRow[]> => {
    const rows: TableRow[] = []
    for (const page of pagesBetween(from, to))
      rows.push(...(await client.ensureQueryData(pageQuery(id, query, page))).rows)
    const start = Math.floor(from / PAGE_ROWS) * PAGE_ROWS
    return rows.slice(from - start, to - start + 1)
  }
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
