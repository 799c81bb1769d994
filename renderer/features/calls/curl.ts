import type { CallRequest } from '../../../preload/contract/calls.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Within double quotes only the variable is a variable. */
const quoteAround = (text: string, variable: string): string => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}: $${variable}"`

const variableOf = (header: string): string => `RACEDESK_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

const urlOf = (baseUrl: string, { path, query }: Pick<CallRequest, 'path' | 'query'>): string => {
  const url = baseUrl.replace(/\/+$/, '') + path
  const search = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return search === '' ? url : `${url}${path.includes('?') ? '&' : '?'}${search}`
}

/** The same call for a POSIX shell; keys are variables. */
export const curlOf = (
  request: CallRequest,
  profile: Pick<Profile, 'baseUrl' | 'accessHeader' | 'extraHeaders'>,
): string => {
  const extra = profile.extraHeaders.filter(({ service }) => service === 'main')
  return [
    // -g: braces and brackets in the URL are not patterns.
    `curl -g -X ${request.method} ${quote(urlOf(profile.baseUrl, request))}`,
    `-H ${quoteAround(profile.accessHeader, 'RACEDESK_ACCESS_KEY')}`,
    ...extra.map(({ name }) => `-H ${quoteAround(name, variableOf(name))}`),
    `-H 'Accept: application/json'`,
    ...(request.method === 'POST' ? [`-H 'Content-Type: application/json'`] : []),
    ...(request.body === null ? [] : [`--data-raw ${quote(request.body)}`]),
  ].join(' \\\n  ')
}
