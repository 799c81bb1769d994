import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PersonCard, ViewOfResults } from '../../../preload/contract/results.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { lazyPart } from '../../app/lazyPart.ts'
import { PanePlace, type PlaceProps } from '../../app/PartPlace.tsx'
import { keysQuery, settingsQuery, useProfile } from '../../app/state/queries.ts'
import { useRememberedOfStage } from '../../app/state/remembered.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { selectedRows } from '../../app/jobs/selectedRows.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import type { TableHandle, TableSelection } from '../../components/dataTable/tableTypes.ts'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { wantedRow } from '../../app/opened/openRow.ts'
import { useStore } from '../../app/state/store.ts'
import { useText, type Language, type Translate } from '../../text/text.ts'
import { rowsAt } from '../../app/stage/askStage.ts'
import {
  bodyNamesOf,
  isColumnsOfView,
  isHidden,
  layoutAfter,
  placeColumns,
  setHidden,
  showAll,
  type ColumnLayout,
  type ColumnWords,
} from './columnLayout.ts'
import { ExportDialog } from '../files/ExportDialog.tsx'
import { FilterChips } from './FilterChips.tsx'
import { NoneFound } from './NoneFound.tsx'
import { keepPlace, recallPlace } from '../../app/stage/deskMemory.ts'
import { loadSelectedRows } from '../../app/stage/loadSelectedRows.ts'
import { PersonBar } from './person/PersonBar.tsx'
import type { PersonPanelProps } from './PersonPanel.tsx'
import { RawReply } from '../../app/stage/RawReply.tsx'
import { ResultsTable } from './ResultsTable.tsx'
import { useRowMenu } from './rowMenu.ts'
import { categoriesIn, isPlainTable, scopeId, scopeNames } from '../../app/stage/scope.ts'
import { canSort, nextSort } from './sorting.ts'
import { StageBlank } from '../../app/stage/StageBlank.tsx'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { StageSlot } from '../../app/stage/StageSlot.tsx'
import { chooseView } from '../../app/stage/stageView.ts'
import { columnsOf, layoutOf, scopeOf, sortOf, toSavedView } from './tableView.ts'
import { Toolbar } from './Toolbar.tsx'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { useFavourites } from './useFavourites.ts'
import { useOpenFirst } from './useOpenFirst.ts'
import { loadRow, usePerson } from './usePerson.ts'
import { toLoadedRow, useResults, type LoadedRow } from '../../app/stage/useResults.ts'
import { useSelection } from '../../app/table/useSelection.ts'

/** A panel without its card can be left, and moved on, like any other. */
const PersonPlace = ({ onMove, onClose, hasFailed, onRetry }: PersonPanelProps & PlaceProps) => (
  <div className="fill">
    <PersonBar onMove={onMove} onClose={onClose} />
    <PanePlace hasFailed={hasFailed} onRetry={onRetry} />
  </div>
)
const PersonPanel = lazyPart(async () => (await import('./PersonPanel.tsx')).PersonPanel, PersonPlace)

const PrintSlip = lazyPart(async () => (await import('./person/PrintSlip.tsx')).PrintSlip)

const SEARCH_REST_MS = 60

/** Asked only where there is nothing to show: it opens the keychain, which looking at what is stored must not. */
const useIsResultsKeyMissing = (tree: StageTree, categories: readonly Category[]): boolean => {
  const profile = useProfile(tree.stage.profileId).data
  const enabled = tree.linksFetchedAt !== null && categories.every(({ rows }) => rows === 0)
  const keys = useQuery({ ...keysQuery, enabled }).data?.profiles.find(
    ({ profileId }) => profileId === tree.stage.profileId,
  )
  return profile?.kind === 'saved' && profile.resultsUrl !== null && keys?.results.isSet === false
}

