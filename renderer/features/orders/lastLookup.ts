import type { QueryClient } from '@tanstack/react-query'
import type { Input } from '../../../preload/contract.ts'
import type { Guid, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem } from '../../api.ts'
import { jobsQuery } from '../../app/state/queries.ts'
import { createStore } from '../../app/state/store.ts'

/** The last look-up of this window: what the list beside the orders shows until it is hidden. */
export type LastLookup = {
  readonly jobId: JobId
  readonly profileId: ProfileId
  readonly count: number
  readonly opens: Guid | null
}

export const lastLookup = createStore<LastLookup | null>(null)

/** Resolves to the problem, or null once the job has begun. */
export const beginLookup = async (client: QueryClient, input: Input<'order:lookup'>): Promise<Problem | null> => {
  const answer = await call('order:lookup', input)
  if (!answer.ok) return answer.error
  if ('text' in input) lastLookup.set({ ...answer.value, profileId: input.profileId, opens: null })
  void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
  return null
}
