import { useQueryClient } from '@tanstack/react-query'
import type { NoticeKind, Settings } from '../../../preload/contract/settings.ts'
import type { Problem } from '../../api.ts'
import { chooseNotices, NOTICE_KINDS } from '../../app/notices/askNotices.ts'
import { playNoticeSound } from '../../app/notices/noticeSound.ts'
import { saveSettings } from '../../app/state/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { useText } from '../../text/text.ts'

type NoticesPartProps = {
  readonly told: Settings['notices']
  readonly isSoundOn: boolean
  readonly lastS: number
  readonly onAnswer: (problem: Problem | null) => void
}

/** Each kind of notice with its tick; none is ticked until the user wants notices. */
export const NoticesPart = ({ told, isSoundOn, lastS, onAnswer }: NoticesPartProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const chosen = told ?? []
  const choose = async (kind: NoticeKind, isOn: boolean): Promise<void> => {
    const answer = await chooseNotices(
      client,
      NOTICE_KINDS.filter((known) => (known === kind ? isOn : chosen.includes(known))),
    )
    onAnswer(answer.ok ? null : answer.error)
  }
  const change = async (changed: Partial<Settings>): Promise<void> => {
    const answer = await saveSettings(client, changed)
    onAnswer(answer.ok ? null : answer.error)
  }
  return (
    <fieldset className="notices-choice stack">
      <legend className="field-label">{t('notices.title')}</legend>
      {NOTICE_KINDS.map((kind) => (
        <label key={kind} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={({ target }) => void choose(kind, target.checked)}
          />
          <span>{t(`notices.kind.${kind}`)}</span>
        </label>
      ))}
      <div className="row">
        <label className="row">
          <input
            type="checkbox"
            checked={isSoundOn}
            disabled={chosen.length === 0}
            onChange={({ target }) => void change({ isNoticeSoundOn: target.checked })}
          />
          <span>{t('notices.sound')}</span>
        </label>
        <Button kind="quiet" size="small" onClick={playNoticeSound}>
          {t('notices.sound.try')}
        </Button>
      </div>
      <Choice
        label={t('notices.last')}
        value={String(lastS)}
        options={[...new Set([10, 30, 60, 0, lastS])].map((value) => ({
          value: String(value),
          label: value === 0 ? t('notices.last.never') : t('notices.last.s', { count: value }),
        }))}
        onChange={(value) => void change({ noticesLastS: Number(value) })}
      />
      <p className="field-hint">{t('notices.hint')}</p>
    </fieldset>
  )
}
