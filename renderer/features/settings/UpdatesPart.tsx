import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { UpdateState } from '../../../preload/contract/updates.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { settingsQuery, updatesQuery } from '../../app/state/queries.ts'
import { saveSettings } from '../../app/state/settings.ts'
import { Bar } from '../../components/Bar.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const SWITCH = ['on', 'off'] as const

const PhaseMark = ({ updates }: { readonly updates: UpdateState }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const version = updates.version ?? ''
  switch (updates.phase) {
    case 'idle':
      return updates.checkedAt === null ? (
        <Mark kind="none">{t('updates.never')}</Mark>
      ) : (
        <Mark kind="ok">{t('updates.newest', { time: formatClock(updates.checkedAt, nowMs, language) })}</Mark>
      )
    case 'checking':
      return <Mark kind="running">{t('updates.checking')}</Mark>
    case 'available':
      return (
        <Mark kind="running">{t(updates.way === 'self' ? 'updates.out' : 'updates.outAsPackage', { version })}</Mark>
      )
    case 'downloading':
      return (
        <>
          <Mark kind="running">{t('updates.downloading', { version, percent: updates.percent ?? 0 })}</Mark>
          <Bar label={t('updates.progress')} done={updates.percent ?? 0} total={100} />
        </>
      )
    case 'ready':
      return <Mark kind="ok">{t('updates.ready', { version })}</Mark>
  }
}

const Failure = ({ failure }: { readonly failure: NonNullable<UpdateState['failure']> }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const what = t(`updates.failed.${failure.during}`, { time: formatClock(failure.at, nowMs, language) })
  return (
    <div>
      <Mark kind="problem">{what}</Mark>
      <p className="muted">{t(`updates.fault.${failure.fault}`)}</p>
    </div>
  )
}

/** Update settings; a copy that cannot update itself shows the reason. */
export const UpdatesPart = () => {
  const { t } = useText()
  const client = useQueryClient()
  const updates = useQuery(updatesQuery).data
  const settings = useQuery(settingsQuery).data
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  if (updates === undefined || settings === undefined) return null
  const { way, phase, isHeld, failure } = updates
  const save = async (change: Partial<Settings>): Promise<void> => {
    const answer = await saveSettings(client, change)
    setProblem(answer.ok ? null : answer.error)
  }
  const act = async (action: 'check' | 'download'): Promise<void> => {
    const answer = await call('app:updates', { action })
    if (answer.ok) client.setQueryData(updatesQuery.queryKey, answer.value)
    setProblem(answer.ok ? null : answer.error)
  }
  const isOn = settings.areUpdatesOn
  return (
    <section className="settings-part stack" aria-label={t('updates.title')}>
      <h2>{t('updates.title')}</h2>
      {way === 'self' || way === 'package' ? (
        <>
          <Choice
            label={t('updates.switch')}
            hint={t(`updates.hint.${way}`)}
            value={isOn ? 'on' : 'off'}
            options={SWITCH.map((value) => ({ value, label: t(`updates.switch.${value}`) }))}
            onChange={(chosen) => void save({ areUpdatesOn: chosen === 'on' })}
          />
          {isOn ? (
            <>
              <div className="form" role="status">
                <PhaseMark updates={updates} />
                {failure === null ? null : <Failure failure={failure} />}
                {isHeld && (phase === 'available' || phase === 'ready') ? (
                  <p className="muted">{t('updates.held')}</p>
                ) : null}
              </div>
              <div className="settings-buttons row">
                {way === 'self' && phase === 'available' ? (
                  <Button kind="primary" isDisabled={isHeld} onClick={() => void act('download')}>
                    {t('updates.download')}
                  </Button>
                ) : null}
                {phase === 'ready' ? null : (
                  <Button
                    isDisabled={phase === 'checking' || phase === 'downloading'}
                    onClick={() => void act('check')}
                  >
                    {t('updates.check')}
                  </Button>
                )}
              </div>
            </>
          ) : null}
        </>
      ) : (
        <p className="muted">{t(`updates.way.${way}`)}</p>
      )}
      {problem === null ? null : <Problem problem={problem} />}
    </section>
  )
}
