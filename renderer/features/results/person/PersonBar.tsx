import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useText } from '../../../text/text.ts'

export type PersonBarProps = { readonly onMove: (by: -1 | 1) => void; readonly onClose: () => void }

/** The head of a person's panel: the next ones, what can be done with this one, and the way out. */
export const PersonBar = ({ onMove, onClose, children }: PersonBarProps & { readonly children?: ReactNode }) => {
  const { t } = useText()
  return (
    <div className="person-bar">
      <IconButton label={t('person.previous')} icon={<ChevronUp aria-hidden />} onClick={() => onMove(-1)} />
      <IconButton label={t('person.next')} icon={<ChevronDown aria-hidden />} onClick={() => onMove(1)} />
      <span className="gap" />
      {children}
      <IconButton label={t('do.close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
    </div>
  )
}
