import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import type { Filter, ResultsQuery } from '../../../preload/contract/results.ts'
import { searchKey } from '../../../preload/shared/searchKey.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { fieldTitle, toggleValue, valuesOf, valueText, type FilterField } from './filters.ts'

const FIND_REST_MS = 120

/** Arrow keys go from box to box, and up from the first one into the search. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const at = inputs.findIndex((input) => input === document.activeElement)
  const next = inputs[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

type ValuesPaneProps = {
  readonly query: ResultsQuery
  readonly field: FilterField
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
}

const useFacet = (query: ResultsQuery, field: FilterField, find: string) =>
  useQuery({
    queryKey: ['results', query.stage, 'facets', JSON.stringify([query, field, find])],
    queryFn: () =>
      fetchValue('results:facets', {
        ...query,
        ...('role' in field ? { roles: [field.role] } : { columns: [field.column] }),
        ...(find === '' ? {} : { find }),
      }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })

/** The values of one field with their counts among the rows that the rest of the query selects. */
export const ValuesPane = ({ query, field, filters, onChange }: ValuesPaneProps) => {
  const { t, language } = useText()
  const [text, setText] = useState('')
  const find = useDebounced(text, FIND_REST_MS).trim()
  const all = useFacet(query, field, '')
  const hasWords =
    all.data?.[0]?.values.some(({ value }) => value !== '' && valueText(field, value, t) !== value) === true
  const found = useFacet(query, field, hasWords ? '' : find)
  const facets = hasWords ? all : found
  const facet = facets.data?.[0]
  const chosen = valuesOf(filters, field)
  // The core knows flags and statuses by their values, not by the words for them.
  const isFound = ({ value }: { readonly value: string }): boolean =>
    !hasWords || searchKey(valueText(field, value, t)).includes(searchKey(find))
  const listed = (facet?.values ?? []).filter(isFound)
  // Chosen values stay listed, so that users can remove them.
  const kept = find === '' ? chosen.filter((value) => listed.every((known) => known.value !== value)) : []
  const values = [...kept.map((value) => ({ value, count: 0 })), ...listed]
  const more = hasWords ? 0 : (facet?.total ?? 0) - listed.length
  const title = fieldTitle(field, t, language)
  return (
    <div className="facet-pane stack" onKeyDown={moveFocus}>
      <input
        className="input"
        type="text"
        aria-label={t('table.filter.find', { field: title })}
        placeholder={t('table.filter.find', { field: title })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      {facets.error !== null && facet === undefined ? (
        <Problem problem={facets.error} onRetry={() => void facets.refetch()} />
      ) : (
        <div className="facet-list" role="group" aria-label={title}>
          {values.map(({ value, count }) => (
            <label key={value} className="facet row">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) => onChange(toggleValue(filters, field, value, event.target.checked))}
              />
              <span className={value === '' ? 'facet-value muted ellipsis' : 'facet-value ellipsis'} title={value}>
                {valueText(field, value, t)}
              </span>
              <span className="facet-count">{formatCount(count, language)}</span>
            </label>
          ))}
          {facet !== undefined && values.length === 0 ? (
            <p className="facet-note muted">{t('table.filter.noValues')}</p>
          ) : null}
          {more > 0 ? (
            <p className="facet-note muted">
              {t('table.filter.more', { count: more, shown: formatCount(more, language) })}
            </p>
          ) : null}
        </div>
      )}
    </div>
  )
}
