import { useRef, useState } from 'react'
import type { ChangeMark, ChangesQuery, ChangeType } from '../../../preload/contract/changes.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { allCategories, categoriesIn } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { StageSlot } from '../../app/stage/StageSlot.tsx'
import { formatMoment, groupChanges, recentSince, type ChangeGroup } from './changeGroups.ts'
import { ChangeRow } from './ChangeRow.tsx'
import { ChangesToolbar, type Since } from './ChangesToolbar.tsx'
import { SinceLine } from './SinceLine.tsx'
import { useChanges, useMarkChanges } from './useChanges.ts'
import './changes.css'

/** Shown at first, and more at each wish. */
const STEP = 200

const Group = ({ group, tree }: { readonly group: ChangeGroup; readonly tree: StageTree }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const categories = allCategories(tree).map(({ id }) => id)
  return (
    <tbody>
      <tr className="changes-moment">
        <th scope="rowgroup" colSpan={5}>
          <time dateTime={group.at} title={formatExact(group.at, language)}>
            {formatMoment(group.at, nowMs, language)}
          </time>{' '}
          {group.count === null ? null : (
            <span className="muted">
              {t('changes.count', { count: group.count, rows: formatCount(group.count, language) })}
            </span>
          )}
        </th>
      </tr>
      {group.lines.map((line) => (
        <ChangeRow key={line[0].id} stage={tree.stage.guid} line={line} order={categories} />
      ))}
    </tbody>
  )
}

type ListProps = {
  readonly tree: StageTree
  readonly groups: readonly ChangeGroup[]
  readonly rest: number
  readonly onMore: () => void
}

const List = ({ tree, groups, rest, onMore }: ListProps) => {
  const { t } = useText()
  return (
    <div
      className="stage-changes scroll"
      role="region"
      aria-label={t('changes.label')}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        if (moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault()
      }}
    >
      <table className="card-table changes-table">
        <thead>
          <tr>
            <th scope="col">{t('changes.type')}</th>
            <th scope="col" className="change-bib">
              {t('role.bib')}
            </th>
            <th scope="col">{t('role.name')}</th>
            <th scope="col">{t('card.category')}</th>
            <th scope="col">{t('changes.what')}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.lines.at(-1)?.[0].id ?? group.at} group={group} tree={tree} />
        ))}
      </table>
      {rest > 0 ? (
        <p className="changes-more">
          <Button size="small" onClick={onMore}>
            {t('changes.more', { count: Math.min(rest, STEP) })}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

/** Changes of the service, newest first, grouped by poll. */
export const ChangesView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const { scope, setScope, setProblem } = useStageFrame()
  const nowMs = useNow()
  const [search, setSearch] = useState('')
  const [since, setSince] = useState<Since>('all')
  const [types, setTypes] = useState<readonly ChangeType[]>([])
  const [areArrivalsWanted, setArrivalsWanted] = useState<boolean | null>(null)
  // A list that is printed or handed over already lacks who arrived since, too.
  const areArrivalsShown = areArrivalsWanted ?? (since === 'printed' || since === 'exported')
  const [isExportOpen, setExportOpen] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  const query: ChangesQuery = {
    stage: tree.stage.guid,
    ...(search.trim() === '' ? {} : { search }),
    ...(since === 'all' ? {} : { since: since === 'recent' ? (recentSince(nowMs) as Instant) : since }),
    ...(types.length === 0 ? {} : { types }),
    ...(areArrivalsShown ? {} : { areFinishes: false }),
    ...(scope.kind === 'all' ? {} : { categories: categoriesIn(scope, tree).map(({ id }) => id) }),
  }
  const page = useChanges(query, STEP, true)
  const mark = useMarkChanges(query)
  const startExport = useStartExport()
  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
    export: () => setExportOpen(true),
  })
  const { data } = page
  const count = (value: number): string => formatCount(value, language)
  const arrivals = data?.arrivals ?? 0
  const total = data?.total ?? 0
  const groups = groupChanges(data?.changes ?? [], page.rest === 0)
  // A line may be of several categories, so lines that are not read cannot be counted.
  const listed = page.rest === 0 ? groups.reduce((sum, { lines }) => sum + lines.length, 0) : null
  const clear = (): void => {
    setSearch('')
    setSince('all')
    setTypes([])
    setArrivalsWanted(true)
    setScope({ kind: 'all' })
  }
  const markAs = (what: ChangeMark): void => void mark(what, data?.lastId ?? 0).then(setProblem)
  const isOnlySince = since !== 'all' && search.trim() === '' && types.length === 0 && scope.kind === 'all'
  const counted: ChangeMark = since === 'printed' || since === 'exported' ? since : 'looked'
  return (
    <>
      {data === undefined ? null : (
        <StageSlot name="count">
          {t('stage.people', { count: data.people, people: count(data.people) })}
          {listed === null ? null : `, ${t('changes.count', { count: listed, rows: count(listed) })}`}
        </StageSlot>
      )}
      <ChangesToolbar
        search={search}
        onSearch={setSearch}
        searchRef={searchRef}
        since={since}
        onSince={setSince}
        types={types}
        onTypes={setTypes}
        areArrivalsShown={areArrivalsShown}
        onArrivalsShown={setArrivalsWanted}
        counts={data?.counts ?? {}}
        total={total}
        isExportOpen={isExportOpen}
        onExportOpen={setExportOpen}
        onExport={(options) =>
          void startExport(call('results:export', { changes: query, ...options })).then(setProblem)
        }
      />
      {data === undefined ? (
        page.error === null ? (
          <Skeleton rows={12} label={t('changes.label')} />
        ) : (
          <div className="changes-problem">
            <Problem problem={page.error} onRetry={page.retry} />
          </div>
        )
      ) : data.lastId === 0 ? (
        <Blank title={t('changes.none')}>
          <p>{t('changes.none.what')}</p>
          <p>{t('changes.none.todo')}</p>
        </Blank>
      ) : (
        <>
          <SinceLine mark={counted} marks={data.marks} onMark={markAs} />
          {data.changes.length === 0 ? (
            <Blank
              title={t(isOnlySince ? 'changes.nothing.since' : 'changes.nothing')}
              actions={<Button onClick={clear}>{t('changes.clear')}</Button>}
            >
              {arrivals > 0 ? (
                <p>{t('changes.onlyArrivals', { rows: count(arrivals) })}</p>
              ) : isOnlySince ? null : (
                <p>{t('changes.nothing.what')}</p>
              )}
            </Blank>
          ) : (
            <List tree={tree} groups={groups} rest={page.rest} onMore={page.more} />
          )}
        </>
      )}
    </>
  )
}

/** Moves the focus to the next or previous thing to open in the list; false when there is none. */
const moveFocus = (list: HTMLElement, by: 1 | -1): boolean => {
  const stops = [...list.querySelectorAll<HTMLElement>('.change-open')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? stops[by === 1 ? 0 : stops.length - 1] : stops[at + by]
  if (next === undefined) return false
  next.focus()
  return true
}
