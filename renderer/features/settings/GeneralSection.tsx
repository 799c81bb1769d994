import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { MAX_SCALE, MIN_SCALE, nextScale, toScaleStep } from '../../app/appearance.ts'
import { AwakeLine } from '../../app/AwakeLine.tsx'
import { Problem } from '../../app/problems/Problem.tsx'
import { infoQuery, settingsQuery } from '../../app/state/queries.ts'
import { saveSettings } from '../../app/state/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { NoticesPart } from './NoticesPart.tsx'

const LANGUAGES: readonly Settings['language'][] = ['system', 'en', 'ru']
const THEMES: readonly Settings['theme'][] = ['system', 'light', 'dark', 'sunlight']
const ROW_HEIGHTS: readonly Settings['rowHeight'][] = ['compact', 'normal', 'large']

export const GeneralSection = () => {
  const { t } = useText()
  const client = useQueryClient()
  const settings = useQuery(settingsQuery).data
  const info = useQuery(infoQuery).data
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  if (settings === undefined) return null
  const save = async (change: Partial<Settings>): Promise<void> => {
    const answer = await saveSettings(client, change)
    setProblem(answer.ok ? null : answer.error)
  }
  const scale = toScaleStep(settings.scale)
  return (
    <>
      <h1>{t('settings.general')}</h1>
      <Choice
        label={t('settings.language')}
        value={settings.language}
        options={LANGUAGES.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
        onChange={(language) => void save({ language })}
      />
      <Choice
        label={t('settings.theme')}
        hint={t('settings.theme.hint')}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        onChange={(theme) => void save({ theme })}
      />
      <div className="field" role="group" aria-label={t('settings.scale')}>
        <span className="field-label">{t('settings.scale')}</span>
        <div className="stepper">
          <IconButton
            label={t('settings.scale.smaller')}
            icon={<Minus aria-hidden />}
            isDisabled={scale <= MIN_SCALE}
            onClick={() => void save({ scale: nextScale(scale, -1) })}
          />
          <output className="stepper-value">{t('settings.scale.value', { scale })}</output>
          <IconButton
            label={t('settings.scale.larger')}
            icon={<Plus aria-hidden />}
            isDisabled={scale >= MAX_SCALE}
            onClick={() => void save({ scale: nextScale(scale, 1) })}
          />
          {scale === 100 ? null : (
            <Button kind="quiet" size="small" onClick={() => void save({ scale: 100 })}>
              {t('settings.scale.reset')}
            </Button>
          )}
        </div>
        <p className="field-hint">{t('settings.scale.hint')}</p>
      </div>
      <Choice
        label={t('settings.rowHeight')}
        value={settings.rowHeight}
        options={ROW_HEIGHTS.map((value) => ({ value, label: t(`settings.rowHeight.${value}`) }))}
        onChange={(rowHeight) => void save({ rowHeight })}
      />
      {info?.face === 'desktop' ? (
        <div className="field">
          <label className="row">
            <input
              type="checkbox"
              checked={settings.isKeptAwake}
              onChange={({ target }) => void save({ isKeptAwake: target.checked })}
            />
            <span>{t('settings.awake')}</span>
          </label>
          <p className="field-hint">{t('settings.awake.hint')}</p>
        </div>
      ) : (
        <AwakeLine />
      )}
      <NoticesPart
        told={settings.notices}
        isSoundOn={settings.isNoticeSoundOn}
        lastS={settings.noticesLastS}
        onAnswer={setProblem}
      />
      {problem === null ? null : <Problem problem={problem} />}
    </>
  )
}
