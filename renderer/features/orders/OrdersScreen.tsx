import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Guid } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { useDemo } from '../../app/demo.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useIsMainOffline } from '../../app/services/useServices.ts'
import { jobsQuery, settingsQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStore } from '../../app/state/store.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { useSelection } from '../../app/table/useSelection.ts'
import { selectedRows } from '../../app/jobs/selectedRows.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import type { TableHandle } from '../../components/dataTable/tableTypes.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { beginLookup } from './lastLookup.ts'
import { LookupFailures, Lookups } from './Lookups.tsx'
import { LookUpOrders } from './LookUpOrders.tsx'
import { useOrderMenu } from './orderMenu.ts'
import { OrderPanel } from './OrderPanel.tsx'
import { orderRemoval, removeOrdersSoon } from './orderRemovals.ts'
import { OrdersStateLine } from './OrdersStateLine.tsx'
import { OrderStates } from './OrderStates.tsx'
import { OrdersTable } from './OrdersTable.tsx'
import { OrdersToolbar, type OrderFile } from './OrdersToolbar.tsx'
import { keepSearch, nextOrderSort, recallSearch, toQuerySort } from './ordersMemory.ts'
import { useOrders } from './useOrders.ts'
import './orders.css'

const SEARCH_REST_MS = 60
/** More calls than this are asked about first. */
const MANY = 100

