import { useQuery } from '@tanstack/react-query'
import type { BlockTypeId, ProfileId } from '../../../preload/contract/ids.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useText } from '../../text/text.ts'

type PreviewFrameProps = { readonly profileId: ProfileId; readonly id: BlockTypeId; readonly name: string }

/** The block in a document of its own. Its address is good for one load, so each showing asks for another. */
export const PreviewFrame = ({ profileId, id, name }: PreviewFrameProps) => {
  const { t } = useText()
  const preview = useQuery({
    queryKey: ['blocks', profileId, 'preview', id],
    queryFn: () => fetchValue('block:details', { profileId, id, withPreview: true }),
    gcTime: 0,
    staleTime: 0,
  })
  if (preview.isFetching) return <Skeleton rows={6} label={t('blocks.preview.title', { name })} />
  if (preview.error !== null) return <Problem problem={preview.error} onRetry={() => void preview.refetch()} />
  const address = preview.data?.state === 'stored' ? preview.data.block.preview : null
  return (
    <div className="fill">
      <p className="muted blocks-note">{t(address === null ? 'blocks.preview.none' : 'blocks.preview.what')}</p>
      {address === null ? null : (
        <iframe
          className="preview-frame"
          title={t('blocks.preview.title', { name })}
          sandbox=""
          referrerPolicy="no-referrer"
          src={address}
        />
      )}
    </div>
  )
}
