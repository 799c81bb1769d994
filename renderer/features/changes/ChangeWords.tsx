import {
  ArrowDownUp,
  ArrowRightLeft,
  CircleAlert,
  CircleCheck,
  Columns3,
  Flag,
  Layers,
  PencilLine,
  Timer,
  UserMinus,
  UserPlus,
  Users,
} from 'lucide-react'
import type { Change, ChangeType } from '../../../preload/contract/changes.ts'
import type { Status } from '../../../preload/contract/results.ts'
import { useText, type Translate } from '../../text/text.ts'

const ICONS: { readonly [K in ChangeType]: typeof Timer } = {
  new: UserPlus,
  result: Timer,
  place: ArrowDownUp,
  status: Flag,
  name: PencilLine,
  club: Users,
  moved: ArrowRightLeft,
  vanished: UserMinus,
  'mass-recalculation': Layers,
  drift: Columns3,
  problem: CircleAlert,
  recovered: CircleCheck,
}

/** Type of a change: an icon and a word; the hue alone says nothing. */
export const ChangeKind = ({ type }: { readonly type: ChangeType }) => {
  const { t } = useText()
  const Icon = ICONS[type]
  return (
    <span className={`mark change-kind change-${type}`}>
      <Icon aria-hidden />
      <span className="ellipsis">{t(`changes.type.${type}`)}</span>
    </span>
  )
}

const STATUSES: readonly Status[] = ['OK', 'DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course', 'unknown']

const saidBy = (change: Change, text: string | null, t: Translate): string | null => {
  const status = change.type === 'status' ? STATUSES.find((known) => known === text) : undefined
  return status === undefined ? text : t(`finisher.${status}`)
}

/** The values before and after; one where the other is missing. */
export const ChangeWords = ({ change }: { readonly change: Change }) => {
  const { t } = useText()
  const { type, count, of } = change
  if (type === 'mass-recalculation' && count !== undefined && of !== undefined) {
    return <span className="change-words">{t('changes.mass', { count, of })}</span>
  }
  const before = saidBy(change, change.before, t)
  const after = saidBy(change, change.after, t)
  if (before === null || after === null) {
    return (
      <span className="change-words">
        {after === null ? <s className="change-before">{before}</s> : <span className="change-after">{after}</span>}
        {change.isFirstResult === true ? <span className="muted"> {t('changes.first')}</span> : null}
      </span>
    )
  }
  return (
    <span className="change-words">
      <span className="visually-hidden">{t('changes.arrow', { before, after })}</span>
      <span aria-hidden>
        <span className="change-before">{before}</span> → <span className="change-after">{after}</span>
      </span>
    </span>
  )
}
