import { useQueryClient } from '@tanstack/react-query'
import type { NoticeKind, Settings } from '../../../preload/contract/settings.ts'
import type { Problem } from '../../api.ts'
import { chooseNotices, NOTICE_KINDS } from '../../app/notices/askNotices.ts'
import { useText } from '../../text/text.ts'

type NoticesPartProps = {
  readonly told: Settings['notices']
  readonly onAnswer: (problem: Problem | null) => void
}

/** Each kind of notice with its tick; none is ticked until the user wants notices. */
export const NoticesPart = ({ told, onAnswer }: NoticesPartProps) => {
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
      <p className="field-hint">{t('notices.hint')}</p>
    </fieldset>
  )
}
