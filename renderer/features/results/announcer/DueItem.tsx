import { useNow } from '../../../app/state/now.ts'
import { formatClock } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import type { Due } from './announcerData.ts'

type DueItemProps = {
  readonly due: Due
  /** False where the head says it for all. */
  readonly hasDistance: boolean
}

export const DueItem = ({ due, hasDistance }: DueItemProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { bib, name, club, distanceName, point, dueAt, spreadMs } = due
  const minutes = Math.max(1, Math.round(spreadMs / 60_000))
  return (
    <li className="announcer-item">
      <div className="announcer-line">
        {bib === '' ? null : <span className="announcer-bib">{bib}</span>}
        <span className="announcer-name">{name}</span>
        <span className="announcer-result">≈ {formatClock(dueAt, nowMs, language)}</span>
      </div>
      <div className="announcer-more">
        <span className="muted">
          {[hasDistance ? distanceName : '', club, point].filter((part) => part !== '').join(' · ')}
        </span>
        <span className="muted announcer-at">{t('announcer.due.spread', { minutes })}</span>
      </div>
    </li>
  )
}
