import { Tabs } from '@base-ui/react/tabs'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, MoreHorizontal, Search, Trash2, Upload, Download } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { CallSummary, SavedCall } from '../../../preload/contract/calls.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { useNow } from '../../app/state/now.ts'
import { menuOf } from '../../app/table/contextMenu.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useStore } from '../../app/state/store.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { ActionMenu, type MenuAction } from '../../components/ActionMenu.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { Tree } from '../../components/tree/Tree.tsx'
import { formatCount, formatExact, formatShortAge } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { callDraft, openInEditor, shownCall } from './callDraft.ts'
import { callRemoval, removeCallSoon, undoCallRemoval } from './callRemoval.ts'
import { useCalls } from './useCalls.ts'

const SEARCH_REST_MS = 200
const MORE_CALLS = 200
const MOST_CALLS = 1_000
const closed: ReadonlySet<string> = new Set()

/** The part of a path that tells calls apart. */
const shortPath = (path: string): string => path.replace(/^\/v3\/(?=.)/, '')

const HistoryNode = ({ entry }: { readonly entry: CallSummary }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const isBad = entry.verdict.kind === 'failed'
  const status = entry.status === null ? t('calls.noReply') : String(entry.status)
  return (
    <>
      <span className="calls-node-method mono">{entry.method}</span>
      <span
        className="tree-text ellipsis"
        title={`${entry.method} ${entry.path}\n${entry.profileName}\n${formatExact(entry.sentAt, language)}`}
      >
        {shortPath(entry.path)}
        {entry.query.length === 0 ? null : (
          <span className="muted"> {entry.query.map(({ value }) => value).join(' ')}</span>
        )}
      </span>
      {isBad ? (
        <span className="tree-mark">
          <CircleAlert className="tree-mark-problem" aria-hidden />
        </span>
      ) : null}
      <span className="tree-age">{status}</span>
      <span className="tree-count">{formatShortAge(entry.sentAt, nowMs, t)}</span>
    </>
  )
}

