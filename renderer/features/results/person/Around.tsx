import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { NearNeighbour, Neighbour, PersonCard } from '../../../../preload/contract/results.ts'
import { openCard } from '../../../app/opened/openRow.ts'
import { useText } from '../../../text/text.ts'
import { formatGap } from '../../../app/stage/raceTime.ts'
import { PlaceChip } from './PlaceChip.tsx'

type Line = Neighbour & { readonly isSelf: boolean; readonly gapMs: number | null }

/** The leader, two before and two behind; a click or Enter goes to one of them. */
export const Around = ({ card, stage }: { readonly card: PersonCard; readonly stage: StageGuid }) => {
  const { t } = useText()
  const here = card.placings.find(({ category, index }) => category === card.row.category && index === card.row.index)
  if (here === undefined || (card.before.length === 0 && card.behind.length === 0)) {
    return card.row.place === null ? (
      <section className="card-part stack">
        <h3>{t('card.around')}</h3>
        <p className="muted small">{t('card.around.none')}</p>
      </section>
    ) : null
  }
  const lineOf = (neighbour: NearNeighbour): Line => ({
    ...neighbour,
    isSelf: false,
    gapMs: neighbour.ms === null ? null : 0 - neighbour.ms,
  })
  const { leader } = card.gaps
  const isLeaderNear = leader === null || card.before.some(({ index }) => index === leader.index)
  const self: Line = {
    category: here.category,
    index: here.index,
    place: here.place,
    bib: card.bib,
    name: card.name,
    result: here.result,
    resultMs: here.resultMs,
    status: card.status,
    isSelf: true,
    gapMs: null,
  }
  const near = [...card.before.map(lineOf), self, ...card.behind.map(lineOf)]
  const lines = isLeaderNear ? near : [lineOf(leader), ...near]
  return (
    <section className="card-part stack">
      <h3>{t('card.around')}</h3>
      <div className="card-scroll" role="region" aria-label={t('card.around')} tabIndex={0}>
        <table className="card-table card-around">
          <thead>
            <tr>
              <th scope="col" className="is-number">
                {t('card.place')}
              </th>
              <th scope="col">{t('role.name')}</th>
              <th scope="col" className="is-number">
                {t('card.result')}
              </th>
              <th scope="col" className="is-number">
                {t('card.around.gap')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr
                key={line.index}
                {...(line.isSelf ? { 'aria-current': 'true' as const } : {})}
                {...(!isLeaderNear && at === 0 ? { className: 'is-apart' } : {})}
              >
                <td className="is-number">
                  <PlaceChip place={line.place} />
                </td>
                <th scope="row" title={line.name}>
                  {line.isSelf ? (
                    <span className="ellipsis">{line.name === '' ? t('card.noName') : line.name}</span>
                  ) : (
                    <button
                      type="button"
                      className="card-link ellipsis"
                      onClick={() => openCard({ stage, category: line.category, index: line.index })}
                    >
                      {line.name === '' ? t('card.noName') : line.name}
                    </button>
                  )}
                </th>
                <td className="is-number">{line.result}</td>
                <td className="is-number">{line.gapMs === null ? '' : formatGap(line.gapMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted small">{t('card.around.what')}</p>
    </section>
  )
}
