import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { useNow } from '../state/now.ts'
import { Problem } from '../problems/Problem.tsx'
import { Bar } from '../../components/Bar.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { RawReply } from './RawReply.tsx'
import { ResultsServiceSetup } from './ResultsServiceSetup.tsx'
import type { StageView } from './stageView.ts'

type StageBlankProps = {
  readonly view: Exclude<StageView, { kind: 'table' }>
  readonly tree: StageTree
  readonly stage: StageGuid
  readonly isOneCategory: boolean
  readonly onTake: () => void
  readonly onRetry: (categories: readonly Category[]) => void
}

/** Replaces the table when the scope has no rows. */
export const StageBlank = ({ view, tree, stage, isOneCategory, onTake, onRetry }: StageBlankProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const takeButton = (
    <Button kind="primary" isDisabled={tree.stage.profileId === null} onClick={onTake}>
      {t('stage.take')}
    </Button>
  )
  switch (view.kind) {
    case 'never':
      return (
        <Blank title={t('stage.never.title')} actions={takeButton}>
          <p>{t('stage.never.what')}</p>
        </Blank>
      )
    case 'taking':
      return (
        <Blank title={t('stage.firstTake.title')}>
          <Bar label={t('stage.firstTake.title')} done={view.job.done} total={view.job.total} />
          {view.job.total === 0 ? null : (
            <p>
              {t('job.of', {
                done: formatCount(view.job.done, language),
                total: formatCount(view.job.total, language),
              })}
            </p>
          )}
          <p>{t('stage.firstTake.what')}</p>
        </Blank>
      )
    case 'results-origin':
      return <ResultsServiceSetup tree={tree} origin={view.origin} onReady={onTake} />
    case 'results-key':
      return <ResultsServiceSetup tree={tree} origin={null} onReady={onTake} />
    case 'failed':
      if (view.error.kind === 'key-rejected' && view.error.which === 'results') {
        return <ResultsServiceSetup tree={tree} origin={null} refused={view.error} onReady={onTake} />
      }
      return (
        <Blank title={t(isOneCategory ? 'stage.categoryFailed.title' : 'stage.allFailed.title')}>
          <Problem
            problem={view.error}
            onRetry={() => (isOneCategory ? onRetry(view.failed) : onTake())}
            {...(tree.stage.profileId === null ? {} : { keyOf: { profileId: tree.stage.profileId, onSaved: onTake } })}
          />
        </Blank>
      )
    case 'raw': {
      const { id, error } = view.category
      const isNamed = error?.kind === 'unexpected-reply' && error.syntax !== undefined
      return (
        <div className="stage-raw fill">
          {isNamed ? <Problem problem={error} /> : <Mark kind="partial">{t('stage.unreadable')}</Mark>}
          <RawReply stage={stage} category={id} />
        </div>
      )
    }
    case 'not-asked':
      return <Blank title={t('stage.notAsked.title')} actions={takeButton} />
    case 'no-rows':
      return (
        <Blank
          title={t('stage.empty.title')}
          actions={
            <Button isDisabled={tree.stage.profileId === null} onClick={onTake}>
              {t('stage.refresh')}
            </Button>
          }
        >
          {view.checkedAt === null ? null : (
            <p>{t('stage.empty.what', { time: formatClock(view.checkedAt, nowMs, language) })}</p>
          )}
        </Blank>
      )
    default:
      return view satisfies never
  }
}
