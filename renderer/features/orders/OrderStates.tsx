import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { OrderState } from '../../../preload/contract/orders.ts'
import { useNow } from '../../app/state/now.ts'
import { Fold } from '../../components/Fold.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'

type OrderStatesProps = {
  readonly states: readonly OrderState[]
  readonly search: string
  readonly onFilter: (text: string) => void
}

/** Known states; a click filters by name. */
export const OrderStates = ({ states, search, onFilter }: OrderStatesProps) => {
  const { t } = useText()
  const profiles = [...new Set(states.map(({ profileId }) => profileId))]
  return (
    <section className="orders-side-part column" aria-label={t('orders.states')}>
      <div className="orders-side-head row">
        <h2>{t('orders.states')}</h2>
      </div>
      {states.length === 0 ? <p className="muted orders-side-note">{t('orders.states.none')}</p> : null}
      {profiles.map((profileId) => (
        <ul key={profileId} className="orders-states stack">
          {ofProfile(states, profileId).map((state) => (
            <StateItem
              key={`${state.stateId} ${state.stateName}`}
              state={state}
              earlier={earlierNames(states, state)}
              isChosen={search !== '' && search === state.stateName}
              onFilter={onFilter}
            />
          ))}
        </ul>
      ))}
      {states.length === 0 ? null : (
        <div className="orders-side-note small">
          <Fold title={t('do.details')}>
            {states.map((state) => (
              <StateFacts key={`${state.profileId} ${state.stateId} ${state.stateName}`} state={state} />
            ))}
          </Fold>
        </div>
      )}
    </section>
  )
}

const ofProfile = (states: readonly OrderState[], profileId: ProfileId): readonly OrderState[] =>
  states.filter((state) => state.profileId === profileId)

const earlierNames = (states: readonly OrderState[], state: OrderState): readonly string[] =>
  ofProfile(states, state.profileId)
    .filter((other) => other.stateId === state.stateId && other !== state && other.firstSeenAt <= state.firstSeenAt)
    .map(({ stateName }) => stateName)

type StateItemProps = {
  readonly state: OrderState
  readonly earlier: readonly string[]
  readonly isChosen: boolean
  readonly onFilter: (text: string) => void
}

const nameOf = ({ stateName }: OrderState, t: Translate): string =>
  stateName === '' ? t('orders.states.unnamed') : stateName

/** The ID of a state and when orders had it. */
const StateFacts = ({ state }: { readonly state: OrderState }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const seen = t('orders.states.seen', {
    count: state.looks,
    rows: formatCount(state.looks, language),
    first: formatClock(state.firstSeenAt, nowMs, language),
    last: formatClock(state.lastSeenAt, nowMs, language),
  })
  const id = state.stateId === '' ? [] : [t('orders.states.id', { id: state.stateId })]
  return <p className="muted">{[nameOf(state, t), ...id, seen].join(' · ')}</p>
}

const StateItem = ({ state, earlier, isChosen, onFilter }: StateItemProps) => {
  const { t } = useText()
  const name = nameOf(state, t)
  return (
    <li>
      <button
        type="button"
        className="orders-state row"
        aria-pressed={isChosen}
        title={t('orders.states.filter', { name })}
        disabled={state.stateName === ''}
        onClick={() => onFilter(isChosen ? '' : state.stateName)}
      >
        <span className="ellipsis">{name}</span>
      </button>
      {state.isNew ? <Mark kind="running">{t('orders.states.new')}</Mark> : null}
      {state.isRenamed ? (
        <p className="small">
          <Mark kind="stale">{t('orders.states.renamed')}</Mark>{' '}
          <span className="muted">{t('orders.states.renamedFrom', { names: earlier.join(', ') })}</span>
        </p>
      ) : null}
    </li>
  )
}
