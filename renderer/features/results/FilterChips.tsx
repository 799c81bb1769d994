import { Popover } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { Filter, ResultsQuery } from '../../../preload/contract/results.ts'
import { useNow } from '../../app/state/now.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { dropFilter, fieldSource, fieldTitle, filterKey, filterText } from './filters.ts'
import { ValuesPane } from './ValuesPane.tsx'
import './filters.css'

type FilterChipsProps = {
  readonly query: ResultsQuery
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
}

/** The filters that hold now: each can be changed where it stands, or taken away. */
export const FilterChips = ({ query, filters, onChange }: FilterChipsProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  return (
    <div className="chips" role="group" aria-label={t('table.filters')}>
      {filters.map((filter) => {
        const key = filterKey(filter)
        const text = filterText(filter, t, language, nowMs)
        return (
          <span key={key} className="chip">
            {'values' in filter ? (
              <Popover.Root>
                <Popover.Trigger
                  className="chip-text ellipsis"
                  title={[text, fieldSource(filter, t)].filter(Boolean).join('\n')}
                >
                  {text}
                </Popover.Trigger>
                <Popover.Portal>
                  <Popover.Positioner
                    className="floating-layer"
                    side="bottom"
                    align="start"
                    sideOffset={6}
                    collisionPadding={8}
                  >
                    <Popover.Popup className="bubble facet-bubble">
                      <div className="facet-head">
                        <Popover.Title className="facet-title">{fieldTitle(filter, t, language)}</Popover.Title>
                      </div>
                      <ValuesPane query={query} field={filter} filters={filters} onChange={onChange} />
                    </Popover.Popup>
                  </Popover.Positioner>
                </Popover.Portal>
              </Popover.Root>
            ) : (
              <span className="chip-text ellipsis">{text}</span>
            )}
            <button
              type="button"
              className="chip-remove"
              aria-label={t('table.filter.remove', { filter: text })}
              title={t('table.filter.remove', { filter: text })}
              onClick={() => onChange(dropFilter(filters, key))}
            >
              <X aria-hidden />
            </button>
          </span>
        )
      })}
      <Button size="small" kind="quiet" onClick={() => onChange([])}>
        {t('table.filter.clear')}
      </Button>
    </div>
  )
}
