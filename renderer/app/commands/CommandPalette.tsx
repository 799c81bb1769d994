import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/text.ts'
import { lazyPart } from '../lazyPart.ts'
import type { PaletteProps } from './Palette.tsx'
import { PanePlace, type PlaceProps } from '../PartPlace.tsx'
import { isEnter } from './shortcuts.ts'
import './commandPalette.css'

/** Holds early keystrokes until the palette has loaded. */
const PalettePlace = ({ typed, onType, onEnter, hasFailed, onRetry }: PaletteProps & PlaceProps) => {
  const { t } = useText()
  return (
    <>
      <div className="palette-input row">
        <Search aria-hidden />
        <input
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => (isEnter(event.nativeEvent) && typed.trim() !== '' ? onEnter(true) : undefined)}
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          autoFocus
        />
      </div>
      <div className="palette-list">
        <PanePlace hasFailed={hasFailed} onRetry={onRetry} />
      </div>
    </>
  )
}

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette, PalettePlace)

const OpenPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const [{ typed, isEntered }, set] = useState({ typed: '', isEntered: false })
  return (
    <Palette
      typed={typed}
      isEntered={isEntered}
      onType={(text) => set({ typed: text, isEntered: false })}
      onEnter={(entered) => set((held) => ({ ...held, isEntered: entered }))}
      onClose={onClose}
    />
  )
}

/** Every screen, stage and action by name. */
export const CommandPalette = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal palette" aria-label={t('palette.title')} data-modal="">
          <OpenPalette onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
