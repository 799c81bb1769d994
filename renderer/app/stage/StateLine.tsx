import type { ReactNode } from 'react'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { ReplyPlace } from '../../../preload/contract/result.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { CapsuleMark } from '../CapsuleMark.tsx'
import { damagedNames, describeProblem } from '../problems/describeProblem.ts'
import { sharedError } from '../problems/causes.ts'
import { Failures, type Failure } from '../problems/Failures.tsx'
import { isKeyProblem } from '../problems/isKeyProblem.ts'
import { isOfflineError } from '../problems/isOfflineError.ts'
import { useNow } from '../state/now.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatAge, formatClock, formatCount, formatExact, isStale } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { oldestConfirmation, type ScopeState } from './freshness.ts'
import { categoriesIn, scopeNames, type Scope } from './scope.ts'
import { DriftNotice } from '../../features/columns/DriftNotice.tsx'
import { ReadingNote } from '../../features/columns/ReadingNote.tsx'

type FailedListProps = {
  readonly title: string
  readonly label: string
  readonly failures: readonly Failure[]
  readonly tree: StageTree
}

/** Opens what failed, with the field of a key that would mend it. */
const FailedList = ({ title, label, failures, tree }: FailedListProps) => {
  const trigger = (
    <button type="button" className="button button-quiet button-small">
      {label}
    </button>
  )
  return (
    <Bubble title={title} trigger={trigger}>
      <div className="failed-causes">
        <Failures stage={tree.stage} failures={failures} />
      </div>
    </Bubble>
  )
}

const failuresOf = (failed: readonly Category[], tree: StageTree): readonly Failure[] =>
  failed.flatMap(({ id, error }) =>
    error === null ? [] : [{ place: scopeNames({ kind: 'category', id }, tree).join(', '), error }],
  )

type StateLineProps = {
  readonly tree: StageTree
  readonly scope: Scope
  readonly state: ScopeState
  /** The view's word on how many rows it shows. */
  readonly count: ReactNode
  readonly isOffline: boolean
  /** Whether failures are told here: the page has them in place of the rows that it lacks. */
  readonly isFailureTold: boolean
  /** The last take of the stage, when it failed as a whole. */
  readonly failedTake: Job | null
  readonly isTaking: boolean
  readonly onRetry: (failed: readonly Category[]) => void
}

const damagedPlaces = (damaged: readonly Category[], { distances }: StageTree): readonly ReplyPlace[] =>
  distances.flatMap(({ name: distanceName, categories }) =>
    categories
      .filter((category) => damaged.includes(category))
      .map(({ name: categoryName }) => ({ distanceName, categoryName })),
  )

/** What is shown, how old it is, and what is wrong with it. */
export const StateLine = ({
  tree,
  scope,
  state,
  count: countText,
  isOffline,
  isFailureTold,
  failedTake,
  isTaking,
  onRetry,
}: StateLineProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const count = (value: number): string => formatCount(value, language)
  const names = scopeNames(scope, tree)
  const at = state.confirmedAt
  // Without a network everything fails for the same reason, shown once.
  const isAllOffline = state.failed.length > 0 && state.failed.every(({ error }) => isOfflineError(error))
  const isFailureShown = isFailureTold && state.failed.length > 0 && !(isAllOffline && isOffline)
  const only = state.total === 1 ? state.failed[0]?.error : sharedError(categoriesIn(scope, tree))
  const key = state.failed.flatMap(({ error }) => (error !== null && isKeyProblem(error) ? [error] : [])).at(0) ?? null
  const failedText = only
    ? describeProblem(only, t, language).what
    : `${t('stage.partial', { good: count(state.good), total: count(state.total) })}; ${t('stage.failed', { count: state.failed.length })}`
  const lost = failedTake?.error ?? null
  const emptiedAt = oldestConfirmation(state.emptied)
  const unread = state.emptied.filter(({ error }) => error !== null)
  return (
    <div className="state-line">
      <h1 className="state-stage ellipsis">{tree.stage.name}</h1>
      {tree.stage.capsule === undefined ? null : <CapsuleMark capsule={tree.stage.capsule} />}
      <span className="state-scope ellipsis">{names.length === 0 ? t('tree.all') : names.join(' / ')}</span>
      {countText}
      <span className="gap" />
      {!isFailureShown ? null : (
        <span className="state-part">
          <Mark kind="partial">{failedText}</Mark>
          <FailedList
            title={t('stage.failedList')}
            label={key === null ? t('do.details') : t(`status.refused.${key.which}.do`)}
            failures={failuresOf(state.failed, tree)}
            tree={tree}
          />
          {key === null ? (
            <Button size="small" isDisabled={isTaking} onClick={() => onRetry(state.failed)}>
              {t('stage.retryFailed')}
            </Button>
          ) : null}
        </span>
      )}
      <ReadingNote tree={tree} />
      <DriftNotice tree={tree} categories={categoriesIn(scope, tree)} />
      {lost === null || !isFailureTold ? null : (
        <span className="state-part">
          <Mark kind="problem">{describeProblem(lost, t, language).what}</Mark>
          {isKeyProblem(lost) ? (
            <FailedList
              title={t('stage.failedList')}
              label={t(`status.refused.${lost.which}.do`)}
              failures={[{ place: '', error: lost }]}
              tree={tree}
            />
          ) : null}
        </span>
      )}
      {emptiedAt === null ? null : (
        <span className="state-part">
          <Mark kind="stale">
            {t('stage.emptyReply', { count: state.emptied.length, time: formatClock(emptiedAt, nowMs, language) })}
          </Mark>
          {unread.length === 0 ? null : (
            <FailedList
              title={t('do.details')}
              label={t('do.details')}
              failures={failuresOf(unread, tree)}
              tree={tree}
            />
          )}
        </span>
      )}
      {state.damaged.length === 0 ? null : (
        <span className="state-part">
          <Mark kind="problem">
            {t('stage.damaged', {
              count: state.damaged.length,
              names: damagedNames(damagedPlaces(state.damaged, tree)),
            })}
          </Mark>
        </span>
      )}
      {state.incomplete.length === 0 ? null : (
        <span className="state-part">
          <Mark kind="partial">
            {t('stage.incomplete', {
              rows: count(state.incomplete.reduce((sum, { incomplete }) => sum + (incomplete?.rows ?? 0), 0)),
              total: count(state.incomplete.reduce((sum, { incomplete }) => sum + (incomplete?.total ?? 0), 0)),
            })}
          </Mark>
        </span>
      )}
      {isOffline ? (
        <span className="state-part">
          <Mark kind="offline">{t('stage.offline')}</Mark>
          {isAllOffline ? (
            <Button size="small" isDisabled={isTaking} onClick={() => onRetry(state.failed)}>
              {t('do.retry')}
            </Button>
          ) : null}
        </span>
      ) : null}
      {at === null ? null : (
        <span className="state-age" title={formatExact(at, language)}>
          {isStale(at, nowMs) ? (
            <Mark kind="stale">
              {t('stage.asOf', { time: formatClock(at, nowMs, language), age: formatAge(at, nowMs, t) })}
            </Mark>
          ) : (
            <span className="muted">
              {t('stage.asOf', { time: formatClock(at, nowMs, language), age: formatAge(at, nowMs, t) })}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
