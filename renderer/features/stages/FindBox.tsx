import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { COMMAND_KEY } from '../../app/commands/shortcuts.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { hitId, HITS_ID } from './FoundPeople.tsx'

type FindBoxProps = {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** Hits listed, and the one that Enter opens. */
  readonly count: number
  readonly active: number
  readonly onActive: (at: number) => void
  readonly onOpen: () => void
}

/** The search over all stages; arrows choose among the hits listed below while the focus stays here. */
export const FindBox = ({ search, onSearch, inputRef, count, active, onActive, onOpen }: FindBoxProps) => {
  const { t } = useText()
  const isListed = count > 0
  return (
    <div className="search find-box" role="search">
      <Search aria-hidden />
      <input
        ref={inputRef}
        className="input"
        type="text"
        role="combobox"
        aria-label={t('find.label')}
        aria-expanded={isListed}
        aria-autocomplete="list"
        aria-controls={HITS_ID}
        {...(isListed ? { 'aria-activedescendant': hitId(active) } : {})}
        placeholder={t('find.placeholder')}
        value={search}
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
          if (step !== undefined && isListed) {
            event.preventDefault()
            onActive(Math.min(count - 1, Math.max(0, active + step)))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            onOpen()
          } else if (event.key === 'Escape' && search !== '') {
            event.preventDefault()
            onSearch('')
          }
        }}
      />
      {search === '' ? (
        <kbd aria-hidden>{COMMAND_KEY} F</kbd>
      ) : (
        <IconButton label={t('stage.clearSearch')} keys="Esc" icon={<X aria-hidden />} onClick={() => onSearch('')} />
      )}
    </div>
  )
}
