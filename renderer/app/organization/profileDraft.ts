import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile, ProfileDraft } from '../../../preload/contract/organizations.ts'

/** A draft that changes nothing; stored header values are kept, since none are named. */
export const toDraft = (profile: Profile): ProfileDraft => ({
  id: profile.id,
  name: profile.name,
  baseUrl: profile.baseUrl,
  resultsUrl: profile.resultsUrl,
  accessHeader: profile.accessHeader,
  resultsHeader: profile.resultsHeader,
  extraHeaders: profile.extraHeaders,
})

export type ProfileChanges = Partial<Omit<ProfileDraft, 'id'>>

const unsaved = new Map<ProfileId | null, ProfileChanges>()

/** Unsaved changes of an organization (null: a new one). They survive leaving the screen, not closing the app. */
export const unsavedChanges = (id: ProfileId | null): ProfileChanges => unsaved.get(id) ?? {}

/** Values of extra headers are keys, which no draft holds: their lines are kept without them. */
export const keepChanges = (id: ProfileId | null, { extraHeaders, ...changes }: ProfileChanges): void => {
  const headers = extraHeaders?.map(({ name, service }) => ({ name, service }))
  unsaved.set(id, headers === undefined ? changes : { ...changes, extraHeaders: headers })
}

export const dropChanges = (id: ProfileId | null): void => void unsaved.delete(id)
