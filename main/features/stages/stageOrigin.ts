import type { Stage } from '../../../preload/contract/stages.ts'
import { originOf } from '../../kernel/urls.ts'
import type { ProfileStore } from '../organizations/profileStore.ts'

/** Of the service that a stage was taken from; a profile that was never saved has its address for a name. Null when nobody knows. */
export const stageOrigin = (
  store: Pick<ProfileStore, 'profiles'>,
  { profileId, profileName, capsule }: Stage,
): string | null =>
  capsule?.origin ?? originOf(store.profiles().find(({ id }) => id === profileId)?.baseUrl ?? profileName ?? '')
