import type { Sort } from '../../../preload/contract/results.ts'
import type { RowRole } from '../../../preload/contract/roles.ts'
import type { TableSort } from '../../components/dataTable/tableTypes.ts'
import { CATEGORY_COLUMN, columnIdOf, columnNameOf, DISTANCE_COLUMN, STAR_COLUMN } from './columnLayout.ts'

/** A click on a header: ascending, descending, as received; with shift the others stay. */
export const nextSort = (sort: readonly TableSort[], column: string, isAdditional: boolean): readonly TableSort[] => {
  const known = sort.find((entry) => entry.column === column)
  const next: TableSort | null =
    known === undefined ? { column, isDescending: false } : known.isDescending ? null : { column, isDescending: true }
  if (!isAdditional) return next === null ? [] : [next]
  if (known === undefined) return next === null ? sort : [...sort, next]
  return sort.flatMap((entry) => (entry.column === column ? (next === null ? [] : [next]) : [entry]))
}

const toSort = ({ column, isDescending }: TableSort): Sort => {
  if (column === DISTANCE_COLUMN) return { role: 'distance', isDescending }
  if (column === CATEGORY_COLUMN) return { role: 'category', isDescending }
  // columnLayout.ts prefixes columns named by their role with @.
  if (column.startsWith('@')) return { role: column.slice(1) as RowRole, isDescending }
  return { column: columnNameOf(column), isDescending }
}

export const canSort = (column: string): boolean => column !== STAR_COLUMN

export const toQuerySort = (sort: readonly TableSort[]): { readonly sort?: readonly Sort[] } =>
  sort.length === 0 ? {} : { sort: sort.map(toSort) }

export const fromQuerySort = (sort: readonly Sort[]): readonly TableSort[] =>
  sort.map((level) => {
    const isDescending = level.isDescending ?? false
    if ('column' in level) return { column: columnIdOf(level.column), isDescending }
    if (level.role === 'distance') return { column: DISTANCE_COLUMN, isDescending }
    return { column: level.role === 'category' ? CATEGORY_COLUMN : `@${level.role}`, isDescending }
  })
