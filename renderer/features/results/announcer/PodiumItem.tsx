import type { Podium } from '../../../../preload/contract/results.ts'
import { PlaceChip } from './PlaceChip.tsx'

export const PodiumItem = ({ podium }: { readonly podium: Podium }) => (
  <li className="announcer-item">
    <h4 className="podium-category">
      {[podium.categoryName, podium.group].filter((part) => part !== '').join(' · ')}{' '}
      <span className="muted">{podium.distanceName}</span>
    </h4>
    <ol>
      {podium.rows.map(({ index, place, bib, name, result, club }) => (
        <li key={index} className="podium-row">
          <PlaceChip place={place} />
          <span className="announcer-name">
            {name || bib}
            {club === '' ? null : <span className="muted podium-club">{club}</span>}
          </span>
          <span className="announcer-result">{result}</span>
        </li>
      ))}
    </ol>
  </li>
)
