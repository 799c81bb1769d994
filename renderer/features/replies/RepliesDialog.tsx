import { useState } from 'react'
import type { CategoryId, ReplyId } from '../../../preload/contract/ids.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { Choice } from '../../components/Choice.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { allCategories } from '../../app/stage/scope.ts'
import { categoryName } from './replyNotes.ts'

const ReplyList = lazyPart(async () => (await import('./ReplyList.tsx')).ReplyList)

type RepliesDialogProps = {
  readonly tree: StageTree
  /** Whose replies are shown; none: closed. */
  readonly categories: readonly CategoryId[]
  /** The stage came with a file. */
  readonly isReadOnly: boolean
  readonly isBusy: boolean
  readonly onUse: (category: CategoryId, reply: ReplyId) => void
  readonly onClose: () => void
}

/** The stored replies of one of these categories at a time. */
export const RepliesDialog = ({ tree, categories, isReadOnly, isBusy, onUse, onClose }: RepliesDialogProps) => {
  const { t } = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  const listed = allCategories(tree).filter(({ id }) => categories.includes(id))
  const current = listed.find(({ id }) => id === chosen) ?? listed[0]
  return (
    <Modal
      title={current === undefined ? t('replies.title') : `${t('replies.title')}: ${categoryName(current, tree)}`}
      isOpen={current !== undefined}
      onClose={onClose}
      size="wide"
    >
      {listed.length < 2 ? null : (
        <Choice
          label={t('stage.category')}
          value={current?.id ?? ''}
          options={listed.map((category) => ({ value: category.id as string, label: categoryName(category, tree) }))}
          onChange={setChosen}
        />
      )}
      {current === undefined ? null : (
        <ReplyList
          key={current.id}
          tree={tree}
          category={current.id}
          isReadOnly={isReadOnly}
          isBusy={isBusy}
          onUse={onUse}
        />
      )}
    </Modal>
  )
}
