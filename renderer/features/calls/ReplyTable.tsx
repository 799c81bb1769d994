import { useQuery } from '@tanstack/react-query'
import { FileDown, Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { CallExport, CallReply, CallRowsQuery } from '../../../preload/contract/calls.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { settingsQuery } from '../../app/state/queries.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { tableExports } from '../../app/table/tableExports.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { useSelection } from '../../app/table/useSelection.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { Choice } from '../../components/Choice.tsx'
import type { TableColumn, TableHandle, TableRow, TableSort } from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { useReplyRows } from './useReplyRows.ts'

const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }
const FILTER_REST_MS = 150
const EVERYWHERE = ''

/** Ascending, descending, as received. */
const nextSort = (sort: TableSort | null, column: string): TableSort | null => {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}

type ReplyTableProps = {
  readonly reply: CallReply & { readonly table: NonNullable<CallReply['table']> }
  readonly onProblem: (problem: AnyProblem | null) => void
}

/** The list of a reply: sorted, filtered, exported as it is shown. */
export const ReplyTable = ({ reply, onProblem }: ReplyTableProps) => {
  const { t, language } = useText()
  const count = (value: number): string => formatCount(value, language)
  const rowHeight = useQuery(settingsQuery).data?.rowHeight ?? 'normal'
  const [search, setSearch] = useState('')
  const [column, setColumn] = useState(EVERYWHERE)
  const [sort, setSort] = useState<TableSort | null>(null)
  const [isExportOpen, setExportOpen] = useState(false)
  const [layout, setLayout] = useState<readonly TableColumn[] | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const handle = useRef<TableHandle>(null)
  const startExport = useStartExport()
  const exportRows = (wanted: CallExport): void => void startExport(call('call:export', wanted)).then(onProblem)
  const wanted = useDebounced(search.trim(), FILTER_REST_MS)
  const query: CallRowsQuery = {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(column === EVERYWHERE ? {} : { column }),
    ...(sort === null ? {} : { sort: [sort] }),
  }
  const rows = useReplyRows(reply.id, query)
  const selecting = useSelection(rows)
  const received = useMemo(
    () => reply.table.columns.map(({ name, kind }): TableColumn => ({ id: name, title: name, kind })),
    [reply],
  )
  const columns = layout ?? received
  const places = useMemo(() => {
    const place = new Map(received.map(({ id }, at) => [id, at]))
    return columns.map(({ id }) => place.get(id) ?? 0)
  }, [columns, received])
  const inOrder = (row: TableRow): TableRow => ({ id: row.id, cells: places.map((at) => row.cells[at] ?? '') })
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  const showMenu = useTableMenu()
  const highlight = useMemo(() => wanted.split(/\s+/).filter((word) => word !== ''), [wanted])
  useShortcuts({
    search: () => input.current?.focus(),
    export: () => setExportOpen(true),
  })
  const { incomplete } = reply.table
  const loadSelected = async (ids: ReadonlySet<string>): Promise<readonly TableRow[]> => {
    const all = await rows.loadRange(0, Math.max(0, (rows.total ?? 0) - 1))
    return all.filter(({ id }) => ids.has(id)).map(inOrder)
  }
  return (
    <div className="fill">
      <div className="calls-bar row" role="toolbar" aria-label={t('calls.tab.table')}>
        <div className="search">
          <Search aria-hidden />
          <input
            ref={input}
            className="input"
            type="text"
            aria-label={t('calls.filter')}
            placeholder={t('calls.filter')}
            value={search}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && search !== '') setSearch('')
              else if (event.key === 'ArrowDown') handle.current?.focus()
              else return
              event.preventDefault()
            }}
          />
        </div>
        <div className="calls-column">
          <Choice
            label={t('calls.filter.column')}
            isLabelHidden
            value={column}
            options={[
              { value: EVERYWHERE, label: t('calls.filter.everywhere') },
              ...received.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={setColumn}
          />
        </div>
        <span className="muted calls-fixed" role="status">
          {rows.total === null || rows.total === reply.table.rows
            ? t('stage.rows', { count: reply.table.rows, rows: count(reply.table.rows) })
            : t('calls.rowsOf', { rows: count(rows.total), total: count(reply.table.rows) })}
        </span>
        {incomplete === null ? null : (
          <Mark kind="partial">
            {t('calls.incomplete', { rows: count(incomplete.rows), total: count(incomplete.total) })}
          </Mark>
        )}
        <span className="gap" />
        <ActionMenu
          isOpen={isExportOpen}
          onOpenChange={setExportOpen}
          heading={t('stage.export.what', {
            rows: t('stage.rows', { count: rows.total ?? 0, rows: count(rows.total ?? 0) }),
          })}
          trigger={
            <button type="button" className="button button-quiet" disabled={rows.total === null}>
              <FileDown aria-hidden />
              {t('calls.export')}
            </button>
          }
          actions={[
            ...tableExports(t, (options) => exportRows({ id: reply.id, as: 'table', ...options, ...query })),
            {
              id: 'json',
              label: t('calls.export.json'),
              onChoose: () => exportRows({ id: reply.id, as: 'json', ...query }),
            },
          ]}
        />
      </div>
      {rows.error === null ? null : <Problem problem={rows.error} onRetry={rows.retry} />}
      <div className="table-area fill">
        <DataTable
          ref={handle}
          columns={columns}
          rowCount={rows.total ?? 0}
          rowAt={(index) => {
            const row = rows.rowAt(index)
            return row === undefined ? undefined : inOrder(row)
          }}
          version={rows.version}
          onVisible={rows.onVisible}
          sort={sort === null ? [] : [sort]}
          onSort={(id) => setSort(nextSort(sort, id))}
          selection={selecting.selection}
          onSelect={selecting.select}
          onOpen={(index) => {
            const row = rows.rowAt(index)
            if (row !== undefined) selecting.setOnly(row.id)
          }}
          onColumnsChange={setLayout}
          rowHeight={ROW_HEIGHTS[rowHeight]}
          highlight={highlight}
          loadSelected={loadSelected}
          label={t('calls.tab.table')}
          texts={texts}
          onMenu={showMenu}
        />
      </div>
    </div>
  )
}
