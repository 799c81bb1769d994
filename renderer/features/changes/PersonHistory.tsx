import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Button } from '../../components/Button.tsx'
import { formatClock, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ChangeKind, ChangeWords } from './ChangeWords.tsx'
import { useChanges } from './useChanges.ts'
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
  const history = useChanges({ stage, person: { category, index } }, STEP)
  if (history.data === undefined) {
    return history.error === null ? null : <Problem problem={history.error} onRetry={history.retry} />
  }
  const { changes } = history.data
  if (changes.length === 0) return <p className="muted">{t('changes.history.none')}</p>
  const hasCategories = new Set(changes.map((change) => change.category)).size > 1
  return (
    <>
      <ul className="person-history stack" aria-label={t('changes.history')}>
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
      {history.rest > 0 ? (
        <Button size="small" onClick={history.more}>
          {t('changes.more', { count: Math.min(STEP, history.rest) })}
        </Button>
      ) : null}
    </>
  )
}
