import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Value } from '../../../preload/contract.ts'
import { fetchValue } from '../../app/state/queries.ts'

const SHOWN_CALLS = 200

/** The newest calls and all saved ones that hold the words. */
export const useCalls = (search: string, limit = SHOWN_CALLS): UseQueryResult<Value<'call:list'>> =>
  useQuery({
    queryKey: ['calls', search, limit],
    queryFn: () => fetchValue('call:list', { ...(search === '' ? {} : { search }), offset: 0, limit }),
    placeholderData: keepPreviousData,
  })
