import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useText } from '../text/text.ts'
import './floating.css'

type ModalProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'normal' | 'wide'
}

export const Modal = ({ title, isOpen, onClose, children, size = 'normal' }: ModalProps) => {
  const { t } = useText()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    // A link in the dialog opened another screen.
    const leave = (): void => close()
    window.addEventListener('hashchange', leave)
    return () => window.removeEventListener('hashchange', leave)
  }, [isOpen])
  if (!useEver(isOpen)) return null
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={`modal modal-${size}`} data-modal="">
          <Dialog.Title className="modal-title">{title}</Dialog.Title>
          {children}
          {/* Last, since a dialog opens with the focus on its first control. */}
          <Dialog.Close className="icon-button modal-close" aria-label={t('do.close')} title={t('do.close')}>
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Whether something is or once was so: what was never opened need not be there. */
const useEver = (isSo: boolean): boolean => {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
