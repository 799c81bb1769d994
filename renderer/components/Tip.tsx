import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import './floating.css'

type TipProps = {
  readonly text: ReactNode
  readonly keys?: string
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** The element it belongs to; it must take the props of a button. */
  readonly children: ReactElement<Record<string, unknown>>
}

export const Tip = ({ text, keys, side = 'bottom', children }: TipProps) => (
  <Tooltip.Root>
    <Tooltip.Trigger render={children} />
    <Tooltip.Portal>
      <Tooltip.Positioner side={side} sideOffset={6} className="floating-layer">
        <Tooltip.Popup className="tip">
          {text}
          {keys === undefined ? null : <kbd className="tip-keys">{keys}</kbd>}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  </Tooltip.Root>
)
