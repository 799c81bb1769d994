import { useQuery } from '@tanstack/react-query'
import type { CategoryId, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import { Problem } from '../problems/Problem.tsx'
import { RawFacts, RawText } from '../RawBody.tsx'
import { fetchValue } from '../state/queries.ts'
import { Fold } from '../../components/Fold.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'

type RawReplyProps = {
  readonly stage: StageGuid
  readonly category: CategoryId
  /** The newest one without it. */
  readonly reply?: ReplyId
}

/** A stored body of a category, as it came. */
export const RawReply = ({ stage, category, reply }: RawReplyProps) => {
  const { t } = useText()
  const raw = useQuery({
    queryKey: ['results', stage, 'raw', category, reply ?? null],
    queryFn: () => fetchValue('results:raw', reply === undefined ? { category } : { category, reply }),
    gcTime: 10_000,
  })
  if (raw.data === undefined) {
    return raw.error === null ? (
      <Skeleton rows={8} label={t('raw.title')} />
    ) : (
      <Problem problem={raw.error} onRetry={() => void raw.refetch()} />
    )
  }
  return (
    <div className="raw fill">
      <RawText text={raw.data.text} isCut={raw.data.isCut} />
      <Fold title={t('do.details')}>
        <RawFacts raw={raw.data} />
      </Fold>
    </div>
  )
}
