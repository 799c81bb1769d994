import { Tabs } from '@base-ui/react/tabs'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, MoreHorizontal, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CallReply } from '../../../preload/contract/calls.ts'
import type { CallId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { describeProblem } from '../../app/problems/describeProblem.ts'
import { isKeyProblem } from '../../app/problems/isKeyProblem.ts'
import { KeyForm } from '../../app/problems/KeyForm.tsx'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAge, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { openInEditor } from './callDraft.ts'
import { removeCallSoon } from './callRemoval.ts'
import { ReplyChanges } from './ReplyChanges.tsx'
import { ReplyDetails } from './ReplyDetails.tsx'
import { ReplyTable } from './ReplyTable.tsx'
import { ReplyText } from './ReplyText.tsx'
import { useReply } from './useReply.ts'

type Tab = 'table' | 'text' | 'details' | 'changes'

const Verdict = ({ reply }: { readonly reply: CallReply }) => {
  const { t, language } = useText()
  const { verdict } = reply
  switch (verdict.kind) {
    case 'success':
      return (
        <Mark kind="ok">
          {verdict.message === null ? t('calls.verdict.success') : `${t('calls.verdict.success')}: ${verdict.message}`}
        </Mark>
      )
    case 'no-envelope':
      return <Mark kind="none">{t('calls.verdict.no-envelope')}</Mark>
    case 'failed':
      return <Mark kind="problem">{describeProblem(verdict.error, t, language).what}</Mark>
    default:
      return verdict satisfies never
  }
}

const requestIn = ({ method, path, query, requestBody }: CallReply) => ({ method, path, query, body: requestBody })

type ReplyHeadProps = {
  readonly reply: CallReply
  readonly onAgain: (() => void) | null
  readonly onProblem: (problem: AnyProblem | null) => void
}

const ReplyHead = ({ reply, onAgain, onProblem }: ReplyHeadProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const nowMs = useNow()
  const startExport = useStartExport()
  const type = reply.headers['content-type'] ?? ''
  return (
    <header className="calls-reply-head stack">
      <div className="calls-reply-line row">
        <h2 className="mono ellipsis" title={`${reply.method} ${reply.path}`}>
          {reply.method} {reply.path}
        </h2>
        <span className="gap" />
        <Button size="small" icon={<RotateCw aria-hidden />} isDisabled={onAgain === null} onClick={() => onAgain?.()}>
          {t('calls.again')}
        </Button>
        <ActionMenu
          trigger={
            <button type="button" className="icon-button" aria-label={t('do.more')} title={t('do.more')}>
              <MoreHorizontal aria-hidden />
            </button>
          }
          actions={[
            {
              id: 'edit',
              label: t('calls.edit'),
              icon: <Pencil aria-hidden />,
              onChoose: () => openInEditor(requestIn(reply), reply.profileId, null),
            },
            ...(reply.status === null
              ? []
              : [
                  {
                    id: 'file',
                    label: t('calls.toFile'),
                    icon: <FileDown aria-hidden />,
                    onChoose: () => void startExport(call('call:export', { id: reply.id, as: 'body' })).then(onProblem),
                  },
                ]),
            {
              id: 'remove',
              label: t('do.remove'),
              icon: <Trash2 aria-hidden />,
              isDangerous: true,
              onChoose: () => removeCallSoon(client, { id: reply.id }, `${reply.method} ${reply.path}`),
            },
          ]}
        />
      </div>
      <div className="calls-reply-facts">
        <Verdict reply={reply} />
        {reply.status === null ? null : <span>HTTP {reply.status}</span>}
        <span>{t('calls.took', { ms: formatCount(reply.tookMs, language) })}</span>
        {type === '' ? null : <span className="muted ellipsis">{type}</span>}
        <span className="muted" title={formatExact(reply.sentAt, language)}>
          {formatAge(reply.sentAt, nowMs, t)}
        </span>
        {reply.isText ? null : <Mark kind="partial">{t('calls.notText')}</Mark>}
      </div>
    </header>
  )
}

const tabsOf = (reply: CallReply): readonly Tab[] => [
  ...(reply.table === null ? [] : (['table'] as const)),
  ...(reply.status === null ? [] : (['text'] as const)),
  'details',
  ...(reply.status === null ? [] : (['changes'] as const)),
]

const Panel = ({
  tab,
  reply,
  onProblem,
}: { readonly tab: Tab; readonly reply: CallReply } & Pick<ReplyHeadProps, 'onProblem'>) => {
  switch (tab) {
    case 'table':
      return reply.table === null ? null : <ReplyTable reply={{ ...reply, table: reply.table }} onProblem={onProblem} />
    case 'text':
      return <ReplyText reply={reply} />
    case 'details':
      return <ReplyDetails reply={reply} />
    case 'changes':
      return <ReplyChanges reply={reply} />
    default:
      return tab satisfies never
  }
}

const Loaded = ({ reply, onAgain }: { readonly reply: CallReply; readonly onAgain: (() => void) | null }) => {
  const { t } = useText()
  const tabs = tabsOf(reply)
  const hasRows = (reply.table?.rows ?? 0) > 0
  const [tab, setTab] = useState<Tab>(tabs.find((one) => one !== 'table' || hasRows) ?? 'details')
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const { verdict } = reply
  const key = verdict.kind === 'failed' && isKeyProblem(verdict.error) ? verdict.error : null
  return (
    <>
      <ReplyHead reply={reply} onAgain={onAgain} onProblem={setProblem} />
      {problem === null ? null : (
        <div className="calls-problem">
          <Problem problem={problem} />
        </div>
      )}
      {key === null || reply.profileId === null || onAgain === null ? null : (
        <div className="calls-problem">
          <KeyForm profileId={reply.profileId} which={key.which} saveLabel={t('problem.key.save')} onSaved={onAgain} />
        </div>
      )}
      <Tabs.Root
        className="fill"
        value={tab}
        onValueChange={(value) => setTab(tabs.find((one) => one === value) ?? 'details')}
      >
        <Tabs.List className="tab-list calls-tab-list">
          {tabs.map((one) => (
            <Tabs.Tab key={one} className="tab" value={one}>
              {t(`calls.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} className={`fill calls-panel-${one}`} value={one} tabIndex={-1}>
            <Panel tab={one} reply={reply} onProblem={setProblem} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  )
}

type ReplyViewProps = {
  readonly id: CallId
  /** Null while another call is under way. */
  readonly onAgain: ((reply: CallReply) => void) | null
}

/** A stored reply: what the service said, then its list, its fields and text, headers and what changed since another one. */
export const ReplyView = ({ id, onAgain }: ReplyViewProps) => {
  const { t } = useText()
  const reply = useReply(id)
  if (reply.data === undefined) {
    return reply.error === null ? (
      <Skeleton rows={8} label={t('calls.reply')} />
    ) : (
      <div className="calls-problem">
        <Problem problem={reply.error} onRetry={() => void reply.refetch()} />
      </div>
    )
  }
  const loaded = reply.data
  return <Loaded reply={loaded} onAgain={onAgain === null ? null : () => onAgain(loaded)} />
}
