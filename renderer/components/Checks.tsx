import './controls.css'

type ChecksProps<T extends string> = {
  readonly legend: string
  readonly items: readonly { readonly value: T; readonly label: string }[]
  readonly chosen: readonly T[]
  readonly onChange: (chosen: readonly T[]) => void
  readonly hint: string
}

/** Boxes to tick, several at once; what is chosen keeps the order of the boxes. */
export const Checks = <T extends string>({ legend, items, chosen, onChange, hint }: ChecksProps<T>) => {
  const change = (changed: T, isOn: boolean): void =>
    onChange(items.flatMap(({ value }) => ((value === changed ? isOn : chosen.includes(value)) ? [value] : [])))
  return (
    <fieldset className="stack arranged-checks">
      <legend className="field-label">{legend}</legend>
      {items.map(({ value, label }) => (
        <label key={value} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => change(value, target.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
      <p className="field-hint arranged-wide">{hint}</p>
    </fieldset>
  )
}
