import type { PersonCard, Status } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import { useNow } from '../../../app/state/now.ts'
import { Mark } from '../../../components/Mark.tsx'
import { formatAge, formatClock, formatCount, formatExact, isStale } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { factsOf, placingHere, roleText } from '../../../app/stage/cardFacts.ts'
import { StatusMark } from '../../../app/stage/StatusMark.tsx'
import { formatGap, formatRaceTime } from '../../../app/stage/raceTime.ts'
import { allCategories } from '../../../app/stage/scope.ts'
import type { DeskRow } from './deskState.ts'

const morePlaces = [
  ['placeOverall', 'desk.placeOverall'],
  ['placeSex', 'desk.placeSex'],
  ['placeCategory', 'desk.placeCategory'],
] as const

const Age = ({ instant }: { readonly instant: string | null }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (instant === null) return null
  const text = t('desk.data', {
    time: formatClock(instant, nowMs, language),
    age: formatAge(instant, nowMs, t),
  })
  return (
    <span className="desk-age" title={formatExact(instant, language)}>
      {isStale(instant, nowMs) ? <Mark kind="stale">{text}</Mark> : text}
    </span>
  )
}

/** Only what is old: the line above the view says how old the stage is. */
const OldAge = ({ instant }: { readonly instant: string | null }) => {
  const nowMs = useNow()
  if (instant === null || !isStale(instant, nowMs)) return null
  return (
    <footer className="desk-foot">
      <Age instant={instant} />
    </footer>
  )
}

const gapOf = (card: PersonCard, leads: string): string => {
  const received = roleText(card, 'gap')
  if (received !== '') return received
  const { leader } = card.gaps
  if (leader === null) return placingHere(card)?.place === 1 ? leads : ''
  return leader.ms === 0 ? leads : formatGap(leader.ms)
}

/** A time or place with one of these is no result, so the status stands before it. */
const OUT: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS', 'OTL', 'NC'])

const Numbers = ({ card }: { readonly card: PersonCard }) => {
  const { t, language } = useText()
  const here = placingHere(card)
  const gap = card.status === 'OK' ? gapOf(card, t('desk.leads')) : ''
  const result = here?.result ?? ''
  const size = OUT.has(card.status) ? 'desk-number desk-number-small' : 'desk-number'
  return (
    <dl className="desk-numbers">
      {here === undefined || here.place === null ? null : (
        <div className={size}>
          <dt>{t('desk.place')}</dt>
          <dd>
            {here.place}
            <small>{t('desk.place.of', { rows: formatCount(here.finishers, language) })}</small>
          </dd>
        </div>
      )}
      {result === '' ? null : (
        <div className={size}>
          <dt>{t('desk.result')}</dt>
          <dd>{result}</dd>
        </div>
      )}
      {gap === '' ? null : (
        <div className="desk-number desk-number-small">
          <dt>{t('desk.gap')}</dt>
          <dd>{gap}</dd>
        </div>
      )}
      {morePlaces.map(([field, title]) => {
        const place = here?.[field] ?? null
        return place === null ? null : (
          <div key={field} className="desk-number desk-number-small">
            <dt>{t(title)}</dt>
            <dd>{place}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const Elsewhere = ({ card }: { readonly card: PersonCard }) => {
  const { t, language } = useText()
  const others = card.placings.filter(
    ({ category, index }) => category !== card.row.category || index !== card.row.index,
  )
  if (others.length === 0) return null
  return (
    <ul className="desk-elsewhere">
      {others.map(({ category, index, distanceName, categoryName, place, finishers, status }) => (
        <li key={`${category} ${index}`}>
          <span className="desk-elsewhere-name">
            {distanceName === card.distanceName ? categoryName : `${distanceName} · ${categoryName}`}
          </span>
          <b>{place === null ? t(`finisher.${status}`) : place}</b>
          {place === null ? null : <span>{t('desk.place.of', { rows: formatCount(finishers, language) })}</span>}
        </li>
      ))}
    </ul>
  )
}

const Splits = ({ card }: { readonly card: PersonCard }) => {
  const { t } = useText()
  const passed = card.splits.filter(({ totalMs, lapMs }) => totalMs !== null || lapMs !== null)
  if (passed.length === 0) return null
  return (
    <dl className="desk-splits" aria-label={t('desk.splits')}>
      {passed.map(({ label, totalMs, lapMs, place }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {formatRaceTime(totalMs ?? lapMs ?? 0)}
            {place === null ? null : <small>{place}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type DeskCardProps = {
  readonly tree: StageTree
  readonly person: DeskRow
  /** Undefined while it comes. */
  readonly card: PersonCard | undefined
  readonly isAround: boolean
  /** "2 of 5" when several were found. */
  readonly position: string
}

/** One person, as large as fits. */
export const DeskCard = ({ tree, person, card, isAround, position }: DeskCardProps) => {
  const { t } = useText()
  const category = allCategories(tree).find(({ id }) => id === person.category)
  return (
    <section className="desk-card stack" aria-label={person.name === '' ? t('desk.noName') : person.name}>
      <header className="desk-head">
        <p className="desk-bib">
          <span className="visually-hidden">
            {person.bib === '' ? t('desk.noBib') : t('desk.bib', { bib: person.bib })}
          </span>
          <span aria-hidden>{person.bib === '' ? '–' : person.bib}</span>
        </p>
        <div className="desk-who">
          <h2>{person.name === '' ? t('desk.noName') : person.name}</h2>
          <p className="desk-facts">{card === undefined ? ' ' : factsOf(card).join(' · ')}</p>
        </div>
        <p className="desk-position">{isAround ? t('desk.around') : position}</p>
      </header>
      {card === undefined ? (
        <div className="desk-coming" aria-busy />
      ) : (
        <>
          {OUT.has(card.status) ? (
            <p className="desk-out">
              <StatusMark status={card.status} />
            </p>
          ) : null}
          <p className="desk-category">
            <b>
              {card.distanceName} · {card.categoryName}
            </b>
            {OUT.has(card.status) ? null : <StatusMark status={card.status} />}
          </p>
          <Numbers card={card} />
          <Elsewhere card={card} />
          <Splits card={card} />
        </>
      )}
      <OldAge instant={category?.confirmedAt ?? card?.fetchedAt ?? null} />
    </section>
  )
}

/** Said large, with what was searched and how old that is. */
export const DeskNone = ({ what, instant }: { readonly what: string; readonly instant: string | null }) => {
  const { t } = useText()
  return (
    <section className="desk-card stack desk-none">
      <h2>{t('desk.none')}</h2>
      <p>{what}</p>
      <footer className="desk-foot">
        <Age instant={instant} />
      </footer>
    </section>
  )
}
