import { Popover } from '@base-ui/react/popover'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { watchMark } from '../../app/watchState.ts'
import { useText } from '../../text/text.ts'
import './watch.css'

const WatchForm = lazyPart(async () => (await import('./WatchForm.tsx')).WatchForm)

/** Starts, changes and stops the watch of a stage. */
export const WatchControl = ({ tree }: { readonly tree: StageTree }) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const watch = tree.watch
  const canWatch = tree.stage.profileId !== null
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button button-plain button-normal watch-button"
        disabled={!canWatch}
        title={t(tree.stage.capsule === undefined ? 'watch.title' : 'capsule.readOnly')}
        data-phase={watch === null ? 'off' : watchMark(watch)}
      >
        <Radio aria-hidden />
        <span className="watch-button-text">{t(watch === null ? 'watch.do' : 'watch.on')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" side="bottom" align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="bubble watch-bubble">
            <Popover.Title className="bubble-title">{t('watch.title')}</Popover.Title>
            <WatchForm tree={tree} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
