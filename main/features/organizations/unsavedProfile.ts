import { createHash } from 'node:crypto'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { originOf, parseBaseUrl, parseServiceUrl } from '../../kernel/urls.ts'
import { defaultAccessHeader, defaultResultsHeader } from './profiles.ts'

/** The two URLs are the profile's identity, so that a stage taken with them is known again. */
export const unsavedProfile = (
  urls: { readonly baseUrl: string; readonly resultsUrl: string } | undefined,
): Result<Profile | null> => {
  if (urls === undefined) return { ok: true, value: null }
  const baseUrl = parseBaseUrl(urls.baseUrl)
  if (!baseUrl.ok) return baseUrl
  const resultsUrl = parseServiceUrl(urls.resultsUrl)
  if (!resultsUrl.ok) return resultsUrl
  const id = createHash('sha256').update(`${baseUrl.value}\n${resultsUrl.value}`).digest('hex').slice(0, 16)
  return {
    ok: true,
    value: {
      id: `unsaved-${id}` as ProfileId,
      name: originOf(baseUrl.value) ?? baseUrl.value,
      kind: 'unsaved',
      baseUrl: baseUrl.value,
      resultsUrl: resultsUrl.value,
      accessHeader: defaultAccessHeader,
      resultsHeader: defaultResultsHeader,
      extraHeaders: [],
    },
  }
}
