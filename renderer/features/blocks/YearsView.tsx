import { useQuery } from '@tanstack/react-query'
import { PanelLeft, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { YearsTable } from '../../../preload/contract/blocks.ts'
import type { Json, ProfileId } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import { useSelection } from '../../app/table/useSelection.ts'
import { Blank } from '../../components/Blank.tsx'
import { useIsMainOffline } from '../../app/services/useServices.ts'
import { Button } from '../../components/Button.tsx'
import type { TableColumn, TableRow } from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { JsonTree } from '../../components/tree/JsonTree.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { Age, StateBar } from './StateFacts.tsx'
import { fieldText, nextSort, type TypeSort } from './typeRows.ts'
import { useRefresh, yearsQuery } from './useBlocks.ts'

const nothing = (): void => undefined

const collator = new Intl.Collator(undefined, { numeric: true })

/** With the place that each row has in the reply; blanks last. */
const sortedRows = (
  rows: YearsTable['rows'],
  sort: TypeSort,
): readonly { readonly row: readonly Json[]; readonly index: number }[] => {
  const placed = rows.map((row, index) => ({ row, index }))
  if (sort === null) return placed
  const [column, sign] = [Number(sort.column.slice(2)), sort.isDescending ? -1 : 1]
  return placed.toSorted((a, b) => {
    const [first, second] = [fieldText(a.row[column]), fieldText(b.row[column])]
    if (first === '' || second === '') return Number(first === '') - Number(second === '')
    return sign * collator.compare(first, second)
  })
}

const Table = ({ table }: { readonly table: YearsTable }) => {
  const { t, language } = useText()
  const [sort, setSort] = useState<TypeSort>(null)
  const [moved, setMoved] = useState<readonly TableColumn[] | null>(null)
  const named = useMemo(
    () =>
      table.columns.map((name, index): TableColumn => {
        const isNumber = table.rows.every((row) => row[index] === null || typeof row[index] === 'number')
        return { id: `c:${index}`, title: name === '' ? t('years.column') : name, kind: isNumber ? 'number' : 'text' }
      }),
    [table, t],
  )
  const columns = moved ?? named
  const made = useMemo(() => {
    const places = columns.map(({ id }) => Number(id.slice(2)))
    const rows = sortedRows(table.rows, sort).map(({ row, index }): TableRow => ({
      id: String(index),
      cells: places.map((place) => fieldText(row[place])),
    }))
    return { rows, rowAt: (index: number) => rows[index], version: nextVersion() }
  }, [table, columns, sort])
  const shownSort = useMemo(() => (sort === null ? [] : [sort]), [sort])
  const { selection, select } = useSelection({
    total: made.rows.length,
    loadRange: (first, last) => Promise.resolve(made.rows.slice(first, last + 1)),
  })
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  const showMenu = useTableMenu()
  return (
    <div className="table-area fill">
      <DataTable
        columns={columns}
        rowCount={made.rows.length}
        rowAt={made.rowAt}
        version={made.version}
        onVisible={nothing}
        sort={shownSort}
        onSort={(column) => setSort(nextSort(sort, column))}
        selection={selection}
        onSelect={select}
        onOpen={nothing}
        onColumnsChange={setMoved}
        rowHeight={28}
        highlight={[]}
        label={t('years.title')}
        texts={texts}
        onMenu={showMenu}
      />
    </div>
  )
}

type YearsViewProps = { readonly profileId: ProfileId; readonly onShowList: () => void }

/** The race years: a table where the reply is a list, else a tree. */
export const YearsView = ({ profileId, onShowList }: YearsViewProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const isOffline = useIsMainOffline(profileId)
  const stored = useQuery(yearsQuery(profileId))
  const asking = useRefresh(async () => {
    const answer = await call('race:years', { profileId, isRefresh: true })
    return answer.ok ? null : answer.error
  })
  useShortcuts({ refresh: asking.refresh })
  const years = stored.data
  const count = years?.table?.rows.length ?? 0
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t('years.title')}>
        <span className="only-narrow">
          <IconButton label={t('blocks.groups')} icon={<PanelLeft aria-hidden />} onClick={onShowList} />
        </span>
        <span className="gap" />
        <Button icon={<RefreshCw aria-hidden />} isDisabled={asking.isBusy} title="F5" onClick={asking.refresh}>
          {t(asking.isBusy ? 'blocks.refreshing' : 'blocks.refresh')}
        </Button>
      </div>
      <StateBar title={t('years.title')}>
        {years?.checkedAt == null ? null : (
          <>
            <span className="muted" role="status">
              {years.table === null
                ? t('years.noList')
                : t('years.count', { count, rows: formatCount(count, language) })}
            </span>
            <span className="gap" />
            {years.emptyReplyAt === null ? null : (
              <span className="state-part">
                <Mark kind="stale">
                  {t('years.emptyReply', { time: formatClock(years.emptyReplyAt, nowMs, language) })}
                </Mark>
              </span>
            )}
            <Age at={years.checkedAt} isOffline={isOffline} />
          </>
        )}
      </StateBar>
      {asking.problem === null || years?.fetchedAt == null ? null : (
        <div className="stage-problem">
          <Problem problem={asking.problem} keyOf={{ profileId, onSaved: asking.refresh }} />
          <Button size="small" kind="quiet" onClick={asking.dismiss}>
            {t('do.dismiss')}
          </Button>
        </div>
      )}
      {years === undefined ? (
        stored.error === null ? (
          <Skeleton rows={6} label={t('app.starting')} />
        ) : (
          <Blank title={t('years.title')}>
            <Problem problem={stored.error} onRetry={() => void stored.refetch()} />
          </Blank>
        )
      ) : years.fetchedAt === null ? (
        <Blank
          title={t('years.never.title')}
          actions={
            <Button kind="primary" isDisabled={asking.isBusy} onClick={asking.refresh}>
              {t(asking.isBusy ? 'blocks.refreshing' : 'years.never.do')}
            </Button>
          }
        >
          {asking.problem === null ? (
            <p>{t('years.never.what')}</p>
          ) : (
            <Problem problem={asking.problem} keyOf={{ profileId, onSaved: asking.refresh }} />
          )}
        </Blank>
      ) : years.table === null ? (
        <div className="blocks-scroll scroll" role="region" aria-label={t('years.title')} tabIndex={0}>
          <JsonTree value={years.data} label={t('years.title')} isOpen={2} />
        </div>
      ) : count === 0 ? (
        <Blank title={t('years.empty.title')} />
      ) : (
        <Table table={years.table} />
      )}
    </>
  )
}
