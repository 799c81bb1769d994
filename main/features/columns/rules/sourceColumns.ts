import type { Column } from '../../../../preload/contract/columns.ts'

const suffix = ' (source)'

/**
 * Names of the source columns beside the `distance` and `category` that every row gets (interface.md, `results`), and the
 * `categories` that a person gets.
 */
export const columnKeys = (names: readonly string[], isByPerson = false): readonly string[] => {
  const own = ['distance', 'category', ...(isByPerson ? ['categories'] : [])]
  const taken = new Set([...own, ...names])
  return names.map((name) => {
    if (!own.includes(name)) return name
    let key = name + suffix
    while (taken.has(key)) key += suffix
    return key
  })
}

/** Heads of tables without roles: what the service calls a column, unless another column is called that; else its name. */
export const labelHeads = (columns: readonly Pick<Column, 'name' | 'label'>[]): readonly string[] => {
  const names = new Set(columns.map(({ name }) => name))
  return columns.map(({ name, label }) => (label === undefined || names.has(label) ? name : label))
}
