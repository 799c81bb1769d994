import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StageTree } from '../../../preload/contract.ts'
import { Problem } from '../../app/Problem.tsx'
import { keysQuery, settingsQuery, useProfile } from '../../app/queries.ts'
import { useRemembered } from '../../app/remembered.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { workStatus } from '../../app/workStatus.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import type { TableHandle } from '../../components/dataTable/DataTable.tsx'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { wantedRow } from '../../app/openRow.ts'
import { useStore } from '../../app/store.ts'
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
import { PersonPanel } from './PersonPanel.tsx'
import { RawReply } from './RawReply.tsx'
import { ResultsTable } from './ResultsTable.tsx'
import { allCategories, categoriesIn, scopeId, scopeNames, scopeQuery } from './scope.ts'
import { nextSort, toQuerySort } from './sorting.ts'
import { StageBlank } from './StageBlank.tsx'
import { useStageFrame } from './stageFrameContext.ts'
import { StageSlot } from './StageSlot.tsx'
import { chooseView } from './stageView.ts'
import { Toolbar } from './Toolbar.tsx'
import { useDebounced } from '../../app/useDebounced.ts'
import { useExport } from './useExport.ts'
import { loadRow, usePerson } from './usePerson.ts'
import { useResults } from './useResults.ts'
import { useSelection } from '../../app/useSelection.ts'

const SEARCH_REST_MS = 60

const useIsResultsKeyMissing = (tree: StageTree): boolean => {
  const profile = useProfile(tree.stage.profileId).data
  const keys = useQuery(keysQuery).data?.profiles.find(({ profileId }) => profileId === tree.stage.profileId)
  return profile?.kind === 'saved' && profile.resultsUrl !== null && keys?.results.isSet === false
}

/** The table of a stage's results, and the person opened in it. */
export const ResultsView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const stage = tree.stage.guid
  const recalled = useMemo(() => recallPlace(stage), [stage])
  const { scope, setScope, take, lastTake, setProblem } = useStageFrame()
  const [search, setSearch] = useState(recalled.search)
  const [sort, setSort] = useState(recalled.sort)
  const [layout, setLayout] = useRemembered(`columns.${stage}`, isColumnLayout, noLayout)
  const [isExportOpen, setExportOpen] = useState(false)
  const [isRawOpen, setRawOpen] = useState(false)
  const isFirstWanted = useRef(false)
  /** A row opened from elsewhere, until the table has come to it. */
  const followed = useRef<string | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<TableHandle>(null)
  const settings = useQuery(settingsQuery).data
  const wanted = useStore(wantedRow)

  const words = useDebounced(search, SEARCH_REST_MS).trim()
  const query = { ...scopeQuery(stage, scope), ...(words === '' ? {} : { search: words }), ...toQuerySort(sort) }
  const results = useResults(query)
  const { person, open, close } = usePerson(results)
  const { selection, select, setOnly, clear } = useSelection(results)
  const exportCsv = useExport(query)
  const categories = categoriesIn(scope, tree)
  const view = chooseView(tree, scope, categories, lastTake, useIsResultsKeyMissing(tree))
  const count = (value: number): string => formatCount(value, language)

  useEffect(() => keepPlace(stage, { search, sort }))
  useEffect(() => {
    workStatus.set({
      rows: view.kind === 'table' ? (results.total ?? 0) : null,
      selected: selection.selectedIds.size,
      problems: allCategories(tree).filter(({ outcome, error }) => outcome === 'failed' && error?.kind !== 'offline')
        .length,
    })
  }, [view.kind, results.total, selection, tree])
  useEffect(() => () => workStatus.set(null), [])
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
  // The tree may choose another scope at any time; what was selected in the one before means nothing there.
  const scopeKey = scopeId(scope)
  useEffect(() => clear, [clear, scopeKey])
  useEffect(() => {
    if (wanted?.stage !== stage) return
    wantedRow.set(null)
    void loadRow(wanted.category, wanted.index).then((row) => {
      if (row === null) return
      setSearch('')
      setSort([])
      setScope({ kind: 'category', id: wanted.category })
      open({ row, at: wanted.index })
      followed.current = row.id
    })
  }, [wanted, stage, open, setScope])
  const openedId = person?.row.id ?? null
  const openedAt = person?.at ?? -1
  useEffect(() => {
    if (openedId === null || openedId !== followed.current || openedAt < 0) return
    followed.current = null
    setOnly(openedId)
    tableRef.current?.scrollToRow(openedAt)
  }, [openedId, openedAt, setOnly])
  const canExport = view.kind === 'table' && (results.total ?? 0) > 0

  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    export: () => (canExport ? setExportOpen(true) : undefined),
    escape: () => {
      if (person === null) return false
      close()
      tableRef.current?.focus()
      return true
    },
  })

  const isNoneFound = view.kind === 'table' && results.total === 0 && results.shown.search !== undefined
  return (
    <>
      {person === null ? null : (
        <StageSlot name="panel" label={t('person.label')}>
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
        </StageSlot>
      )}
      {view.kind !== 'table' || results.total === null ? null : (
        <StageSlot name="count">
          {t(words === '' ? 'stage.rows' : 'stage.found', { count: results.total, rows: count(results.total) })}
        </StageSlot>
      )}
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
      />
      {view.kind !== 'table' ? (
        <StageBlank
          view={view}
          tree={tree}
          stage={stage}
          isOneCategory={scope.kind === 'category'}
          onTake={() => take()}
          onRetry={take}
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
                <Button onClick={() => setScope({ kind: 'all' })}>{t('stage.searchAll')}</Button>
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
    </>
  )
}
