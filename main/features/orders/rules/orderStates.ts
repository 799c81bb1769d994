import type { JobId, ProfileId } from '../../../../preload/contract/ids.ts'
import type { OrderState } from '../../../../preload/contract/orders.ts'

type SeenState = Omit<OrderState, 'isNew' | 'isRenamed'> & { readonly firstJob: JobId }

const newForMs = 86_400_000

/**
 * Flags what the dictionary has just learned. `states` in the order in which they were first seen. Those of an organization's
 * first look-up are not news, however many came with it.
 */
export const flagStates = (states: readonly SeenState[], nowMs: number): readonly OrderState[] => {
  const firstJobs = new Map<ProfileId, JobId>()
  const names = new Set<string>()
  return states.map(({ firstJob, ...state }) => {
    const firstOfAll = firstJobs.get(state.profileId) ?? firstJob
    firstJobs.set(state.profileId, firstOfAll)
    const idKey = JSON.stringify([state.profileId, state.stateId])
    const isRenamed = state.stateId !== '' && names.has(idKey)
    names.add(idKey)
    const isRecent = nowMs - Date.parse(state.firstSeenAt) < newForMs
    return { ...state, isNew: isRecent && !isRenamed && firstJob !== firstOfAll, isRenamed }
  })
}

/** Finds the flags of an order's state. */
export const stateLookup = (
  states: readonly OrderState[],
): ((order: {
  readonly profileId: ProfileId
  readonly stateId: string | null
  readonly stateName: string | null
}) => OrderState | undefined) => {
  const key = (profileId: string, stateId: string | null, stateName: string | null): string =>
    JSON.stringify([profileId, stateId ?? '', stateName ?? ''])
  const known = new Map(states.map((state) => [key(state.profileId, state.stateId, state.stateName), state]))
  return ({ profileId, stateId, stateName }) => known.get(key(profileId, stateId, stateName))
}
