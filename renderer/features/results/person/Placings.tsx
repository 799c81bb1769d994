import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { PersonCard, Placing } from '../../../../preload/contract/results.ts'
import { openCard } from '../../../app/opened/openRow.ts'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { PlaceChip } from './PlaceChip.tsx'
import { StatusMark } from '../../../app/stage/StatusMark.tsx'

const otherPlaces = [
  ['placeOverall', 'card.overall'],
  ['placeSex', 'card.sex'],
  ['placeCategory', 'card.ageGroup'],
] as const

/** Every row of the person in the stage, and the rule by which they were found. */
export const Placings = ({ card, stage }: { readonly card: PersonCard; readonly stage: StageGuid }) => {
  const { t, language } = useText()
  const { placings, row, rule } = card
  const isHere = ({ category, index }: Placing): boolean => category === row.category && index === row.index
  const others = otherPlaces.filter(([field]) => placings.some((placing) => placing[field] !== null))
  const distances = new Set(placings.map(({ distanceName }) => distanceName))
  const named = ({ distanceName, categoryName }: Placing): string =>
    distances.size > 1 ? `${distanceName} · ${categoryName}` : categoryName
  return (
    <section className="card-part stack">
      <h3>{t('card.placings')}</h3>
      <div className="card-scroll" role="region" aria-label={t('card.placings')} tabIndex={0}>
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col">{t('card.category')}</th>
              <th scope="col" className="is-number">
                {t('card.place')}
              </th>
              <th scope="col" className="is-number">
                {t('card.finishers')}
              </th>
              {others.map(([field, title]) => (
                <th key={field} scope="col" className="is-number">
                  {t(title)}
                </th>
              ))}
              <th scope="col" className="is-number">
                {t('card.result')}
              </th>
            </tr>
          </thead>
          <tbody>
            {placings.map((placing) => (
              <tr
                key={`${placing.category} ${placing.index}`}
                {...(isHere(placing) ? { 'aria-current': 'true' as const } : {})}
              >
                <th scope="row">
                  {isHere(placing) ? (
                    <span title={t('card.here')}>{named(placing)}</span>
                  ) : (
                    <button
                      type="button"
                      className="card-link"
                      onClick={() => openCard({ stage, category: placing.category, index: placing.index })}
                    >
                      {named(placing)}
                    </button>
                  )}
                </th>
                <td className="is-number">
                  <PlaceChip place={placing.place} />
                </td>
                <td className="is-number muted">{formatCount(placing.finishers, language)}</td>
                {others.map(([field]) => (
                  <td key={field} className="is-number">
                    {placing[field] ?? <span className="muted">–</span>}
                  </td>
                ))}
                <td className="is-number">
                  {placing.status === 'OK' ? placing.result : <StatusMark status={placing.status} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted small">{t(`card.rule.${rule ?? 'none'}`)}</p>
    </section>
  )
}
