import { Popover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import './floating.css'

type BubbleProps = {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly title: string
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'end'
  /** Also opens under the pointer, and closes when it leaves. */
  readonly isOnHover?: boolean
  readonly children: ReactNode
}

/** A small floating pane that stays until it is left. */
export const Bubble = ({
  trigger,
  title,
  side = 'bottom',
  align = 'end',
  isOnHover = false,
  children,
}: BubbleProps) => (
  <Popover.Root>
    <Popover.Trigger render={trigger} openOnHover={isOnHover} />
    <Popover.Portal>
      <Popover.Positioner className="floating-layer" side={side} align={align} sideOffset={6} collisionPadding={8}>
        <Popover.Popup className="bubble">
          <Popover.Title className="bubble-title">{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
