import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '../../../preload/contract.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/Problem.tsx'
import { settingsQuery } from '../../app/queries.ts'
import { saveSettings } from '../../app/settings.ts'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'

const MIN_CALLS = 1
const MAX_CALLS = 16
const CALL_PATHS = ['api', 'any'] as const

export const NetworkSection = () => {
  const { t } = useText()
  const client = useQueryClient()
  const settings = useQuery(settingsQuery).data
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  if (settings === undefined) return null
  const calls = settings.parallelCalls
  const save = async (changed: Partial<Settings>): Promise<void> => {
    const answer = await saveSettings(client, changed)
    setProblem(answer.ok ? null : answer.error)
  }
  return (
    <>
      <h1>{t('settings.network')}</h1>
      <div className="field" role="group" aria-label={t('settings.parallelCalls')}>
        <span className="field-label">{t('settings.parallelCalls')}</span>
        <div className="stepper">
          <IconButton
            label={`${t('settings.parallelCalls')}: −1`}
            icon={<Minus aria-hidden />}
            isDisabled={calls <= MIN_CALLS}
            onClick={() => void save({ parallelCalls: calls - 1 })}
          />
          <output className="stepper-value">{calls}</output>
          <IconButton
            label={`${t('settings.parallelCalls')}: +1`}
            icon={<Plus aria-hidden />}
            isDisabled={calls >= MAX_CALLS}
            onClick={() => void save({ parallelCalls: calls + 1 })}
          />
        </div>
        <p className="field-hint">{t('settings.parallelCalls.hint')}</p>
      </div>
      <Choice
        label={t('settings.callPaths')}
        hint={t('settings.callPaths.hint')}
        value={settings.isAnyCallPathAllowed ? 'any' : 'api'}
        options={CALL_PATHS.map((value) => ({ value, label: t(`settings.callPaths.${value}`) }))}
        onChange={(paths) => void save({ isAnyCallPathAllowed: paths === 'any' })}
      />
      {problem === null ? null : <Problem problem={problem} />}
    </>
  )
}
