import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  Clock,
  CloudOff,
  KeyRound,
  Package,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import './controls.css'

export type MarkKind = 'ok' | 'running' | 'stale' | 'problem' | 'offline' | 'none' | 'partial' | 'capsule' | 'key'

const ICONS: { readonly [K in MarkKind]: typeof CircleAlert } = {
  ok: CircleCheck,
  running: CircleDot,
  stale: Clock,
  problem: CircleAlert,
  partial: TriangleAlert,
  offline: CloudOff,
  none: CircleDashed,
  capsule: Package,
  key: KeyRound,
}

/** A status: icon and word, never colour alone. */
export const Mark = ({
  kind,
  children,
  title,
}: {
  readonly kind: MarkKind
  readonly children: ReactNode
  readonly title?: string
}) => {
  const Icon = ICONS[kind]
  return (
    <span className={`mark mark-${kind}`} title={title}>
      <Icon aria-hidden />
      <span className="ellipsis">{children}</span>
    </span>
  )
}
