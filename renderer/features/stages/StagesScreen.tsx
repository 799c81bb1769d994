import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CloudDownload,
  FileCheck,
  FolderOpen,
  Link,
  MoreHorizontal,
  Package,
  PackageOpen,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { ListedStage, Stage } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { StageProblems } from '../../app/problems/StageProblems.tsx'
import { failedTake } from '../../app/jobs/failedTake.ts'
import { isOfflineError } from '../../app/problems/isOfflineError.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { CapsuleMark } from '../../app/CapsuleMark.tsx'
import { menuOf } from '../../app/table/contextMenu.ts'
import { appLink, copyText } from '../../app/table/copyTexts.ts'
import { chooseCapsule } from '../../app/opened/openCapsule.ts'
import { useNow } from '../../app/state/now.ts'
import { binQuery, jobsQuery, stagesQuery } from '../../app/state/queries.ts'
import { removals, removeStage, restoreStage, withRemoved } from '../../app/state/removals.ts'
import { formatRoute } from '../../app/address.ts'
import { goTo } from '../../app/route.ts'
import { savedCapsule, verifyOpened } from '../../app/opened/opened.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStore } from '../../app/state/store.ts'
import { takeStage } from '../../app/takeStage.ts'
import { watchMark, watchTexts } from '../../app/watchState.ts'
import { ActionMenu, type MenuAction } from '../../components/ActionMenu.tsx'
import { Bar } from '../../components/Bar.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAge, formatCount, formatExact, isStale } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { AddStage } from './AddStage.tsx'
import { FindBox } from './FindBox.tsx'
import { FoundPeople } from './FoundPeople.tsx'
import { RenameStage } from './RenameStage.tsx'
import { TryDemo } from './TryDemo.tsx'
import { useFind } from './useFind.ts'
import './stages.css'

const BinDialog = lazyPart(
  async () => (await import('./BinDialog.tsx')).BinDialog,
  () => null,
)

type RemovedRowProps = {
  readonly stage: Stage
  readonly at: number
  readonly isFocused: boolean
  readonly onUndo: () => void
  /** The row is about to go while it has the focus. */
  readonly onLost: () => void
}

