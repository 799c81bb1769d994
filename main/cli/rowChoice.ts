import type { Column } from '../../preload/contract/columns.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Filter, Sort } from '../../preload/contract/results.ts'
import { rowRoles, type RowRole } from '../../preload/contract/roles.ts'
import { columnKeys } from '../features/columns/rules/sourceColumns.ts'
import { invalid } from './commandLine.ts'

type Field = { readonly role: RowRole } | { readonly column: string }

/** Roles that rows have without a column of that role, when they have one of these. */
const standIns: { readonly [role in RowRole]?: readonly RowRole[] } = {
  name: ['name', 'lastName', 'firstName'],
  result: ['result', 'chipTime', 'gunTime'],
}

const hasRole = (columns: readonly Column[], role: RowRole): boolean => {
  if (role === 'status' || role === 'distance' || role === 'category') return true
  const fitting = standIns[role] ?? [role]
  return columns.some((column) => column.role !== undefined && fitting.includes(column.role))
}

/** A role that the rows have goes before a column of its name; null for what is neither. */
const fieldOf = (name: string, columns: readonly Column[]): Field | null => {
  // A stage without rows has no columns to check the name against.
  const role = rowRoles.find((one) => one === name)
  if (role !== undefined && (columns.length === 0 || hasRole(columns, role))) return { role }
  const keys = columnKeys(columns.map((column) => column.name))
  const column = columns[keys.indexOf(name)] ?? columns.find((known) => known.name === name)
  return column === undefined ? null : { column: column.name }
}

const unknown = (flag: string): Result<never> => invalid(flag, 'no such role or column in the stored rows')

/** `--sort ROLE|COLUMN[:desc]`, the first one first; `columns` are those of the whole stage. */
export const readSort = (texts: readonly string[], columns: readonly Column[]): Result<readonly Sort[]> => {
  const sort: Sort[] = []
  for (const text of texts) {
    const direction = /:(asc|desc)$/.exec(text)?.[1]
    // A column's own name may end in ":asc" or ":desc".
    const whole = fieldOf(text, columns)
    const field = whole ?? (direction === undefined ? null : fieldOf(text.slice(0, -direction.length - 1), columns))
    if (field === null) return unknown('--sort')
    sort.push({ ...field, isDescending: whole === null && direction === 'desc' })
  }
  return { ok: true, value: sort }
}

/** `--filter ROLE|COLUMN=VALUE`: rows pass when every field that is named has one of its values. */
export const readFilters = (texts: readonly string[], columns: readonly Column[]): Result<readonly Filter[]> => {
  const filters = new Map<string, { readonly field: Field; readonly values: string[] }>()
  for (const text of texts) {
    const named = splits(text).find(([name]) => fieldOf(name, columns) !== null)
    const field = named === undefined ? null : fieldOf(named[0], columns)
    if (named === undefined || field === null) {
      return text.includes('=') ? unknown('--filter') : invalid('--filter', 'expected ROLE=VALUE or COLUMN=VALUE')
    }
    const key = JSON.stringify(field)
    const filter = filters.get(key) ?? { field, values: [] }
    filter.values.push(named[1])
    filters.set(key, filter)
  }
  return { ok: true, value: [...filters.values()].map(({ field, values }) => ({ ...field, values })) }
}

/** Every reading of NAME=VALUE, since a column's name may hold the sign too. */
const splits = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/=/g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)] as const)
