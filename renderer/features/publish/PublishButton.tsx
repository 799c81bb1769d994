import { Globe } from 'lucide-react'
import { useState } from 'react'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import './publishText.ts'
import { usePublishingOf } from './usePublishing.ts'

const PublishDialog = lazyPart(
  async () => (await import('./PublishDialog.tsx')).PublishDialog,
  () => null,
)

/** Opens the publishing of a stage, and says whether its website is kept up to date. */
export const PublishButton = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const { published, follow } = usePublishingOf(tree.stage.guid).data ?? { published: null, follow: null }
  const isTroubled = follow?.phase === 'problem' || follow?.phase === 'backing-off'
  const state = isTroubled ? 'problem' : published === null ? 'off' : 'on'
  return (
    <>
      <span className="bar-state" data-state={state}>
        <Button kind="quiet" icon={<Globe aria-hidden />} onClick={() => setOpen(true)} title={t('publish.show')}>
          <span className="is-capsule">
            {t(isTroubled ? 'publish.stuck' : published === null ? 'publish.show' : 'publish.published')}
          </span>
        </Button>
      </span>
      <PublishDialog tree={tree} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
