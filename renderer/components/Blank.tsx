import type { ReactNode } from 'react'
import './controls.css'

type BlankProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** It is the whole page, and its title the page's. */
  readonly isPage?: boolean
}

/** Empty state: one sentence, one button. */
export const Blank = ({ title, children, actions, isPage = false }: BlankProps) => (
  <div className="blank">
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
    {actions === undefined ? null : <div className="blank-actions">{actions}</div>}
  </div>
)
