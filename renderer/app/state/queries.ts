import {
  QueryClient as Client,
  queryOptions,
  useQuery,
  type QueryClient,
  type QueryFilters,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Input, Operation, Value } from '../../../preload/contract.ts'
import type { ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import { call, connection, type Problem } from '../../api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem
  }
}

/** Data, or a rejection with the problem: react-query then keeps the last good data beside it. */
export const fetchValue = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
  const answer = await call(operation, input)
  return answer.ok ? answer.value : Promise.reject(answer.error)
}

/** Events say when something changed, so nothing is refetched on a timer; only a lost core is retried. */
export const createQueryClient = (): QueryClient =>
  new Client({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

export const infoQuery = queryOptions({ queryKey: ['info'], queryFn: () => fetchValue('app:info', {}) })
export const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => fetchValue('app:settings', {}) })
export const updatesQuery = queryOptions({ queryKey: ['updates'], queryFn: () => fetchValue('app:updates', {}) })
export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: () => fetchValue('app:network', {}),
  refetchInterval: ({ state: { data } }) =>
    data?.routes.some(({ problem }) => problem === 'unanswered') === true ? 2_000 : false,
})
/** Reckoned anew whenever it is looked at. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: () => fetchValue('storage:usage', {}),
  staleTime: 0,
})
export const profilesQuery = queryOptions({ queryKey: ['profiles'], queryFn: () => fetchValue('profile:list', {}) })
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => fetchValue('keys:status', {}) })
export const stagesQuery = queryOptions({ queryKey: ['stages'], queryFn: () => fetchValue('stage:list', {}) })
/** Renewed with the list of stages. */
export const binQuery = queryOptions({
  queryKey: [...stagesQuery.queryKey, 'bin'],
  queryFn: () => fetchValue('stage:removed', {}),
})
export const jobsQuery = queryOptions({ queryKey: ['jobs'], queryFn: () => fetchValue('job:list', {}) })
/**
 * Values that pages remember for a stage, or all others; the last known ones, or none, when they cannot be read. It never fails:
 * the app waits for it before it draws, and each new part would start a failed query, and the wait, again.
 */
export const memoryQuery = (stage: StageGuid | null) =>
  queryOptions({
    queryKey: ['memory', stage ?? 'all'],
    queryFn: async ({ client, queryKey }): Promise<Value<'memory:read'>> => {
      const answer = await call('memory:read', stage === null ? {} : { stage })
      return answer.ok ? answer.value : (client.getQueryData(queryKey) ?? {})
    },
  })
export const treeQuery = (stage: StageGuid) =>
  queryOptions({ queryKey: ['tree', stage], queryFn: () => fetchValue('stage:tree', { stage }) })
export const autoExportQuery = (stage: StageGuid) =>
  queryOptions({ queryKey: ['autoExport', stage], queryFn: () => fetchValue('stage:autoExport', { stage }) })

/** First queries of every page, sent before rendering. */
export const askFirst = (client: QueryClient): void => {
  void client.prefetchQuery(infoQuery)
  void client.prefetchQuery(settingsQuery)
  void client.prefetchQuery(memoryQuery(null))
  void client.prefetchQuery(profilesQuery)
  void client.prefetchQuery(stagesQuery)
  void client.prefetchQuery(jobsQuery)
}

export const useProfile = (id: ProfileId | null): UseQueryResult<Value<'profile:list'>[number] | null> =>
  useQuery({ ...profilesQuery, select: (profiles) => profiles.find((profile) => profile.id === id) ?? null })

/**
 * Asks again whatever the news is about and is on the screen; the rest once it is wanted. What invalidateQueries leaves to an
 * query under way is refetched after its reply, which may be older than the event.
 */
export const renew = (client: QueryClient, filters: QueryFilters = {}): void => {
  const late = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive())
  void client.invalidateQueries(filters)
  for (const query of late) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    void query.promise?.then(again, again)
  }
}

/** Asks everything again that is on the screen, as after a pause in which events were missed. */
export const askAgain = (client: QueryClient): void => {
  if (connection.get() !== 'no-token') renew(client)
}
