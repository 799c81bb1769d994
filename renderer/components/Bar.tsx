import './controls.css'

type BarProps = { readonly label: string; readonly done: number; readonly total: number }

/** Progress; without a known total it only says that something runs. */
export const Bar = ({ label, done, total }: BarProps) => (
  <progress className="bar" aria-label={label} {...(total > 0 ? { max: total, value: Math.min(done, total) } : {})} />
)
