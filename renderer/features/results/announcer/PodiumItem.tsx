import type { Podium } from '../../../../preload/contract/results.ts'
import { clubOf } from './announcerData.ts'
import { PlaceChip } from './PlaceChip.tsx'

export const podiumTitle = ({ categoryName, group }: Podium): string =>
  group === '' ? categoryName : `${categoryName} · ${group}`

type PodiumItemProps = {
  readonly podium: Podium
  /** False where the head says it for all. */
  readonly hasDistance: boolean
}

export const PodiumItem = ({ podium, hasDistance }: PodiumItemProps) => (
  <li className="announcer-item">
    <h4 className="podium-category">
      {podiumTitle(podium)} {hasDistance ? <span className="muted">{podium.distanceName}</span> : null}
    </h4>
    <ol>
      {podium.rows.map(({ index, place, bib, name, result, ...who }) => (
        <li key={index} className="podium-row">
          <PlaceChip place={place} />
          <span className="announcer-name">
            {name || bib}
            {clubOf(who) === '' ? null : <span className="muted podium-club">{clubOf(who)}</span>}
          </span>
          <span className="announcer-result">{result}</span>
        </li>
      ))}
    </ol>
  </li>
)
