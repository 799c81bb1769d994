import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Category, StageTree } from '../../../preload/contract.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/Problem.tsx'
import { infoQuery, jobsQuery, keysQuery, settingsQuery, useProfile } from '../../app/queries.ts'
import { useRemembered } from '../../app/remembered.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { takeStage } from '../../app/takeStage.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { workStatus } from '../../app/workStatus.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import type { TableHandle } from '../../components/dataTable/DataTable.tsx'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import {
  addedColumns,
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
import { allCategories, categoriesIn, scopeId, scopeNames, scopeQuery, toScope } from './scope.ts'
import { nextSort, toQuerySort } from './sorting.ts'
import { StageBlank } from './StageBlank.tsx'
import { StageTreePane } from './StageTreePane.tsx'
import { chooseView } from './stageView.ts'
import { StateLine } from './StateLine.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useDebounced } from '../../app/useDebounced.ts'
import { useExport } from './useExport.ts'
import { usePerson } from './usePerson.ts'
import { useResults } from './useResults.ts'
import { useSelection } from '../../app/useSelection.ts'

const SEARCH_REST_MS = 60

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
  const [layout, setLayout] = useRemembered(`columns.${stage}`, isColumnLayout, noLayout)
  const [isListShown, setListShown] = useState(false)
  const [isExportOpen, setExportOpen] = useState(false)
  const [isRawOpen, setRawOpen] = useState(false)
  const isFirstWanted = useRef(false)
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
  const { selection, select, setOnly, clear } = useSelection(results)
  const exportCsv = useExport(query)
  const categories = categoriesIn(scope, tree)
  const state = scopeState(categories)
  const view = chooseView(tree, scope, categories, lastTake, useIsResultsKeyMissing(tree))
  const isTaking = lastTake?.state === 'running'
  const count = (value: number): string => formatCount(value, language)

  useEffect(() => keepPlace(stage, { scope, search, sort }))
  useEffect(() => {
    workStatus.set({
      rows: view.kind === 'table' ? (results.total ?? 0) : null,
      selected: selection.selectedIds.size,
      problems: allCategories(tree).filter(({ outcome, error }) => outcome === 'failed' && error?.kind !== 'offline')
        .length,
    })
  }, [view.kind, results.total, selection, tree])
  useEffect(() => () => workStatus.set(null), [])
  useEffect(() => {
    document.title = `${tree.stage.name} – ${t('app.name')}`
    return () => {
      document.title = t('app.name')
    }
  }, [tree.stage.name, t])
  // Other rows begin at their top; the same rows, renewed, stay where they are.
  const shownKey = JSON.stringify(results.shown)
  useEffect(() => tableRef.current?.scrollToRow(0), [shownKey])

  const distanceTitle = t('stage.distance')
  const categoryTitle = t('stage.category')
  const placed = useMemo(() => {
    const names = { distance: distanceTitle, category: categoryTitle }
    return placeColumns(results.columns, layout, addedColumns(scope.kind, names))
  }, [results.columns, layout, scope.kind, distanceTitle, categoryTitle])
  const shownColumns = useMemo(() => placed.filter(({ id }) => !layout.hidden.includes(id)), [placed, layout])

  const take = async (only?: readonly Category[]): Promise<void> =>
    setProblem(
      await takeStage(
        client,
        stage,
        only?.map(({ id }) => id),
      ),
    )
  const openAt = (at: number): void => {
    const row = results.rowAt(at)
    if (row !== undefined) open({ row, at })
  }
  // Enter may come before the rows of the last letter: the first of them is opened once they are there.
  const firstRow = results.rowAt(0)
  const isSettled = words === search.trim() && (results.shown.search ?? '') === words && results.total !== null
  const openFirst = useCallback((): void => {
    isFirstWanted.current = !isSettled || (firstRow === undefined && results.total !== 0)
    if (isFirstWanted.current || firstRow === undefined) return
    open({ row: firstRow, at: 0 })
    setOnly(firstRow.id)
  }, [isSettled, firstRow, results.total, open, setOnly])
  useEffect(() => {
    if (isFirstWanted.current) openFirst()
  }, [openFirst])
  const move = (by: -1 | 1): void => {
    const row = person === null || person.at < 0 ? undefined : results.rowAt(person.at + by)
    if (row === undefined || person === null) return
    open({ row, at: person.at + by })
    setOnly(row.id)
    tableRef.current?.scrollToRow(person.at + by)
  }
  const changeScope = (next: Scope): void => {
    setScope(next)
    clear()
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
        onOpenFirst={openFirst}
        isPanelOpen={person !== null}
        columns={view.kind === 'table' ? placed : []}
        hidden={layout.hidden}
        onHide={(id, isHidden) => setLayout(setHidden(layout, id, isHidden))}
        onShowAll={() => setLayout({ ...layout, hidden: [] })}
        rowsText={t('stage.rows', { count: results.total ?? 0, rows: count(results.total ?? 0) })}
        canExport={canExport}
        isExportOpen={isExportOpen}
        onExportOpen={setExportOpen}
        onExport={(preset) => void exportCsv(preset).then(setProblem)}
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
            onSelect={(next, gesture) => {
              select(next, gesture)
              // The panel follows the row that was moved to.
              if (person !== null && gesture.kind !== 'all') openAt(gesture.index)
            }}
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
