import type { QueryClient } from '@tanstack/react-query'
import type { CategoryId, StageGuid } from '../../preload/contract/ids.ts'
import { call, type Problem } from '../api.ts'
import { jobsQuery } from './state/queries.ts'

/** Starts or joins a take; what it does from then on is told by events. */
export const takeStage = async (
  client: QueryClient,
  stage: StageGuid,
  categories?: readonly CategoryId[],
): Promise<Problem | null> => {
  const answer = await call('stage:take', { stage, ...(categories === undefined ? {} : { categories }) })
  void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
  return answer.ok ? null : answer.error
}
