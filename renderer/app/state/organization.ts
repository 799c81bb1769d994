import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { profilesQuery } from './queries.ts'
import { useRemembered } from './remembered.ts'
import { createStore, useStore } from './store.ts'

const isProfileId = (value: unknown): value is ProfileId => typeof value === 'string'

/** Another page may show another organization at the same time. */
const chosenHere = createStore<ProfileId | null>(null)

/** The organization of orders, promo codes, block types and calls: the one chosen last, else the first that is not the demo. */
export const useOrganization = (): {
  readonly profiles: readonly Profile[]
  readonly profile: Profile | null
  readonly choose: (id: ProfileId) => void
} => {
  const profiles = useQuery(profilesQuery).data ?? []
  const [remembered, remember] = useRemembered('organization', isProfileId, '' as ProfileId)
  const [atFirst] = useState(remembered)
  const chosen = useStore(chosenHere) ?? atFirst
  const profile =
    profiles.find(({ id }) => id === chosen) ?? profiles.find(({ kind }) => kind === 'saved') ?? profiles[0] ?? null
  const choose = (id: ProfileId): void => {
    chosenHere.set(id)
    remember(id)
  }
  return { profiles, profile, choose }
}