/** Kept orders, the one that is open, and what was learned of their states. */
export const OrdersScreen = ({ open }: { readonly open: Guid | null }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [search, setSearch] = useState(() => recallSearch().search)
  const [sort, setSort] = useState(() => recallSearch().sort)
  const [isLookingUp, setLookingUp] = useState(false)
  const [isListShown, setListShown] = useState(false)
  const [isExportOpen, setExportOpen] = useState(false)
  const [asked, setAsked] = useState<readonly Guid[] | 'all' | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<TableHandle>(null)
  const settings = useQuery(settingsQuery).data
  const isOffline = useIsMainOffline()
  const isRefreshing =
    useQuery(jobsQuery).data?.some(({ kind, state }) => kind === 'lookup' && state === 'running') === true
  const removal = useStore(orderRemoval)

  const words = useDebounced(search, SEARCH_REST_MS).trim()
  const orders = useOrders({ search: words, sort: toQuerySort(sort) })
  const { selection, select, setOnly, clear } = useSelection(orders)
  const chosen = [...selection.selectedIds] as readonly string[] as readonly Guid[]
  const total = orders.total ?? 0
  const count = (value: number): string => formatCount(value, language)

  useEffect(() => keepSearch({ search, sort }))
  useEffect(() => {
    selectedRows.set(selection.selectedIds.size)
    return () => selectedRows.set(0)
  }, [selection])

  const show = useCallback((guid: Guid): void => goTo({ screen: 'orders', order: guid }), [])
  const close = (): void => {
    goTo({ screen: 'orders' })
    tableRef.current?.focus()
  }
  const openAt = (at: number): void => {
    const order = orders.rowAt(at)
    if (order !== undefined) show(order.guid)
  }
  const openFirst = (): void => {
    const order = orders.rowAt(0)
    if (order === undefined) return
    show(order.guid)
    setOnly(order.id)
  }
  const move = (by: -1 | 1): void => {
    for (let at = 0; at < total; at += 1) {
      const next = orders.rowAt(at)?.guid === open ? orders.rowAt(at + by) : undefined
      if (next === undefined) continue
      show(next.guid)
      setOnly(next.id)
      tableRef.current?.scrollToRow(at + by)
      return
    }
  }
  const refresh = async (what: readonly Guid[] | 'all'): Promise<void> => {
    setAsked(null)
    setProblem(await beginLookup(client, { refresh: what }))
  }
  const askRefresh = (what: readonly Guid[] | 'all'): void => {
    const calls = what === 'all' ? orders.kept : what.length
    if (calls > MANY) setAsked(what)
    else if (calls > 0) void refresh(what)
  }
  const remove = (guids: readonly Guid[]): void => {
    removeOrdersSoon(client, guids)
    clear()
    if (open !== null && guids.includes(open)) close()
  }
  const startExport = useStartExport()
  const write = (options: OrderFile): void => {
    const which = chosen.length > 1 ? { guids: chosen } : { search: words }
    void startExport(call('order:export', { ...options, ...which })).then(setProblem)
  }
  const refreshChosen = (): void => askRefresh(chosen.length > 1 ? chosen : 'all')

  const showMenu = useOrderMenu({ rowAt: orders.rowAt, chosen, isRefreshing, show, refresh: askRefresh, remove })

  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    refresh: () => (isRefreshing ? undefined : refreshChosen()),
    export: () => (total > 0 ? setExportOpen(true) : undefined),
    escape: () => {
      if (isListShown) return setListShown(false)
      if (open === null) return false
      close()
      return true
    },
  })

  const lookUpButton = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setLookingUp(true)}>
      {t('orders.lookup.title')}
    </Button>
  )
  const demo = useDemo(({ profileId, orders: guids }) => beginLookup(client, { profileId, text: guids.join('\n') }))
  const calls = asked === null ? 0 : asked === 'all' ? orders.kept : asked.length
  return (
    <Workspace
      listLabel={t('orders.states')}
      list={
        <>
          <div className="pane-head row">
            <p className="pane-title">{t('orders.title')}</p>
          </div>
          <Lookups onOpen={show} />
          <OrderStates states={orders.states} search={search} onFilter={setSearch} />
        </>
      }
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
      panelLabel={t('orders.panel')}
      panel={
        open === null ? null : (
          <OrderPanel
            guid={open}
            isRefreshing={isRefreshing}
            onMove={move}
            onRefresh={() => void refresh([open])}
            onRemove={() => remove([open])}
            onClose={close}
          />
        )
      }
    >
      <OrdersToolbar
        search={search}
        onSearch={setSearch}
        searchRef={searchRef}
        onLeaveSearch={() => tableRef.current?.focus()}
        onOpenFirst={openFirst}
        isPanelOpen={open !== null}
        exported={chosen.length > 1 ? chosen.length : total}
        isExportOpen={isExportOpen}
        onExportOpen={setExportOpen}
        onExport={write}
        kept={orders.kept}
        selected={chosen.length > 1 ? chosen.length : 0}
        isRefreshing={isRefreshing}
        onRefresh={refreshChosen}
        onRemove={() => remove(chosen)}
        onLookUp={() => setLookingUp(true)}
        onShowList={() => setListShown(!isListShown)}
      />
      <OrdersStateLine found={orders.total} isSearching={words !== ''} isOffline={isOffline} removal={removal} />
      <LookupFailures onShow={() => setListShown(true)} />
      {problem === null ? null : (
        <div className="stage-problem">
          <Problem problem={problem} />
          <Button size="small" kind="quiet" onClick={() => setProblem(null)}>
            {t('do.dismiss')}
          </Button>
        </div>
      )}
      {orders.error !== null ? (
        <Blank title={t('orders.title')}>
          <Problem problem={orders.error} onRetry={orders.retry} />
        </Blank>
      ) : orders.total === null ? (
        <Skeleton rows={24} label={t('orders.title')} />
      ) : orders.kept === 0 ? (
        <Blank
          title={t('orders.empty.title')}
          actions={
            <>
              {lookUpButton}
              {demo === null ? null : (
                <Button isDisabled={demo.isBusy} onClick={demo.begin}>
                  {t('orders.demo')}
                </Button>
              )}
            </>
          }
        >
          <p>{t('orders.empty.what')}</p>
          {demo?.problem == null ? null : <Problem problem={demo.problem} />}
        </Blank>
      ) : total === 0 ? (
        <Blank
          title={t('stage.noneFound', { search: words })}
          actions={<Button onClick={() => setSearch('')}>{t('stage.clearSearch')}</Button>}
        >
          <p>{t('orders.noneFound.what')}</p>
        </Blank>
      ) : (
        <div className="table-area fill">
          <OrdersTable
            ref={tableRef}
            orders={orders}
            removing={removal?.guids ?? nobody}
            search={words}
            sort={sort}
            onSort={(column) => setSort(nextOrderSort(sort, column))}
            selection={selection}
            onSelect={(next, gesture) => {
              select(next, gesture)
              // The panel follows the row that was moved to.
              if (open !== null && gesture.kind === 'only') openAt(gesture.index)
            }}
            onOpen={openAt}
            onMenu={showMenu}
            rowHeight={settings?.rowHeight ?? 'normal'}
          />
        </div>
      )}
      <LookUpOrders isOpen={isLookingUp} onClose={() => setLookingUp(false)} />
      <Confirm
        title={t('orders.refreshMany.title', { rows: count(calls) })}
        effect={t('orders.refreshMany.what', { rows: count(calls) })}
        confirmLabel={t('orders.refreshMany.do')}
        cancelLabel={t('do.cancel')}
        isOpen={asked !== null}
        onConfirm={() => void (asked === null ? undefined : refresh(asked))}
        onCancel={() => setAsked(null)}
      />
    </Workspace>
  )
}

const nobody: ReadonlySet<Guid> = new Set()
