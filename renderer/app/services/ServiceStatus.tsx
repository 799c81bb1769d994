import { useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { connection } from '../../api.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { formatAge, formatExact } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'
import { formatRoute } from '../address.ts'
import { describeProblem } from '../problems/describeProblem.ts'
import { route } from '../route.ts'
import { useNow } from '../state/now.ts'
import { profilesQuery, treeQuery } from '../state/queries.ts'
import { useStore } from '../state/store.ts'
import { servicesOf, servicesState, type Service, type ServiceState } from './serviceState.ts'
import { useStageServices } from './useServices.ts'

type Words = { readonly mark: MarkKind; readonly text: string }

const wordsOf = (state: ServiceState, nowMs: number, t: Translate): Words => {
  switch (state.kind) {
    case 'online':
      return { mark: 'ok', text: t('status.online') }
    case 'offline':
      return { mark: 'offline', text: t('status.offline') }
    case 'portal':
      return { mark: 'partial', text: t('status.portal') }
    case 'failing':
      return { mark: 'partial', text: t('status.failing') }
    case 'refused':
      return { mark: 'problem', text: t(`status.refused.${state.which}`) }
    case 'past':
      return { mark: 'none', text: t('status.past', { age: formatAge(state.at, nowMs, t) }) }
    case 'behind':
      return { mark: 'stale', text: t('status.behind', { count: state.categories, total: state.of }) }
    case 'unknown':
      return { mark: 'none', text: t('status.unknown') }
    default:
      return state satisfies never
  }
}

const ServiceFacts = ({ profile, service }: { readonly profile: Profile; readonly service: Service }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { services, host, state } = service
  const names = services.map((name) => t(`profile.service.${name}`))
  const now = servicesState(profile, [service], nowMs)
  const { mark, text } = wordsOf(now, nowMs, t)
  const { repliedAt = null, failure = null } = state ?? {}
  const isAnswering = now.kind === 'online' || now.kind === 'past'
  const reply =
    repliedAt === null ? null : (
      <span title={formatExact(repliedAt, language)}>{t('status.past', { age: formatAge(repliedAt, nowMs, t) })}</span>
    )
  const refused = state?.refused.filter(({ profileId }) => profileId === profile.id) ?? []
  return (
    <li className="service">
      <div className="service-head row">
        <span>{names.join(', ')}</span>
        <Mark kind={mark}>{isAnswering ? reply : text}</Mark>
      </div>
      <p className="muted">
        <span>{new URL(host).host}</span>
        {isAnswering || reply === null ? null : (
          <>
            {' · '}
            {reply}
          </>
        )}
      </p>
      {failure === null ? null : (
        <p className="muted" title={formatExact(failure.at, language)}>
          {t('status.lastFailure', {
            age: formatAge(failure.at, nowMs, t),
            what: describeProblem(failure.error, t, language).what,
          })}
        </p>
      )}
      {refused.map(({ which }) => (
        <p key={which}>
          <a href={formatRoute({ screen: 'settings', profile: profile.id })}>{t(`status.refused.${which}.do`)}</a>
        </p>
      ))}
    </li>
  )
}

type Shown = {
  readonly profile: Profile | null
  readonly state: ServiceState
  readonly more: number
  /** The page has the field of a refused key, and the mark of that problem. */
  readonly isKeyOnPage?: boolean
}

const TROUBLES: readonly ServiceState['kind'][] = ['offline', 'portal', 'refused', 'failing']

const isCalled = ({ state }: Service): boolean => state !== undefined

/** With no stage open: the first organization in trouble; else as far as all of them are known to be online. */
const shownOfAll = (profiles: readonly Profile[], hosts: readonly HostState[], nowMs: number): Shown | null => {
  const all = profiles.map((profile) => ({
    profile,
    state: servicesState(profile, servicesOf(profile, hosts).filter(isCalled), nowMs),
    more: 0,
  }))
  const [only] = all
  if (only === undefined || all.length === 1) return only ?? null
  const troubled = all.filter(({ state }) => TROUBLES.includes(state.kind))
  const [first] = troubled
  if (first !== undefined) return { ...first, more: troubled.length - 1 }
  const doubtful = all.find(({ state }) => state.kind !== 'online')
  return doubtful ?? { profile: null, state: only.state, more: 0 }
}

const Status = ({ shown, hosts }: { readonly shown: Shown; readonly hosts: readonly HostState[] }) => {
  const { t } = useText()
  const nowMs = useNow()
  const profiles = useQuery(profilesQuery).data ?? []
  const isShown = ({ id }: Profile): boolean => id === shown.profile?.id
  const listed = [...profiles.filter(isShown), ...profiles.filter((profile) => !isShown(profile))]
  const { mark, text } = wordsOf(shown.state, nowMs, t)
  const name = profiles.length > 1 ? (shown.profile?.name ?? '') : ''
  const more = shown.more === 0 ? '' : t('job.more', { count: shown.more })
  return (
    <Bubble
      title={t('status.services')}
      side="top"
      align="start"
      isOnHover
      trigger={
        <button type="button" className="button button-quiet button-small status-services">
          <Mark kind={shown.isKeyOnPage === true && mark === 'problem' ? 'key' : mark}>{text}</Mark>
          {name === '' ? null : <span className="ellipsis">{name}</span>}
          {more === '' ? null : <span className="muted">{more}</span>}
        </button>
      }
    >
      {listed.map((profile) => (
        <section key={profile.id} className="services">
          <h3 className="failed-name">{profile.name}</h3>
          <ul>
            {servicesOf(profile, hosts).map((service) => (
              <ServiceFacts key={service.host} profile={profile} service={service} />
            ))}
          </ul>
        </section>
      ))}
    </Bubble>
  )
}

type HostsProps = { readonly hosts: readonly HostState[] }

/** Nothing for a stage from a file, which has no service. */
const StatusOfStage = ({ stage, hosts }: HostsProps & { readonly stage: StageGuid }) => {
  const shown = useStageServices(useQuery(treeQuery(stage)).data)
  return shown === null ? null : <Status shown={{ ...shown, more: 0, isKeyOnPage: true }} hosts={hosts} />
}

const StatusOfAll = ({ hosts }: HostsProps) => {
  const nowMs = useNow()
  const shown = shownOfAll(useQuery(profilesQuery).data ?? [], hosts, nowMs)
  return shown === null ? null : <Status shown={shown} hosts={hosts} />
}

/** The services of the open stage's organization, else of all organizations in short; the details of each behind it. */
export const ServiceStatus = ({ hosts }: HostsProps) => {
  const { t } = useText()
  const place = useStore(route)
  if (useStore(connection) === 'gone') return <Mark kind="offline">{t('app.gone')}</Mark>
  return place.screen === 'stage' ? <StatusOfStage stage={place.stage} hosts={hosts} /> : <StatusOfAll hosts={hosts} />
}
