import { Check } from 'lucide-react'
import type { ChangeMark, ChangeMarks } from '../../../preload/contract/changes.ts'
import { useNow } from '../../app/state/now.ts'
import { Button } from '../../components/Button.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

type SinceLineProps = {
  readonly mark: ChangeMark
  readonly marks: ChangeMarks
  readonly onMark: (mark: ChangeMark) => void
}

/** Since when changes are listed, and the button that sets it: looking alone does not. */
export const SinceLine = ({ mark, marks, onMark }: SinceLineProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const at = marks[mark]
  return (
    <div className="changes-line">
      <span>
        {at === null
          ? t(`changes.unmarked.${mark}`)
          : t(`changes.marked.${mark}`, { time: formatClock(at, nowMs, language) })}
      </span>
      {mark === 'exported' ? (
        <span className="muted">{t('changes.exported.what')}</span>
      ) : (
        <>
          <Button size="small" icon={<Check aria-hidden />} onClick={() => onMark(mark)}>
            {t(mark === 'looked' ? 'changes.seen' : 'changes.printed')}
          </Button>
          <span className="muted changes-hint">
            {t(mark === 'looked' ? 'changes.seen.what' : 'changes.printed.what')}
          </span>
        </>
      )}
    </div>
  )
}
