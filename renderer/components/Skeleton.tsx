import './controls.css'

/** Rows that appear only when loading takes longer than 150 ms. */
export const Skeleton = ({ rows, label }: { readonly rows: number; readonly label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="skeleton-row">
        <span />
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
)
