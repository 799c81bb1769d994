import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import './floating.css'

type ModalProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'normal' | 'wide'
}

export const Modal = ({ title, isOpen, onClose, children, size = 'normal' }: ModalProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className={`modal modal-${size}`} data-modal="">
        <Dialog.Title className="modal-title">{title}</Dialog.Title>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
