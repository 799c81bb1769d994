import './charts.css'

type ChartChoicesProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** Two or three modes of a chart, side by side. */
export const ChartChoices = <T extends string>({ label, value, options, onChange }: ChartChoicesProps<T>) => (
  <span className="chart-choices" role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className="chart-choice"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </span>
)
