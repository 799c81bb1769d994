import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Answer } from '../../api.ts'
import { doneText, transferText } from '../../app/jobs/jobProgress.ts'
import { describeProblem } from '../../app/problems/describeProblem.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { jobsQuery } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { placeText } from './places.ts'

/** `job` is null until something was heard of it. */
const Progress = ({ id, job }: { readonly id: JobId; readonly job: Job | null }) => {
  const { t, language } = useText()
  const kind = t(`job.kind.${job?.kind ?? 'publish'}`)
  const texts = job === null ? [] : [doneText(job, t, language) ?? transferText(job, t, language)]
  const retry = job?.retry ?? null
  if (retry !== null) {
    const why = describeProblem(retry.error, t, language).what.replace(/\.$/, '')
    texts.unshift(why, t('publish.phase.backing-off', { time: formatClock(retry.at, Date.now(), language) }))
  }
  return (
    <span className="row arranged-actions">
      <Mark kind={retry === null ? 'running' : 'offline'}>
        <span className="arranged-told">{[kind, ...texts.filter((text) => text !== null)].join(' · ')}</span>
      </Mark>
      {job === null || job.total === 0 ? null : <progress value={job.done} max={job.total} aria-label={kind} />}
      <Button size="small" onClick={() => void call('job:cancel', { id })}>
        {t('do.cancel')}
      </Button>
    </span>
  )
}

/** What is published, and whether that is kept up to date. */
const Told = ({ publishing }: { readonly publishing: StagePublishing }) => {
  const { t, language } = useText()
  const { published, follow, target } = publishing
  const clock = (instant: string): string => formatClock(instant, Date.now(), language)
  if (target === null) return <span className="muted">{t('publish.noPlace')}</span>
  const kind: MarkKind =
    follow?.phase === 'problem'
      ? 'problem'
      : follow?.phase === 'backing-off'
        ? 'offline'
        : published === null
          ? 'none'
          : 'ok'
  const texts = [
    published === null
      ? t('publish.none')
      : t('publish.last', { time: clock(published.at), asOf: clock(published.confirmedAt) }),
    ...(follow === null
      ? []
      : [t(`publish.phase.${follow.phase}`, { time: follow.nextTryAt === null ? '' : clock(follow.nextTryAt) })]),
  ]
  return (
    <Mark kind={kind}>
      <span className="arranged-told">{texts.join(' · ')}</span>
    </Mark>
  )
}

type Asked = 'takeDown' | 'takeOver' | 'hostKey' | 'newHostKey'

type StatePartProps = {
  readonly tree: StageTree
  readonly publishing: StagePublishing
  /** Saves settings that are still being typed. */
  readonly flush: () => Promise<boolean>
  readonly take: (answer: Answer<StagePublishing>) => void
}

/** Publishing now or whenever results change, and taking down. */
export const StatePart = ({ tree, publishing, flush, take }: StatePartProps) => {
  const { t, language } = useText()
  const [isBusy, begin] = useBusy()
  const [isFollowWanted, setFollowWanted] = useState<boolean | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [begun, setBegun] = useState<JobId | null>(publishing.job)
  const { target, published, follow, readerUrl } = publishing
  const stage = tree.stage.guid
  const jobs = useQuery(jobsQuery).data ?? []
  if (publishing.job !== null && publishing.job !== begun) setBegun(publishing.job)
  const job = jobs.find(({ id }) => id === begun) ?? null
  const running = publishing.job ?? (job?.state === 'running' ? job.id : null)
  const isRunning = running !== null
  const error = job?.state === 'failed' ? job.error : (follow?.error ?? null)
  const place = target === null ? '' : (readerUrl ?? placeText(target))

  const run = (work: () => Promise<Answer<{ readonly jobId: JobId }>>): void =>
    begin(async () => {
      setAsked(null)
      if (!(await flush())) return
      const answer = await work()
      if (answer.ok) setBegun(answer.value.jobId)
      else take(answer)
    })
  const publish = (isTakingOver = false): void =>
    run(() => call('publish:start', isTakingOver ? { stage, isTakingOver } : { stage }))
  const follows = (isOn: boolean): void =>
    begin(async () => {
      setFollowWanted(isOn)
      if (await flush()) take(await call('publish:follow', { stage, isOn }))
      setFollowWanted(null)
    })
  const canTakeOver =
    error?.kind === 'publish-refused' && (error.reason === 'other-desk' || error.reason === 'other-page')
  const ofHostKey =
    error?.kind === 'publish-refused' && (error.reason === 'host-key' || error.reason === 'new-host-key') ? error : null
  const [now = '', known = ''] = ofHostKey?.detail?.split(' ').reverse() ?? []
  const askOfKey = ofHostKey?.reason === 'new-host-key' ? 'newHostKey' : 'hostKey'
  const trust = (hostKey: string): void =>
    run(async () => {
      const trusted = await call('publish:trustHostKey', { stage, hostKey })
      return trusted.ok ? await call('publish:start', { stage }) : trusted
    })
  const effect = (): string => {
    if (asked === 'hostKey') return t('publish.hostKey.effect', { place, known, now })
    if (asked === 'newHostKey') return t('publish.newHostKey.effect', { place, now })
    if (asked === 'takeDown') return t('publish.takeDown.effect', { place })
    const at = error?.kind === 'publish-refused' && error.reason === 'other-desk' ? (error.detail ?? '') : null
    if (at === null) return t('publish.takeOver.otherPage', { place })
    return at === ''
      ? t('publish.takeOver.otherDesk', { place })
      : t('publish.takeOver.otherDeskAt', { place, time: formatClock(at, Date.now(), language) })
  }
  const confirm = (): void => {
    if (asked === 'takeOver') publish(true)
    else if (asked === 'takeDown') run(() => call('publish:takeDown', { stage }))
    else trust(now)
  }
  return (
    <div className="stack publish-part">
      <div className="arranged-start">
        <Button kind="primary" isDisabled={isBusy || isRunning || target === null} onClick={() => publish()}>
          {t('publish.now')}
        </Button>
        {published === null ? null : (
          <Button isDisabled={isBusy || isRunning} onClick={() => setAsked('takeDown')}>
            {t('publish.takeDown')}
          </Button>
        )}
        <span role="status">
          {running === null ? <Told publishing={publishing} /> : <Progress id={running} job={job} />}
        </span>
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={isFollowWanted ?? follow !== null}
          disabled={target === null}
          onChange={({ target: box }) => follows(box.checked)}
        />
        <span>{t('publish.follow')}</span>
      </label>
      <p className="field-hint">
        {t('publish.follow.hint')} {follow === null || tree.watch !== null ? '' : t('publish.follow.unwatched')}
      </p>
      {error === null || isRunning ? null : (
        <Problem problem={error} {...(canTakeOver || ofHostKey !== null ? {} : { onRetry: () => publish() })} />
      )}
      {canTakeOver && !isRunning ? (
        <div>
          <Button size="small" onClick={() => setAsked('takeOver')}>
            {t('publish.takeOver')}
          </Button>
        </div>
      ) : null}
      {ofHostKey !== null && !isRunning ? (
        <div>
          <Button size="small" onClick={() => setAsked(askOfKey)}>
            {t(`publish.${askOfKey}.accept`)}
          </Button>
        </div>
      ) : null}
      <Confirm
        title={t(`publish.${asked ?? 'takeDown'}.title`)}
        effect={effect()}
        confirmLabel={t(`publish.${asked ?? 'takeDown'}.do`)}
        cancelLabel={t('do.cancel')}
        isOpen={asked !== null}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}
