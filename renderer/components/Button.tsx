import { Button as BaseButton } from '@base-ui/react/button'
import type { ReactNode, Ref } from 'react'
import './controls.css'

type ButtonProps = {
  readonly children: ReactNode
  readonly onClick?: () => void
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly size?: 'normal' | 'small' | 'large'
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  readonly isSubmit?: boolean
  readonly title?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export const Button = ({
  children,
  onClick,
  kind = 'plain',
  size = 'normal',
  icon,
  isDisabled = false,
  isSubmit = false,
  title,
  ref,
}: ButtonProps) => (
  <BaseButton
    ref={ref}
    type={isSubmit ? 'submit' : 'button'}
    className={`button button-${kind} button-${size}`}
    // Keeps the focus while the action runs.
    focusableWhenDisabled
    disabled={isDisabled}
    {...(onClick === undefined ? {} : { onClick })}
    {...(title === undefined ? {} : { title })}
  >
    {icon}
    {children}
  </BaseButton>
)
