import { useQuery } from '@tanstack/react-query'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { useNow } from '../state/now.ts'
import { infoQuery, profilesQuery, useProfile } from '../state/queries.ts'
import { servicesOf, stageServicesState, type ServiceState } from './serviceState.ts'

/** Whether the main API could not be reached; without a profile: that of any organization. */
export const useIsMainOffline = (profileId?: ProfileId): boolean => {
  const hosts = useQuery(infoQuery).data?.hosts ?? []
  const profiles = useQuery(profilesQuery).data ?? []
  return profiles
    .filter(({ id }) => profileId === undefined || id === profileId)
    .some((profile) => servicesOf(profile, hosts)[0]?.state?.state === 'offline')
}

/** The services of a stage and their state; null for a stage without an organization, as from a file. */
export const useStageServices = (
  tree: StageTree | undefined,
): { readonly profile: Profile; readonly state: ServiceState } | null => {
  const hosts = useQuery(infoQuery).data?.hosts ?? []
  const nowMs = useNow()
  const profile = useProfile(tree?.stage.profileId ?? null).data ?? null
  if (tree === undefined || profile === null) return null
  return { profile, state: stageServicesState(tree, profile, hosts, nowMs) }
}
