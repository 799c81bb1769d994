import type { Finish } from '../../../../preload/contract/results.ts'
import { useNow } from '../../../app/state/now.ts'
import { formatClock } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { clubOf } from './announcerData.ts'
import { PlaceChip } from './PlaceChip.tsx'

type FinisherItemProps = {
  readonly finisher: Finish
  /** False where the head says it for all. */
  readonly hasDistance: boolean
}

export const FinisherItem = ({ finisher, hasDistance }: FinisherItemProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { bib, name, result, distanceName, placings, learnedAt } = finisher
  // Categories are polled one after the other, so some have no place yet.
  const placed = placings.filter(({ place }) => place !== null)
  const told = placed.length === 0 ? placings : placed
  const said = [hasDistance ? distanceName : '', clubOf(finisher)].filter((part) => part !== '').join(' · ')
  return (
    <li className="announcer-item">
      <div className="announcer-line">
        {bib === '' ? null : <span className="announcer-bib">{bib}</span>}
        <span className="announcer-name">{name}</span>
        <span className={result === '' ? 'announcer-result muted' : 'announcer-result'}>
          {result === '' ? t('announcer.noResult') : result}
        </span>
      </div>
      <div className="announcer-more">
        <span className="muted">{said}</span>
        {told.map(({ category, index, categoryName, role, place }) => (
          <span key={`${category} ${index} ${role}`} className="announcer-placing">
            {place === null ? null : <PlaceChip place={place} />}
            {role === 'place' ? categoryName : t(`role.${role}`)}
          </span>
        ))}
        {learnedAt === null ? null : (
          <time className="muted announcer-at">{formatClock(learnedAt, nowMs, language)}</time>
        )}
      </div>
    </li>
  )
}
