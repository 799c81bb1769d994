import { useQuery } from '@tanstack/react-query'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { startListStage } from '../../app/opened/opened.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'
import { ReadingBubble } from './ReadingNote.tsx'
import { scopeId, scopeQuery } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { ShapeSection } from './ShapeSection.tsx'
import './mapping.css'

/** Shows the column meanings of the selected part of the stage and corrects them. */
export const MappingView = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const { scope, take, isTaking } = useStageFrame()
  const stage = tree.stage.guid
  const input = scopeQuery(stage, scope)
  const mapping = useQuery({
    queryKey: ['results', stage, 'mapping', input],
    queryFn: () => fetchValue('results:mapping', input),
    placeholderData: (known) => known,
  })
  if (mapping.data === undefined) {
    return mapping.error === null ? (
      <Skeleton rows={12} label={t('view.columns')} />
    ) : (
      <Blank title={t('view.columns')}>
        <Problem problem={mapping.error} onRetry={() => void mapping.refetch()} />
      </Blank>
    )
  }
  if (mapping.data.length === 0) {
    return (
      <Blank
        title={t('mapping.none.title')}
        actions={
          <Button kind="primary" isDisabled={isTaking || tree.stage.profileId === null} onClick={() => take()}>
            {t('stage.take')}
          </Button>
        }
      >
        <p>{t('mapping.none.what')}</p>
      </Blank>
    )
  }
  return (
    <div className="scroll" role="region" aria-label={t('mapping.label')} tabIndex={0}>
      <div className="mapping-lead">
        <p className="muted">{t('mapping.lead')}</p>
        <Button size="small" kind="quiet" onClick={() => startListStage.set(stage)}>
          {t('startList.open')}
        </Button>
        <ReadingBubble tree={tree} text={t('reading.button')} key={scopeId(scope)} />
      </div>
      {mapping.data.map((shape) => (
        <ShapeSection
          key={`${shape.origin} ${shape.signature}`}
          tree={tree}
          shape={shape}
          isOnly={mapping.data.length === 1}
        />
      ))}
    </div>
  )
}
