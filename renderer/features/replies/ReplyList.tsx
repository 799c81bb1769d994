import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryId, ReplyId } from '../../../preload/contract/ids.ts'
import type { Reply } from '../../../preload/contract/replies.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useNow } from '../../app/state/now.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { RawReply } from '../../app/stage/RawReply.tsx'

type ReplyListProps = {
  readonly tree: StageTree
  readonly category: CategoryId
  /** The stage came with a file. */
  readonly isReadOnly: boolean
  readonly isBusy: boolean
  readonly onUse: (category: CategoryId, reply: ReplyId) => void
}

/** Newest first; older ones are seldom asked for. */
const mostReplies = 30

/** Stored replies of a category, each as it came, and which of them is the table. */
export const ReplyList = ({ tree, category, isReadOnly, isBusy, onUse }: ReplyListProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const stage = tree.stage.guid
  const [opened, setOpened] = useState<ReplyId | null>(null)
  const list = useQuery({
    queryKey: ['results', stage, 'replies', category],
    queryFn: () => fetchValue('reply:list', { category, limit: mostReplies }),
    gcTime: 10_000,
  })
  if (list.data === undefined) {
    return list.error === null ? (
      <Skeleton rows={4} label={t('replies.title')} />
    ) : (
      <Problem problem={list.error} onRetry={() => void list.refetch()} />
    )
  }
  const canUse = ({ standing, rows }: Reply): boolean => !isReadOnly && standing !== 'shown' && rows > 0
  return (
    <ul className="replies-list">
      {list.data.map((reply) => (
        <li key={reply.id} data-standing={reply.standing}>
          <div className="replies-row">
            <span className="replies-time" title={formatExact(reply.fetchedAt, language)}>
              {formatClock(reply.fetchedAt, nowMs, language)}
            </span>
            <span className="replies-rows">
              {t('stage.rows', { count: reply.rows, rows: formatCount(reply.rows, language) })}
            </span>
            <span className="replies-standing">{t(`replies.standing.${reply.standing}`)}</span>
            <span className="replies-text muted ellipsis" title={reply.text}>
              {reply.text}
            </span>
            <Button size="small" kind="quiet" onClick={() => setOpened(opened === reply.id ? null : reply.id)}>
              {t('stage.raw')}
            </Button>
            <Button size="small" isDisabled={isBusy || !canUse(reply)} onClick={() => onUse(category, reply.id)}>
              {t('replies.choose')}
            </Button>
          </div>
          {opened === reply.id ? <RawReply stage={stage} category={category} reply={reply.id} /> : null}
        </li>
      ))}
    </ul>
  )
}
