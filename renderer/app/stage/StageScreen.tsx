import { useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { StageViewId } from '../address.ts'
import { Problem } from '../problems/Problem.tsx'
import { treeQuery } from '../state/queries.ts'
import { useIsMemoryRead } from '../state/remembered.ts'
import { goTo } from '../route.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'
import { StageFrame } from './StageFrame.tsx'
import { stageViews } from './views.ts'
import './stage.css'

export const StageScreen = ({ stage, view }: { readonly stage: StageGuid; readonly view: StageViewId }) => {
  const { t } = useText()
  const tree = useQuery(treeQuery(stage))
  const isMemoryRead = useIsMemoryRead(stage)
  if (tree.data !== undefined && isMemoryRead) return <StageFrame tree={tree.data} views={stageViews} view={view} />
  return (
    <main className="work-area fill" tabIndex={-1}>
      {tree.error === null ? (
        <Skeleton rows={18} label={t('app.starting')} />
      ) : tree.error.kind === 'not-found' ? (
        <Blank
          isPage
          title={t('stage.gone.title')}
          actions={<Button onClick={() => goTo({ screen: 'stages' })}>{t('stage.toStages')}</Button>}
        >
          <p>{t('stage.gone.what')}</p>
        </Blank>
      ) : (
        <Blank title={t('app.stages')} isPage>
          <Problem problem={tree.error} onRetry={() => void tree.refetch()} />
        </Blank>
      )}
    </main>
  )
}
