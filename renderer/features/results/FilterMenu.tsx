import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight, ListFilter } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Filter, ResultsQuery } from '../../../preload/contract/results.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { dropFilter, fieldSource, fieldTitle, filterKey, plainColumns, putFilter, type FilterField } from './filters.ts'
import { ValuesPane } from './ValuesPane.tsx'
import './filters.css'

const MINUTES = [10, 60] as const
const MARKS = ['looked', 'printed', 'exported'] as const

const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % buttons.length)
  event.preventDefault()
  next?.focus()
}

type FilterMenuProps = {
  readonly query: ResultsQuery
  readonly columns: readonly Column[]
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
  readonly isDisabled: boolean
}

type Pane =
  | { readonly kind: 'fields' }
  | { readonly kind: 'since' }
  | { readonly kind: 'values'; readonly field: FilterField }

const FieldList = ({
  query,
  columns,
  filters,
  onChange,
  onPane,
  onDone,
}: Omit<FilterMenuProps, 'isDisabled'> & { readonly onPane: (pane: Pane) => void; readonly onDone: () => void }) => {
  const { t, language } = useText()
  const facets = useQuery({
    queryKey: ['results', query.stage, 'facets', JSON.stringify([query, 'usual'])],
    queryFn: () => fetchValue('results:facets', query),
    gcTime: 10_000,
  }).data
  const isFavourites = filters.some((filter) => 'isFavourite' in filter)
  const usual = (facets ?? []).flatMap((facet) => ('role' in facet ? [facet] : []))
  return (
    <div className="facet-fields" onKeyDown={moveFocus}>
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          onChange(isFavourites ? dropFilter(filters, 'favourites') : putFilter(filters, { isFavourite: true }))
          onDone()
        }}
      >
        <span className="facet-value">{t(isFavourites ? 'table.filter.everybody' : 'table.filter.favourites')}</span>
      </button>
      <button type="button" className="menu-item" onClick={() => onPane({ kind: 'since' })}>
        <span className="facet-value">{t('table.filter.since')}</span>
        <ChevronRight aria-hidden />
      </button>
      <div className="menu-separator" role="separator" />
      {usual.map((facet) => (
        <button
          key={facet.role}
          type="button"
          className="menu-item"
          onClick={() => onPane({ kind: 'values', field: { role: facet.role } })}
        >
          <span className="facet-value">{fieldTitle(facet, t, language)}</span>
          <span className="facet-count">{formatCount(facet.total, language)}</span>
          <ChevronRight aria-hidden />
        </button>
      ))}
      {facets === undefined ? <p className="facet-note muted">{t('table.filter.counting')}</p> : null}
      {plainColumns(columns).map((column) => (
        <button
          key={column}
          type="button"
          className="menu-item"
          title={fieldSource({ column }, t)}
          onClick={() => onPane({ kind: 'values', field: { column } })}
        >
          <span className="facet-value ellipsis">{fieldTitle({ column }, t, language)}</span>
          <ChevronRight aria-hidden />
        </button>
      ))}
    </div>
  )
}

const SinceList = ({ onChoose }: { readonly onChoose: (since: Instant | (typeof MARKS)[number]) => void }) => {
  const { t } = useText()
  const before = (minutes: number): Instant => new Date(Date.now() - minutes * 60_000).toISOString() as Instant
  return (
    <div className="facet-fields" onKeyDown={moveFocus}>
      {MINUTES.map((minutes) => (
        <button key={minutes} type="button" className="menu-item" onClick={() => onChoose(before(minutes))}>
          {t('table.filter.since.minutes', { count: minutes })}
        </button>
      ))}
      {MARKS.map((mark) => (
        <button key={mark} type="button" className="menu-item" onClick={() => onChoose(mark)}>
          {t(`table.filter.since.${mark}`)}
        </button>
      ))}
    </div>
  )
}

/** Adds a filter: first what it is by, then its values. */
export const FilterMenu = ({ query, columns, filters, onChange, isDisabled }: FilterMenuProps) => {
  const { t, language } = useText()
  const [isOpen, setOpen] = useState(false)
  const [pane, setPane] = useState<Pane>({ kind: 'fields' })
  const title =
    pane.kind === 'fields'
      ? t('table.filter.title')
      : pane.kind === 'since'
        ? t('table.filter.since')
        : fieldTitle(pane.field, t, language)
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) setPane({ kind: 'fields' })
      }}
    >
      <Popover.Trigger className="button button-quiet" disabled={isDisabled} title={t('table.filter.add')}>
        <ListFilter aria-hidden />
        <span className="button-words">{t('table.filter.add')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating-layer" side="bottom" align="start" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="bubble facet-bubble">
            <div className="facet-head">
              {pane.kind === 'fields' ? null : (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('table.filter.back')}
                  title={t('table.filter.back')}
                  onClick={() => setPane({ kind: 'fields' })}
                >
                  <ArrowLeft aria-hidden />
                </button>
              )}
              <Popover.Title className="facet-title">{title}</Popover.Title>
            </div>
            {pane.kind === 'fields' ? (
              <FieldList
                query={query}
                columns={columns}
                filters={filters}
                onChange={onChange}
                onPane={setPane}
                onDone={() => setOpen(false)}
              />
            ) : pane.kind === 'since' ? (
              <SinceList
                onChoose={(changedSince) => {
                  onChange(putFilter(filters, { changedSince }))
                  setOpen(false)
                }}
              />
            ) : (
              <ValuesPane
                key={filterKey(pane.field)}
                query={query}
                field={pane.field}
                filters={filters}
                onChange={onChange}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
