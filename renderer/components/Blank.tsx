import type { ReactNode } from 'react'
import './controls.css'

type BlankProps = { readonly title: string; readonly children?: ReactNode; readonly actions?: ReactNode }

/** What stands where there is nothing to show: one sentence, one button. */
export const Blank = ({ title, children, actions }: BlankProps) => (
  <div className="blank">
    <h2>{title}</h2>
    {children}
    {actions === undefined ? null : <div className="blank-actions">{actions}</div>}
  </div>
)
