import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { FileDown, PanelLeft, RefreshCw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { BlockList } from '../../../preload/contract/blocks.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { settingsQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { SearchBox } from '../../app/table/SearchBox.tsx'
import { Blank } from '../../components/Blank.tsx'
import { useIsMainOffline } from '../../app/services/useServices.ts'
import { Button } from '../../components/Button.tsx'
import type { TableHandle } from '../../components/dataTable/tableTypes.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { Age, SetAsideMark, StateBar } from './StateFacts.tsx'
import { matchingTypes, nextSort, sortedTypes, type TypeSort } from './typeRows.ts'
import { TypesTable } from './TypesTable.tsx'
import { useExportBlocks, useRefresh } from './useBlocks.ts'

const ListMarks = ({ list }: { readonly list: BlockList }) => {
  const { t, language } = useText()
  const { types, total, skipped, isReordered, setAside } = list
  const count = (value: number): string => formatCount(value, language)
  return (
    <>
      {types.length >= total ? null : (
        <span className="state-part">
          <Mark kind="partial">{t('blocks.partial', { types: count(types.length), total: count(total) })}</Mark>
        </span>
      )}
      {setAside === null ? null : <SetAsideMark setAside={setAside} />}
      {skipped === 0 ? null : (
        <span className="state-part">
          <Mark kind="partial">{t('blocks.skipped', { count: skipped })}</Mark>
        </span>
      )}
      {isReordered ? (
        <span className="state-part">
          <Mark kind="partial" title={t('blocks.reordered.what')}>
            {t('blocks.reordered')}
          </Mark>
        </span>
      ) : null}
    </>
  )
}

type TypesViewProps = {
  readonly profileId: ProfileId
  readonly list: UseQueryResult<BlockList>
  readonly group: string | null
  readonly onShowList: () => void
}

/** The overview: every block type in the service's own order, by light fields only. */
export const TypesView = ({ profileId, list, group, onShowList }: TypesViewProps) => {
  const { t, language } = useText()
  const isOffline = useIsMainOffline(profileId)
  const rowHeight = useQuery(settingsQuery).data?.rowHeight ?? 'normal'
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<TypeSort>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<TableHandle>(null)
  const exportBlocks = useExportBlocks(profileId, setProblem)
  const asking = useRefresh(async () => {
    const answer = await call('block:list', { profileId, isRefresh: true })
    return answer.ok ? null : answer.error
  })
  const data = list.data
  const types = data?.types
  const shown = useMemo(
    () => sortedTypes(matchingTypes(types ?? [], group, search), sort),
    [types, group, search, sort],
  )
  const canExport = data?.whole !== null && data?.whole !== undefined
  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    refresh: asking.refresh,
    export: () => (canExport ? exportBlocks() : undefined),
  })
  const openFirst = (): void => {
    const [first] = shown
    if (first !== undefined) goTo({ screen: 'blocks', view: 'types', type: first.id })
  }
  const isSearching = search.trim() !== ''
  const rows = formatCount(shown.length, language)
  const failure = asking.problem ?? problem
  const dismiss = (): void => {
    asking.dismiss()
    setProblem(null)
  }
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t('blocks.table')}>
        <span className="only-narrow">
          <IconButton label={t('blocks.groups')} icon={<PanelLeft aria-hidden />} onClick={onShowList} />
        </span>
        <SearchBox
          ref={searchRef}
          label={t('blocks.search')}
          placeholder={t('blocks.search.placeholder')}
          search={search}
          onSearch={setSearch}
          maxLength={500}
          onLeave={() => tableRef.current?.focus()}
          onEnter={openFirst}
        />
        <span className="gap" />
        <Button
          kind="quiet"
          icon={<FileDown aria-hidden />}
          isDisabled={!canExport}
          title={canExport ? t('blocks.export.what') : t('blocks.export.first')}
          onClick={() => exportBlocks()}
        >
          <span className="spare-words">{t('blocks.export')}</span>
        </Button>
        <Button icon={<RefreshCw aria-hidden />} isDisabled={asking.isBusy} title="F5" onClick={asking.refresh}>
          {t(asking.isBusy ? 'blocks.refreshing' : 'blocks.refresh')}
        </Button>
      </div>
      <StateBar title={group === null ? t('blocks.allGroups') : group === '' ? t('blocks.noGroup') : group}>
        {data?.snapshot == null ? null : (
          <>
            <span className="muted" role="status">
              {t(isSearching ? 'blocks.found' : 'blocks.count', { count: shown.length, rows })}
            </span>
            <span className="gap" />
            <ListMarks list={data} />
            <Age at={data.snapshot.checkedAt} isOffline={isOffline} />
          </>
        )}
      </StateBar>
      {failure === null || data?.snapshot == null ? null : (
        <div className="stage-problem">
          <Problem problem={failure} keyOf={{ profileId, onSaved: asking.refresh }} />
          <Button size="small" kind="quiet" onClick={dismiss}>
            {t('do.dismiss')}
          </Button>
        </div>
      )}
      {data === undefined ? (
        list.error === null ? (
          <Skeleton rows={16} label={t('app.starting')} />
        ) : (
          <Blank title={t('blocks.title')}>
            <Problem problem={list.error} onRetry={() => void list.refetch()} />
          </Blank>
        )
      ) : data.snapshot === null ? (
        <Blank
          title={t('blocks.never.title')}
          actions={
            <Button kind="primary" isDisabled={asking.isBusy} onClick={asking.refresh}>
              {t(asking.isBusy ? 'blocks.asked' : 'blocks.never.do')}
            </Button>
          }
        >
          {failure === null ? (
            <p>{t('blocks.never.what')}</p>
          ) : (
            <Problem problem={failure} keyOf={{ profileId, onSaved: asking.refresh }} />
          )}
        </Blank>
      ) : data.types.length === 0 ? (
        <Blank title={t('blocks.empty.title')} />
      ) : shown.length === 0 ? (
        <Blank
          title={t('blocks.noneFound', { search })}
          actions={<Button onClick={() => setSearch('')}>{t('stage.clearSearch')}</Button>}
        />
      ) : (
        <TypesTable
          ref={tableRef}
          types={shown}
          search={search}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          onOpen={(type) => goTo({ screen: 'blocks', view: 'types', type: type.id })}
          rowHeight={rowHeight}
        />
      )}
    </>
  )
}