const RemovedRow = ({ stage, at, isFocused, onUndo, onLost }: RemovedRowProps) => {
  const { t } = useText()
  const undoRef = useRef<HTMLButtonElement>(null)
  const [leftS, setLeftS] = useState(() => Math.ceil((at - Date.now()) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeftS(Math.max(0, Math.ceil((at - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [at])
  useLayoutEffect(() => {
    const undo = undoRef.current
    if (isFocused) undo?.focus()
    return () => {
      if (undo !== null && undo === document.activeElement) onLost()
    }
  }, [isFocused, onLost])
  return (
    <tr className="stage-row stage-row-removed">
      <td>
        <span className="stage-removed">
          <span className="ellipsis">{t('stages.removed', { name: stage.name })}</span>
          <Button ref={undoRef} size="small" onClick={onUndo}>
            {t('stages.undoIn', { count: leftS })}
          </Button>
        </span>
      </td>
    </tr>
  )
}

const AgeCell = ({ stage, isTried }: { readonly stage: Stage; readonly isTried: boolean }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (stage.confirmedAt === null && stage.rows > 0) return null
  if (stage.confirmedAt === null) return <span className="muted">{t(isTried ? 'stages.noData' : 'stages.never')}</span>
  const age = formatAge(stage.confirmedAt, nowMs, t)
  const exact = formatExact(stage.confirmedAt, language)
  return isStale(stage.confirmedAt, nowMs) ? (
    <Mark kind="stale" title={exact}>
      {age}
    </Mark>
  ) : (
    <span title={exact}>{age}</span>
  )
}

/** Nothing for a stage that is not watched. */
const WatchMark = ({ watch }: { readonly watch: WatchState | null }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (watch === null) return null
  const texts = watchTexts(watch, nowMs, t, language)
  return (
    <Mark kind={watchMark(watch)} title={texts.join(' · ')}>
      {texts[0]}
    </Mark>
  )
}

const ProblemsCell = ({ stage, failure }: { readonly stage: Stage; readonly failure: AppError | null }) => {
  const { t } = useText()
  if (stage.problems > 0) {
    return <StageProblems stages={[stage]} label={t('status.problems', { count: stage.problems })} side="bottom" />
  }
  if (failure === null) return null
  if (isOfflineError(failure)) {
    return (
      <Mark kind="offline" title={t('stage.offline')}>
        {t('stage.offline')}
      </Mark>
    )
  }
  return <StageProblems stages={[stage]} label={t('stages.takeFailed')} side="bottom" />
}

type StageRowProps = {
  readonly stage: ListedStage
  readonly isFocused: boolean
  readonly onRename: () => void
  readonly onRemove: () => void
  readonly onProblem: (problem: AnyProblem | null) => void
}

const StageRow = ({ stage, isFocused, onRename, onRemove, onProblem }: StageRowProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const count = (value: number): string => formatCount(value, language)
  const jobs = useQuery(jobsQuery).data ?? []
  const job = jobs.find(({ state, kind, stage: guid }) => state === 'running' && kind === 'take' && guid === stage.guid)
  const failure = failedTake(jobs, stage)
  const open = (): void => goTo({ screen: 'stage', stage: stage.guid })
  const linkRef = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFocused) linkRef.current?.focus()
  }, [isFocused])
  const take = (): void => void takeStage(client, stage.guid).then(onProblem)
  const canTake = job === undefined && stage.profileId !== null
  const takeLabel = t(stage.rows === 0 ? 'stages.take' : 'stage.refresh')
  const actions: readonly MenuAction[] = [
    {
      id: 'link',
      label: t('menu.copyLink'),
      icon: <Link aria-hidden />,
      onChoose: () => copyText(appLink({ stage: stage.guid })),
    },
    { id: 'rename', label: t('do.rename'), icon: <Pencil aria-hidden />, onChoose: onRename },
    {
      id: 'capsule',
      label: t('capsule.save'),
      icon: <Package aria-hidden />,
      onChoose: () => savedCapsule.set(stage),
    },
    { id: 'remove', label: t('do.remove'), icon: <Trash2 aria-hidden />, onChoose: onRemove, isDangerous: true },
  ]
  const showMenu = menuOf(stage.name, () => [
    { id: 'open', label: t('menu.open'), icon: <FolderOpen aria-hidden />, onChoose: open },
    ...(canTake ? [{ id: 'take', label: takeLabel, icon: <CloudDownload aria-hidden />, onChoose: take }] : []),
    ...actions,
  ])
  return (
    <tr className="stage-row" onDoubleClick={open} onContextMenu={showMenu}>
      <th scope="row">
        <span className="stages-name row">
          <a
            className="stage-link ellipsis"
            ref={linkRef}
            href={formatRoute({ screen: 'stage', stage: stage.guid })}
            title={stage.name}
            onClick={(event) => {
              event.preventDefault()
              open()
            }}
          >
            {stage.name}
          </a>
          {stage.capsule === undefined ? null : <CapsuleMark capsule={stage.capsule} isBrief />}
        </span>
      </th>
      <td className="ellipsis" title={stage.profileName ?? undefined}>
        {stage.profileName ?? <span className="muted">{t('stages.noProfile')}</span>}
      </td>
      <td className="stage-number">{stage.distances === 0 ? '' : count(stage.distances)}</td>
      <td className="stage-number">{stage.categories === 0 ? '' : count(stage.categories)}</td>
      <td className="stage-number">{stage.rows === 0 ? '' : count(stage.rows)}</td>
      <td>
        {job === undefined ? (
          <span className="stage-age">
            <AgeCell stage={stage} isTried={failure !== null || stage.problems > 0} />
            <WatchMark watch={stage.watch} />
          </span>
        ) : (
          <Bar label={t('job.take', { title: stage.name })} done={job.done} total={job.total} />
        )}
      </td>
      <td>
        <ProblemsCell stage={stage} failure={failure} />
      </td>
      <td className="stage-actions">
        <Button
          size="small"
          icon={<CloudDownload aria-hidden />}
          isDisabled={!canTake}
          title={stage.capsule === undefined ? takeLabel : t('capsule.readOnly')}
          onClick={take}
        >
          <span className="button-words">{takeLabel}</span>
        </Button>
        <ActionMenu
          trigger={
            <button type="button" className="icon-button" aria-label={`${t('do.more')}: ${stage.name}`}>
              <MoreHorizontal aria-hidden />
            </button>
          }
          actions={actions}
        />
      </td>
    </tr>
  )
}

const StageTable = ({
  stages,
  onRename,
  onProblem,
}: {
  readonly stages: ReturnType<typeof withRemoved>
  readonly onRename: (stage: Stage) => void
  readonly onProblem: (problem: AnyProblem | null) => void
}) => {
  const { t } = useText()
  const client = useQueryClient()
  const scrollRef = useRef<HTMLDivElement>(null)
  // The table disappears with its last row.
  const focusMain = useCallback(() => scrollRef.current?.closest('main')?.focus(), [])
  // The stage whose row the user replaced here: the focus moves to the new row.
  const [touched, setTouched] = useState<StageGuid | null>(null)
  return (
    <div ref={scrollRef} className="scroll" role="region" aria-label={t('stages.title')} tabIndex={0}>
      <table className="stages-table">
        <thead>
          <tr>
            <th scope="col">{t('stages.column.name')}</th>
            <th scope="col">{t('stages.column.profile')}</th>
            <th scope="col" className="stage-number">
              {t('stages.column.distances')}
            </th>
            <th scope="col" className="stage-number">
              {t('stages.column.categories')}
            </th>
            <th scope="col" className="stage-number">
              {t('stages.column.rows')}
            </th>
            <th scope="col">{t('stages.column.age')}</th>
            <th scope="col">
              <span className="stages-problems">{t('stages.column.problems')}</span>
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {stages.map(({ stage, until }) =>
            until === null ? (
              <StageRow
                key={stage.guid}
                stage={stage}
                isFocused={touched === stage.guid}
                onRename={() => onRename(stage)}
                onRemove={() => {
                  setTouched(stage.guid)
                  void removeStage(client, stage).then(onProblem)
                }}
                onProblem={onProblem}
              />
            ) : (
              <RemovedRow
                key={stage.guid}
                stage={stage}
                at={until}
                isFocused={touched === stage.guid}
                onUndo={() => {
                  setTouched(stage.guid)
                  void restoreStage(client, stage.guid).then(onProblem)
                }}
                onLost={focusMain}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

export const StagesScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const stages = useQuery(stagesQuery)
  const removed = useStore(removals)
  const listed = withRemoved(stages.data ?? [], removed)
  const binned = useQuery(binQuery).data?.length ?? 0
  const [isBinOpen, setBinOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Stage | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  const find = useFind(search)
  const hasRows = stages.data?.some(({ rows }) => rows > 0) === true
  useShortcuts({
    refresh: () => void client.invalidateQueries(),
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
  })
  const openButton = (
    <Button icon={<PackageOpen aria-hidden />} title={t('capsule.open')} onClick={chooseCapsule}>
      <span className="button-words">{t('capsule.open')}</span>
    </Button>
  )
  const verifyButton = (
    <Button
      kind="quiet"
      icon={<FileCheck aria-hidden />}
      title={t('verify.title')}
      onClick={() => verifyOpened.set(true)}
    >
      <span className="button-words">{t('verify.title')}</span>
    </Button>
  )
  const binButton =
    binned === 0 ? null : (
      <Button kind="quiet" icon={<Trash2 aria-hidden />} title={t('bin.title')} onClick={() => setBinOpen(true)}>
        <span className="button-words">{t('bin.open', { count: binned })}</span>
      </Button>
    )
  const addButton = (
    <Button kind="primary" icon={<Plus aria-hidden />} title={t('stages.add')} onClick={() => setAdding(true)}>
      <span className="button-words">{t('stages.add')}</span>
    </Button>
  )
  return (
    <main className="stages fill" tabIndex={-1}>
      <header className="pane-head row">
        <h1>{t('stages.title')}</h1>
        {hasRows ? (
          <FindBox
            search={search}
            onSearch={setSearch}
            inputRef={searchRef}
            count={find.found?.rows.length ?? 0}
            active={find.active}
            onActive={find.setActive}
            onOpen={find.open}
          />
        ) : null}
        {listed.length === 0 ? null : (
          <span className="stages-add">
            {binButton}
            {verifyButton}
            {openButton}
            {addButton}
          </span>
        )}
      </header>
      {problem === null ? null : (
        <div className="stages-problem">
          <Problem problem={problem} />
        </div>
      )}
      {stages.data === undefined ? (
        stages.error === null ? (
          <Skeleton rows={6} label={t('app.starting')} />
        ) : (
          <Blank title={t('stages.title')}>
            <Problem problem={stages.error} onRetry={() => void stages.refetch()} />
          </Blank>
        )
      ) : listed.length === 0 ? (
        <Blank
          title={t('stages.empty.title')}
          actions={
            <>
              <TryDemo onProblem={setProblem} />
              {openButton}
              {addButton}
              {binButton}
            </>
          }
        >
          <p>{t('stages.empty.what')}</p>
        </Blank>
      ) : find.error !== null ? (
        <Blank title={t('find.label')}>
          <Problem problem={find.error} />
        </Blank>
      ) : find.found !== null ? (
        <FoundPeople
          search={search.trim()}
          found={find.found}
          stages={stages.data}
          active={find.active}
          onActive={find.setActive}
        />
      ) : (
        <StageTable stages={listed} onRename={setRenamed} onProblem={setProblem} />
      )}
      <BinDialog isOpen={isBinOpen} onClose={() => setBinOpen(false)} />
      <AddStage isOpen={isAdding} onClose={() => setAdding(false)} />
      <RenameStage stage={renamed} onClose={() => setRenamed(null)} />
    </main>
  )
}
