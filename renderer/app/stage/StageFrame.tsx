import { Tabs } from '@base-ui/react/tabs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Package, PanelLeft, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { StageViewId } from '../address.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../problems/Problem.tsx'
import { useStageServices } from '../services/useServices.ts'
import { jobsQuery } from '../state/queries.ts'
import { lazyPart } from '../lazyPart.ts'
import { goTo } from '../route.ts'
import { savedCapsule } from '../opened/opened.ts'
import { useShortcuts } from '../commands/shortcuts.ts'
import { takeStage } from '../takeStage.ts'
import { Workspace } from '../Workspace.tsx'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { keepPlace, recallPlace } from './deskMemory.ts'
import { scopeState } from './freshness.ts'
import { categoriesIn, scopeId, toScope, type Scope } from './scope.ts'
import { StageFrameContext, type SlotName, type StageFrameApi } from './stageFrameContext.ts'
import { AskStageName } from '../StageName.tsx'
import { StageTreePane } from './StageTreePane.tsx'
import { StateLine } from './StateLine.tsx'
import { ReplyNotices } from '../../features/replies/ReplyNotices.tsx'
import type { StageViewEntry } from './views.ts'
import { ViewSwitch } from './ViewSwitch.tsx'
import { useTreeMenu } from './treeMenu.ts'
import { WatchControl } from '../../features/watch/WatchControl.tsx'

const PublishButton = lazyPart(
  async () => (await import('../../features/publish/PublishButton.tsx')).PublishButton,
  () => null,
)
const ScreensButton = lazyPart(
  async () => (await import('../../features/screens/ScreensButton.tsx')).ScreensButton,
  () => null,
)

type StageFrameProps = {
  readonly tree: StageTree
  readonly views: readonly StageViewEntry[]
  readonly view: StageViewId
}

/** Frame of all views of a stage: tree, tabs, download and state of the data. */
export const StageFrame = ({ tree, views, view }: StageFrameProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const stage = tree.stage.guid
  const [wantedScope, setWantedScope] = useState<Scope>(() => recallPlace(stage).scope)
  const [isListShown, setListShown] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [panelLabel, setPanelLabel] = useState<string | null>(null)
  const [countHost, setCountHost] = useState<HTMLElement | null>(null)
  const [panelHost, setPanelHost] = useState<HTMLElement | null>(null)
  const isOffline = useStageServices(tree)?.state.kind === 'offline'
  const lastTake = useQuery(jobsQuery).data?.find((job) => job.kind === 'take' && job.stage === stage) ?? null
  const scope = useMemo(() => toScope(scopeId(wantedScope), tree), [wantedScope, tree])
  const categories = categoriesIn(scope, tree)
  const isTaking = lastTake?.state === 'running'
  const canTake = tree.stage.profileId !== null
  const hasRows = categories.some(({ rows }) => rows > 0)
  const shown = views.find(({ id }) => id === view) ?? views[0]

  useEffect(() => {
    document.title = `${tree.stage.name} – ${t('app.name')}`
    return () => {
      document.title = t('app.name')
    }
  }, [tree.stage.name, t])

  const setScope = useCallback(
    (next: Scope): void => {
      keepPlace(stage, { scope: next })
      setWantedScope(next)
      setListShown(false)
    },
    [stage],
  )
  const take = useCallback(
    (only?: readonly Category[]): void =>
      void takeStage(
        client,
        stage,
        only?.map(({ id }) => id),
      ).then(setProblem),
    [client, stage],
  )
  const claim = useCallback((name: SlotName, label: string) => {
    if (name === 'panel') setPanelLabel(label)
    return () => {
      if (name === 'panel') setPanelLabel(null)
    }
  }, [])
  const api: StageFrameApi = {
    scope,
    setScope,
    take,
    isTaking,
    lastTake,
    setProblem,
    hosts: { count: countHost, panel: panelHost },
    claim,
  }

  useShortcuts({
    refresh: () => (isTaking || !canTake ? undefined : take()),
    escape: () => (isListShown ? setListShown(false) : false),
  })

  const showTreeMenu = useTreeMenu({ tree, canTake: canTake && !isTaking, take })
  const showView = (id: StageViewId): void => goTo({ screen: 'stage', stage, view: id })
  const View = shown?.component
  return (
    <StageFrameContext value={api}>
      <Workspace
        listLabel={t('tree.label')}
        list={<StageTreePane tree={tree} scope={scope} onScope={setScope} onMenu={showTreeMenu} />}
        isListShown={isListShown}
        onHideList={() => setListShown(false)}
        panelLabel={panelLabel ?? ''}
        panel={panelLabel === null ? null : <div className="fill" ref={setPanelHost} />}
      >
        <Tabs.Root
          className="stage-views fill"
          value={shown?.id ?? 'results'}
          onValueChange={(id: unknown) => {
            const next = views.find((known) => known.id === id)
            if (next !== undefined) showView(next.id)
          }}
        >
          <header className="stage-bar">
            <span className="only-narrow">
              <IconButton
                label={t('tree.label')}
                icon={<PanelLeft aria-hidden />}
                onClick={() => setListShown(!isListShown)}
              />
            </span>
            <ViewSwitch views={views} view={shown?.id ?? 'results'} onView={showView} />
            <span className="gap" />
            <Button
              kind="quiet"
              icon={<Package aria-hidden />}
              onClick={() => savedCapsule.set(tree.stage)}
              title={t('capsule.save')}
            >
              <span className="is-capsule">{t('capsule.save')}</span>
            </Button>
            <ScreensButton tree={tree} />
            <PublishButton tree={tree} />
            <WatchControl tree={tree} />
            <Button
              icon={<RefreshCw aria-hidden />}
              isDisabled={isTaking || !canTake}
              onClick={() => take()}
              title={tree.stage.capsule === undefined ? `${t('stage.refresh')} (F5)` : t('capsule.readOnly')}
            >
              <span className={tree.linksFetchedAt === null ? undefined : 'is-refresh'}>
                {t(isTaking ? 'stage.taking' : tree.linksFetchedAt !== null ? 'stage.refresh' : 'stage.take')}
              </span>
            </Button>
          </header>
          <StateLine
            tree={tree}
            scope={scope}
            state={scopeState(categories)}
            count={<span className="muted state-count" role="status" ref={setCountHost} />}
            isOffline={isOffline}
            isFailureTold={hasRows || shown?.id !== 'results'}
            failedTake={lastTake?.state === 'failed' ? lastTake : null}
            isTaking={isTaking}
            onRetry={take}
          />
          <AskStageName stage={stage} />
          <ReplyNotices tree={tree} categories={categories} />
          {problem === null ? null : (
            <div className="stage-problem">
              <Problem problem={problem} />
              <Button size="small" kind="quiet" onClick={() => setProblem(null)}>
                {t('do.dismiss')}
              </Button>
            </div>
          )}
          {shown === undefined || View === undefined ? null : (
            <Tabs.Panel key={shown.id} className="stage-view fill" value={shown.id} tabIndex={-1}>
              <View tree={tree} />
            </Tabs.Panel>
          )}
        </Tabs.Root>
      </Workspace>
    </StageFrameContext>
  )
}
