import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '../../../preload/contract.ts'
import type { Problem } from '../../api.ts'
import { call } from '../../api.ts'
import { awaitExport } from '../../app/exports.ts'
import { jobsQuery } from '../../app/queries.ts'

/** Exports receipts. Resolves to the problem, or null when the job runs or the user closed the dialog. */
export const useReceiptExport = (): ((input: Input<'promo:history'>) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return async (input) => {
    const answer = await call('promo:history', input)
    if (!answer.ok) return answer.error
    const { jobId } = answer.value
    if (jobId === null) return null
    awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
    return null
  }
}
