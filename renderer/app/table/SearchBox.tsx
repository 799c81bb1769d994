import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { COMMAND_KEY } from '../commands/shortcuts.ts'

type SearchBoxProps = {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly placeholder: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly maxLength?: number
  /** Escape closes something else first, and leaves the words. */
  readonly isEscapeTaken?: boolean
  /** Arrow down. */
  readonly onLeave?: () => void
  readonly onEnter?: () => void
}

/** The search of a screen's toolbar: Escape or its button clear it. */
export const SearchBox = ({
  ref,
  label,
  placeholder,
  search,
  onSearch,
  maxLength,
  isEscapeTaken = false,
  onLeave,
  onEnter,
}: SearchBoxProps) => {
  const { t } = useText()
  const clear = (): void => onSearch('')
  const actionOf = (key: string): (() => void) | undefined => {
    if (key === 'Escape') return search !== '' && !isEscapeTaken ? clear : undefined
    if (key === 'ArrowDown') return onLeave
    return key === 'Enter' ? onEnter : undefined
  }
  return (
    <div className="search" role="search">
      <Search aria-hidden />
      <input
        ref={ref}
        className="input"
        type="text"
        aria-label={label}
        placeholder={placeholder}
        value={search}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          const action = actionOf(event.key)
          if (action === undefined) return
          event.preventDefault()
          action()
        }}
      />
      {search === '' ? (
        <kbd aria-hidden>{COMMAND_KEY} F</kbd>
      ) : (
        <IconButton label={t('stage.clearSearch')} keys="Esc" icon={<X aria-hidden />} onClick={clear} />
      )}
    </div>
  )
}
