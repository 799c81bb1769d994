import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, ChevronUp, FileDown, Layers, PanelLeft, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BlockDetails, BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { goTo } from '../../app/route.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { Blank } from '../../components/Blank.tsx'
import { useIsMainOffline } from '../../app/services/useServices.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { CODE_FIELDS, CODE_LANGUAGES, codeOf } from './codeText.ts'
import { CodeView } from './CodeView.tsx'
import { Configuration } from './Configuration.tsx'
import { FetchingTypes } from './FetchingTypes.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { Age, SetAsideMark, StateBar } from './StateFacts.tsx'
import { detailsQuery, listQuery, useExportBlocks, useJob } from './useBlocks.ts'

type Tab = (typeof CODE_FIELDS)[number] | 'configuration' | 'preview' | 'raw'

const isTab = (value: unknown): value is Tab =>
  ['template', 'css', 'js', 'configuration', 'preview', 'raw'].some((tab) => tab === value)

type BlockTabsProps = {
  readonly profileId: ProfileId
  readonly block: BlockDetails
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
}

const BlockTabs = ({ profileId, block, tab, onTab }: BlockTabsProps) => {
  const { t } = useText()
  const { received, sizesBytes, type } = block
  const tabs: readonly (readonly [Tab, isEmpty: boolean])[] = [
    ['template', sizesBytes.template === 0],
    ['css', sizesBytes.css === 0],
    ['js', sizesBytes.js === 0],
    ['configuration', sizesBytes.configuration === 0],
    ['preview', false],
    ['raw', false],
  ]
  return (
    <Tabs.Root
      className="blocks-tabs fill"
      value={tab}
      onValueChange={(next: unknown) => (isTab(next) ? onTab(next) : undefined)}
    >
      <Tabs.List className="tab-list" aria-label={type.name}>
        {tabs.map(([name, isEmpty]) => (
          <Tabs.Tab key={name} className="tab" value={name}>
            {t(`blocks.tab.${name}`)}
            {isEmpty ? <span className="blocks-empty">{t('blocks.code.empty')}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CODE_FIELDS.map((field) => (
        <Tabs.Panel key={field} className="blocks-panel fill" value={field}>
          <CodeView
            code={codeOf(received, field)}
            language={CODE_LANGUAGES[field]}
            label={`${t(`blocks.tab.${field}`)}: ${type.name}`}
          />
        </Tabs.Panel>
      ))}
      <Tabs.Panel className="blocks-panel fill blocks-scroll scroll" value="configuration" tabIndex={0}>
        <Configuration value={received['configuration']} />
      </Tabs.Panel>
      <Tabs.Panel className="blocks-panel fill" value="preview">
        <PreviewFrame profileId={profileId} id={type.id} name={type.name} />
      </Tabs.Panel>
      <Tabs.Panel className="blocks-panel fill" value="raw">
        <CodeView
          code={JSON.stringify(received, null, 2)}
          language="json"
          label={`${t('blocks.tab.raw')}: ${type.name}`}
        />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

type TypeViewProps = {
  readonly profileId: ProfileId
  readonly id: BlockTypeId
  /** All types, in the order of the list. */
  readonly types: readonly BlockType[]
  readonly onShowList: () => void
}

/** Remembered while the screen is open, so that types can be compared tab by tab. */
let lastTab: Tab = 'template'

/** One block type with everything it holds. */
export const TypeView = ({ profileId, id, types, onShowList }: TypeViewProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const isOffline = useIsMainOffline(profileId)
  const [tab, setTab] = useState<Tab>(lastTab)
  const [askedFor, setAskedFor] = useState<JobId | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const details = useQuery(detailsQuery(profileId, id))
  const list = useQuery(listQuery(profileId)).data
  const whole = list?.whole ?? null
  const setAside = list?.setAside ?? null
  const exportBlocks = useExportBlocks(profileId, setProblem)
  const opening = details.data
  const block = opening?.state === 'stored' ? opening.block : null
  const jobId = askedFor ?? (opening?.state === 'fetching' ? opening.jobId : null)
  const job = useJob(jobId)
  const isFetching = jobId !== null && (job === undefined || job.state === 'running')
  const { refetch } = details
  const isBehind = job?.state === 'done' && opening?.state === 'fetching'
  useEffect(() => {
    // A quick job may end before the reply with its ID arrives.
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  const place = types.findIndex((type) => type.id === id)
  const type = block?.type ?? types[place]
  const fetchAll = async (): Promise<void> => {
    const answer = await call('block:details', { profileId, id, isRefresh: true })
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok && answer.value.state === 'fetching') setAskedFor(answer.value.jobId)
  }
  const move = (by: -1 | 1): void => {
    const next = place < 0 ? undefined : types[place + by]
    if (next !== undefined) goTo({ screen: 'blocks', view: 'types', type: next.id })
  }
  const save = (one: boolean): void => exportBlocks(one ? id : undefined)
  useShortcuts({
    refresh: () => (isFetching ? undefined : void fetchAll()),
    export: () => (block === null ? undefined : save(true)),
  })
  const isMissing = details.error?.kind === 'not-found'
  const jobError = job?.state === 'failed' ? job.error : null
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={type?.name ?? id}>
        <span className="only-narrow">
          <IconButton label={t('blocks.groups')} icon={<PanelLeft aria-hidden />} onClick={onShowList} />
        </span>
        <IconButton
          label={t('blocks.toList')}
          keys="Esc"
          icon={<ArrowLeft aria-hidden />}
          onClick={() => goTo({ screen: 'blocks', view: 'types' })}
        />
        <IconButton
          label={t('blocks.open.previous')}
          icon={<ChevronUp aria-hidden />}
          isDisabled={place <= 0}
          onClick={() => move(-1)}
        />
        <IconButton
          label={t('blocks.open.next')}
          icon={<ChevronDown aria-hidden />}
          isDisabled={place < 0 || place === types.length - 1}
          onClick={() => move(1)}
        />
        <span className="gap" />
        <ActionMenu
          heading={t('blocks.export.what')}
          trigger={
            <button type="button" className="button button-quiet" disabled={block === null}>
              <FileDown aria-hidden />
              {t('blocks.export')}
            </button>
          }
          actions={[
            { id: 'one', label: t('blocks.export.one'), onChoose: () => save(true) },
            { id: 'all', label: t('blocks.export.all'), onChoose: () => save(false) },
          ]}
        />
        <Button icon={<RefreshCw aria-hidden />} isDisabled={isFetching} title="F5" onClick={() => void fetchAll()}>
          {t('blocks.fetchAll')}
        </Button>
      </div>
      <StateBar title={type?.name ?? id}>
        <span className="muted mono state-part blocks-fixed">{id}</span>
        {type === undefined || type.group === '' ? null : (
          <span className="muted state-part ellipsis blocks-group">{type.group}</span>
        )}
        {type?.isWrapping === true ? (
          <span className="state-part blocks-fixed blocks-wraps" title={t('blocks.wrapping.what')}>
            <Layers aria-hidden />
            {t('blocks.wrapping')}
          </span>
        ) : null}
        <span className="gap" />
        {block === null ? null : (
          <>
            {setAside === null ? null : <SetAsideMark setAside={setAside} />}
            <Age at={block.snapshot.checkedAt} isOffline={isOffline} textKey="blocks.details.asOf" />
          </>
        )}
      </StateBar>
      {block !== null && (problem !== null || jobError !== null) ? (
        <div className="stage-problem">
          <Problem problem={problem ?? jobError ?? { kind: 'cancelled' }} />
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              setProblem(null)
              setAskedFor(null)
            }}
          >
            {t('do.dismiss')}
          </Button>
        </div>
      ) : null}
      {isFetching ? (
        <FetchingTypes job={job} />
      ) : block !== null ? (
        <BlockTabs
          profileId={profileId}
          block={block}
          tab={tab}
          onTab={(next) => {
            lastTab = next
            setTab(next)
          }}
        />
      ) : job?.state === 'failed' || job?.state === 'cancelled' || job?.state === 'interrupted' || problem !== null ? (
        <Blank
          title={type?.name ?? id}
          actions={
            <Button kind="primary" onClick={() => void fetchAll()}>
              {t('blocks.fetch.do')}
            </Button>
          }
        >
          {problem !== null || (jobError !== null && job?.state === 'failed') ? (
            <Problem problem={problem ?? jobError ?? { kind: 'cancelled' }} />
          ) : (
            <p>{t('blocks.cancelled')}</p>
          )}
        </Blank>
      ) : isMissing ? (
        <Blank
          title={t('blocks.missing.title')}
          actions={
            <Button kind="primary" onClick={() => void fetchAll()}>
              {t('blocks.fetchAll')}
            </Button>
          }
        >
          {whole === null ? null : (
            <p>{t('blocks.missing.what', { time: formatClock(whole.checkedAt, nowMs, language) })}</p>
          )}
        </Blank>
      ) : details.error === null ? (
        <Skeleton rows={16} label={t('app.starting')} />
      ) : (
        <Blank title={type?.name ?? id}>
          <Problem problem={details.error} onRetry={() => void details.refetch()} />
        </Blank>
      )}
    </>
  )
}