const columnWords = (t: Translate, language: Language): ColumnWords => ({
  star: t('table.favourite'),
  distance: t('stage.distance'),
  category: t('stage.category'),
  role: (role) => t(`role.${role}`),
  field: (name) => fieldName(name, language),
  joined: (title) => t('startList.head', { title }),
  split: (label, role, field) => {
    if (role === 'split') return label
    const what = role === 'lap' ? t('role.lap') : fieldName(field, language)
    return t('table.split', { label, what: what?.toLocaleLowerCase(language) ?? field })
  },
  hint: (names) => t('table.column', { names: names.join(', ') }),
})

/** The table of a stage's results, and the person opened in it. */
export const ResultsView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const stage = tree.stage.guid
  const recalled = useMemo(() => recallPlace(stage), [stage])
  const { scope, setScope, take, lastTake, setProblem } = useStageFrame()
  const [search, setSearch] = useState(recalled.search)
  const [filters, setFilters] = useState(recalled.filters)
  const [sort, setSort] = useState(recalled.sort)
  const [isByPerson, setByPerson] = useState(recalled.isByPerson)
  const [columns, setColumns] = useRememberedOfStage(stage, 'columns', isColumnsOfView)
  const layout = useMemo(() => layoutOf(columns), [columns])
  const setLayout = (next: ColumnLayout): void => setColumns(columnsOf(next))
  const [isExportOpen, setExportOpen] = useState(false)
  const [slip, setSlip] = useState<PersonCard | null>(null)
  const stopPrinting = useCallback(() => setSlip(null), [])
  const [isRawOpen, setRawOpen] = useState(false)
  /** A row opened from elsewhere, until the table has come to it. */
  const followed = useRef<{ readonly opening: number; readonly isCardOnly: boolean } | null>(null)
  /** All rows were chosen, of which some may not be loaded yet. */
  const chosenWhole = useRef<TableSelection | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<TableHandle>(null)
  const settings = useQuery(settingsQuery).data
  const wanted = useStore(wantedRow)

  const words = useDebounced(search, SEARCH_REST_MS).trim()
  const place = { scope, search: words, filters, sort, isByPerson }
  const query = rowsAt(stage, place)
  const results = useResults(query)
  const { person, found, card, open, close } = usePerson(stage, results)
  const { selection, select, setOnly, clear } = useSelection(results)
  const categories = categoriesIn(scope, tree)
  const view = chooseView(tree, scope, categories, lastTake, useIsResultsKeyMissing(tree, categories))
  const count = (value: number): string => formatCount(value, language)
  const peopleAndRows = (people: number, rows: number): string =>
    [
      t('stage.people', { count: people, people: count(people) }),
      t('stage.rows', { count: rows, rows: count(rows) }),
    ].join(', ')

  useEffect(() => keepPlace(stage, { search, filters, sort, isByPerson }))
  useEffect(() => {
    selectedRows.set(selection.selectedIds.size)
    return () => selectedRows.set(0)
  }, [selection])
  // Other rows start at the top; the same rows after a refresh keep the scroll position.
  const shownKey = JSON.stringify(results.shown)
  useEffect(() => tableRef.current?.scrollToRow(0), [shownKey])

  const placed = useMemo(
    () => placeColumns(results.columns, layout, scope.kind, columnWords(t, language)),
    [results.columns, layout, scope.kind, t, language],
  )
  const shownColumns = useMemo(() => placed.filter((column) => !isHidden(layout, column)), [placed, layout])
  const hidden = useMemo(
    () => placed.filter((column) => isHidden(layout, column)).map(({ id }) => id),
    [placed, layout],
  )
  const toggleFavourites = useFavourites(stage, setProblem)

  const openAt = (at: number): void => {
    const row = results.rowAt(at)
    if (row !== undefined) open({ row, at })
  }
  const typed = search.trim()
  const isSettled = words === typed && (results.shown.search ?? '') === words && results.total !== null
  const asked = JSON.stringify({ ...place, search: typed })
  const openFirst = useOpenFirst({ results, words: typed, asked, isSettled, person, open, setOnly })
  const move = (by: -1 | 1): void => {
    const row = person === null || person.at < 0 ? undefined : results.rowAt(person.at + by)
    if (row === undefined || person === null) return
    open({ row, at: person.at + by })
    setOnly(row.id)
    tableRef.current?.scrollToRow(person.at + by)
  }
  // The tree may choose another scope at any time; the old selection is void there.
  const scopeKey = scopeId(scope)
  useEffect(() => clear, [clear, scopeKey])
  useEffect(() => {
    if (wanted?.stage !== stage) return
    wantedRow.set(null)
    void loadRow(wanted.category, wanted.index).then((loaded) => {
      if (loaded === null) return
      const { isCardOnly } = wanted
      followed.current = { opening: open({ ...loaded, at: isCardOnly ? -1 : wanted.index }), isCardOnly }
      if (isCardOnly) return
      setSearch('')
      setFilters([])
      setSort([])
      setScope({ kind: 'category', id: wanted.category })
    })
  }, [wanted, stage, open, setScope])
  // The row may be opened before the table shows its rows; nothing to scroll until then.
  useEffect(() => {
    const wish = followed.current
    if (wish === null || person === null || person.opening < wish.opening) return
    const isThere = wish.isCardOnly || isPlainTable(results.shown, person.row.category)
    if (person.opening === wish.opening && (!isThere || results.total === null || tableRef.current === null)) return
    followed.current = null
    if (person.opening !== wish.opening || person.at < 0) return
    setOnly(person.row.id)
    tableRef.current?.scrollToRow(person.at)
  }, [person, results.shown, results.total, view.kind, setOnly])
  const applyView = (saved: ViewOfResults): void => {
    setScope(scopeOf(saved))
    setSearch(saved.search ?? '')
    setFilters(saved.filters ?? [])
    setSort(sortOf(saved))
    setLayout(layoutOf(saved.columns))
  }
  const loadSelected = (): Promise<readonly LoadedRow[]> => {
    const { selectedIds } = selection
    const isWhole = chosenWhole.current === selection
    return loadSelectedRows(
      results.shown,
      ({ id }) => isWhole || selectedIds.has(id),
      isWhole ? Infinity : selectedIds.size,
    )
  }
  const starSelected = (): boolean => {
    const { selectedIds } = selection
    const isInPanel = document.activeElement?.closest('.panel') instanceof Element
    if (isInPanel || selectedIds.size === 0) {
      if (card !== null) toggleFavourites([toLoadedRow(card.row)])
      return card !== null
    }
    loadSelected().then((rows) => toggleFavourites(rows), setProblem)
    return true
  }
  const showRowMenu = useRowMenu({
    stage,
    results,
    open,
    loadSelected,
    toggleFavourites,
    onPrint: setSlip,
    onExport: () => setExportOpen(true),
    onProblem: setProblem,
  })
  const canExport = view.kind === 'table' && (results.total ?? 0) > 0

  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    favourite: starSelected,
    export: () => (canExport ? setExportOpen(true) : undefined),
    escape: () => {
      if (person === null) return false
      close()
      // Do not take the focus from a typing user.
      if (document.activeElement !== searchRef.current) tableRef.current?.focus()
      return true
    },
  })

  const isNarrowed = words !== '' || filters.length > 0
  const rowsInScope = categories.reduce((sum, category) => sum + category.rows, 0)
  const isNoneFound =
    view.kind === 'table' &&
    results.total === 0 &&
    (results.shown.search !== undefined || results.shown.filters !== undefined)
  return (
    <>
      {person === null ? null : (
        <StageSlot name="panel" label={t('person.label')}>
          <PersonPanel
            stage={stage}
            found={found}
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
          {results.shown.isByPerson === true
            ? peopleAndRows(results.total, results.totalRows ?? 0)
            : isNarrowed
              ? t('table.of', { count: rowsInScope, rows: count(results.total), all: count(rowsInScope) })
              : t('stage.rows', { count: results.total, rows: count(results.total) })}
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
        hidden={hidden}
        onHide={(id, isNowHidden) => setLayout(setHidden(layout, id, isNowHidden))}
        onShowAll={() => setLayout(showAll(layout, placed))}
        query={query}
        bodyColumns={results.columns}
        filters={filters}
        onFilters={setFilters}
        currentView={toSavedView({ scope, search, filters, sort }, layout)}
        onView={applyView}
        isTable={view.kind === 'table'}
        people={scope.kind === 'category' || view.kind !== 'table' ? null : { isByPerson, onChange: setByPerson }}
        canExport={canExport}
        onExport={() => setExportOpen(true)}
        onRaw={
          scope.kind === 'category' && categories[0]?.hasBody === true && view.kind === 'table'
            ? () => setRawOpen(true)
            : null
        }
      />
      {filters.length === 0 || view.kind !== 'table' ? null : (
        <FilterChips query={query} filters={filters} onChange={setFilters} />
      )}
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
        <Blank
          title={tree.stage.name}
          actions={
            // A saved view may have a column that no longer exists.
            filters.length + sort.length === 0 ? null : (
              <Button
                onClick={() => {
                  setFilters([])
                  setSort([])
                }}
              >
                {t('table.reset')}
              </Button>
            )
          }
        >
          <Problem problem={results.error} onRetry={results.retry} />
        </Blank>
      ) : results.total === null ? (
        <Skeleton rows={24} label={t('app.starting')} />
      ) : isNoneFound ? (
        <NoneFound
          search={results.shown.search ?? ''}
          filters={filters}
          scope={scopeNames(scope, tree).join(', ') || t('tree.all')}
          missing={categories.filter(({ fetchedAt }) => fetchedAt === null).length}
          onFilters={setFilters}
          onSearch={setSearch}
          onSearchAll={scope.kind === 'all' ? null : () => setScope({ kind: 'all' })}
        />
      ) : (
        <div className="table-area fill">
          {results.areSimilar ? (
            <p className="found-note muted" role="status">
              {t('find.similar')}
            </p>
          ) : null}
          <ResultsTable
            ref={tableRef}
            results={results}
            tree={tree}
            columns={shownColumns}
            search={words}
            sort={sort}
            onSort={(column, isAdditional) =>
              canSort(column) ? setSort(nextSort(sort, column, isAdditional)) : undefined
            }
            selection={selection}
            onSelect={(next, gesture) => {
              const isPart = gesture.kind === 'all' && next.selectedIds.size < (results.total ?? 0)
              chosenWhole.current = isPart ? next : null
              select(next, gesture)
              // The panel follows the row that was moved to.
              if (person !== null && gesture.kind !== 'all') openAt(gesture.index)
            }}
            onOpen={openAt}
            onStar={(at) => {
              const row = results.rowAt(at)
              if (row !== undefined) toggleFavourites([row])
            }}
            onMenu={showRowMenu}
            onColumnsChange={(next) => setLayout(layoutAfter(layout, placed, next))}
            rowHeight={settings?.rowHeight ?? 'normal'}
          />
        </div>
      )}
      <ExportDialog
        isOpen={isExportOpen && canExport}
        onClose={() => setExportOpen(false)}
        view={{
          ...rowsAt(stage, { ...place, isByPerson: false }),
          ...(results.areSimilar ? { areSimilar: true } : {}),
        }}
        viewRows={results.totalRows ?? 0}
        isByPerson={results.shown.isByPerson === true}
        viewColumns={bodyNamesOf(shownColumns, results.columns)}
        scope={
          isNarrowed && scope.kind !== 'all' ? { name: scopeNames(scope, tree).join(', '), rows: rowsInScope } : null
        }
        stageRows={isNarrowed || scope.kind !== 'all' ? tree.stage.rows : null}
        distances={tree.distances}
        selected={selection.selectedIds.size}
        loadSelected={loadSelected}
      />
      {slip === null ? null : <PrintSlip card={slip} stageName={tree.stage.name} onDone={stopPrinting} />}
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
