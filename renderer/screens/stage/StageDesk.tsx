import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Category, CsvPreset, StageTree } from '../../../preload/contract.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { call } from '../../api.ts'
import { awaitExport } from '../../app/exports.ts'
import { Problem } from '../../app/Problem.tsx'
import { infoQuery, jobsQuery, keysQuery, settingsQuery, useProfile } from '../../app/queries.ts'
import { useRemembered } from '../../app/remembered.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { takeStage } from '../../app/takeStage.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { workStatus } from '../../app/workStatus.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import type { TableHandle, TableSelection } from '../../components/dataTable/DataTable.tsx'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import {
  CATEGORY_COLUMN,
  DISTANCE_COLUMN,
  isColumnLayout,
  layoutAfter,
  noLayout,
  placeColumns,
  setHidden,
} from './columnLayout.ts'
import { keepPlace, recallPlace } from './deskMemory.ts'
import { scopeState } from './freshness.ts'
import { PersonPanel } from './PersonPanel.tsx'
import { RawReply } from './RawReply.tsx'
import { ResultsTable } from './ResultsTable.tsx'
import type { Scope } from './scope.ts'
import { categoriesIn, scopeId, scopeNames, scopeQuery, toScope } from './scope.ts'
import { nextSort, toQuerySort } from './sorting.ts'
import { StageBlank } from './StageBlank.tsx'
import { StageTreePane } from './StageTreePane.tsx'
import { chooseView } from './stageView.ts'
import { StateLine } from './StateLine.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useDebounced } from './useDebounced.ts'
import { usePerson } from './usePerson.ts'
import { useResults } from './useResults.ts'

const SEARCH_REST_MS = 60
const nothingSelected: TableSelection = { activeId: null, selectedIds: new Set() }

const useIsResultsKeyMissing = (tree: StageTree): boolean => {
  const profile = useProfile(tree.stage.profileId).data
  const keys = useQuery(keysQuery).data?.profiles.find(({ profileId }) => profileId === tree.stage.profileId)
  return profile?.kind === 'saved' && profile.resultsUrl !== null && keys?.results.isSet === false
}

