import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import './controls.css'
import './floating.css'

export type ChoiceOption<T extends string> = { readonly value: T; readonly label: string }

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly ChoiceOption<T>[]
  readonly onChange: (value: T) => void
  readonly hint?: string
  readonly isLabelHidden?: boolean
}

export const Choice = <T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  isLabelHidden = false,
}: ChoiceProps<T>) => {
  const id = useId()
  return (
    <div className="field">
      <Select.Root items={options} value={value} onValueChange={(next) => (next === null ? undefined : onChange(next))}>
        <Select.Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Select.Label>
        <Select.Trigger
          className="input choice row"
          {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        >
          <Select.Value className="ellipsis" />
          <Select.Icon className="choice-icon">
            <ChevronsUpDown aria-hidden />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className="floating-layer" sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className="menu choice-menu">
              <Select.List>
                {options.map((option) => (
                  <Select.Item key={option.value} value={option.value} className="menu-item">
                    <span className="menu-check">
                      <Select.ItemIndicator>
                        <Check aria-hidden />
                      </Select.ItemIndicator>
                    </span>
                    <Select.ItemText className="ellipsis">{option.label}</Select.ItemText>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