const SavedRow = ({ saved, onRename }: { readonly saved: SavedCall; readonly onRename: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const isOpen = useStore(callDraft).saved?.id === saved.id
  const open = (): void => openInEditor(saved, null, saved)
  const actions: readonly MenuAction[] = [
    { id: 'rename', label: t('do.rename'), onChoose: onRename },
    {
      id: 'remove',
      label: t('do.remove'),
      icon: <Trash2 aria-hidden />,
      isDangerous: true,
      onChoose: () => removeCallSoon(client, { saved: saved.id }, saved.name),
    },
  ]
  const showMenu = menuOf(saved.name, () => [{ id: 'open', label: t('menu.open'), onChoose: open }, ...actions])
  return (
    <li className="calls-saved-row" data-current={isOpen ? '' : undefined} onContextMenu={showMenu}>
      <button
        type="button"
        className="calls-saved-open column"
        aria-current={isOpen ? 'true' : undefined}
        title={`${saved.method} ${saved.path}`}
        onClick={open}
      >
        <span className="ellipsis">{saved.name}</span>
        <span className="muted mono ellipsis">
          {saved.method} {saved.path}
        </span>
      </button>
      <ActionMenu
        trigger={
          <button type="button" className="icon-button" aria-label={`${t('do.more')}: ${saved.name}`}>
            <MoreHorizontal aria-hidden />
          </button>
        }
        actions={actions}
      />
    </li>
  )
}

const UndoBar = () => {
  const { t } = useText()
  const removal = useStore(callRemoval)
  const [leftS, setLeftS] = useState(0)
  useEffect(() => {
    if (removal === null) return undefined
    const tick = (): void => setLeftS(Math.max(0, Math.ceil((removal.at - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [removal])
  if (removal === null) return null
  return (
    <div className="calls-undo row" role="status">
      <span className="ellipsis">{t('stages.removed', { name: removal.label })}</span>
      <Button size="small" onClick={undoCallRemoval}>
        {t('stages.undoIn', { count: leftS })}
      </Button>
    </div>
  )
}

const Files = ({
  hasSaved,
  onProblem,
}: {
  readonly hasSaved: boolean
  readonly onProblem: (problem: AnyProblem | null) => void
}) => {
  const { t } = useText()
  const client = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isClearing, setClearing] = useState(false)
  const startExport = useStartExport()
  const importFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    const answer = await call('call:save', { file: await chosen.text() })
    onProblem(answer.ok ? null : answer.error)
    void client.invalidateQueries({ queryKey: ['calls'] })
  }
  const clear = async (): Promise<void> => {
    setClearing(false)
    const answer = await call('call:remove', { isWholeHistory: true })
    if (answer.ok) shownCall.set(null)
    onProblem(answer.ok ? null : answer.error)
    void client.invalidateQueries({ queryKey: ['calls'] })
  }
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('calls.import')}
        onChange={(event) => {
          void importFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <ActionMenu
        trigger={
          <button type="button" className="icon-button" aria-label={t('do.more')} title={t('do.more')}>
            <MoreHorizontal aria-hidden />
          </button>
        }
        actions={[
          {
            id: 'import',
            label: t('calls.import'),
            icon: <Upload aria-hidden />,
            onChoose: () => file.current?.click(),
          },
          ...(hasSaved
            ? [
                {
                  id: 'export',
                  label: t('calls.exportSaved'),
                  icon: <Download aria-hidden />,
                  onChoose: () => void startExport(call('call:export', { as: 'saved' })).then(onProblem),
                },
              ]
            : []),
          {
            id: 'clear',
            label: t('calls.clear'),
            icon: <Trash2 aria-hidden />,
            isDangerous: true,
            onChoose: () => setClearing(true),
          },
        ]}
      />
      <Confirm
        title={t('calls.clear.title')}
        effect={t('calls.clear.effect')}
        confirmLabel={t('calls.clear')}
        cancelLabel={t('do.cancel')}
        isOpen={isClearing}
        onConfirm={() => void clear()}
        onCancel={() => setClearing(false)}
      />
    </>
  )
}

/** Everything that was sent, and what was saved under a name. */
export const CallList = ({ onRename }: { readonly onRename: (saved: SavedCall) => void }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [tab, setTab] = useState<'history' | 'saved'>('history')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(MORE_CALLS)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const shown = useStore(shownCall)
  const removal = useStore(callRemoval)
  const list = useCalls(useDebounced(search.trim(), SEARCH_REST_MS), limit)
  const leaving = removal === null ? null : 'id' in removal.what ? removal.what.id : removal.what.saved
  const calls = (list.data?.calls ?? []).filter(
    ({ id }) => removal === null || !('id' in removal.what) || id !== leaving,
  )
  const saved = (list.data?.saved ?? []).filter(
    ({ id }) => removal === null || !('saved' in removal.what) || id !== leaving,
  )
  const byId = new Map(calls.map((entry) => [String(entry.id), entry]))
  const select = (id: string): void => {
    const entry = byId.get(id)
    if (entry !== undefined) shownCall.set(entry.id)
  }
  const showMenu = (id: string, event: MouseEvent): void => {
    const entry = byId.get(id)
    if (entry === undefined) return
    const { method, path } = entry
    menuOf(`${method} ${shortPath(path)}`, () => [
      { id: 'open', label: t('menu.open'), onChoose: () => shownCall.set(entry.id) },
      {
        id: 'remove',
        label: t('do.remove'),
        isDangerous: true,
        onChoose: () => removeCallSoon(client, { id: entry.id }, `${method} ${path}`),
      },
    ])(event)
  }
  const renderNode = (id: string): ReactNode => {
    const entry = byId.get(id)
    return entry === undefined ? null : <HistoryNode entry={entry} />
  }
  const total = list.data?.total ?? 0
  return (
    <>
      <div className="pane-head row">
        <h2 className="pane-title">{t('calls.title')}</h2>
        <Files hasSaved={saved.length > 0} onProblem={setProblem} />
      </div>
      {problem === null ? null : (
        <div className="calls-problem">
          <Problem problem={problem} />
        </div>
      )}
      <div className="calls-list-search search" role="search">
        <Search aria-hidden />
        <input
          className="input"
          type="text"
          aria-label={t('calls.search')}
          placeholder={t('calls.search')}
          value={search}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Tabs.Root
        className="calls-list-tabs fill"
        value={tab}
        onValueChange={(value) => setTab(value === 'saved' ? 'saved' : 'history')}
      >
        <Tabs.List className="tab-list">
          <Tabs.Tab className="tab" value="history">
            {t('calls.history')}
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="saved">
            {t('calls.saved')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="calls-list fill" value="history" tabIndex={-1}>
          {list.data === undefined ? (
            list.error === null ? (
              <Skeleton rows={6} label={t('calls.history')} />
            ) : (
              <Problem problem={list.error} onRetry={() => void list.refetch()} />
            )
          ) : calls.length === 0 ? (
            <p className="muted calls-note">{t(search.trim() === '' ? 'calls.history.empty' : 'calls.search.none')}</p>
          ) : (
            <>
              <Tree
                label={t('calls.history')}
                nodes={calls.map((entry) => ({ id: String(entry.id), label: shortPath(entry.path) }))}
                selectedId={shown ?? ''}
                openIds={closed}
                onSelect={select}
                onToggle={() => undefined}
                renderNode={renderNode}
                onMenu={showMenu}
              />
              {calls.length >= total || limit >= MOST_CALLS ? null : (
                <div className="calls-more">
                  <Button size="small" onClick={() => setLimit(Math.min(MOST_CALLS, limit + MORE_CALLS))}>
                    {t('calls.more', {
                      shown: formatCount(calls.length, language),
                      total: formatCount(total, language),
                    })}
                  </Button>
                </div>
              )}
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel className="calls-list fill" value="saved" tabIndex={-1}>
          {saved.length === 0 ? (
            <p className="muted calls-note">{t(search.trim() === '' ? 'calls.saved.empty' : 'calls.search.none')}</p>
          ) : (
            <ul className="calls-saved">
              {saved.map((one) => (
                <SavedRow key={one.id} saved={one} onRename={() => onRename(one)} />
              ))}
            </ul>
          )}
        </Tabs.Panel>
      </Tabs.Root>
      <UndoBar />
    </>
  )
}
