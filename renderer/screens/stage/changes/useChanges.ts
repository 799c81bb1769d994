import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ChangeMark, ChangesPage, ChangesQuery, CsvPreset } from '../../../../preload/contract.ts'
import { call } from '../../../api.ts'
import type { Problem } from '../../../api.ts'
import { awaitExport } from '../../../app/exports.ts'
import { fetchValue, jobsQuery } from '../../../app/queries.ts'

/** The changes of a query as far as `limit`; asked again by the events that tell of more. */
export const useChanges = (query: ChangesQuery, limit: number): UseQueryResult<ChangesPage> =>
  useQuery({
    queryKey: ['changes', query.stage, 'list', query, limit],
    queryFn: () => fetchValue('results:changes', { ...query, offset: 0, limit }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

export const useMarkChanges = (query: ChangesQuery): ((mark: ChangeMark) => Promise<Problem | null>) => {
  const client = useQueryClient()
  const { stage } = query
  return async (mark) => {
    const answer = await call('results:markChanges', { stage, mark })
    if (!answer.ok) return answer.error
    await client.invalidateQueries({ queryKey: ['changes', stage] })
    void client.invalidateQueries({ queryKey: ['results', stage] })
    return null
  }
}

/** Resolves to the problem, or null when the job runs or the user closed the dialog. */
export const useExportChanges = (changes: ChangesQuery): ((preset: CsvPreset) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return async (preset) => {
    const answer = await call('results:export', { changes, format: 'csv', preset })
    if (!answer.ok) return answer.error
    if (answer.value === null) return null
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    return null
  }
}
