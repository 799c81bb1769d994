import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { Answer, Problem } from '../../api.ts'
import { awaitExport } from './exports.ts'
import { jobsQuery } from '../state/queries.ts'

/** The job of a file that was begun; without one, the user closed the dialog of where to. */
type Started = { readonly jobId: JobId | null } | null

const follow = async (client: QueryClient, starting: Promise<Answer<Started>>): Promise<Problem | null> => {
  const answer = await starting
  if (!answer.ok) return answer.error
  const jobId = answer.value?.jobId ?? null
  if (jobId === null) return null
  awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
  await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
  awaitExport(jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
  return null
}

/** Follows an export to its file. Resolves to the problem, or to null once its job runs or there is nothing to write. */
export const useStartExport = (): ((starting: Promise<Answer<Started>>) => Promise<Problem | null>) => {
  const client = useQueryClient()
  return (starting) => follow(client, starting)
}
