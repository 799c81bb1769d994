import { useState } from 'react'
import type { CallReply, CallSummary } from '../../../preload/contract/calls.ts'
import type { CallId } from '../../../preload/contract/ids.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { ChangeMark } from '../../components/ChangeMark.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { useCalls } from './useCalls.ts'
import { usePiece } from './useReply.ts'

const Changes = ({ id, since }: { readonly id: CallId; readonly since: CallId }) => {
  const { t, language } = useText()
  const changes = usePiece(id, { kind: 'changes', since })
  if (changes.data === undefined) {
    return changes.error === null ? (
      <Skeleton rows={6} label={t('calls.tab.changes')} />
    ) : (
      <Problem problem={changes.error} onRetry={() => void changes.refetch()} />
    )
  }
  if (changes.data.changes.length === 0) return <p className="muted">{t('calls.changes.none')}</p>
  const shown = changes.data.changes
  return (
    <>
      <p className="muted" role="status">
        {t('calls.changes.count', {
          count: shown.length,
          changes: formatCount(shown.length, language) + (changes.data.isCut ? '+' : ''),
        })}
      </p>
      <div className="calls-changes scroll" role="region" aria-label={t('calls.tab.changes')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('calls.changes.kind')}</th>
              <th scope="col">{t('calls.changes.place')}</th>
              <th scope="col">{t('calls.changes.before')}</th>
              <th scope="col">{t('calls.changes.after')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => (
              <tr key={`${change.kind} ${change.path}`}>
                <td>
                  <ChangeMark kind={change.kind}>{t(`calls.changes.${change.kind}`)}</ChangeMark>
                </td>
                <th scope="row" className="mono">
                  {change.path === '' ? t('calls.changes.whole') : change.path}
                </th>
                <td className="mono">{change.before}</td>
                <td className="mono">{change.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const samePath = (a: string, b: string): boolean => a.replace(/\?.*$/, '') === b.replace(/\?.*$/, '')

/** Replies to compare with, the same path first; the previous reply is the default. */
const candidates = (reply: CallReply, calls: readonly CallSummary[]): readonly CallSummary[] => {
  const others = calls.filter(({ id, status }) => id !== reply.id && status !== null)
  const near = others.filter(({ path }) => samePath(path, reply.path))
  return [...near, ...others.filter((call) => !near.includes(call))]
}

export const ReplyChanges = ({ reply }: { readonly reply: CallReply }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const calls = useCalls('').data?.calls ?? []
  const others = candidates(reply, calls)
  const earlier = others.find(({ id, path }) => samePath(path, reply.path) && Number(id) < Number(reply.id))
  const [chosen, setChosen] = useState<CallId | ''>('')
  const since: CallId | '' = chosen === '' ? (earlier?.id ?? '') : chosen
  if (others.length === 0) return <p className="muted calls-note">{t('calls.changes.nothing')}</p>
  return (
    <div className="calls-compare fill">
      <div className="calls-since">
        <Choice<CallId | ''>
          label={t('calls.changes.since')}
          value={since}
          options={[
            ...(since === '' ? [{ value: since, label: t('calls.changes.choose') }] : []),
            ...others.map(({ id, method, path, status, sentAt }) => ({
              value: id,
              label: `${formatClock(sentAt, nowMs, language)} · ${method} ${path} · ${status}`,
            })),
          ]}
          onChange={setChosen}
        />
      </div>
      {since === '' ? null : <Changes id={reply.id} since={since} />}
    </div>
  )
}
