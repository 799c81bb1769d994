import type { Json } from '../../../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import type { PageWords } from './words.ts'

type JsonMap = { readonly [name: string]: Json }

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const filterText = (filter: Json, words: PageWords): string => {
  if (!isMap(filter)) return ''
  if (filter['isFavourite'] === true) return words.favourites
  if (filter['changedSince'] !== undefined) return words.changed
  const role = textOf(filter['role'])
  const column = textOf(filter['column'])
  const label = column === '' ? (roleLabel(role, words) ?? role) : (words.field(column) ?? column)
  const values = listOf(filter['values']).map((value) => textOf(value) || words.blank)
  return `${label}: ${values.join(', ')}`
}

const roleLabel = (role: string, words: PageWords): string | undefined => {
  if (role === 'distance') return words.distance
  if (role === 'category') return words.category
  return Object.hasOwn(words.roles, role) ? words.roles[role as ColumnRole] : undefined
}

/** In words, what of its categories a file leaves out; null when it has all of their rows. */
export const selectionText = (choice: Json, words: PageWords): string | null => {
  if (!isMap(choice)) return null
  const search = textOf(choice['search']).trim()
  const parts = [
    ...(search === '' ? [] : [words.search(search)]),
    ...listOf(choice['filters']).map((filter) => filterText(filter, words)),
    ...(typeof choice['rows'] === 'number' ? [words.marked] : []),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : words.notAll(parts.join('; '))
}
