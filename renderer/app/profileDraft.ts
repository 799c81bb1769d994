import type { Profile, ProfileDraft } from '../../preload/contract.ts'

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
