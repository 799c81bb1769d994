import { useQueryClient } from '@tanstack/react-query'
import type { CsvPreset, ResultsQuery } from '../../../preload/contract.ts'
import type { Problem } from '../../api.ts'
import { call } from '../../api.ts'
import { awaitExport } from '../../app/exports.ts'
import { jobsQuery } from '../../app/queries.ts'

/** Exports what is selected and found. Resolves to the problem, or null when the job runs or the user closed the dialog. */
export const useExport = (query: ResultsQuery): ((preset: CsvPreset) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return async (preset) => {
    const answer = await call('results:export', { ...query, format: 'csv', preset })
    if (!answer.ok) return answer.error
    if (answer.value === null) return null
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    return null
  }
}
