import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryId, StageGuid } from '../../../../preload/contract.ts'
import { useNow } from '../../../app/now.ts'
import { Problem } from '../../../app/Problem.tsx'
import { fetchValue } from '../../../app/queries.ts'
import { Button } from '../../../components/Button.tsx'
import { formatClock, formatExact } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { ChangeKind, ChangeWords } from './ChangeWords.tsx'
import './changes.css'

const STEP = 50

type PersonHistoryProps = {
  readonly stage: StageGuid
  readonly category: CategoryId
  readonly index: number
}

/** Everything the ledger says of the person of a row, in all categories of the stage; newest first. */
export const PersonHistory = ({ stage, category, index }: PersonHistoryProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const [limit, setLimit] = useState(STEP)
  const history = useQuery({
    queryKey: ['changes', stage, 'person', category, index, limit],
    queryFn: () => fetchValue('results:changes', { stage, person: { category, index }, offset: 0, limit }),
    gcTime: 60_000,
  })
  if (history.data === undefined) {
    return history.error === null ? null : <Problem problem={history.error} onRetry={() => void history.refetch()} />
  }
  const { changes, total } = history.data
  if (changes.length === 0) return <p className="muted">{t('changes.history.none')}</p>
  const hasCategories = new Set(changes.map((change) => change.category)).size > 1
  return (
    <>
      <ul className="person-history" aria-label={t('changes.history')}>
        {changes.map((change) => (
          <li key={change.id}>
            <time className="muted" dateTime={change.at} title={formatExact(change.at, language)}>
              {formatClock(change.at, nowMs, language)}
            </time>
            <ChangeKind type={change.type} />
            <span className="person-history-what">
              <ChangeWords change={change} />
              {hasCategories ? <span className="muted person-history-where">{change.categoryName}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {total > changes.length ? (
        <Button size="small" onClick={() => setLimit(limit + STEP)}>
          {t('changes.more', { count: Math.min(STEP, total - changes.length) })}
        </Button>
      ) : null}
    </>
  )
}
