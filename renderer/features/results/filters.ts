import type { ChangeMark } from '../../../preload/contract/changes.ts'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Filter } from '../../../preload/contract/results.ts'
import type { RowRole } from '../../../preload/contract/roles.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { flagText } from '../../app/stage/cellText.ts'
import { formatClock } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'

/** The field of a filter. */
export type FilterField = { readonly role: RowRole } | { readonly column: string }

/** The same for filters that replace each other. */
export const filterKey = (filter: Filter | FilterField): string => {
  if ('isFavourite' in filter) return 'favourites'
  if ('changedSince' in filter) return 'changed'
  return 'role' in filter ? `role:${filter.role}` : `column:${filter.column}`
}

/** With the filter in the place of the one of its kind, else at the end. */
export const putFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] => {
  const key = filterKey(filter)
  return filters.some((known) => filterKey(known) === key)
    ? filters.map((known) => (filterKey(known) === key ? filter : known))
    : [...filters, filter]
}

export const dropFilter = (filters: readonly Filter[], key: string): readonly Filter[] =>
  filters.filter((known) => filterKey(known) !== key)

export const valuesOf = (filters: readonly Filter[], field: FilterField): readonly string[] => {
  const known = filters.find((filter) => filterKey(filter) === filterKey(field))
  return known !== undefined && 'values' in known ? known.values : []
}

/** Adds or removes a value; without values there is no filter. */
export const toggleValue = (
  filters: readonly Filter[],
  field: FilterField,
  value: string,
  isWanted: boolean,
): readonly Filter[] => {
  const others = valuesOf(filters, field).filter((known) => known !== value)
  const values = isWanted ? [...others, value] : others
  return values.length === 0 ? dropFilter(filters, filterKey(field)) : putFilter(filters, { ...field, values })
}

/** Columns without a role by which people may be told apart: those that hold texts. */
export const plainColumns = (columns: readonly Column[]): readonly string[] =>
  columns
    .filter(({ role, split, kind }) => role === undefined && split === undefined && kind === 'text')
    .map(({ name }) => name)

export const fieldTitle = (field: FilterField, t: Translate, language: Language): string => {
  if ('column' in field) return fieldName(field.column, language) ?? field.column
  if (field.role === 'distance' || field.role === 'category') return t(`stage.${field.role}`)
  return t(`role.${field.role}`)
}

/** Tooltip of a field: the name that its source has for it. */
export const fieldSource = (field: FilterField, t: Translate): string | undefined =>
  'column' in field ? t('table.column', { names: field.column }) : undefined

export const valueText = (field: FilterField, value: string, t: Translate): string => {
  if (value === '') return t('table.filter.blank')
  if (!('role' in field)) return flagText(value, t)
  if (field.role !== 'status') return value
  const status = (['OK', 'DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course', 'unknown'] as const).find(
    (one) => one === value,
  )
  return status === undefined ? value : t(`finisher.${status}`)
}

const isMark = (since: Instant | ChangeMark): since is ChangeMark => ['looked', 'printed', 'exported'].includes(since)

const shownValues = 2

export const filterText = (filter: Filter, t: Translate, language: Language, nowMs: number): string => {
  if ('isFavourite' in filter) return t('table.filter.favourites')
  if ('changedSince' in filter) {
    const { changedSince: since } = filter
    if (isMark(since)) return t(`table.filter.since.${since}`)
    return t('table.filter.since.time', { time: formatClock(since, nowMs, language) })
  }
  const texts = filter.values.map((value) => valueText(filter, value, t))
  const more = texts.length - shownValues
  return t(more > 0 ? 'table.filter.chip.more' : 'table.filter.chip', {
    field: fieldTitle(filter, t, language),
    values: texts.slice(0, shownValues).join(', '),
    ...(more > 0 ? { more } : {}),
  })
}
