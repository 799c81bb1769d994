import type { CallId } from '../../../preload/contract/ids.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { JsonTree } from '../../components/tree/JsonTree.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'
import { usePiece } from './useReply.ts'

export const ReplyTree = ({ id }: { readonly id: CallId }) => {
  const { t } = useText()
  const tree = usePiece(id, { kind: 'tree' })
  if (tree.data === undefined) {
    return tree.error === null ? (
      <Skeleton rows={8} label={t('calls.text.tree')} />
    ) : (
      <Problem problem={tree.error} onRetry={() => void tree.refetch()} />
    )
  }
  return (
    <>
      {tree.data.isCut ? (
        <p className="calls-note">
          <Mark kind="partial">{t('calls.tree.cut')}</Mark>
        </p>
      ) : null}
      <JsonTree value={tree.data.value} label={t('calls.text.tree')} isOpen={3} />
    </>
  )
}
