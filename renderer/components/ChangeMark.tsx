import { Minus, Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import './controls.css'

const ICONS = { added: Plus, removed: Minus, changed: Pencil }

/** What happened to a thing, which is neither good nor bad: no status. */
export const ChangeMark = ({ kind, children }: { readonly kind: keyof typeof ICONS; readonly children: ReactNode }) => {
  const Icon = ICONS[kind]
  return (
    <span className="mark">
      <Icon aria-hidden />
      <span className="ellipsis">{children}</span>
    </span>
  )
}
