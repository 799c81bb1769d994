import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Package, PackageOpen, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Stage } from '../../../preload/contract.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/Problem.tsx'
import { CapsuleMark } from '../../app/CapsuleMark.tsx'
import { chooseCapsule } from '../../app/openCapsule.ts'
import { useNow } from '../../app/now.ts'
import { jobsQuery, stagesQuery } from '../../app/queries.ts'
import { removals, removeSoon, undoRemoval } from '../../app/removals.ts'
import { formatRoute } from '../../app/address.ts'
import { goTo } from '../../app/route.ts'
import { savedCapsule } from '../../app/saveCapsule.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useStore } from '../../app/store.ts'
import { takeStage } from '../../app/takeStage.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
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
import { useFind } from './useFind.ts'
import './stages.css'

const RemovedRow = ({ stage, at }: { readonly stage: Stage; readonly at: number }) => {
  const { t } = useText()
  const [leftS, setLeftS] = useState(() => Math.ceil((at - Date.now()) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeftS(Math.max(0, Math.ceil((at - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [at])
  return (
    <tr className="stage-row stage-row-removed">
      <td colSpan={8}>
        <span className="stage-removed">
          <span className="ellipsis">{t('stages.removed', { name: stage.name })}</span>
          <Button size="small" onClick={() => undoRemoval(stage.guid)}>
            {t('stages.undoIn', { count: leftS })}
          </Button>
        </span>
      </td>
    </tr>
  )
}

const AgeCell = ({ stage }: { readonly stage: Stage }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  if (stage.confirmedAt === null) return <span className="muted">{t('stages.never')}</span>
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

type StageRowProps = {
  readonly stage: Stage
  readonly onRename: () => void
  readonly onProblem: (problem: AnyProblem | null) => void
}

const StageRow = ({ stage, onRename, onProblem }: StageRowProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const count = (value: number): string => formatCount(value, language)
  const job = useQuery(jobsQuery).data?.find(
    ({ state, kind, stage: guid }) => state === 'running' && kind === 'take' && guid === stage.guid,
  )
  const open = (): void => goTo({ screen: 'stage', stage: stage.guid })
  return (
    <tr className="stage-row" onDoubleClick={open}>
      <th scope="row">
        <span className="stages-name">
          <a
            className="stage-link ellipsis"
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
          <AgeCell stage={stage} />
        ) : (
          <Bar label={t('job.take', { title: stage.name })} done={job.done} total={job.total} />
        )}
      </td>
      <td>
        {stage.problems === 0 ? null : <Mark kind="problem">{t('status.problems', { count: stage.problems })}</Mark>}
      </td>
      <td className="stage-actions">
        <Button
          size="small"
          isDisabled={job !== undefined || stage.profileId === null}
          {...(stage.capsule === undefined ? {} : { title: t('capsule.readOnly') })}
          onClick={() => void takeStage(client, stage.guid).then(onProblem)}
        >
          {t('stages.take')}
        </Button>
        <ActionMenu
          trigger={
            <button type="button" className="icon-button" aria-label={`${t('do.more')}: ${stage.name}`}>
              <MoreHorizontal aria-hidden />
            </button>
          }
          actions={[
            { id: 'rename', label: t('do.rename'), icon: <Pencil aria-hidden />, onChoose: onRename },
            {
              id: 'capsule',
              label: t('capsule.save'),
              icon: <Package aria-hidden />,
              onChoose: () => savedCapsule.set(stage),
            },
            {
              id: 'remove',
              label: t('do.remove'),
              icon: <Trash2 aria-hidden />,
              onChoose: () => removeSoon(client, stage.guid),
              isDangerous: true,
            },
          ]}
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
  readonly stages: readonly Stage[]
  readonly onRename: (stage: Stage) => void
  readonly onProblem: (problem: AnyProblem | null) => void
}) => {
  const { t } = useText()
  const leaving = useStore(removals)
  return (
    <div className="stages-scroll" role="region" aria-label={t('stages.title')} tabIndex={0}>
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
            <th scope="col">{t('stages.column.problems')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => {
            const at = leaving.get(stage.guid)
            return at === undefined ? (
              <StageRow key={stage.guid} stage={stage} onRename={() => onRename(stage)} onProblem={onProblem} />
            ) : (
              <RemovedRow key={stage.guid} stage={stage} at={at} />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export const StagesScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const stages = useQuery(stagesQuery)
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
    <Button icon={<PackageOpen aria-hidden />} onClick={chooseCapsule}>
      {t('capsule.open')}
    </Button>
  )
  const addButton = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      {t('stages.add')}
    </Button>
  )
  return (
    <main className="stages" tabIndex={-1}>
      <header className="pane-head">
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
        {stages.data?.length === 0 ? null : (
          <span className="stages-add">
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
      ) : stages.data.length === 0 ? (
        <Blank
          title={t('stages.empty.title')}
          actions={
            <>
              {openButton}
              {addButton}
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
        <StageTable stages={stages.data} onRename={setRenamed} onProblem={setProblem} />
      )}
      <AddStage isOpen={isAdding} onClose={() => setAdding(false)} />
      <RenameStage stage={renamed} onClose={() => setRenamed(null)} />
    </main>
  )
}
