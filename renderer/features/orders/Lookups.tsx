import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Guid } from '../../../preload/contract/ids.ts'
import type { OrderLookup } from '../../../preload/contract/orders.ts'
import { describeProblem } from '../../app/problems/describeProblem.ts'
import { isKeyProblem } from '../../app/problems/isKeyProblem.ts'
import { KeyForm } from '../../app/problems/KeyForm.tsx'
import { fetchValue, jobsQuery } from '../../app/state/queries.ts'
import { useStore } from '../../app/state/store.ts'
import { Bar } from '../../components/Bar.tsx'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { beginLookup, lastLookup, type LastLookup } from './lastLookup.ts'

const MARKS: { readonly [K in OrderLookup['state']]: MarkKind } = {
  waiting: 'none',
  done: 'ok',
  unchanged: 'ok',
  failed: 'problem',
}

/** Rows beyond these are told by their count only. */
const SHOWN = 200

type LookupsProps = { readonly onOpen: (guid: Guid) => void }

/** The last look-up, GUID by GUID. */
export const Lookups = ({ onOpen }: LookupsProps) => {
  const last = useStore(lastLookup)
  return last === null ? null : <LookupList key={last.jobId} last={last} onOpen={onOpen} />
}

const LookupList = ({ last, onOpen }: LookupsProps & { readonly last: LastLookup }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const job = useQuery(jobsQuery).data?.find(({ id }) => id === last.jobId)
  const isRunning = job === undefined || job.state === 'running'
  const step = job === undefined ? '' : `${job.state} ${job.done}`
  // Each step has a query of its own: a reply under way at the last step would be out of date.
  const page = useQuery({
    queryKey: ['orders', 'lookups', last.jobId, step],
    queryFn: () => fetchValue('order:list', { offset: 0, limit: 0, job: last.jobId }),
    placeholderData: keepPreviousData,
  })
  const lookups = page.data?.lookups ?? []
  const [only] = lookups
  const found = lookups.length === 1 && only !== undefined && only.look !== null ? only.guid : null
  useEffect(() => {
    // A single order opens by itself, once.
    if (found === null || last.opens === found) return
    lastLookup.set({ ...last, opens: found })
    onOpen(found)
  }, [found, last, onOpen])
  const shown = lookups.toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed')).slice(0, SHOWN)
  const key = lookups.flatMap(({ error }) => (error !== null && isKeyProblem(error) ? [error] : []))[0]
  const lost = lookups.flatMap(({ guid, state }) => (state === 'failed' ? [guid] : []))
  const done = formatCount(job?.done ?? 0, language)
  const total = formatCount(last.count, language)
  return (
    <section className="orders-side-part column" aria-label={t('orders.lookups')}>
      <div className="orders-side-head row">
        <h2>{t('orders.lookups')}</h2>
        <span className="muted" role="status">
          {t('orders.lookups.progress', { done, total })}
        </span>
        <IconButton label={t('orders.lookups.hide')} icon={<X aria-hidden />} onClick={() => lastLookup.set(null)} />
      </div>
      {isRunning ? <Bar label={t('orders.lookups')} done={job?.done ?? 0} total={last.count} /> : null}
      {key === undefined ? null : (
        <KeyForm
          profileId={last.profileId}
          which={key.which}
          saveLabel={t('problem.key.save')}
          onSaved={() => void beginLookup(client, { profileId: last.profileId, text: lost.join('\n') })}
        />
      )}
      <ul className="orders-lookups">
        {shown.map((lookup) => (
          <li key={lookup.guid}>
            {lookup.look === null ? (
              <span className="mono ellipsis" title={lookup.guid}>
                {lookup.number ?? lookup.guid}
              </span>
            ) : (
              <button
                type="button"
                className="orders-link mono ellipsis"
                title={lookup.guid}
                onClick={() => onOpen(lookup.guid)}
              >
                {lookup.number ?? lookup.guid}
              </button>
            )}
            <Mark kind={MARKS[lookup.state]}>
              {t(
                lookup.state === 'waiting' && !isRunning ? 'orders.lookups.notAsked' : `orders.lookups.${lookup.state}`,
              )}
            </Mark>
            {lookup.error === null ? null : (
              <p className="orders-lookup-error">{describeProblem(lookup.error, t, language).what}</p>
            )}
          </li>
        ))}
      </ul>
      {lookups.length > SHOWN ? (
        <p className="muted orders-side-note">{t('orders.change.more', { count: lookups.length - SHOWN })}</p>
      ) : null}
    </section>
  )
}

/** Where the list of the last look-up is collapsed: how many orders it did not find, and the way to it. */
export const LookupFailures = ({ onShow }: { readonly onShow: () => void }) => {
  const { t } = useText()
  const last = useStore(lastLookup)
  const job = useQuery(jobsQuery).data?.find(({ id }) => id === last?.jobId)
  if (job === undefined || job.state === 'running' || job.failed === 0) return null
  return (
    <div className="only-narrow">
      <div className="orders-failed row" role="status">
        <Mark kind="problem">{`${t('orders.lookups')} · ${t('job.failures', { count: job.failed })}`}</Mark>
        <Button size="small" onClick={onShow}>
          {t('do.details')}
        </Button>
      </div>
    </div>
  )
}
