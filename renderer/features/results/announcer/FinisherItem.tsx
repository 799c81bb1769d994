import { useNow } from '../../../app/state/now.ts'
import { formatClock } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import type { Finisher } from './announcerData.ts'
import { PlaceChip } from './PlaceChip.tsx'

export const FinisherItem = ({ finisher }: { readonly finisher: Finisher }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { bib, name, club, result, distance, placings, at } = finisher
  const said = [distance, club].filter((part) => part !== '').join(' · ')
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
        {placings.map(({ id, category, place }) => (
          <span key={id} className="announcer-placing">
            {place === null ? null : <PlaceChip place={place} />}
            {category}
          </span>
        ))}
        {at === null ? null : <time className="muted announcer-at">{formatClock(at, nowMs, language)}</time>}
      </div>
    </li>
  )
}
