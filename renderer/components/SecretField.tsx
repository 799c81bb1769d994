import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import './controls.css'
import { describedBy, FieldFrame } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

type SecretFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly revealLabel: string
  readonly hideLabel: string
  readonly hint?: ReactNode
  readonly problem?: string | null
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly isFocused?: boolean
}

/** For keys: hidden while typed, shown only while its own button says so, and never filled from what is stored. */
export const SecretField = ({
  label,
  value,
  onChange,
  revealLabel,
  hideLabel,
  hint,
  problem = null,
  placeholder,
  isRequired = false,
  isFocused = false,
}: SecretFieldProps) => {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <span className="secret">
        <input
          id={id}
          className="input mono"
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={placeholder}
          required={isRequired}
          autoFocus={isFocused}
          autoComplete="new-password"
          spellCheck={false}
          aria-invalid={problem !== null}
          {...describedBy(id, hint, problem)}
        />
        <IconButton
          label={isShown ? hideLabel : revealLabel}
          icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => setIsShown(!isShown)}
        />
      </span>
    </FieldFrame>
  )
}
