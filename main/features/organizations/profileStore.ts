import type { Instant, ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'

export type StoredProfile = Profile & { readonly createdAt: Instant }

/** Organizations, without their keys. */
export type ProfileStore = {
  readonly profiles: () => readonly StoredProfile[]
  readonly saveProfile: (profile: StoredProfile) => void
  readonly removeProfile: (id: ProfileId) => void
}
