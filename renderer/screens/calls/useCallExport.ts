import { useQueryClient } from '@tanstack/react-query'
import type { CallExport } from '../../../preload/contract.ts'
import type { Problem } from '../../api.ts'
import { call } from '../../api.ts'
import { awaitExport } from '../../app/exports.ts'
import { jobsQuery } from '../../app/queries.ts'

/** Resolves to the problem, or null when the job runs or the user closed the dialog. */
export const useCallExport = (): ((wanted: CallExport) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return async (wanted) => {
    const answer = await call('call:export', wanted)
    if (!answer.ok) return answer.error
    if (answer.value === null) return null
    const { jobId } = answer.value
    awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    return null
  }
}
