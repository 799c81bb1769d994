import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Column } from '../../../preload/contract/columns.ts'
import type { CategoryId, Cell } from '../../../preload/contract/ids.ts'
import type { ResultsQuery, Row, Status } from '../../../preload/contract/results.ts'
import type { Problem } from '../../api.ts'
import { fetchValue } from '../state/queries.ts'
import { nextVersion } from '../state/nextVersion.ts'
import { KEEP_MS, loadBetween, PAGE_ROWS, rowInPages, usePages } from '../table/usePages.ts'

export type LoadedRow = {
  /** The same for the same finisher after a refresh. */
  readonly id: string
  readonly category: CategoryId
  /** Index in the category. */
  readonly index: number
  readonly cells: readonly Cell[]
  readonly status: Status
  readonly place: number | null
  readonly otherName?: string
  /** By person: every category that the person has a row in. */
  readonly categoriesOfPerson?: readonly CategoryId[]
  readonly isFavourite: boolean
  readonly change: NonNullable<Row['change']> | null
}

type LoadedPage = {
  readonly total: number
  readonly totalRows: number
  readonly columns: readonly Column[]
  readonly rows: readonly LoadedRow[]
  readonly areSimilar: boolean
}

export type Results = {
  /** Null until the first page has come. */
  readonly total: number | null
  /** By person the rows of these people, else `total`. */
  readonly totalRows: number | null
  /** No row holds the words of the search; these hold similar ones. */
  readonly areSimilar: boolean
  readonly columns: readonly Column[]
  readonly rowAt: (index: number) => LoadedRow | undefined
  /** Rises whenever `rowAt` may answer differently. */
  readonly version: number
  readonly onVisible: (first: number, last: number) => void
  /** All rows between two indexes, both included, loaded or not. Rejects with the problem. */
  readonly loadRange: (first: number, last: number) => Promise<readonly LoadedRow[]>
  readonly error: Problem | null
  readonly retry: () => void
  /** The query whose rows these are: while the next one loads, the one before. */
  readonly shown: ResultsQuery
}

export const toLoadedRow = (row: Row): LoadedRow => ({
  id: `${row.category}/${row.identity}`,
  category: row.category,
  index: row.index,
  cells: row.cells,
  status: row.status,
  place: row.place,
  ...(row.otherName === undefined ? {} : { otherName: row.otherName }),
  ...(row.placesOfPerson === undefined
    ? {}
    : { categoriesOfPerson: [...new Set(row.placesOfPerson.map(({ category }) => category))] }),
  isFavourite: row.isFavourite === true,
  change: row.change ?? null,
})

export const pageQuery = (query: ResultsQuery, page: number) => ({
  queryKey: ['results', query.stage, 'page', JSON.stringify(query), page] as const,
  queryFn: async (): Promise<LoadedPage> => {
    const value = await fetchValue('results:page', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS })
    return {
      total: value.total,
      totalRows: value.totalRows ?? value.total,
      columns: value.columns,
      rows: value.rows.map(toLoadedRow),
      areSimilar: value.areSimilar === true,
    }
  },
  gcTime: KEEP_MS,
})

/** The same rows, without telling whose they are. */
export const byRow = ({ isByPerson: _, ...query }: ResultsQuery): ResultsQuery => query

const noColumns: readonly Column[] = []

/**
 * Rows of a query by pages. A new query's rows replace the old ones only when its first page is here, and a changed
 * stage renews the pages on the screen in place, so nothing blinks or jumps. Rows come before people at first, since
 * who is the same person takes all rows of a stage to tell.
 */
export const useResults = (wanted: ResultsQuery): Results => {
  const client = useQueryClient()
  const wantedKey = JSON.stringify(wanted)
  const [shown, setShown] = useState(() => byRow(wanted))
  const { pages, setPages, onVisible } = usePages()
  const next = useQuery(pageQuery(wanted, 0))
  if (JSON.stringify(shown) !== wantedKey && (next.data !== undefined || next.error !== null)) {
    setShown(wanted)
    setPages([])
  }

  const first = useQuery(pageQuery(shown, 0))
  const others = useQueries({ queries: pages.filter((page) => page > 0).map((page) => pageQuery(shown, page)) })
  const stamp = [JSON.stringify(shown), first.dataUpdatedAt, ...others.map(({ dataUpdatedAt }) => dataUpdatedAt)].join()

  const loaded = useMemo(() => {
    const [scope, stage, kind, query] = pageQuery(shown, 0).queryKey
    const cached = client.getQueriesData<LoadedPage>({ queryKey: [scope, stage, kind, query] })
    const byPage = new Map(
      cached.flatMap(([key, page]) => (page === undefined ? [] : [[key[4] as number, page.rows] as const])),
    )
    // The stamp changes with the cache.
    return { stamp, version: nextVersion(), byPage }
  }, [client, shown, stamp])

  const rowAt = useCallback((index: number) => rowInPages(loaded.byPage, index), [loaded])

  const loadRange = useCallback(
    (from: number, to: number): Promise<readonly LoadedRow[]> =>
      loadBetween(from, to, async (page) => (await client.ensureQueryData(pageQuery(shown, page))).rows),
    [client, shown],
  )

  return {
    total: first.data?.total ?? null,
    totalRows: first.data?.totalRows ?? null,
    areSimilar: first.data?.areSimilar ?? false,
    columns: first.data?.columns ?? noColumns,
    rowAt,
    version: loaded.version,
    onVisible,
    loadRange,
    error: first.data === undefined ? first.error : null,
    retry: () => void first.refetch(),
    shown,
  }
}
