import { useState } from 'react'
import type { PromoPreview } from '../../../preload/contract/promo.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { LinesTable } from './LinesTable.tsx'
import { isRefusedLine, readingText, refusedText } from './promoText.ts'

type JudgedLinesProps = {
  readonly preview: PromoPreview
  readonly onOpen: (line: number) => void
  /** Null while the verdicts are those of an earlier text. */
  readonly onRemoveRefused: (() => void) | null
}

/** How the text was read, what keeps it from being sent, and every line with its verdict. */
export const JudgedLines = ({ preview, onOpen, onRemoveRefused }: JudgedLinesProps) => {
  const { t, language } = useText()
  const [show, setShow] = useState<'all' | 'remarks'>('all')
  const { lines, refused, count, reading } = preview
  const warned = lines.filter((line) => line.verdicts.length > 0 && !isRefusedLine(line)).length
  const shown = show === 'all' ? lines : lines.filter(({ verdicts }) => verdicts.length > 0)
  return (
    <>
      <div className="promo-summary" role="status">
        <strong>{t('promo.count', { count, rows: formatCount(count, language) })}</strong>
        {refused === 0 && warned === 0 ? <Mark kind="ok">{t('promo.ready')}</Mark> : null}
        {warned === 0 ? null : <Mark kind="partial">{t('promo.warned', { count: warned })}</Mark>}
        <span className="muted ellipsis">{readingText(reading, t)}</span>
        <span className="gap" />
        <Choice
          label={t('promo.show')}
          isLabelHidden
          value={show}
          options={[
            { value: 'all', label: t('promo.show.all') },
            { value: 'remarks', label: t('promo.show.remarks') },
          ]}
          onChange={setShow}
        />
      </div>
      {refused === 0 ? null : (
        <div className="promo-refused" role="status">
          <Mark kind="problem">{refusedText(lines, t)}</Mark>
          <Button size="small" isDisabled={onRemoveRefused === null} onClick={() => onRemoveRefused?.()}>
            {t('promo.refused.remove', { count: refused })}
          </Button>
        </div>
      )}
      <LinesTable key={language} lines={shown} onOpen={onOpen} />
    </>
  )
}
