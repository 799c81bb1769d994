import { useQuery } from '@tanstack/react-query'
import type { CategoryId, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import { Problem } from '../problems/Problem.tsx'
import { useNow } from '../state/now.ts'
import { fetchValue } from '../state/queries.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

type RawReplyProps = {
  readonly stage: StageGuid
  readonly category: CategoryId
  /** The newest one without it. */
  readonly reply?: ReplyId
}

/** A stored body of a category, as it came. */
export const RawReply = ({ stage, category, reply }: RawReplyProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
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
  const { text, isCut, sizeBytes, sha256, status, contentType, fetchedAt, url } = raw.data
  return (
    <div className="raw fill">
      <div className="small muted">
        <p>
          {t('raw.meta', {
            status,
            type: contentType,
            size: formatSize(sizeBytes, t, language),
            time: formatClock(fetchedAt, nowMs, language),
          })}
        </p>
        <p className="mono raw-url">{url}</p>
        <p className="mono raw-url">{t('raw.hash', { hash: sha256 })}</p>
        {isCut ? <p>{t('raw.cut')}</p> : null}
      </div>
      <pre className="raw-text mono" tabIndex={0} aria-label={t('raw.title')} role="region">
        {text}
      </pre>
    </div>
  )
}
