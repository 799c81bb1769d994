import { Tabs } from '@base-ui/react/tabs'
import type { UseQueryResult } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PersonCard } from '../../../preload/contract/results.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { RawText } from '../../app/RawBody.tsx'
import { useNow } from '../../app/state/now.ts'
import { Fold } from '../../components/Fold.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAge, formatClock, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { factsOf } from '../../app/stage/cardFacts.ts'
import { PersonHistory } from '../changes/PersonHistory.tsx'
import { CardTab } from './person/CardTab.tsx'
import { Fields } from './person/Fields.tsx'
import type { PersonFound } from './person/findPerson.ts'
import { PersonActions } from './person/PersonActions.tsx'
import { PersonBar, type PersonBarProps } from './person/PersonBar.tsx'
import { StatusMark } from '../../app/stage/StatusMark.tsx'
import './person/person.css'

const Head = ({ card }: { readonly card: PersonCard }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const facts = factsOf(card).filter((fact) => fact !== card.categoryName)
  return (
    <div className="person-head stack">
      <h2 className={card.name === '' ? 'muted' : undefined}>{card.name === '' ? t('person.none') : card.name}</h2>
      <p>
        {card.bib === '' ? null : <span className="person-bib">{t('person.bib', { bib: card.bib })}</span>}
        <StatusMark status={card.status} />
        <span>
          {card.distanceName} · {card.categoryName}
        </span>
      </p>
      {facts.length === 0 ? null : <p className="person-facts">{facts.join(' · ')}</p>}
      <p className="muted person-age card-age" title={formatExact(card.fetchedAt, language)}>
        {t('person.fetched', {
          time: formatClock(card.fetchedAt, nowMs, language),
          age: formatAge(card.fetchedAt, nowMs, t),
        })}
      </p>
    </div>
  )
}

const Body = ({ card, stage }: { readonly card: PersonCard; readonly stage: StageGuid }) => {
  const { t } = useText()
  return (
    <>
      <Head card={card} />
      <Tabs.Root className="fill" defaultValue="card">
        <Tabs.List className="tab-list">
          <Tabs.Tab className="tab" value="card">
            {t('card.tab')}
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="fields">
            {t('person.fields')}
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="changes">
            {t('card.changes')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="tab-panel scroll" value="card" tabIndex={0}>
          <CardTab card={card} stage={stage} />
        </Tabs.Panel>
        <Tabs.Panel className="tab-panel scroll" value="fields" tabIndex={0}>
          <Fields card={card} />
          <Fold title={t('raw.title')}>
            <RawText text={card.rawJson} />
          </Fold>
        </Tabs.Panel>
        <Tabs.Panel className="tab-panel scroll" value="changes" tabIndex={0}>
          <PersonHistory stage={stage} category={card.row.category} index={card.row.index} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

/** The person shown before their row vanished. */
const Gone = ({ before }: { readonly before: PersonCard | null }) => {
  const { t } = useText()
  return (
    <div className="person-head stack">
      <h2 className={before === null || before.name === '' ? 'muted' : undefined}>
        {before?.name || t('person.none')}
      </h2>
      {before === null ? null : (
        <p>
          {before.bib === '' ? null : <span className="person-bib">{t('person.bib', { bib: before.bib })}</span>}
          <span>
            {before.distanceName} · {before.categoryName}
          </span>
        </p>
      )}
      <p role="status">{t('card.gone')}</p>
    </div>
  )
}

export type PersonPanelProps = PersonBarProps & {
  readonly stage: StageGuid
  readonly found: UseQueryResult<PersonFound>
}

/** Everything that is known of one person: the row that was opened, all their placings, and those around them. */
export const PersonPanel = ({ stage, found, onMove, onClose }: PersonPanelProps) => {
  const { t } = useText()
  const { data, error } = found
  return (
    <div className="fill">
      <PersonBar onMove={onMove} onClose={onClose}>
        {data?.kind === 'found' ? <PersonActions card={data.card} stage={stage} /> : null}
      </PersonBar>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={10} label={t('person.label')} />
        ) : (
          <div className="person-problem">
            <Problem problem={error} onRetry={() => void found.refetch()} />
          </div>
        )
      ) : data.kind === 'found' ? (
        <Body card={data.card} stage={stage} />
      ) : (
        <Gone before={data.before} />
      )}
    </div>
  )
}
