import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChangeMark, ChangesPage, ChangesQuery } from '../../../preload/contract/changes.ts'
import { call, type Problem } from '../../api.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { joinPages, nextOffset } from './changePages.ts'

type Changes = {
  /** All pages read so far joined; undefined before the first answer. */
  readonly data: ChangesPage | undefined
  /** How many the query has beyond those. */
  readonly rest: number
  readonly error: Problem | null
  readonly more: () => void
  readonly retry: () => void
}

/**
 * The changes of a query, `step` more at each wish; asked again by the events that tell of more. `isKept`: those of the last
 * query stay until others come.
 */
export const useChanges = (query: ChangesQuery, step: number, isKept = false): Changes => {
  const pages = useInfiniteQuery({
    queryKey: ['changes', query.stage, 'list', query, step],
    queryFn: ({ pageParam }) => fetchValue('results:changes', { ...query, offset: pageParam, limit: step }),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) => nextOffset(last, offset, step),
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
    gcTime: 60_000,
  })
  const { data: read, error, hasNextPage, isFetchNextPageError } = pages
  const data = useMemo(() => (read === undefined ? undefined : joinPages(read.pages)), [read])
  return {
    data,
    rest: data === undefined || !hasNextPage ? 0 : Math.max(1, data.total - data.changes.length),
    error,
    more: () => void pages.fetchNextPage(),
    retry: () => void (isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  }
}

/** `lastId` is that of the page which the user has before them: what came since stays new. */
export const useMarkChanges = (
  query: ChangesQuery,
): ((mark: ChangeMark, lastId: number) => Promise<Problem | null>) => {
  const client = useQueryClient()
  const { stage } = query
  return async (mark, lastId) => {
    const answer = await call('results:markChanges', { stage, mark, lastId })
    if (!answer.ok) return answer.error
    await client.invalidateQueries({ queryKey: ['changes', stage] })
    void client.invalidateQueries({ queryKey: ['results', stage] })
    return null
  }
}
