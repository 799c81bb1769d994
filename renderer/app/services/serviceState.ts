import type { Instant } from '../../../preload/contract/ids.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { isOfflineError } from '../problems/isOfflineError.ts'
import { allCategories } from '../stage/scope.ts'

/**
 * How an organization's services answer now. `unknown`: no reply yet · `past`: the last reply is too old to
 * call them online · `failing`: they answer, but with errors only · `behind`: they answer again, and some categories are from
 * before that.
 */
export type ServiceState =
  | { readonly kind: 'unknown' | 'online' | 'failing' | 'offline' | 'portal' }
  | { readonly kind: 'past'; readonly at: Instant }
  | { readonly kind: 'refused'; readonly which: KeyName }
  | { readonly kind: 'behind'; readonly categories: number; readonly of: number }

export type Service = {
  readonly services: readonly ('main' | 'results')[]
  readonly host: string
  /** Undefined: it was never called. */
  readonly state: HostState | undefined
}

/** The last reply of a service that is called online is no older. */
const FRESH_MS = 120_000

export const servicesOf = (profile: Profile, hosts: readonly HostState[]): readonly Service[] => {
  const main = new URL(profile.baseUrl).origin
  const results = profile.resultsUrl === null ? null : new URL(profile.resultsUrl).origin
  const serviceAt = (host: string, services: Service['services']): Service => ({
    services,
    host,
    state: hosts.find((known) => known.host === host),
  })
  if (results === main) return [serviceAt(main, ['main', 'results'])]
  return [serviceAt(main, ['main']), ...(results === null ? [] : [serviceAt(results, ['results'])])]
}

const isRefusing = (service: Service, { id }: Profile): KeyName | undefined =>
  service.state?.refused.find(({ profileId }) => profileId === id)?.which

/**
 * The worst state of the services. If none is bad: the age of the last reply of the results service. `freshMs`: age up to which a
 * reply counts as online.
 */
export const servicesState = (
  profile: Profile,
  services: readonly Service[],
  nowMs: number,
  freshMs = FRESH_MS,
): ServiceState => {
  const states = services.map(({ state }) => state)
  if (states.some((state) => state?.state === 'offline')) return { kind: 'offline' }
  if (states.some((state) => state?.state === 'portal')) return { kind: 'portal' }
  const which = services.map((service) => isRefusing(service, profile)).find((key) => key !== undefined)
  if (which !== undefined) return { kind: 'refused', which }
  if (states.some((state) => state?.state === 'failing')) return { kind: 'failing' }
  const at = states.at(-1)?.repliedAt ?? null
  if (at === null) return { kind: 'unknown' }
  return Math.abs(nowMs - Date.parse(at)) > freshMs ? { kind: 'past', at } : { kind: 'online' }
}

/** Results that are still from before the last failure of their host. */
const isBehind = ({ rows, outcome, confirmedAt }: Category, failedAt: Instant): boolean =>
  rows > 0 && outcome !== 'no-rows' && confirmedAt !== null && confirmedAt < failedAt

/** The state of the services as far as the open stage shows it: never better than its watch and its last download say. */
export const stageServicesState = (
  { watch, distances }: Pick<StageTree, 'distances' | 'watch'>,
  profile: Profile,
  hosts: readonly HostState[],
  nowMs: number,
): ServiceState => {
  const services = servicesOf(profile, hosts)
  const freshMs = Math.max(FRESH_MS, (watch?.everyS ?? 0) * 2_000)
  const state = servicesState(profile, services, nowMs, freshMs)
  if (watch?.phase === 'offline') return state.kind === 'portal' ? state : { kind: 'offline' }
  if (state.kind !== 'online') return state
  const listed = allCategories({ distances }).filter(({ isListed }) => isListed)
  const isAllFailed = listed.length > 0 && listed.every(({ outcome }) => outcome === 'failed')
  if (isAllFailed && listed.every(({ error }) => isOfflineError(error))) return { kind: 'offline' }
  if (isAllFailed || (watch !== null && watch.error !== null)) return { kind: 'failing' }
  const failedAt = services.at(-1)?.state?.failure?.at
  const behind = failedAt === undefined ? 0 : listed.filter((category) => isBehind(category, failedAt)).length
  return behind === 0 ? state : { kind: 'behind', categories: behind, of: listed.length }
}
