import { Tabs } from '@base-ui/react/tabs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, RefreshCw, Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Guid, Json } from '../../../preload/contract/ids.ts'
import type { OrderView } from '../../../preload/contract/orders.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { describeProblem } from '../../app/problems/describeProblem.ts'
import { isOfflineError } from '../../app/problems/isOfflineError.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { RawFacts, RawText } from '../../app/RawBody.tsx'
import { flagText } from '../../app/stage/cellText.ts'
import { useNow } from '../../app/state/now.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Fold } from '../../components/Fold.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { JsonTree } from '../../components/tree/JsonTree.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAmount } from '../../text/amount.ts'
import { formatAge, formatClock, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { changeText } from './changeText.ts'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderItems } from './OrderItems.tsx'

type FieldProps = { readonly label: string; readonly source?: string; readonly children: ReactNode }

const Field = ({ label, source, children }: FieldProps) => (
  <div className="person-field">
    <dt title={source}>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Important remarks: age, a failed lookup, a new state, changes. */
const Remarks = ({ view, onCurrent }: { readonly view: OrderView; readonly onCurrent: () => void }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { summary, look, isCurrent, otherGuid } = view
  const { failure, bareReplyAt } = summary
  const clock = (instant: string): string => formatClock(instant, nowMs, language)
  if (!isCurrent) {
    return (
      <div className="order-remarks stack">
        <Mark kind="stale">{t('orders.notCurrent', { time: clock(look.fetchedAt) })}</Mark>
        <Button size="small" onClick={onCurrent}>
          {t('orders.backToCurrent')}
        </Button>
      </div>
    )
  }
  return (
    <div className="order-remarks stack">
      <p className="muted person-age" title={formatExact(summary.checkedAt, language)}>
        {t('stage.asOf', { time: clock(summary.checkedAt), age: formatAge(summary.checkedAt, nowMs, t) })}
      </p>
      {failure === null ? null : (
        <Mark kind={isOfflineError(failure.error) ? 'offline' : 'problem'}>
          {t('orders.note.failed', { what: describeProblem(failure.error, t, language).what })}
        </Mark>
      )}
      {bareReplyAt === null ? null : <Mark kind="stale">{t('orders.note.bare', { time: clock(bareReplyAt) })}</Mark>}
      {otherGuid === null ? null : <Mark kind="partial">{t('orders.otherGuid', { guid: otherGuid })}</Mark>}
      {summary.isNewState ? <Mark kind="running">{t('orders.field.newState')}</Mark> : null}
      {summary.isRenamedState ? <Mark kind="stale">{t('orders.field.renamedState')}</Mark> : null}
    </div>
  )
}

const LastChange = ({ view }: { readonly view: OrderView }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { change, isJustChanged } = view.summary
  if (change === null || !view.isCurrent) return null
  const title = t('orders.changed', { time: formatClock(change.fetchedAt, nowMs, language) })
  const more = change.changeCount - change.changes.length
  return (
    <section className="order-part stack order-change" aria-label={title} data-fresh={isJustChanged}>
      <h3>{isJustChanged ? <Mark kind="running">{title}</Mark> : title}</h3>
      {change.changes.map((one, index) => (
        <p key={index}>{changeText(one, change.currencyIsoCode, t, language)}</p>
      ))}
      {more > 0 ? <p className="muted">{t('orders.change.more', { count: more })}</p> : null}
    </section>
  )
}

const Facts = ({ view }: { readonly view: OrderView }) => {
  const { t, language } = useText()
  const { summary, stateId, stateName, total, currencyIsoCode } = view
  const state = stateName ?? stateId
  return (
    <dl>
      <Field label={t('orders.field.state')}>
        {state === null ? <span className="muted">{t('orders.field.noState')}</span> : state}
      </Field>
      <Field label={t('orders.field.total')}>
        {total === null ? (
          <span className="muted">{t('orders.field.noTotal')}</span>
        ) : (
          formatAmount(total, currencyIsoCode, language)
        )}
      </Field>
      <Field label={t('orders.field.profile')}>{summary.profileName}</Field>
    </dl>
  )
}

type Plain = string | number | boolean | null

const isPlain = (value: Json): value is Plain => typeof value !== 'object' || value === null

/** Fields beyond those of every order: in words where they are known, those with parts as a tree. */
const OtherFields = ({ fields }: { readonly fields: OrderView['other'] }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const trees = Object.entries(fields).filter(([, value]) => !isPlain(value))
  const shown = (value: Plain): string => {
    const isInstant = typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
    if (isInstant) return formatClock(value, nowMs, language)
    return value === null ? '–' : flagText(String(value), t)
  }
  return (
    <section className="order-part stack" aria-label={t('orders.other')}>
      <h3>{t('orders.other')}</h3>
      <dl>
        {Object.entries(fields).map(([name, value]) =>
          isPlain(value) ? (
            <Field key={name} label={fieldName(name, language) ?? name} source={name}>
              <span title={String(value)}>{shown(value)}</span>
            </Field>
          ) : null,
        )}
      </dl>
      {trees.length === 0 ? null : (
        <div className="order-tree">
          <JsonTree value={Object.fromEntries(trees)} label={t('orders.other')} />
        </div>
      )}
    </section>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/

/** Facts that help to find an order elsewhere. */
const HiddenFacts = ({ view }: { readonly view: OrderView }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { summary, stateId } = view
  return (
    <dl>
      <Field label={t('orders.field.guid')}>
        <span className="mono">{summary.guid}</span>
      </Field>
      {stateId === null ? null : <Field label={t('orders.field.stateId')}>{stateId}</Field>}
      <Field label={t('orders.field.firstSeen')}>
        <span title={formatExact(summary.firstSeenAt, language)}>
          {formatClock(summary.firstSeenAt, nowMs, language)}
        </span>
      </Field>
    </dl>
  )
}

const Card = ({ view, onShow }: { readonly view: OrderView; readonly onShow: (look: number | null) => void }) => {
  const { t } = useText()
  const [tab, setTab] = useState('order')
  const show = (look: number | null): void => {
    onShow(look)
    setTab('order')
  }
  return (
    <>
      <div className="person-head stack">
        <h2 className={view.number === null ? 'muted' : undefined}>{view.number ?? t('orders.panel.noNumber')}</h2>
        <Remarks view={view} onCurrent={() => show(null)} />
      </div>
      <Tabs.Root className="fill" value={tab} onValueChange={(value: unknown) => setTab(String(value))}>
        <Tabs.List className="tab-list">
          {(['order', 'history'] as const).map((name) => (
            <Tabs.Tab key={name} className="tab" value={name}>
              {t(`orders.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel className="tab-panel scroll" value="order" tabIndex={0}>
          <LastChange view={view} />
          <Facts view={view} />
          <OrderItems view={view} />
          {Object.keys(view.other).length === 0 ? null : <OtherFields fields={view.other} />}
          <div className="order-part stack">
            <Fold title={t('do.details')}>
              <HiddenFacts view={view} />
              <RawFacts raw={view.raw} />
            </Fold>
            <Fold title={t('raw.title')}>
              <RawText text={view.raw.text} isCut={view.raw.isCut} />
            </Fold>
          </div>
        </Tabs.Panel>
        <Tabs.Panel className="tab-panel scroll" value="history" tabIndex={0}>
          <OrderHistory view={view} onShow={show} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

type OrderPanelProps = {
  readonly guid: Guid
  readonly isRefreshing: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRefresh: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Everything that is known of one order. */
export const OrderPanel = ({ guid, isRefreshing, onMove, onRefresh, onRemove, onClose }: OrderPanelProps) => {
  const { t } = useText()
  const [look, setLook] = useState<{ readonly guid: Guid; readonly look: number } | null>(null)
  const open = look?.guid === guid ? look : { guid }
  const order = useQuery({
    queryKey: ['orders', 'view', open],
    queryFn: () => fetchValue('order:list', { offset: 0, limit: 0, open }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const view = order.error === null ? (order.data?.opened ?? null) : null
  return (
    <div className="fill">
      <div className="person-bar">
        <IconButton label={t('person.previous')} icon={<ChevronUp aria-hidden />} onClick={() => onMove(-1)} />
        <IconButton label={t('person.next')} icon={<ChevronDown aria-hidden />} onClick={() => onMove(1)} />
        <span className="gap" />
        <IconButton
          label={t('orders.refresh')}
          icon={<RefreshCw aria-hidden />}
          isDisabled={isRefreshing || view === null}
          onClick={onRefresh}
        />
        <IconButton
          label={t('orders.removeOne')}
          icon={<Trash2 aria-hidden />}
          isDisabled={view === null}
          onClick={onRemove}
        />
        <IconButton label={t('do.close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      {view !== null ? (
        <Card view={view} onShow={(id) => setLook(id === null ? null : { guid, look: id })} />
      ) : order.error === null ? (
        <Skeleton rows={10} label={t('orders.panel')} />
      ) : order.error.kind === 'not-found' ? (
        <Blank title={t('orders.gone.title')}>
          <p>{t('orders.gone.what')}</p>
        </Blank>
      ) : (
        <div className="person-problem">
          <Problem problem={order.error} onRetry={() => void order.refetch()} />
        </div>
      )}
    </div>
  )
}
