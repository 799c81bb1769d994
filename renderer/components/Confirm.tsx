import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import './floating.css'

type ConfirmProps = {
  readonly title: string
  readonly effect: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly isOpen: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  /** Between the effect and the buttons. */
  readonly children?: ReactNode
}

/** Names the thing and the effect; the safe button has the focus. */
export const Confirm = (props: ConfirmProps) => {
  const { title, effect, confirmLabel, cancelLabel, isOpen, onConfirm, onCancel, children } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="modal modal-normal" initialFocus={safe}>
          <AlertDialog.Title className="modal-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="modal-text">{effect}</AlertDialog.Description>
          {children}
          <div className="modal-buttons">
            <Button ref={safe} onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button kind="danger" onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
