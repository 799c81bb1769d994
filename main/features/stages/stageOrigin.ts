import type { Stage } from '../../../preload/contract/stages.ts'
import { originOf } from '../../kernel/urls.ts'
import type { ProfileStore } from '../organizations/profileTables.ts'

/** Origin of a stage's service; an unsaved profile uses its address as name. Null when unknown. */
export const stageOrigin = (
  store: Pick<ProfileStore, 'profiles'>,
  { profileId, profileName, capsule }: Stage,
): string | null =>
  capsule?.origin ?? originOf(store.profiles().find(({ id }) => id === profileId)?.baseUrl ?? profileName ?? '')
