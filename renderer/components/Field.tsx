import { useId, type HTMLAttributes, type ReactNode, type Ref } from 'react'
import './controls.css'

type FieldFrameProps = {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | null
  readonly children: ReactNode
}

export const FieldFrame = ({ id, label, hint, problem, children }: FieldFrameProps) => (
  <div className="field">
    <label htmlFor={id} className="field-label">
      {label}
    </label>
    {children}
    {problem === undefined || problem === null ? null : (
      <p id={`${id}-problem`} className="field-problem">
        {problem}
      </p>
    )}
    {hint === undefined ? null : (
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    )}
  </div>
)

type TextFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: ReactNode
  readonly problem?: string | null
  readonly placeholder?: string
  readonly isMono?: boolean
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly inputRef?: Ref<HTMLInputElement>
  readonly isFocused?: boolean
  readonly onLeave?: () => void
}

/** Names of the hint and the problem, for aria-describedby. */
export const describedBy = (id: string, hint: unknown, problem: unknown): { 'aria-describedby'?: string } => {
  const ids = [problem ? `${id}-problem` : null, hint ? `${id}-hint` : null].filter((part) => part !== null)
  return ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }
}

export const TextField = ({
  label,
  value,
  onChange,
  hint,
  problem = null,
  placeholder,
  isMono = false,
  isRequired = false,
  isDisabled = false,
  inputMode,
  inputRef,
  isFocused = false,
  onLeave,
}: TextFieldProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        id={id}
        ref={inputRef}
        className={isMono ? 'input mono' : 'input'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        placeholder={placeholder}
        required={isRequired}
        disabled={isDisabled}
        autoFocus={isFocused}
        autoComplete="off"
        spellCheck={false}
        inputMode={inputMode}
        aria-invalid={problem !== null}
        {...describedBy(id, hint, problem)}
      />
    </FieldFrame>
  )
}
