import { useState } from 'react'
import type { CategoryId, ReplyId } from '../../../preload/contract/ids.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { call } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { RepliesDialog } from './RepliesDialog.tsx'
import { asideText, asideTogether, categoryName, notedIn, shrunkText, shrunkTogether } from './replyNotes.ts'
import './replies.css'

type ReplyNoticesProps = {
  readonly tree: StageTree
  /** Categories in view. */
  readonly categories: readonly Category[]
}

/** Lines under the state of a stage: last replies that are not the table, and tables that lost much, with what can be done. */
export const ReplyNotices = ({ tree, categories }: ReplyNoticesProps) => {
  const { t, language } = useText()
  const { setProblem } = useStageFrame()
  const nowMs = useNow()
  const [isBusy, begin] = useBusy()
  const [shown, setShown] = useState<readonly CategoryId[]>([])
  const { aside, shrunk } = notedIn(categories)
  const stage = tree.stage.guid
  const isReadOnly = tree.stage.capsule !== undefined
  const words = { t, language, nowMs }

  const use = (category: CategoryId, reply: ReplyId): void =>
    begin(async () => {
      const answer = await call('reply:use', { stage, category, reply })
      if (!answer.ok) setProblem(answer.error)
    })
  const keep = (noted: readonly Category[]): void =>
    begin(async () => {
      const answer = await call('reply:keep', { stage, categories: noted.map(({ id }) => id) })
      if (!answer.ok) setProblem(answer.error)
    })
  const show = (noted: readonly Category[]) => (
    <Button size="small" onClick={() => setShown(noted.map(({ id }) => id))}>
      {t('replies.show')}
    </Button>
  )

  const [onlyAside] = aside
  const [onlyShrunk] = shrunk
  return (
    <>
      {onlyShrunk?.shrunk === undefined ? null : (
        <div className="reply-notice" role="status">
          <Mark kind="partial">
            {shrunk.length === 1
              ? `${categoryName(onlyShrunk, tree)}: ${shrunkText(onlyShrunk, words)}`
              : shrunkTogether(shrunk, words)}
          </Mark>
          <span className="reply-actions">
            {show(shrunk)}
            {shrunk.length > 1 || isReadOnly ? null : (
              <Button
                size="small"
                isDisabled={isBusy}
                onClick={() => use(onlyShrunk.id, onlyShrunk.shrunk?.before.reply ?? ('' as ReplyId))}
              >
                {t('replies.back', { time: formatClock(onlyShrunk.shrunk.before.fetchedAt, nowMs, language) })}
              </Button>
            )}
            <Button size="small" kind="quiet" isDisabled={isBusy} onClick={() => keep(shrunk)}>
              {t('replies.keep')}
            </Button>
          </span>
        </div>
      )}
      {onlyAside?.setAside === undefined ? null : (
        <div className="reply-notice" role="status">
          <Mark kind={aside.every(({ setAside }) => setAside?.reason === 'left') ? 'none' : 'stale'}>
            {aside.length === 1
              ? `${categoryName(onlyAside, tree)}: ${asideText(onlyAside, words)}`
              : asideTogether(aside, words)}
          </Mark>
          <span className="reply-actions">
            {show(aside)}
            {aside.length > 1 || isReadOnly ? null : (
              <Button
                size="small"
                kind="quiet"
                isDisabled={isBusy}
                onClick={() => use(onlyAside.id, onlyAside.setAside?.reply ?? ('' as ReplyId))}
              >
                {t('replies.use')}
              </Button>
            )}
          </span>
        </div>
      )}
      <RepliesDialog
        tree={tree}
        categories={shown}
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onUse={use}
        onClose={() => setShown([])}
      />
    </>
  )
}
