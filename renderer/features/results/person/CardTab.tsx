import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { formatGap } from '../../../app/stage/raceTime.ts'
import { Around } from './Around.tsx'
import { placingHere } from '../../../app/stage/cardFacts.ts'
import { PlaceChip } from './PlaceChip.tsx'
import { Placings } from './Placings.tsx'
import { SplitsChart } from './SplitsChart.tsx'
import { SplitTimes } from './SplitTimes.tsx'
import { TimesPicture } from './TimesPicture.tsx'

/** Place, result and distance to the leader at a glance. */
const Standing = ({ card }: { readonly card: PersonCard }) => {
  const { t, language } = useText()
  const here = placingHere(card)
  if (here === undefined || (here.place === null && here.result === '')) return null
  const { leader } = card.gaps
  return (
    <dl className="card-standing">
      {here.place === null ? null : (
        <div>
          <dt>{t('card.place')}</dt>
          <dd>
            <PlaceChip place={here.place} />{' '}
            <span className="card-of">{t('card.of', { rows: formatCount(here.finishers, language) })}</span>
          </dd>
        </div>
      )}
      {here.result === '' ? null : (
        <div>
          <dt>{t('card.result')}</dt>
          <dd>{here.result}</dd>
        </div>
      )}
      {leader === null && here.place !== 1 ? null : (
        <div>
          <dt>{t('card.toLeader')}</dt>
          <dd>{leader === null ? t('card.leads') : formatGap(leader.ms)}</dd>
        </div>
      )}
    </dl>
  )
}

export const CardTab = ({ card, stage }: { readonly card: PersonCard; readonly stage: StageGuid }) => (
  <>
    <Standing card={card} />
    <Placings card={card} stage={stage} />
    {card.splits.length === 0 ? null : <SplitTimes splits={card.splits} />}
    {card.splits.length < 2 ? null : (
      <section className="card-part stack">
        <SplitsChart name={card.name} splits={card.splits} />
      </section>
    )}
    <Around card={card} stage={stage} />
    <TimesPicture card={card} stage={stage} />
  </>
)
