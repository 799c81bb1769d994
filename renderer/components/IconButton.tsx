import { Button as BaseButton } from '@base-ui/react/button'
import type { ReactNode } from 'react'
import './controls.css'
import { Tip } from './Tip.tsx'

type IconButtonProps = {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly keys?: string
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
}

/** Its label is its accessible name and its tooltip. */
export const IconButton = ({ label, icon, onClick, keys, isDisabled = false, isPressed }: IconButtonProps) => (
  <Tip text={label} {...(keys === undefined ? {} : { keys })}>
    <BaseButton
      className="icon-button"
      aria-label={label}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      focusableWhenDisabled
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
    </BaseButton>
  </Tip>
)
