import type { Status } from '../../../../preload/contract/results.ts'
import { useNow } from '../../../app/state/now.ts'
import { formatClock } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import type { Correction } from './announcerData.ts'

const STATUSES: readonly Status[] = ['OK', 'DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course', 'unknown']

export const CorrectionItem = ({ correction }: { readonly correction: Correction }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { type, bib, name, before, after, distance, categories, at, count, of } = correction
  const isCounted = type === 'mass-recalculation' && count !== undefined && of !== undefined
  const said = (text: string | null): string => {
    if (text === null) return ''
    const status = type === 'status' ? STATUSES.find((known) => known === text) : undefined
    return status === undefined ? text : t(`finisher.${status}`)
  }
  const what = isCounted
    ? t('announcer.mass', { count, of })
    : [said(before), said(after)].filter((part) => part !== '').join(' → ')
  return (
    <li className="announcer-item announcer-correction">
      <div className="announcer-line">
        <span className="announcer-type">{t(`announcer.type.${type}`)}</span>
        <span className="announcer-name">{[bib, name].filter((part) => part !== null).join(' ')}</span>
      </div>
      <div className="announcer-more">
        {what === '' ? null : <span>{what}</span>}
        <span className="muted">
          {distance} · {categories.join(', ')}
        </span>
        <time className="muted announcer-at">{formatClock(at, nowMs, language)}</time>
      </div>
    </li>
  )
}