/** Tree, table and person of one stage. */
export const StageDesk = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const stage = tree.stage.guid
  const recalled = useMemo(() => recallPlace(stage), [stage])
  const [wantedScope, setScope] = useState<Scope>(recalled.scope)
  const [search, setSearch] = useState(recalled.search)
  const [sort, setSort] = useState(recalled.sort)
  const [selection, setSelection] = useState<TableSelection>(nothingSelected)
  const [layout, setLayout] = useRemembered(`columns.${stage}`, isColumnLayout, noLayout)
  const [isListShown, setListShown] = useState(false)
  const [isExportOpen, setExportOpen] = useState(false)
  const [isRawOpen, setRawOpen] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<TableHandle>(null)
  const settings = useQuery(settingsQuery).data
  const network = useQuery(infoQuery).data?.network
  const lastTake = useQuery(jobsQuery).data?.find((job) => job.kind === 'take' && job.stage === stage) ?? null

  const scope = toScope(scopeId(wantedScope), tree)
  const words = useDebounced(search, SEARCH_REST_MS).trim()
  const query = { ...scopeQuery(stage, scope), ...(words === '' ? {} : { search: words }), ...toQuerySort(sort) }
  const results = useResults(query)
  const { person, open, close } = usePerson(results)
  const categories = categoriesIn(scope, tree)
  const state = scopeState(categories)
  const view = chooseView(tree, scope, categories, lastTake, useIsResultsKeyMissing(tree))
  const isTaking = lastTake?.state === 'running'
  const count = (value: number): string => formatCount(value, language)

  useEffect(() => keepPlace(stage, { scope, search, sort }))
  useEffect(() => {
    workStatus.set(view.kind === 'table' ? { rows: results.total ?? 0, selected: selection.selectedIds.size } : null)
  }, [view.kind, results.total, selection])
  useEffect(() => () => workStatus.set(null), [])

  const placed = useMemo(() => {
    const names = scope.kind === 'category' ? null : { distance: t('stage.distance'), category: t('stage.category') }
    return placeColumns(results.columns, layout, names).filter(
      ({ source }) => source !== 'distance' || scope.kind === 'all',
    )
  }, [results.columns, layout, scope.kind, t, language])
  const shownColumns = useMemo(() => placed.filter(({ id }) => !layout.hidden.includes(id)), [placed, layout])

  const take = async (only?: readonly Category[]): Promise<void> =>
    setProblem(
      await takeStage(
        client,
        stage,
        only?.map(({ id }) => id),
      ),
    )
  const startExport = async (preset: CsvPreset): Promise<void> => {
    setProblem(null)
    const answer = await call('results:export', { ...query, format: 'csv', preset })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    if (answer.value === null) return
    awaitExport(answer.value.jobId, [])
    await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    awaitExport(answer.value.jobId, client.getQueryData(jobsQuery.queryKey) ?? [])
  }
  const openAt = (at: number): void => {
    const row = results.rowAt(at)
    if (row !== undefined) open({ row, at })
  }
  const select = (next: TableSelection): void => {
    setSelection(next)
    if (person === null || next.activeId === null || next.activeId === person.row.id) return
    // The panel follows the row that was moved to; it is always near the one before or on the screen.
    const total = results.total ?? 0
    for (let at = 0; at < total; at += 1) if (results.rowAt(at)?.id === next.activeId) return openAt(at)
  }
  const move = (by: -1 | 1): void => {
    const row = person === null || person.at < 0 ? undefined : results.rowAt(person.at + by)
    if (row === undefined || person === null) return
    open({ row, at: person.at + by })
    setSelection({ activeId: row.id, selectedIds: new Set([row.id]) })
    tableRef.current?.scrollToRow(person.at + by)
  }
  const changeScope = (next: Scope): void => {
    setScope(next)
    setSelection(nothingSelected)
    setListShown(false)
  }
  const canExport = view.kind === 'table' && (results.total ?? 0) > 0

  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    refresh: () => (isTaking || tree.stage.profileId === null ? undefined : void take()),
    export: () => (canExport ? setExportOpen(true) : undefined),
    escape: () => {
      if (isListShown) return setListShown(false)
      if (person === null) return false
      close()
      tableRef.current?.focus()
      return true
    },
  })

  const isNoneFound = view.kind === 'table' && results.total === 0 && results.shown.search !== undefined
  return (
    <Workspace
      listLabel={t('tree.label')}
      list={<StageTreePane tree={tree} scope={scope} onScope={changeScope} />}
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
      panelLabel={t('person.label')}
      panel={
        person === null ? null : (
          <PersonPanel
            stage={stage}
            category={person.row.category}
            index={person.row.index}
            onMove={move}
            onClose={() => {
              close()
              tableRef.current?.focus()
            }}
          />
        )
      }
    >
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchRef={searchRef}
        onLeaveSearch={() => tableRef.current?.focus()}
        columns={view.kind === 'table' ? placed : []}
        hidden={layout.hidden}
        onHide={(id, isHidden) => setLayout(setHidden(layout, id, isHidden))}
        onShowAll={() => setLayout({ ...layout, hidden: [] })}
        rowsText={t('stage.rows', { count: results.total ?? 0, rows: count(results.total ?? 0) })}
        canExport={canExport}
        isExportOpen={isExportOpen}
        onExportOpen={setExportOpen}
        onExport={(preset) => void startExport(preset)}
        onRaw={
          scope.kind === 'category' && categories[0]?.hasBody === true && view.kind === 'table'
            ? () => setRawOpen(true)
            : null
        }
        isTaking={isTaking}
        isTaken={tree.linksFetchedAt !== null}
        canTake={tree.stage.profileId !== null}
        onTake={() => void take()}
        onShowList={() => setListShown(!isListShown)}
      />
      <StateLine
        tree={tree}
        scope={scope}
        state={state}
        found={view.kind === 'table' ? results.total : null}
        search={words}
        isOffline={network?.state === 'offline'}
        failedTake={view.kind === 'table' && lastTake?.state === 'failed' ? lastTake : null}
        isTaking={isTaking}
        onRetry={(failed) => void take(failed)}
      />
      {problem === null ? null : (
        <div className="stage-problem">
          <Problem problem={problem} />
          <Button size="small" kind="quiet" onClick={() => setProblem(null)}>
            {t('do.dismiss')}
          </Button>
        </div>
      )}
      {view.kind !== 'table' ? (
        <StageBlank
          view={view}
          tree={tree}
          stage={stage}
          isOneCategory={scope.kind === 'category'}
          onTake={() => void take()}
          onRetry={(failed) => void take(failed)}
        />
      ) : results.error !== null ? (
        <Blank title={tree.stage.name}>
          <Problem problem={results.error} onRetry={results.retry} />
        </Blank>
      ) : results.total === null ? (
        <Skeleton rows={24} label={t('app.starting')} />
      ) : isNoneFound ? (
        <Blank
          title={t('stage.noneFound', { search: results.shown.search ?? '' })}
          actions={
            <>
              {scope.kind === 'all' ? null : (
                <Button onClick={() => changeScope({ kind: 'all' })}>{t('stage.searchAll')}</Button>
              )}
              <Button onClick={() => setSearch('')}>{t('stage.clearSearch')}</Button>
            </>
          }
        >
          <p>{t('stage.noneFound.what', { scope: scopeNames(scope, tree).join(', ') || t('tree.all') })}</p>
        </Blank>
      ) : (
        <div className="table-area">
          <ResultsTable
            ref={tableRef}
            results={results}
            tree={tree}
            columns={shownColumns}
            search={words}
            sort={sort}
            onSort={(column, isAdditional) =>
              setSort(
                column === DISTANCE_COLUMN || column === CATEGORY_COLUMN ? [] : nextSort(sort, column, isAdditional),
              )
            }
            selection={selection}
            onSelect={select}
            onOpen={openAt}
            onColumnsChange={(columns) => setLayout(layoutAfter(layout, placed, columns))}
            rowHeight={settings?.rowHeight ?? 'normal'}
          />
        </div>
      )}
      <Modal
        title={`${t('raw.title')}: ${scopeNames(scope, tree).join(', ')}`}
        isOpen={isRawOpen}
        onClose={() => setRawOpen(false)}
        size="wide"
      >
        {scope.kind === 'category' ? <RawReply stage={stage} category={scope.id} /> : null}
      </Modal>
    </Workspace>
  )
}
