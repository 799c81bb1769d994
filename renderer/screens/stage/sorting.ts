import type { Sort } from '../../../preload/contract.ts'
import type { TableSort } from '../../components/dataTable/DataTable.tsx'

/** A click on a header: ascending, descending, as received; with shift the others stay. */
export const nextSort = (sort: readonly TableSort[], column: string, isAdditional: boolean): readonly TableSort[] => {
  const known = sort.find((entry) => entry.column === column)
  const next: TableSort | null =
    known === undefined ? { column, isDescending: false } : known.isDescending ? null : { column, isDescending: true }
  if (!isAdditional) return next === null ? [] : [next]
  if (known === undefined) return next === null ? sort : [...sort, next]
  return sort.flatMap((entry) => (entry.column === column ? (next === null ? [] : [next]) : [entry]))
}

export const toQuerySort = (sort: readonly TableSort[]): { readonly sort?: readonly Sort[] } =>
  sort.length === 0 ? {} : { sort: sort.map(({ column, isDescending }) => ({ column, isDescending })) }
