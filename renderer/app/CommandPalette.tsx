import { Dialog } from '@base-ui/react/dialog'
import { useText } from '../text/text.ts'
import { lazyPart } from './lazyPart.ts'
import './commandPalette.css'

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette)

/** Every screen, stage and action by name. */
export const CommandPalette = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal palette" aria-label={t('palette.title')} data-modal="">
          <Palette onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
